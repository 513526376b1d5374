"""Counts of hands: against the readable rules, against combinations by formula, against printed and published figures."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import CARDS, FIVE_CARD, FiveCardCategory, best_five
from pitboss.errors import UnknownNameError
from pitboss.lab.bonus import counts_for, readings, readings_of, six_card_kinds
from pitboss.lab.bonus.counts import JOKER_AND_FIVE, JOKER_COUNTED, SIX_OF_52, _row_of
from pitboss.lab.store import Store
from pitboss.lab.work import Resources
from pitboss.paytables import WAGERS, Game, load_catalogue

CATALOGUE = load_catalogue()
TCP, SAN_LO = Game.THREE_CARD_POKER, Game.FORTUNE_SAN_LO


def test_three_cards_by_formula():
    counts, total = counts_for(TCP, "pair-plus")
    assert total == comb(52, 3) == 22_100
    assert counts == {
        "straight-flush": 12 * 4,
        "three-of-a-kind": 13 * comb(4, 3),
        "straight": 12 * (4**3 - 4),
        "flush": 4 * (comb(13, 3) - 12),
        "pair": 13 * comb(4, 2) * 48,
    }


def test_the_hands_of_the_three_card_progressive():
    counts, total = counts_for(TCP, "progressive")
    assert (counts["akq-of-spades"], counts["akq-of-another-suit"], total) == (1, 3, 22_100)
    assert counts["straight-flush"] == 48 - 4


def test_six_cards_by_formula():
    """Where a formula is short enough to be seen to be right."""
    kinds = six_card_kinds(SIX_OF_52)
    assert sum(kinds.values()) == comb(52, 6) == 20_358_520
    assert kinds[FiveCardCategory.NATURAL_ROYAL_FLUSH] == 4 * 47
    # Any of nine lower straight flushes with another card, but the one that makes it a higher one.
    assert kinds[FiveCardCategory.STRAIGHT_FLUSH] == 4 * 9 * 46
    assert kinds[FiveCardCategory.FOUR_OF_A_KIND] == 13 * comb(48, 2)
    # Three and three, three and two with a single.
    assert kinds[FiveCardCategory.FULL_HOUSE] == comb(13, 2) * 4**2 + 13 * 4 * 12 * comb(4, 2) * 44
    five_or_more = 4 * (comb(13, 5) * 39 + comb(13, 6))
    assert kinds[FiveCardCategory.FLUSH] == five_or_more - 4 * 47 - 4 * 9 * 46
    # Three of a kind and three other ranks that, with it, make neither straight nor flush stand in the next test.
    assert kinds[FiveCardCategory.WILD_ROYAL_FLUSH] == kinds[FiveCardCategory.FIVE_ACES] == 0


def test_six_cards_as_published():
    """The numbers of the best five of six cards as in six-card stud tables, e.g. Shackleford's Wizard of Odds."""
    published = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 0, 188, 0]
    assert list(six_card_kinds(SIX_OF_52).values()) == published


def test_the_joker_with_five_others_by_formula():
    rules, printed = six_card_kinds(JOKER_AND_FIVE), six_card_kinds(JOKER_COUNTED)
    assert sum(rules.values()) == sum(printed.values()) == comb(52, 5)
    assert rules[FiveCardCategory.FIVE_ACES] == printed[FiveCardCategory.FIVE_ACES] == 48
    assert rules[FiveCardCategory.NATURAL_ROYAL_FLUSH] == 4
    # Four of five royal cards and one that is not the fifth; with the joker counted, also all five of them.
    assert rules[FiveCardCategory.WILD_ROYAL_FLUSH] == 4 * 5 * 47
    assert printed[FiveCardCategory.WILD_ROYAL_FLUSH] == 4 * 5 * 47 + 4
    assert printed[FiveCardCategory.NATURAL_ROYAL_FLUSH] == 0
    # The only hands that are better without the joker: a full house without an ace, and a royal.
    lost = rules[FiveCardCategory.FULL_HOUSE] - printed[FiveCardCategory.FULL_HOUSE]
    assert lost == printed[FiveCardCategory.THREE_OF_A_KIND] - rules[FiveCardCategory.THREE_OF_A_KIND]
    assert lost == 12 * 4 * 11 * comb(4, 2)


def readable_kind(cards, reading):
    """The kind of six cards by the readable rules."""
    if reading == "printed" and CARDS[52] in cards:
        return max(FIVE_CARD.value(five) for five in combinations(cards, 5) if CARDS[52] in five).category
    return best_five(cards).category


@pytest.mark.parametrize("reading", ["rules", "printed"])
def test_the_kernels_of_both_readings_against_the_readable_rules(reading):
    """Hands drawn at random, half of them with the joker, as the batch and as the rules see them, one by one."""
    from pitboss.cards.batch import best_five_of_six, five_card

    rng = np.random.default_rng(6)
    naturals = [sorted(rng.permutation(52)[:6]) for _ in range(1500)]
    hands = [hand if number % 2 else [*hand[:5], 52] for number, hand in enumerate(naturals)]
    for hand in hands:
        if reading == "printed" and hand[-1] == 52:
            with_joker = [[*hand[:left_out], *hand[left_out + 1 :]] for left_out in range(5)]
            kind = five_card().categories(np.array(with_joker, np.uint8)).max()
        else:
            kind = best_five_of_six().categories(np.array([hand], np.uint8))[0]
        assert readable_kind([CARDS[code] for code in hand], reading) == kind


@pytest.mark.parametrize(
    ("game", "wager"), [(TCP, "six-card-bonus"), (SAN_LO, "fortune-bonus"), (SAN_LO, "progressive")]
)
def test_a_kind_of_hand_wins_the_row_that_its_hands_win(game, wager):
    """Which row a kind wins is asked with one example; here with many hands of every kind."""
    paid = WAGERS[game][wager]
    deck = CARDS[:52] if game is TCP else CARDS[:53]
    rng = np.random.default_rng(7)
    seen = Counter()
    for _ in range(1500):
        value = best_five([deck[code] for code in rng.permutation(len(deck))[:6]])
        row = next((hand.slug for hand in paid.hands if hand.matches(value)), None)
        assert row == _row_of(paid, value.category)
        seen[value.category] += 1
    assert len(seen) >= 6


@pytest.mark.parametrize("reading", ["rules", "printed"])
def test_counts_agree_with_a_sample(reading):
    counts, total = counts_for(SAN_LO, "fortune-bonus", reading)
    assert total == comb(53, 6) == 22_957_480
    rng = np.random.default_rng(8)
    drawn = 6000
    hits = sum(
        readable_kind([CARDS[code] for code in rng.permutation(53)[:6]], reading) >= FiveCardCategory.TWO_PAIR
        for _ in range(drawn)
    )
    share = sum(counts.values()) / total
    assert abs(hits / drawn - share) < 4 * (share * (1 - share) / drawn) ** 0.5


# ---- figures


@pytest.mark.parametrize(
    ("designator", "published"), [("TCP-01", "2.32"), ("TCP-02", "3.49"), ("TCP-07", "5.57"), ("TCP-10", "7.28")]
)
def test_pair_plus_as_published(designator, published):
    """Shackleford's Wizard of Odds has these for 40-30-6-4-1, 40-25-6-4-1, 40-30-5-4-1 and 40-30-6-3-1."""
    reading = readings(CATALOGUE[designator]["pair-plus"])["rules"]
    assert f"{reading.house_edge.percent:.2f}" == published
    assert reading.hit_frequency.exact == Fraction(5_660, 22_100)


@pytest.mark.parametrize(("number", "edge"), [(1, "10.22"), (2, "15.28"), (3, "6.74"), (4, "8.56")])
def test_six_card_bonus_as_printed(number, edge):
    """The first is printed as 10.23%, a slip of rounding: it is 10.2248%."""
    reading = readings(CATALOGUE[f"TCP-6B{number}"]["six-card-bonus"])["rules"]
    assert f"{reading.house_edge.percent:.2f}" == edge
    assert f"{reading.hit_frequency.percent:.4f}" == "7.2798"


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_fortune_bonus_as_printed_only_in_the_printed_reading(number):
    wager = CATALOGUE[f"FSLP-0{number}"]["fortune-bonus"]
    printed = {figure.name: figure.texts[0] for figure in wager.printed}
    found = readings(wager)
    assert f"{found['printed'].house_edge.percent:.2f}%" == printed["house-edge"]
    assert f"{found['rules'].house_edge.percent:.2f}%" != printed["house-edge"]
    # The hit frequency is the same in both: what loses its full house still has three of a kind.
    assert {f"{reading.hit_frequency.percent:.2f}%" for reading in found.values()} == {printed["hit-frequency"]}


# ---- asking


def test_which_wagers_have_two_readings():
    assert readings_of(TCP, "pair-plus") == ("rules",)
    assert readings_of(SAN_LO, "fortune-bonus") == ("rules", "printed")


def test_wagers_that_are_not_counted_from_one_hand_are_refused():
    with pytest.raises(UnknownNameError, match="double-draw bonus, rules, are not counted so"):
        readings(CATALOGUE["DDP-1"]["bonus"])
    with pytest.raises(UnknownNameError, match="three-card-poker pair-plus, printed"):
        counts_for(TCP, "pair-plus", "printed")
    with pytest.raises(UnknownNameError, match="depends on its meter"):
        readings(CATALOGUE["TCPP-1"]["progressive"])


def test_what_was_kept_is_read_again(tmp_path):
    resources = Resources(Store(tmp_path), processes=1)
    first = counts_for(SAN_LO, "progressive", "printed", resources)
    assert len(list(tmp_path.rglob("*.json"))) == 2
    assert (
        counts_for(SAN_LO, "progressive", "printed", resources) == first == counts_for(SAN_LO, "progressive", "printed")
    )
