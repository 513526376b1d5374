"""Which tables share a meter; how often the top hand comes and what it wins on average."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import DECK_52, DECK_53, THREE_CARD_POKER, FiveCardCategory, best_five, parse_cards
from pitboss.paytables import Game
from pitboss.progressive import (
    LinkError,
    ProgressiveError,
    average_top_payout_cents,
    can_link,
    chances,
    top_chance,
    usual_parameters,
    verify_link,
)

ONE = usual_parameters("TCPP-1")


@pytest.mark.parametrize("other", [ONE, usual_parameters("TCPP-2"), usual_parameters("TCPP-1", jackpot_lock=True)])
def test_tables_of_one_game_may_share_a_meter(other):
    verify_link({"table 1": ONE, "table 2": other, "table 3": ONE})


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (usual_parameters("FSLPP-01"), "A-K-Q of spades wins the meter at one and Five aces at the other"),
        (usual_parameters("TCPP-1", denomination_cents=500), r"the denomination of table 1 and table 2 is \$1 and \$5"),
        (usual_parameters("TCPP-1", seed_cents=200_000), r"the seed of table 1 and table 2 is \$1,000 and \$2,000"),
        (usual_parameters("TCPP-1", maximum_cents=200_000), r"the maximum of table 1 and table 2 is none and \$2,000"),
    ],
)
def test_a_link_that_is_refused_says_why(other, words):
    with pytest.raises(LinkError, match=words):
        verify_link({"table 1": ONE, "table 2": other})
    assert not can_link({"table 1": ONE, "table 2": other})


def test_a_link_of_nothing_is_refused():
    with pytest.raises(LinkError, match="at least one table"):
        verify_link({})


def test_the_same_hand_with_another_chance_is_refused(monkeypatch):
    """No two games here have the same top hand, so one is told to."""
    san_lo = usual_parameters("FSLPP-01", seed_cents=100_000)
    tops = {**vars(chances)["_TOP"]}
    monkeypatch.setattr(type(san_lo), "pays", property(lambda self: ONE.paytable["progressive"]))
    with pytest.raises(LinkError, match="has the chance 1/22100 at one and"):
        verify_link({"table 1": ONE, "table 2": san_lo})
    monkeypatch.setitem(vars(chances)["_TOP"], Game.FORTUNE_SAN_LO, tops[Game.THREE_CARD_POKER])
    verify_link({"table 1": ONE, "table 2": san_lo})


def test_the_top_chance_of_three_card_poker_by_going_through_all_hands():
    top = ONE.pays.rows[0].hand
    hits = sum(top.matches(THREE_CARD_POKER.value(cards)) for cards in combinations(DECK_52.cards, 3))
    assert top_chance(Game.THREE_CARD_POKER) == Fraction(hits, comb(52, 3)) == Fraction(1, 22_100)


# Only five cards can be aces, so five aces need all of them; the sixth card is any other.
def test_the_top_chance_of_fortune_san_lo():
    aces = parse_cards("As Ah Ad Ac Jk")
    others = [card for card in DECK_53.cards if card not in aces]
    hits = sum(best_five([*aces, card]).category is FiveCardCategory.FIVE_ACES for card in others)
    assert top_chance(Game.FORTUNE_SAN_LO) == Fraction(hits, comb(53, 6))


def test_games_without_a_progressive_have_no_top_chance():
    with pytest.raises(ProgressiveError, match="Double Draw Poker has no progressive"):
        top_chance(Game.DOUBLE_DRAW)


# A royal flush in six of 53 cards, per suit: its five cards and any other, or four of them, the joker and another.
ROYALS = Fraction(4 * (48 + 5 * 47), comb(53, 6))


@pytest.mark.parametrize(("designator", "printed"), [("FSLPP-01", 31_396), ("FSLPP-03", 46_174)])
def test_the_average_top_payouts_of_san_lo_are_the_printed_ones(designator, printed):
    parameters = usual_parameters(designator)
    rows = {"five-aces": top_chance(parameters.game), "royal-flush": ROYALS}
    assert round(average_top_payout_cents(parameters, rows) / 100) == printed
    five = usual_parameters(designator, denomination_cents=500)
    assert average_top_payout_cents(five, rows) == 5 * average_top_payout_cents(parameters, rows)


@pytest.mark.parametrize(("designator", "ours"), [("TCPP-1", 4_094), ("TCPP-2", 5_420)])
def test_the_average_top_payouts_of_three_card_poker_are_above_the_round_printed_ones(designator, ours):
    parameters = usual_parameters(designator)
    average = average_top_payout_cents(parameters, {"akq-of-spades": top_chance(parameters.game)})
    assert average / 100 == ours


def test_an_average_needs_the_chance_of_every_hand_that_the_meter_pays():
    with pytest.raises(ProgressiveError, match="the chance of 'royal-flush' is needed"):
        average_top_payout_cents(usual_parameters("FSLPP-01"), {"five-aces": Fraction(1, 478_281)})
