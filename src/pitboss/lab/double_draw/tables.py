"""The lookup tables of one paytable, and the sums of second decisions for one set of dead cards."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.double_draw.blocks import Beside, sum_values, threes_from_fours, twos_from_threes
from pitboss.lab.double_draw.numbering import DECK, categories, completed

Amounts = tuple[int, ...]
"""The value of each category, in whole parts of a unit above folding at the second draw."""

_LIVE: Final = np.int32(-1)
"""All bits set: a mask that lets a number through."""


@dataclass(frozen=True)
class Tables:
    """The value of every hand, and the total over the fifth card for every four."""

    by_category: NDArray[np.int32]
    hands: NDArray[np.int32]
    fours: NDArray[np.int32]


@lru_cache(maxsize=2)
def tables(amounts: Amounts) -> Tables:
    """The tables of a paytable with these amounts."""
    # The thirteenth is for a card that the hand already holds.
    by_category = np.array([*amounts, 0], np.int32)
    fours = np.zeros(comb(DECK, 4), np.int32)
    for card in range(DECK):
        fours += by_category[completed()[card]]
    return Tables(by_category, by_category[categories()], fours)


@njit(cache=True, nogil=True)
def _take_off(fours, category, by_category):  # type: ignore[no-untyped-def]
    for number in range(fours.size):
        fours[number] -= by_category[category[number]]


def game_without(table: Tables, dead: NDArray[np.uint8]) -> Beside:
    """The game without these dead cards."""
    fours = table.fours.copy()
    for card in dead:
        _take_off(fours, completed()[card], table.by_category)
    live = np.full(DECK, _LIVE)
    live[dead] = 0
    high, low = np.tril_indices(DECK, -1)
    return Beside(fours, table.hands, live, live[high] & live[low], DECK - 5 - len(dead))


def kept_sums(table: Tables, dead: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For every set of cards kept with these dead cards, the sum of its second decisions over all draws.

    The index is the number of the set; values are in parts of a unit times the number of unseen cards.
    """
    fours = np.zeros(len(table.fours), np.int32)
    sum_values(game_without(table, dead), fours)
    if len(dead) == 1:
        return fours.astype(np.int64)
    # Each hand was added once for every way from it to the set kept, taking off card by card: twice, then three times.
    threes = np.zeros(comb(DECK, 3), np.int64)
    threes_from_fours(fours, threes)
    if len(dead) == 2:
        return threes // 2
    twos = np.zeros(comb(DECK, 2), np.int64)
    twos_from_threes(threes // 2, twos)
    return twos // 3
