"""The Ante: the best play is found and not assumed, and comes to the printed and the published figures."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards import HandValue, ThreeCardCategory
from pitboss.games.three_card_poker.strategy import THRESHOLD, is_worth_playing
from pitboss.lab.store import Store
from pitboss.lab.three_card_poker import all_deals, ante_readings, play_threshold, play_value
from pitboss.lab.work import Resources
from pitboss.paytables import Pay, load_catalogue

CATALOGUE = load_catalogue()
A, B, C = (CATALOGUE[designator]["ante-bonus"] for designator in ("TCP-01", "TCP-03", "TCP-05"))


def paying(wager, *pays):
    rows = zip(wager.rows, pays, strict=True)
    return replace(wager, rows=tuple(replace(row, pay=Pay.parse(pay)) for row, pay in rows))


@pytest.mark.parametrize(
    "wager", [A, B, C, paying(A, "push", "push", "push"), paying(A, "900 to 1", "2 to 1", "9 to 1")]
)
def test_queen_six_four_is_derived(wager):
    threshold = play_threshold(wager)
    assert (threshold.lowest_played.category, threshold.lowest_played.ranks) == (ThreeCardCategory.HIGH_CARD, THRESHOLD)
    assert threshold.highest_folded.sentence == "queen-six-three high"
    assert threshold.is_clean


def test_the_strategy_of_the_game_is_the_derived_one():
    for group in all_deals():
        assert is_worth_playing(group.value) == (group.play_value(Fraction(0)) > -1)


@pytest.mark.parametrize(
    ("wager", "edge", "risk"),
    [
        (A, Fraction(686_689, 20_358_520), "2.01"),
        (B, Fraction(3_672_957, 101_792_600), "2.16"),
        (C, Fraction(778_809, 20_358_520), "2.28"),
    ],
)
def test_edges_are_the_printed_ones_and_the_published_elements_of_risk(wager, edge, risk):
    """3.37, 3.61 and 3.83% are printed; with 2.01, 2.16 and 2.28% they are also in Shackleford's Wizard of Odds."""
    reading = ante_readings(wager)["rules"]
    assert reading.house_edge.exact == edge
    assert f"{reading.house_edge.percent:.2f}%" == wager.printed[0].texts[0]
    assert f"{reading.element_of_risk.percent:.2f}" == risk
    assert reading.wagered == Fraction(370, 221)
    assert (reading.per, reading.total) == ("Ante", 407_170_400)


def test_every_paytable_of_the_catalogue_comes_to_its_printed_par():
    for number in range(1, 13):
        wager = CATALOGUE[f"TCP-{number:02}"]["ante-bonus"]
        assert f"{ante_readings(wager)['rules'].house_edge.percent:.2f}%" == wager.printed[0].texts[0]


def test_a_better_bonus_is_worth_its_hands():
    """One unit more for a straight, which always plays, is worth the 720 straights of 22,100 hands."""
    more = paying(A, "5 to 1", "4 to 1", "2 to 1")
    gain = ante_readings(A)["rules"].house_edge.exact - ante_readings(more)["rules"].house_edge.exact
    assert gain == Fraction(720, 22_100)


def test_the_outcomes_by_bonus_hold_the_known_numbers_of_hands():
    counts = ante_readings(A)["rules"].counts
    for row, hands in (("straight-flush", 48), ("three-of-a-kind", 52), ("straight", 720)):
        assert sum(number for slug, number in counts.items() if slug.endswith(f"-with-{row}")) == hands * 18_424
    # Nobody else can hold three of the same rank.
    assert counts["push-with-three-of-a-kind"] == 0


def test_the_value_of_a_hand_is_that_of_its_group():
    lowest = min((group for group in all_deals() if is_worth_playing(group.value)), key=lambda group: group.value)
    assert isinstance(lowest.value, HandValue)
    assert play_value(lowest.cards, A) == lowest.play_value(Fraction(0)) > -1


def test_what_was_kept_is_read_again(tmp_path):
    resources = Resources(Store(tmp_path), processes=1)
    first = ante_readings(A, resources)
    assert list(tmp_path.rglob("*.json"))
    assert ante_readings(A, resources) == first == ante_readings(A)
