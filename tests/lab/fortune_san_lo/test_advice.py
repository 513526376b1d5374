"""Advice on six cards, and what the house way lays down."""

import random

import pytest

from pitboss.cards import CARDS, ThreeCardCategory, parse_cards
from pitboss.errors import CardError
from pitboss.games.fortune_san_lo.house_way import house_way
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, shipped_shares
from pitboss.games.fortune_san_lo.matchups import compare
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.setting import legal_settings
from pitboss.lab.fortune_san_lo import advise, set_hands
from pitboss.lab.fortune_san_lo.dealer import kept_dealer_table
from pitboss.lab.store import Store
from pitboss.lab.work import Resources

HANDS = ["Ks Kc 2h 9s 9d Jk", "9h 9d 8s 7c Ac 2d", "As Ac Ad Ah Kc Kd", "2s 3d 4h 5c 7s 8d"]


@pytest.fixture(scope="module")
def resources(tmp_path_factory):
    return Resources(Store(tmp_path_factory.mktemp("lab")), 1)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.6, 0.99])
def test_a_table_of_the_dealer_that_cannot_be_read_is_made_again(dealer, tmp_path, share):
    kept_dealer_table(str(tmp_path), "ab" * 32)
    (file,) = tmp_path.rglob("*.npz")
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    assert kept_dealer_table(str(tmp_path), "ab" * 32) is dealer
    assert file.read_bytes() == whole


@pytest.mark.parametrize("text", HANDS)
def test_all_legal_settings_are_ranked(text, resources):
    cards = parse_cards(text)
    advice = advise(cards, resources)
    shown = [setting for ranked in advice.settings for setting in (ranked.setting, *ranked.alike)]
    assert sorted(map(str, shown)) == sorted(map(str, legal_settings(cards)))
    assert {ranked.dealer_hands for ranked in advice.settings} == {10_737_573}
    assert [ranked.main_bet.exact for ranked in advice.settings] == sorted(
        (ranked.main_bet.exact for ranked in advice.settings), reverse=True
    )
    for ranked in advice.settings:
        assert {setting.values for setting in ranked.alike} <= {ranked.setting.values}
    assert advice.house_way.setting == house_way(cards).setting
    assert advice.rule_list.setting.values == shipped_rule_list().choose(cards).setting.values
    assert advice.best_hat_trick.hat_trick.exact >= advice.best.hat_trick.exact


def test_the_chances_are_those_of_hands_dealt_by_the_readable_rules(resources):
    """Dealer hands at random from the other cards, set by the readable house way."""
    cards = parse_cards(HANDS[0])
    ranked = advise(cards, resources).settings[:5]
    rng, others = random.Random(12), [card for card in CARDS[:53] if card not in cards]
    dealt = [house_way(rng.sample(others, 6)).setting for _ in range(4000)]
    for entry in ranked:
        won = [compare(entry.setting, dealer).won for dealer in dealt]
        for times, chance in ((sum(w >= 2 for w in won), entry.main_bet), (won.count(3), entry.hat_trick)):
            spread = (chance.value * (1 - chance.value) / len(dealt)) ** 0.5
            assert abs(times / len(dealt) - chance.value) <= 4 * spread


def test_the_order_of_the_cards_does_not_matter_and_an_answer_is_kept(resources):
    cards = list(parse_cards(HANDS[1]))
    first = advise(cards, resources)
    files = set(resources.store.folder.rglob("*.json"))
    random.Random(1).shuffle(cards)
    assert advise(cards, resources) == first
    assert set(resources.store.folder.rglob("*.json")) == files
    assert advise(cards) == first  # without a store


def test_advice_for_machines(resources):
    answer = advise(parse_cards(HANDS[1]), resources).as_json()
    assert answer["dealer_hands"] == 10_737_573
    best = answer["settings"][0]
    assert best["setting"] == "9h 8s 7c / Ac 9d / 2d"
    assert sum(best["won"].values()) == 10_737_573
    assert best["main_bet"]["fraction"].count("/") == 1
    assert [entry["house_way"] for entry in answer["settings"]].count(True) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s", "reads 6 cards where a hand is set, not 13"),
        ("As Ks Qs Js Ts", "not 5"),
        ("", "not 0: none"),
        ("As As Qs Js Ts 9s", "As"),
    ],
)
def test_other_than_six_cards_of_the_deck_are_refused(text, said):
    with pytest.raises(CardError, match=said):
        advise(parse_cards(text) if text else ())


# ---- what the house way lays down


def test_every_hand_is_set_and_none_fouls(resources):
    found = set_hands(resources)
    assert found.total == 22_957_480
    for hand, number in (("high", 741), ("mid", 91), ("low", 13)):
        assert sum(found.categories(hand).values()) == sum(row.count for row in found.hands[hand]) == 22_957_480
        assert len(found.hands[hand]) <= number
    for category, count in found.categories("high").items():
        assert count == sum(times for (high, _), times in found.together.items() if high is category)
    # A pair in the mid hand needs at least a pair in the high hand.
    assert (ThreeCardCategory.HIGH_CARD, ThreeCardCategory.PAIR) not in found.together
    assert set_hands(resources) == found


def test_the_hands_laid_down_are_those_behind_the_tables(resources):
    """The shipped shares came to rest within a hundredth of a point of half way to the counts."""
    found, shares = set_hands(resources), shipped_shares()
    for hand, table in (("high", shares.high), ("mid", shares.mid), ("low", shares.low)):
        below = 0
        for row in reversed(found.hands[hand]):
            assert abs(below / found.total - table[row.category, row.ranks] / MILLION) < 0.0002
            below += row.count


def test_set_hands_for_machines(resources):
    answer = set_hands(resources).as_json()
    assert answer["total"] == sum(entry["count"] for entry in answer["high_and_mid"]) == 22_957_480
    assert list(answer["high"]["categories"])[:2] == ["straight-flush", "three-of-a-kind"]
    assert answer["low"]["hands"]["high card A"] == 1_688_690
