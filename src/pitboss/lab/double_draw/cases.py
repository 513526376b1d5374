"""The numbers of hands, cases and blocks of work in the analysis of Double Draw Poker."""

from math import comb
from typing import Final

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
