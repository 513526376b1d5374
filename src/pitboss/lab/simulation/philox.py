"""Generates random words from counters: word *w* of round *r* depends only on the seed, *r* and *w*.

Philox 4x32 with ten rounds (Salmon and others, "Parallel random numbers: as easy as 1, 2, 3", 2011), which passes all
of TestU01 and runs alike on every machine. So a round can be played anywhere, in any order, and is the same round.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

# All unsigned, with 32 bits in 64, so that Numba can use vector instructions.
_MULTIPLIERS: Final = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL: Final = (np.uint64(0x9E3779B9), np.uint64(0xBB67AE85))
LOW: Final = np.uint64(0xFFFFFFFF)
HALF: Final = np.uint64(32)

CARDS: Final = 0
"""The stream from which cards are dealt."""
AGAIN: Final = 1
"""The stream of words that replace those which would favor some cards."""
LUCK: Final = 2
"""The stream for the optional wagers of players."""

MAX_SEED: Final = 2**64 - 1

Words = NDArray[np.uint32]


@njit(inline="always")
def philox(c0, c1, c2, c3, k0, k1):  # type: ignore[no-untyped-def]
    """Four words from a counter of four words and a key of two.

    >>> zero = np.uint64(0)
    >>> [f"{word:08x}" for word in philox(zero, zero, zero, zero, zero, zero)]
    ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8']
    """
    m0, m1 = _MULTIPLIERS
    w0, w1 = _WEYL
    for _ in range(10):
        p0, p1 = m0 * c0, m1 * c2
        c0, c1, c2, c3 = (p1 >> HALF) ^ c1 ^ k0, p1 & LOW, (p0 >> HALF) ^ c3 ^ k1, p0 & LOW
        k0, k1 = (k0 + w0) & LOW, (k1 + w1) & LOW
    return c0, c1, c2, c3


@njit(cache=True, nogil=True)
def four_words(seed, first, place, stream, words):  # type: ignore[no-untyped-def]
    """Words 4 ``place`` to 4 ``place`` + 3 of consecutive rounds: a row for each word, a column for each round."""
    k0, k1 = np.uint64(seed) & LOW, np.uint64(seed) >> HALF
    start, lane, side = np.uint64(first), np.uint64(place), np.uint64(stream)
    for column in range(words.shape[1]):
        number = start + np.uint64(column)
        a, b, c, d = philox(number & LOW, number >> HALF, lane, side, k0, k1)
        words[0, column] = a
        words[1, column] = b
        words[2, column] = c
        words[3, column] = d


@njit(cache=True, nogil=True)
def one_word(seed, number, place, stream):  # type: ignore[no-untyped-def]
    """One word of one round.

    >>> words = np.empty((4, 3), np.uint32)
    >>> four_words(7, 100, 2, CARDS, words)
    >>> int(words[1, 2]) == int(one_word(7, 102, 9, CARDS))
    True
    """
    seed, number, place = np.uint64(seed), np.uint64(number), np.uint64(place)
    four, one = place >> np.uint64(2), place & np.uint64(3)
    found = philox(number & LOW, number >> HALF, four, np.uint64(stream), seed & LOW, seed >> HALF)
    return found[0] if one == 0 else found[1] if one == 1 else found[2] if one == 2 else found[3]
