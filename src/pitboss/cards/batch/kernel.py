"""The kernel: add the keys of a hand, look up its strength, and mend it where there is a flush."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numba import njit

from pitboss.cards.batch.tables import MASKS, ROW_SHIFT, ROW_SIZE, SUIT_BITS, SUIT_SHIFT

# Numba keeps unsigned arithmetic unsigned only if every part is; a signed index costs a test for negative ones.
_ONE = np.uint64(1)
_RANK_SUM = np.uint64((1 << SUIT_SHIFT) - 1)
_ROW_SHIFT = np.uint64(ROW_SHIFT)
_COLUMN = np.uint64(ROW_SIZE - 1)
_FLUSH = np.uint64(sum(8 << SUIT_SHIFT + SUIT_BITS * suit for suit in range(4)))


@njit(cache=True, nogil=True)
def flush_index(hand, size, total):  # type: ignore[no-untyped-def]
    """Where the flush of a hand is found: its number of jokers and the ranks of the suit whose high bit is set."""
    suit = 0
    while not total >> np.uint64(SUIT_SHIFT + SUIT_BITS * suit + 3) & _ONE:
        suit += 1
    index = 0
    for position in range(size):
        card = hand[position]
        if card >= 52:
            index += MASKS
        elif card & 3 == suit:
            index |= 1 << (card >> 2)
    return index


@njit(cache=True, nogil=True)
def six_in_columns(cards, places, tables, out):  # type: ignore[no-untyped-def]
    """The strengths of six cards that lie in columns, a row for each place: for kernels that play rounds."""
    a, b, c = cards[places[0]], cards[places[1]], cards[places[2]]
    d, e, f = cards[places[3]], cards[places[4]], cards[places[5]]
    keys, bias, offsets, cells = tables.keys, tables.bias, tables.offsets, tables.cells
    for column in range(out.shape[0]):
        total = bias + keys[a[column]] + keys[b[column]] + keys[c[column]]
        total += keys[d[column]] + keys[e[column]] + keys[f[column]]
        ranks = total & _RANK_SUM
        strength = cells[offsets[ranks >> _ROW_SHIFT] + (ranks & _COLUMN)]
        if total & _FLUSH:
            hand = a[column], b[column], c[column], d[column], e[column], f[column]
            strength = max(strength, tables.flushes[flush_index(hand, 6, total)])
        out[column] = strength


@lru_cache
def kernel(size: int) -> Callable[..., Any]:
    """The compiled kernel for hands of one size, which is a constant in it so that the loop unrolls.

    It answers with every bit seen in any sum, which tells whether all the codes were cards.
    """
    width = np.uint64(size)
    steps = size

    @njit(cache=True, nogil=True)
    def strengths(cards, tables, out):  # type: ignore[no-untyped-def]
        start = np.uint64(0)
        seen = np.uint64(0)
        for hand in range(out.shape[0]):
            total = tables.bias
            position = start
            for _ in range(steps):
                total += tables.keys[cards[position]]
                position += _ONE
            seen |= total
            ranks = total & _RANK_SUM
            strength = tables.cells[tables.offsets[ranks >> _ROW_SHIFT] + (ranks & _COLUMN)]
            if total & _FLUSH:
                flush = tables.flushes[flush_index(cards[start:position], steps, total)]
                strength = max(strength, flush)
            out[hand] = strength
            start += width
        return seen

    return strengths
