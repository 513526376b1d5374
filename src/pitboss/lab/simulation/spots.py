"""The betting spots of a simulation: every ending of each wager, with its net and its stake."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import PitbossError
from pitboss.games.table import TableRules
from pitboss.lab.counting import NOTHING, net_of
from pitboss.paytables import PayKind, WagerPaytable, print_dollars, wager_label

NOT_MADE: Final = 255
"""The mark of a wager that was not made, in place of an ending."""


class SpotError(PitbossError):
    """The table does not take this amount.

    >>> from pitboss.games.three_card_poker import ThreeCardPokerRules
    >>> Spot.on(ThreeCardPokerRules(), "ante", 5, ())
    Traceback (most recent call last):
    pitboss.lab.simulation.spots.SpotError: $0.05 on Ante is below the minimum of $5
    """


@dataclass(frozen=True)
class Ending:
    """One way for a wager to end, with the same name as in the lab, if the lab has it.

    >>> Ending("win", "Win", Fraction(2), Fraction(2)).net
    Fraction(2, 1)
    """

    slug: str
    label: str
    net: Fraction
    """The player's net win for one unit of the wager, from the tray only, not from a meter."""
    staked: Fraction | int = 1
    """The total amount at risk, in the same unit: an Ante with its Play is two."""
    from_meter: Fraction = Fraction(0)
    """The share of the meter that is won."""


@dataclass(frozen=True)
class Spot:
    """A betting spot with its wager. Kernels identify its endings by number.

    >>> heads, tails = Ending("heads", "Heads", Fraction(1)), Ending("tails", "Tails", Fraction(-1))
    >>> coin = Spot("coin", "Coin", 500, (heads, tails))
    >>> coin.nets[:2].tolist(), coin.number("tails")
    ([500, -500], 1)
    """

    wager: str
    title: str
    cents: int
    endings: tuple[Ending, ...]

    @staticmethod
    def on(rules: TableRules, wager: str, cents: int, endings: tuple[Ending, ...]) -> "Spot":
        """A spot of a table, with an amount that the table takes."""
        why_not = rules.limit(wager).why_not(cents)
        title = wager_label(rules.game, wager)
        if why_not is not None:
            raise SpotError(f"{print_dollars(cents)} on {title} {why_not}")
        return Spot(wager, title, cents, endings)

    def number(self, slug: str) -> int:
        """The number of an ending."""
        return next(number for number, ending in enumerate(self.endings) if ending.slug == slug)

    @property
    def nets(self) -> NDArray[np.int64]:
        """The net of each ending in cents, by its number; zero for a wager that was not made."""
        return _in_cents(self.cents, [ending.net for ending in self.endings])

    @property
    def stakes(self) -> NDArray[np.int64]:
        """The amount at risk of each ending, in cents."""
        return _in_cents(self.cents, [ending.staked for ending in self.endings])


def _in_cents(cents: int, units: Sequence[Fraction | int]) -> NDArray[np.int64]:
    amounts = np.zeros(256, np.int64)
    amounts[: len(units)] = [int(cents * unit) for unit in units]
    return amounts


def paid_endings(wager: WagerPaytable) -> tuple[Ending, ...]:
    """The endings of a wager that a paytable pays: nothing first, then its rows from the top.

    >>> from pitboss.paytables import load_catalogue
    >>> [ending.slug for ending in paid_endings(load_catalogue()["TCP-01"]["pair-plus"])]
    ['nothing', 'straight-flush', 'three-of-a-kind', 'straight', 'flush', 'pair']
    """
    rows = [
        Ending(
            row.hand.slug,
            row.hand.label,
            net_of(row.pay),
            from_meter=row.pay.amount if row.pay.kind is PayKind.METER else Fraction(0),
        )
        for row in wager.rows
    ]
    return Ending(NOTHING, "Nothing", Fraction(-1)), *rows
