"""The tables of all hands behind Fortune San Lo Poker: numbered, set, made once and kept."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import numpy as np
import pytest

from pitboss.cards import CARDS
from pitboss.cards.batch import every_hand
from pitboss.games.fortune_san_lo import RuleList, Setting, house_way, shipped_house_way
from pitboss.games.fortune_san_lo.rule_list import Rule
from pitboss.lab.fortune_san_lo import Player
from pitboss.lab.fortune_san_lo.choosing import THREE, TWO_OF_THREE
from pitboss.lab.fortune_san_lo.dealer import dealer_table
from pitboss.lab.fortune_san_lo.directly import win_counts
from pitboss.lab.fortune_san_lo.worth_counting import settings_of
from pitboss.lab.simulation import fortune_san_lo_best, fortune_san_lo_ways
from pitboss.lab.simulation.fortune_san_lo_best import BEST, choosing, hands_set_best
from pitboss.lab.simulation.fortune_san_lo_hands import NUMBER_OF_HANDS, matchups_won, numbers_of, words_of
from pitboss.lab.simulation.fortune_san_lo_ways import hands_set_by, kept_hands
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, StoppedError

LOWEST = 36
HIGH_FIRST = RuleList("high first", (Rule("Best high hand", order=("high", "mid", "low")),))


def test_every_hand_whose_lowest_card_is_a_club_has_a_number_of_its_own():
    hands = every_hand(53, 6)
    clubs_lowest = hands[hands[:, 0] % 4 == 0]
    assert len(clubs_lowest) == NUMBER_OF_HANDS
    assert (np.bincount(numbers_of(clubs_lowest.T), minlength=NUMBER_OF_HANDS) == 1).all()


def test_a_number_does_not_depend_on_the_order_of_the_cards():
    random = np.random.default_rng(4)
    hands = np.argsort(random.random((500, 53)), axis=1)[:, :6].astype(np.uint8).T
    expected = numbers_of(np.sort(hands, axis=0))
    for _ in range(5):
        assert (numbers_of(random.permuted(hands, axis=0)) == expected).all()


def test_hands_are_found_as_the_readable_house_way_sets_them(resources):
    """Three comparisons in one subtraction: each hand against each, as by the rules."""
    random, table = Random(3), hands_set_by(shipped_house_way(), resources)
    hands = [random.sample(range(53), 6) for _ in range(60)]
    words = table[numbers_of(np.array(hands, np.uint8).T)]
    settings = [house_way([CARDS[code] for code in hand]).setting for hand in hands]
    for own, setting in zip(words, settings, strict=True):
        assert [int(matchups_won(own, other)) for other in words] == [won(setting, other) for other in settings]
    assert (table > 0).all()  # no hand is left out


def won(own: Setting, dealer: Setting) -> int:
    return sum(mine > theirs for mine, theirs in zip(own.values, dealer.values, strict=True))


# ---- the best


@pytest.fixture
def small_dealer(monkeypatch):
    """A deck of jacks to aces and the joker, so that the best is found at once."""
    dealer = dealer_table().of_cards_from(LOWEST)
    monkeypatch.setattr(fortune_san_lo_ways, "kept_dealer_table", lambda *_place: dealer)
    monkeypatch.setattr(fortune_san_lo_best, "choosing", partial(choosing, blocks=3, lowest=LOWEST))
    return dealer


def test_the_best_players_set_as_wins_most_often(tmp_path, small_dealer):
    """Some hands held against every dealer hand in the plain way."""
    own = Resources(Store(tmp_path), processes=1)
    rows = np.random.default_rng(2).choice(len(small_dealer.hands), 60, replace=False)
    hands = small_dealer.hands[rows]
    settings = settings_of(hands)
    counts, legal = win_counts(hands, settings, small_dealer), settings[..., 0] > 0
    wishes = {BEST[0]: TWO_OF_THREE, BEST[1]: THREE, BEST[2]: 2 * TWO_OF_THREE + 6 * THREE}
    for player, wish in wishes.items():
        found = hands_set_best(player, own)[numbers_of(hands.T)]
        worth = np.where(legal, counts @ wish, -1)
        for row, word in enumerate(found):
            best = settings[row][worth[row] == worth[row].max()]
            assert word in words_of(np.repeat(hands[[row]], len(best), axis=0), best)


def test_what_was_chosen_is_worked_out_once_and_goes_on_where_it_was(tmp_path, small_dealer):
    seen = []

    def stop(done, _total):
        seen.append(done)
        if len(seen) == 2:
            raise StoppedError("stopped")

    own = Resources(Store(tmp_path), 1, stop)
    with pytest.raises(StoppedError):
        hands_set_best(Player.BEST, own)
    for player in BEST:
        hands_set_best(player, own)
    assert seen == [0, 1, 1, 2, 3]


# ---- kept


@pytest.fixture
def making(monkeypatch):
    """How often a table is made, which is as quick here as it can be."""
    made = []

    def make(_means, _setter):
        made.append(1)
        return np.arange(NUMBER_OF_HANDS, dtype=np.uint32)

    monkeypatch.setattr(fortune_san_lo_ways, "_made", make)
    monkeypatch.setattr(fortune_san_lo_ways, "_at_hand", {})
    return made


KEY = "b" * 64


def test_a_table_is_made_once_and_then_opened(tmp_path, making):
    own = Resources(Store(tmp_path))
    first, second = (kept_hands(KEY, own, None) for _ in range(2))
    assert len(making) == 1
    assert (first == second).all()
    assert not first.flags.writeable
    assert isinstance(first.base, np.memmap)
    assert [file.suffix for file in tmp_path.rglob("*.*")] == [".npy"]


def test_threads_that_need_the_same_table_make_it_once(tmp_path, making):
    own = Resources(Store(tmp_path))
    with ThreadPoolExecutor(4) as threads:
        tables = list(threads.map(lambda _: kept_hands(KEY, own, None), range(8)))
    assert len(making) == 1
    assert all(table[-1] == NUMBER_OF_HANDS - 1 for table in tables)


@pytest.mark.parametrize("spoilt", [b"", b"not a table", None])
def test_a_file_that_cannot_be_read_is_made_again(tmp_path, making, spoilt):
    own = Resources(Store(tmp_path))
    kept_hands(KEY, own, None)
    (file,) = tmp_path.rglob("*.npy")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] if spoilt is None else spoilt)
    assert kept_hands(KEY, own, None)[-1] == NUMBER_OF_HANDS - 1
    assert len(making) == 2
    assert file.read_bytes() == content


def test_without_a_place_to_keep_it_a_table_is_made_once(tmp_path, making):
    nowhere = tmp_path / "file"
    nowhere.write_text("a folder cannot be here")
    for own in (Resources(), Resources(Store(nowhere))):
        assert kept_hands(KEY, own, None)[-1] == kept_hands(KEY, own, None)[-1] == NUMBER_OF_HANDS - 1
    assert len(making) == 1
    assert nowhere.is_file()


def test_each_player_and_each_way_has_a_table_of_its_own(tmp_path, making):
    own = Resources(Store(tmp_path))
    for player in BEST:
        hands_set_best(player, own)
    for way in (shipped_house_way(), HIGH_FIRST, RuleList("the same", HIGH_FIRST.rules)):
        hands_set_by(way, own)
    assert len(making) == len(list(tmp_path.rglob("*.npy"))) == 6
