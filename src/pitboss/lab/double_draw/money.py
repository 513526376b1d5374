"""The sizes of the analysis of Double Draw Poker, and the pays of a round as whole numbers, for any Bonus paytable.

Ante, Bonus and both Draw bets are one unit each. Amounts are relative to folding at the second draw, so that the best
option of a hand is never negative, and in parts of a unit small enough that all amounts are whole.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Final

from pitboss.errors import PaytableError
from pitboss.games.double_draw.second_draw import FOLD_1, FOLD_2, nets_of
from pitboss.paytables import Game, Paytable, WagerPaytable

LARGEST: Final = 800_000
"""Beyond this an amount could overflow the kernels, whose sums run over 49 x 48 of them in 32 bits."""


@dataclass(frozen=True)
class Money:
    """The net win of a final hand by its category, in units of the Ante.

    >>> from pitboss.cards import FiveCardCategory
    >>> from pitboss.paytables import load_catalogue
    >>> money = Money.of(load_catalogue()["DDP-1"]["bonus"])
    >>> money.nets[FiveCardCategory.FIVE_ACES], money.nets[FiveCardCategory.PAIR], money.parts
    (Fraction(503, 1), Fraction(-4, 1), 1)
    """

    nets: tuple[Fraction, ...]

    @staticmethod
    def of(bonus: WagerPaytable) -> "Money":
        """The money of a Bonus paytable."""
        if bonus.wager.game is not Game.DOUBLE_DRAW:
            raise PaytableError(f"{bonus.name} is a paytable of {bonus.wager.game.label}, not of Double Draw Poker")
        money = Money(nets_of(bonus))
        if max(money.amounts) > LARGEST:
            top, most = max(money.nets) - 3, LARGEST // money.parts - 6
            if most < 1:
                raise PaytableError(f"{bonus.name} cuts a unit into {money.parts:,} parts, too many for this analysis")
            allowed = f"at most {most:,} to 1 in these parts of a unit"
            raise PaytableError(f"{bonus.name} pays {top} to 1, too much for this analysis: {allowed}")
        return money

    @cached_property
    def parts(self) -> int:
        """The number of parts in a unit, so that every amount is whole."""
        return lcm(*(net.denominator for net in self.nets))

    @cached_property
    def amounts(self) -> tuple[int, ...]:
        """By category, the value of a final hand above folding at the second draw, in parts of a unit."""
        return tuple(int((net - FOLD_2) * self.parts) for net in self.nets)

    @property
    def fold_1(self) -> int:
        """The value of folding at the first draw above folding at the second, in parts of a unit."""
        return int((FOLD_1 - FOLD_2) * self.parts)


def bonus_of(paytable: Paytable | WagerPaytable) -> WagerPaytable:
    """The Bonus of a paytable, or the Bonus itself.

    >>> from pitboss.paytables import load_catalogue
    >>> bonus_of(load_catalogue()["DDP-2"]).name
    'Bonus 2'
    """
    return paytable if isinstance(paytable, WagerPaytable) else paytable["bonus"]


DEALS: Final = 3_162_510
"""Hands of five cards from 54."""
CASES: Final = 2_542_512
"""Cases for each hand, all equally likely: a common multiple of draws times second draws, C(49, k) x (49 - k)."""
CASES_OF_A_DRAW: Final[tuple[int, ...]] = tuple(CASES // (comb(49, size) * (49 - size)) for size in range(4))
"""By number of cards drawn: the cases that one draw and one unseen card after it stand for."""

DEAD_CLASSES: Final = (1, 14, 183, 1937)
"""The numbers of classes of zero to three dead cards; sets that differ only by suits or jokers share a class."""
SETS_OF_A_BLOCK: Final = 49
"""The sets of dead cards in a block of work, which takes about half a second."""


def blocks_of_size(size: int) -> int:
    """The number of blocks for all sets of ``size`` dead cards.

    >>> [blocks_of_size(size) for size in range(4)]
    [1, 1, 4, 40]
    """
    return -(-DEAD_CLASSES[size] // SETS_OF_A_BLOCK)
