"""Tables for the kernel: from the cards of a hand to its strength in a handful of additions and look-ups.

Every card has a key, and the keys of a hand are added. The lower half of the sum says which ranks the hand holds: the
rank keys are chosen so that no two sets of ranks have the same sum. The upper half counts cards per suit, jokers in
every suit, so that one bit test finds a flush.

The sums are few and far between (8,450 below half a million for five cards), so the table is folded: it is cut into
rows, and the rows are laid over each other where their entries do not collide. The folded table stays in the fastest
cache of the processor.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

RANKS = range(2, 15)
SUIT_SHIFT = 32
SUIT_BITS = 4
NOT_A_CARD = 1 << 56
"""Added by every code that the deck does not have, so that one test at the end finds them."""
ROW_SHIFT = 10
ROW_SIZE = 1 << ROW_SHIFT
MASKS = 1 << 13
"""How many sets of ranks one suit can have."""

# Sums of so many keys are all different, with four of each rank and the jokers (last) of the deck. Found by a greedy
# search, smallest first; building a table checks them again.
_KEYS = {
    3: (0, 1, 4, 13, 32, 71, 124, 218, 375, 572, 744, 1208, 1556, 2334),
    5: (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415, 148432),
    6: (0, 1, 5, 22, 98, 422, 1734, 5760, 14270, 37951, 90838, 206930, 436437, 778273),
}


@dataclass(frozen=True)
class Scale:
    """What a table is made for: hands of one size, and the two questions of :mod:`.strengths`."""

    size: int
    jokers: int
    by_ranks: Callable[[Sequence[int], int], int]
    flush_size: int | None = None
    by_flush: Callable[[int, int], int] | None = None

    @cached_property
    def rank_strengths(self) -> list[tuple[list[int], int, int]]:
        """Every choice of ranks, as counts, with the number of jokers and the packed strength."""
        return [(counts, jokers, self.by_ranks(counts, jokers)) for counts, jokers in self._rank_sets()]

    @cached_property
    def flush_strengths(self) -> list[tuple[int, int, int]]:
        """Every set of ranks in one suit, as bits 0-12, with the number of jokers and the packed strength."""
        if self.by_flush is None:
            return []
        return [(mask, jokers, self.by_flush(mask << 2, jokers)) for mask, jokers in self._flush_sets()]

    @property
    def packed(self) -> set[int]:
        """Every packed strength that occurs."""
        return {packed for *_, packed in self.rank_strengths} | {packed for *_, packed in self.flush_strengths}

    def _rank_sets(self) -> Iterator[tuple[list[int], int]]:
        for jokers in range(self.jokers + 1):
            for ranks in combinations_with_replacement(RANKS, self.size - jokers):
                counts = [0] * 15
                for rank in ranks:
                    counts[rank] += 1
                if max(counts) <= 4:
                    yield counts, jokers

    def _flush_sets(self) -> Iterator[tuple[int, int]]:
        assert self.flush_size is not None
        for jokers in range(self.jokers + 1):
            for number in range(self.flush_size - jokers, self.size - jokers + 1):
                for bits in combinations(range(13), number):
                    yield sum(1 << bit for bit in bits), jokers


class Tables(NamedTuple):
    """The arrays that the kernel reads."""

    keys: NDArray[np.uint64]
    """By the code of the card, for every byte."""
    bias: np.uint64
    """Added to the sum so that the high bit of a suit's count says flush."""
    offsets: NDArray[np.uint16]
    """Where each row of the folded table begins."""
    cells: NDArray[np.uint16] | NDArray[np.uint8]
    """The folded table of strengths (or their categories) by ranks."""
    flushes: NDArray[np.uint16] | NDArray[np.uint8]
    """Strengths (or categories) of flushes, by number of jokers and set of ranks."""


def build_tables(scale: Scale, number_of: dict[int, int]) -> Tables:
    """The tables of a scale; ``number_of`` gives the strength that stands for a packed one."""
    rank_keys = next(keys for size, keys in _KEYS.items() if size >= scale.size)
    sums, strengths = _sums(scale, rank_keys, number_of)
    offsets, cells = _fold(sums, strengths, top=scale.size * max(rank_keys))
    flushes = np.zeros((scale.size + 1) * MASKS, np.uint16)
    for mask, jokers, packed in scale.flush_strengths:
        flushes[jokers * MASKS + mask] = number_of[packed]
    return Tables(_card_keys(rank_keys, scale.jokers), _bias(scale.flush_size), offsets, cells, flushes)


def _sums(
    scale: Scale, rank_keys: Sequence[int], number_of: dict[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    strength_at: dict[int, int] = {}
    for counts, jokers, packed in scale.rank_strengths:
        total = jokers * rank_keys[13] + sum(counts[rank] * rank_keys[rank - 2] for rank in RANKS)
        assert total not in strength_at, "two sets of ranks have the same sum"
        strength_at[total] = number_of[packed]
    sums = np.array(sorted(strength_at), np.int64)
    return sums, np.array([strength_at[int(total)] for total in sums], np.uint16)


def _card_keys(rank_keys: Sequence[int], jokers: int) -> NDArray[np.uint64]:
    suit = [1 << SUIT_SHIFT + SUIT_BITS * number for number in range(4)]
    keys = np.full(256, NOT_A_CARD, np.uint64)
    keys[:52] = [rank_keys[code // 4] + suit[code % 4] for code in range(52)]
    keys[52 : 52 + jokers] = rank_keys[13] + sum(suit)
    return keys


def _bias(flush_size: int | None) -> np.uint64:
    """What lifts a count of ``flush_size`` to eight, the high bit of its four."""
    per_suit = 0 if flush_size is None else 8 - flush_size
    return np.uint64(sum(per_suit << SUIT_SHIFT + SUIT_BITS * number for number in range(4)))


def _fold(
    sums: NDArray[np.int64], strengths: NDArray[np.uint16], top: int
) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """Lay the rows of the sparse table over each other, fullest row first, each at the first place where it fits."""
    rows, columns = sums >> ROW_SHIFT, sums & (ROW_SIZE - 1)
    counts = np.bincount(rows, minlength=(top >> ROW_SHIFT) + 1)
    starts = np.concatenate([[0], np.cumsum(counts)])
    order = np.argsort(-counts, kind="stable")
    offsets, cells = _first_fit(order, starts, columns, strengths)
    assert offsets.max() <= np.iinfo(np.uint16).max, "the folded table is too long for its offsets"
    return offsets.astype(np.uint16), cells[: offsets.max() + ROW_SIZE].copy()


@njit(cache=True)
def _first_fit(order, starts, columns, strengths):  # type: ignore[no-untyped-def]
    offsets = np.zeros(order.size, np.int64)
    used = np.zeros(columns.size * 8 + 2 * ROW_SIZE, np.bool_)
    cells = np.zeros(used.size, np.uint16)
    for row in order:
        first, last = starts[row], starts[row + 1]
        offset = 0
        entry = first
        while entry < last:
            if used[offset + columns[entry]]:
                offset += 1
                entry = first
            else:
                entry += 1
        offsets[row] = offset
        for entry in range(first, last):
            used[offset + columns[entry]] = True
            cells[offset + columns[entry]] = strengths[entry]
    return offsets, cells
