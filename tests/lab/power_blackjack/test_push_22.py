"""The Push 22 wager: the counts against a plain enumeration, by suit, and against the readable rules."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.games.table import TableRulesError
from pitboss.lab.power_blackjack.push_22 import count_22, insurance_readings, push_22_readings
from pitboss.paytables import load_catalogue
from support.best_player import BestPlayer


def wager(designator):
    return load_catalogue()[designator]["push-22"]


def walk(left, size, hits_soft_17=True, hand=()):
    """How often a dealer takes only these cards of a shoe and ends with 22: order by order, in fractions."""
    total = sum(hand) + len(hand)
    soft = 0 in hand and total <= 11
    now = total + 10 if soft else total
    if len(hand) > 1 and (now > 17 or (now == 17 and not (soft and hits_soft_17))):
        return Fraction(now == 22)
    chance = Fraction(0)
    for card in range(10):
        if left[card]:
            share = Fraction(left[card], size)
            left[card] -= 1
            chance += share * walk(left, size - 1, hits_soft_17, (*hand, card))
            left[card] += 1
    return chance


@pytest.mark.parametrize("hits_soft_17", [True, False])
def test_one_deck_counted_is_one_deck_walked(hits_soft_17):
    counts, total = count_22(1, hits_soft_17)
    assert Fraction(sum(counts.values()), total) == walk([4] * 9 + [16], 52, hits_soft_17)


def test_colours_and_suits_of_two_decks_are_walked_too():
    counts, total = count_22(2)
    coloured, suited = 2 * walk([4] * 9 + [16], 104), 4 * walk([2] * 9 + [8], 104)
    assert Fraction(counts["suited-22"], total) == suited
    assert Fraction(counts["suited-22"] + counts["coloured-22"], total) == coloured


def test_a_22_is_paid_by_the_best_row_that_the_sign_has():
    plain, suited = (push_22_readings(wager(name))["rules"] for name in ("PUSH22-10", "PUSH22-SUITED"))
    assert plain.hit_frequency == suited.hit_frequency
    assert set(plain.counts) == {"any-22", "nothing"}
    assert Fraction(plain.counts["any-22"], plain.total) == 1 - Fraction(suited.counts["nothing"], suited.total)


@pytest.mark.parametrize(("decks", "edge"), [(1, 11.965835), (6, 11.756526), (8, 11.747062)])
def test_eleven_to_one_by_number_of_decks(decks, edge):
    """Pinned: what the counts gave on the day when they first agreed with the walk above."""
    assert round(push_22_readings(wager("PUSH22-11"), decks)["rules"].house_edge.percent, 6) == edge


def test_a_sign_that_pays_one_suit_only_pays_no_other_22():
    suited = wager("PUSH22-SUITED")
    only = replace(suited, rows=tuple(row for row in suited.rows if row.hand.slug == "suited-22"))
    reading = push_22_readings(only)["rules"]
    assert set(reading.counts) == {"suited-22", "nothing"}
    assert reading.counts["suited-22"] == push_22_readings(suited)["rules"].counts["suited-22"]


def test_nine_decks_are_refused():
    with pytest.raises(TableRulesError, match="9 decks in the shoe: allowed are 1 to 8"):
        push_22_readings(wager("PUSH22-11"), 9)


def test_insurance_is_counted_from_the_cards_under_an_ace():
    reading = insurance_readings(PowerBlackjackRules(decks=1))["rules"]
    assert (reading.counts, reading.house_edge.exact) == ({"blackjack": 16, "no-blackjack": 35}, Fraction(1, 17))


def test_the_readable_rules_pay_as_often_whatever_the_player_does():
    rules = PowerBlackjackRules(push_22=load_catalogue()["PUSH22-SUITED"])
    reading = push_22_readings(wager("PUSH22-SUITED"))["rules"]
    player = BestPlayer(rules)
    nets = np.array([player.net(f"bonus {number}") for number in range(2500)])[:, 1]
    assert abs(nets.mean() - float(reading.mean)) < 4 * reading.standard_deviation / sqrt(len(nets))
    hits = float(reading.hit_frequency.value)
    assert abs((nets > 0).mean() - hits) < 4 * sqrt(hits * (1 - hits) / len(nets))
