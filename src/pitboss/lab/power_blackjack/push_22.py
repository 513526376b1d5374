"""Counts the Push 22 wager, how often the dealer ends with exactly 22 in one suit or color, and insurance.

How the players play does not matter. Whatever they know, all orders of the unseen cards are equally likely,
so the dealer's cards have the same distribution whether few or many were drawn before. Only a seat with a hand above 29
loses the wager for itself: that takes a card on a hard 20 or more, which no strategy draws.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd, perm, prod
from typing import Final

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.counting import read_counts
from pitboss.lab.outcome_table import Outcome, OutcomeTable
from pitboss.lab.sheet import RULES
from pitboss.paytables import WagerPaytable

_KINDS: Final = ("suited-22", "coloured-22", "any-22")
"""The kinds of 22, the rarest first; a 22 is paid by the first kind on the payout sign."""


def count_22(decks: int, hits_soft_17: bool = True) -> tuple[dict[str, int], int]:
    """How many of all equally likely shoes give the dealer a 22, each counted under its rarest kind.

    >>> counts, total = count_22(6)
    >>> round(sum(counts.values()) / total, 6)
    0.073536
    """
    kinds, cards = _count(decks, int(hits_soft_17))
    total = perm(52 * decks, cards)
    common = reduce(gcd, kinds, total)
    return {kind: count // common for kind, count in zip(_KINDS, kinds, strict=True)}, total // common


@lru_cache
def _count(decks: int, hits_soft_17: int) -> tuple[tuple[int, int, int], int]:
    """Orders of the first cards that a dealer takes, so many that every hand has ended; by kind of 22."""
    hands = _hands(hits_soft_17)
    size = 52 * decks
    # A deck has four cards of each value, and sixteen tens; a color has half of them, a suit a quarter.
    every, colour, suit = ([share * decks] * 9 + [4 * share * decks] for share in (4, 2, 1))
    most = max(sum(hand) for hand, _ in hands)
    sums = [0, 0, 0]
    for hand, orders in hands:
        rest = perm(size - sum(hand), most - sum(hand)) * orders
        for place, shoe in enumerate((suit, colour, every)):
            sums[place] += rest * prod(perm(have, number) for have, number in zip(shoe, hand, strict=True))
    suited, coloured = 4 * sums[0], 2 * sums[1]
    return (suited, coloured - suited, sums[2] - coloured), most


def _hands(hits_soft_17: int) -> list[tuple[tuple[int, ...], int]]:
    """The dealer's hands of 22 by how many cards of each value they have, and in how many orders each comes about."""
    from pitboss.lab.power_blackjack.tables import TWENTY_TWO, dealer_orders, hand_table  # noqa: PLC0415 (needs NumPy)

    counts = hand_table().counts
    hands: dict[tuple[int, ...], int] = {}
    for up in range(10):
        orders, ends = dealer_orders(up, hits_soft_17)
        for drawn in (ends == TWENTY_TWO).nonzero()[0]:
            cards = counts[drawn].tolist()
            cards[up] += 1
            hands[tuple(cards)] = hands.get(tuple(cards), 0) + int(orders[drawn])
    return list(hands.items())


def push_22_readings(
    wager: WagerPaytable, decks: int | None = None, rules: PowerBlackjackRules | None = None
) -> Mapping[str, OutcomeTable]:
    """The Push 22 wager by its payout sign, for a number of decks.

    >>> from pitboss.paytables import load_catalogue
    >>> reading = push_22_readings(load_catalogue()["PUSH22-11"]["push-22"], decks=6)["rules"]
    >>> round(reading.house_edge.percent, 4), round(reading.hit_frequency.percent, 4)
    (11.7565, 7.3536)
    """
    rules = rules or PowerBlackjackRules()
    rules = replace(rules, decks=rules.decks if decks is None else decks)
    counts, total = count_22(rules.decks, rules.dealer_hits_soft_17)
    offered = {row.hand.slug for row in wager.rows}
    paid: dict[str, int] = {}
    for place, kind in enumerate(_KINDS):
        row = next((slug for slug in _KINDS[place:] if slug in offered), None)
        if row is not None:
            paid[row] = paid.get(row, 0) + counts[kind]
    how = f"all orders of the dealer's cards from {rules.decks} {'deck' if rules.decks == 1 else 'decks'}"
    return {RULES: read_counts(wager, paid, total, how=how)}


def insurance_readings(rules: PowerBlackjackRules) -> Mapping[str, OutcomeTable]:
    """Insurance against an ace, for a player who always takes it.

    >>> insurance_readings(PowerBlackjackRules())["rules"].house_edge.exact
    Fraction(23, 311)
    """
    tens, others = 16 * rules.decks, 36 * rules.decks - 1
    outcomes = (
        Outcome("blackjack", "Dealer has blackjack", tens, rules.insurance_pays.amount),
        Outcome("no-blackjack", "Dealer has no blackjack", others, Fraction(-1)),
    )
    return {RULES: OutcomeTable(outcomes, how="the cards under an ace")}
