"""The house way, readable: what it chooses, why, how it breaks ties, and the tables it reads."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_53, parse_cards
from pitboss.errors import CardError
from pitboss.games.fortune_san_lo.house_way import TableHouseWay, house_way, shipped_house_way
from pitboss.games.fortune_san_lo.house_way_file import HouseWayError, shipped_file
from pitboss.games.fortune_san_lo.house_way_shares import (
    MILLION,
    Chance,
    Shares,
    load_share_table,
    print_share_table,
    shipped_shares,
)
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.setting import RANKINGS, legal_settings

six_cards = st.lists(st.sampled_from(DECK_53.cards), min_size=6, max_size=6, unique=True)


@pytest.mark.parametrize(
    ("cards", "setting"),
    [
        ("As Ac Ad Ah Jk Ks", "As Ks Jk / Ad Ac / Ah"),  # five aces: the joker completes a straight flush
        ("Ks Kc Qs Qc Js Jc", "Qs Qc Ks / Js Jc / Kc"),  # three pair: the highest is split
        ("Qs Qd Qh 8c 8d 8h", "8h 8d 8c / Qh Qd / Qs"),  # two threes: the lower stay together
        ("As Ad Ac Kh Kd 2c", "As Ad 2c / Kh Kd / Ac"),  # full house: an ace goes low
        ("5s 5d 5h 5c Ks 9d", "5s 5h 9d / 5d 5c / Ks"),  # four of a kind: two pair
        ("9h 8h 7d Kh 2h 2c", "9h 8h 7d / 2h 2c / Kh"),  # a straight, and not the flush
        ("7s 6s 5s 4s 3s 2s", "4s 3s 2s / 7s 5s / 6s"),  # the lowest straight flush leaves the most
        ("Jk 2h 3h 9c 9d Ks", "Jk 2h 3h / 9d 9c / Ks"),  # the joker makes ace-two-three
        ("Jk As 9s 8d 4c 3h", "Jk 4c 3h / As 8d / 9s"),  # and here five-four-three
        ("9h 9d 8s 7c Ac 2d", "9h 8s 7c / Ac 2d / 9d"),  # the pair is given up for a low nine
    ],
)
def test_hands_set_the_house_way(cards, setting):
    assert str(house_way(parse_cards(cards)).setting) == setting


@given(six_cards)
def test_no_legal_setting_has_a_better_chance(cards):
    choice = house_way(cards)
    assert choice.setting.is_legal
    choice.setting.verify_sets(cards)
    chances = [shipped_shares().chance(setting).two_of_three for setting in legal_settings(cards)]
    assert choice.chance.two_of_three == max(chances)


@given(six_cards, st.randoms(use_true_random=False))
def test_the_order_of_dealing_does_not_matter(cards, rng):
    shuffled = list(cards)
    rng.shuffle(shuffled)
    assert house_way(shuffled) == house_way(cards)


@pytest.mark.parametrize("chance", [Chance(0, 0, 0), Chance(MILLION, MILLION, MILLION), Chance(712_345, 550_001, 3)])
def test_a_score_is_the_chance_to_win_at_least_two_of_three(chance):
    p, q, r = chance.high, chance.mid, chance.low
    not_p, not_q, not_r = (MILLION - share for share in (p, q, r))
    assert chance.score == p * q * r + p * q * not_r + p * not_q * r + not_p * q * r
    assert chance.two_of_three.denominator <= MILLION**3


def constant(share):
    """Tables under which every hand beats the same share."""
    return Shares(
        *(dict.fromkeys(table, share) for table in (shipped_shares().high, shipped_shares().mid, shipped_shares().low))
    )


@given(six_cards)
def test_ties_go_to_the_higher_high_hand_and_then_to_the_higher_mid_hand(cards):
    choice = TableHouseWay(constant(500_000)).choose(cards)
    legal = legal_settings(cards)
    highest = max(setting.high_value for setting in legal)
    assert choice.setting.high_value == highest
    assert choice.setting.mid_value == max(setting.mid_value for setting in legal if setting.high_value == highest)
    assert choice.next_best is None or "has the same chance with a lower high or mid hand." in choice.words


def test_the_choice_says_why():
    assert house_way(parse_cards("9h 9d 8s 7c Ac 2d")).words == (
        "The high hand beats 79.2% of set hands, the mid hand 43.8%, the low hand 30.1%: at least two of three win "
        "50.84% of the time. Next best is 9h 8s 7c / Ac 9d / 2d with 50.10%."
    )


def test_the_next_best_has_other_hands_and_not_only_other_suits():
    choice = house_way(parse_cards("Ks Kd 9s 9d 4s 4d"))
    assert choice.next_best.values != choice.setting.values


def test_tables_and_rules_are_interchangeable():
    cards = parse_cards("Ks Kc 2h 9s 9d Jk")
    for way in (shipped_house_way(), shipped_rule_list()):
        choice = way.choose(cards)
        assert way.name
        assert choice.setting.is_legal
        assert choice.words.endswith(".")


@pytest.mark.parametrize("choose", [house_way, shipped_rule_list().choose])
def test_cards_that_cannot_be_set(choose):
    with pytest.raises(CardError, match="reads 6 cards where a hand is set, not 5: Ks Kc 2h 9s 9d"):
        choose(parse_cards("Ks Kc 2h 9s 9d"))


# ---- the tables


@pytest.mark.parametrize("hand", RANKINGS)
def test_every_hand_that_can_be_set_has_a_share(hand):
    ranking, table = RANKINGS[hand], getattr(shipped_shares(), hand)
    assert {ranking.strength(cards) for cards in combinations(DECK_53.cards, ranking.size)} == set(table)


@pytest.mark.parametrize("hand", RANKINGS)
def test_a_table_is_printed_as_it_was_read(hand):
    table = getattr(shipped_shares(), hand)
    assert print_share_table(hand, table) == shipped_file(f"house_way_{hand}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("format = 1", "format = 2", 3, "the format is 2; this version reads format 1"),
        ("format = 1\n", "", 1, "the format is missing; this version reads format 1"),
        ('hand = "low"', 'hand = "mid"', 4, "this is the table of the mid hands, not of the low hands"),
        ('hand = "low"\n', "", 1, "hand is missing: write high, mid or low"),
        ("[high-card]", "[high-cord]", 6, "'high-cord' is unknown here; allowed: format, hand, straight-flush,"),
        ("[high-card]\n", "[pair]\n3 = 1_000_001\n[high-card]\n", 7, "1000001 is not a share: write millionths, 0 to"),
        ('hand = "low"', 'hand = "low"\npair = 5', 5, "pair is 5, and must be a table of hands and shares"),
        ("\n3 = ", "\n1 = ", 18, "'1' is not a hand: write its ranks like A-K-Q"),
        ("\n2 = 0", "\n2 = 0.5", 19, "0.5 is not a share: write millionths, 0 to 1_000_000"),
        ("\n2 = 0", "\n2 = 99_999", 19, "2 must be a lower hand, with a lower share, than the one before"),
        ("\n2 = 0", "", 1, "there are 13 different low hands, and the table has 12"),
        ("\n2 = 0", "\n2 = zero", 19, "Invalid value"),
    ],
)
def test_a_spoilt_table(tmp_path, old, new, line, sentence):
    text = shipped_file("house_way_low.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "mine.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(HouseWayError) as caught:
        load_share_table("low", tmp_path / "mine.toml", "mine.toml")
    assert str(caught.value).startswith(f"mine.toml, line {line}: {sentence}")


@pytest.mark.parametrize(("content", "reason"), [(b"\xff\xfe", "not a text in UTF-8"), (None, "No such file")])
def test_tables_that_cannot_be_read(tmp_path, content, reason):
    if content is not None:
        (tmp_path / "mine.toml").write_bytes(content)
    with pytest.raises(HouseWayError, match=f"mine.toml cannot be read: {reason}"):
        load_share_table("low", tmp_path / "mine.toml")
