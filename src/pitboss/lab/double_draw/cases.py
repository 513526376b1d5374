"""How many hands, cases and blocks of work there are."""

from math import comb
from typing import Final

DEALS: Final = 3_162_510
"""Hands of five cards from 54."""
CASES: Final = 2_542_512
"""Cases for each hand, all equally likely: a common multiple of draws times second draws, C(49, k) x (49 - k)."""
CASES_OF_A_DRAW: Final[tuple[int, ...]] = tuple(CASES // (comb(49, size) * (49 - size)) for size in range(4))
"""How many of these cases one draw of so many cards and one unseen card after it stand for."""

DEAD_CLASSES: Final = (1, 14, 183, 1937)
"""Classes of none, one, two and three dead cards that differ by more than an exchange of suits or jokers."""
SETS_OF_A_BLOCK: Final = 49
"""Sets of dead cards in a block of work, about half a second."""


def blocks_beside(size: int) -> int:
    """How many blocks the sets of so many dead cards are cut into.

    >>> [blocks_beside(size) for size in range(4)]
    [1, 1, 4, 40]
    """
    return -(-DEAD_CLASSES[size] // SETS_OF_A_BLOCK)
