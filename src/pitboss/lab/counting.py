"""Makes the outcome table of a wager from counts of hands: each row of the paytable with its count and net pay."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.lab.outcome_table import Outcome, OutcomeTable
from pitboss.paytables import Pay, PayKind, WagerPaytable

NOTHING: Final = "nothing"
"""The outcome of a wager that no row pays."""


def net_of(pay: Pay, meter: Fraction = Fraction(0)) -> Fraction:
    """The net win of a pay for one unit wagered, with the meter in units of the wager.

    >>> net_of(Pay.parse("40 to 1")), net_of(Pay.parse("500 for 1")), net_of(Pay.parse("10% of meter"), Fraction(2000))
    (Fraction(40, 1), Fraction(499, 1), Fraction(199, 1))
    """
    if pay.kind is PayKind.METER:
        return pay.amount * meter - 1
    return pay.amount - 1 if pay.kind is PayKind.FOR else pay.amount


def read_counts(
    wager: WagerPaytable, counts: Mapping[str, int], total: int, *, meter: Fraction = Fraction(0), how: str = "counted"
) -> OutcomeTable:
    """The outcome table of a wager, from counts of hands by the names of its rows; the rest of the total loses.

    >>> from pitboss.paytables import load_catalogue
    >>> hands = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
    >>> reading = read_counts(load_catalogue()["TCP-01"]["pair-plus"], hands, 22_100)
    >>> reading.house_edge.exact, reading.counts["nothing"]
    (Fraction(128, 5525), 16440)
    """
    rows = [
        Outcome(row.hand.slug, row.hand.label, counts.get(row.hand.slug, 0), net_of(row.pay, meter), hit=True)
        for row in wager.rows
    ]
    paid = sum(row.count for row in rows)
    return OutcomeTable((*rows, Outcome(NOTHING, "Nothing", total - paid, Fraction(-1))), how=how)
