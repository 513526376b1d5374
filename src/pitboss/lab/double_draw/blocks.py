"""Kernels that go through all five-card hands in blocks: all hands with the same three highest cards at once.

In a block the two lowest cards d > e run over all pairs below c, in the order of the numbers of pairs. The numbers of
{a,b,d,e}, {a,c,d,e} and {b,c,d,e} are contiguous in memory; those of {a,b,c,d} and {a,b,c,e} are a row of c
numbers, which is first spread over the pairs. So the inner loops are plain passes over a few 32-bit arrays.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.double_draw.numbering import CHOOSE, DECK

_ZERO, _ONE, _TWO = np.uint64(0), np.uint64(1), np.uint64(2)
_CARDS: Final = np.uint64(DECK)
PAIRS: Final = DECK * (DECK - 1) // 2
_int32 = np.int32


class Beside(NamedTuple):
    """The game without some dead cards, in the form that the kernels read."""

    fours: Any
    """The total of every four cards over the fifth cards that are not dead."""
    amounts: Any
    """The value of every hand."""
    live: Any
    """Which cards are not dead, as masks."""
    live_pairs: Any
    """Which pairs of cards have no dead one, as masks."""
    unseen: Any
    """How many cards are neither dead nor in a hand."""


class Block(NamedTuple):
    """Where the numbers of a block begin: the fours with two of its highest cards, with all three, and the hands."""

    ab: Any
    ac: Any
    bc: Any
    abc: Any
    hands: Any
    c: Any
    pairs: Any


@njit(cache=True, nogil=True)
def block_of(a, b, c):  # type: ignore[no-untyped-def]
    """The block of all hands with these three highest cards."""
    ab, pairs = CHOOSE[a, 4] + CHOOSE[b, 3], CHOOSE[c, 2]
    ac, bc = CHOOSE[a, 4] + CHOOSE[c, 3], CHOOSE[b, 4] + CHOOSE[c, 3]
    return Block(ab, ac, bc, ab + pairs, CHOOSE[a, 5] + CHOOSE[b, 4] + CHOOSE[c, 3], c, pairs)


@njit(cache=True, nogil=True)
def _spread_larger(fours, row, cards, out):  # type: ignore[no-untyped-def]
    """Write the larger of two numbers of a row, for every pair of its first places."""
    at = _ZERO
    for d in range(_ONE, cards):
        top = fours[row + d]
        for e in range(d):
            out[at + e] = max(top, fours[row + e])
        at += d


@njit(cache=True, nogil=True)
def _best_values(game, block, spread, out):  # type: ignore[no-untyped-def]
    """The value of the second decision for each hand of a block: the maximum of folding, standing, replacing a card.

    The total of the four cards kept runs over all cards that are not dead; the hand's own fifth card is subtracted.
    """
    fours, amounts, live, unseen = game.fours, game.amounts, game.live_pairs, _int32(game.unseen)
    for t in range(block.pairs):
        most = max(spread[t], fours[block.ab + t], fours[block.ac + t], fours[block.bc + t])
        amount = amounts[block.hands + t]
        out[t] = max(_int32(most - amount), _int32(unseen * amount), _int32(0)) & live[t]


@njit(cache=True, nogil=True)
def _add(values, sums, at, pairs):  # type: ignore[no-untyped-def]
    for t in range(pairs):
        sums[at + t] = _int32(sums[at + t] + values[t])


@njit(cache=True, nogil=True)
def _add_to_row(values, sums, row, cards):  # type: ignore[no-untyped-def]
    at = _ZERO
    for d in range(_ONE, cards):
        total = _int32(0)
        for e in range(d):
            value = values[at + e]
            total = _int32(total + value)
            sums[row + e] = _int32(sums[row + e] + value)
        sums[row + d] = _int32(sums[row + d] + total)
        at += d


@njit(cache=True, nogil=True)
def sum_values(game, sums):  # type: ignore[no-untyped-def]
    """For every four cards, the sum over the fifth card of the value of the second decision."""
    spread, values, live = np.empty(PAIRS, np.int32), np.empty(PAIRS, np.int32), game.live
    for a in range(_CARDS):
        for b in range(a):
            for c in range(_TWO, b):
                if live[a] and live[b] and live[c]:
                    block = block_of(a, b, c)
                    _spread_larger(game.fours, block.abc, c, spread)
                    _best_values(game, block, spread, values)
                    _add(values, sums, block.ab, block.pairs)
                    _add(values, sums, block.ac, block.pairs)
                    _add(values, sums, block.bc, block.pairs)
                    _add_to_row(values, sums, block.abc, c)


@njit(cache=True, nogil=True)
def threes_from_fours(fours, threes):  # type: ignore[no-untyped-def]
    """Add to every three cards the numbers of the fours that contain them."""
    for a in range(_CARDS):
        for b in range(a):
            for c in range(b):
                row, total = CHOOSE[a, 4] + CHOOSE[b, 3] + CHOOSE[c, 2], 0
                ab, ac, bc = CHOOSE[a, 3] + CHOOSE[b, 2], CHOOSE[a, 3] + CHOOSE[c, 2], CHOOSE[b, 3] + CHOOSE[c, 2]
                for d in range(c):
                    value = fours[row + d]
                    total += value
                    threes[ab + d] += value
                    threes[ac + d] += value
                    threes[bc + d] += value
                threes[ab + c] += total


@njit(cache=True, nogil=True)
def twos_from_threes(threes, twos):  # type: ignore[no-untyped-def]
    """Add to every two cards the numbers of the threes that contain them."""
    for a in range(_CARDS):
        for b in range(a):
            row = CHOOSE[a, 3] + CHOOSE[b, 2]
            for c in range(b):
                value = threes[row + c]
                twos[CHOOSE[a, 2] + b] += value
                twos[CHOOSE[a, 2] + c] += value
                twos[CHOOSE[b, 2] + c] += value


@njit(cache=True, nogil=True)
def threes_with_twos(twos, threes):  # type: ignore[no-untyped-def]
    """Add to every three cards the numbers of the twos that they contain."""
    for a in range(_CARDS):
        for b in range(a):
            for c in range(b):
                pairs = twos[CHOOSE[a, 2] + b] + twos[CHOOSE[a, 2] + c] + twos[CHOOSE[b, 2] + c]
                threes[CHOOSE[a, 3] + CHOOSE[b, 2] + c] += pairs


@njit(cache=True, nogil=True)
def fours_with_threes(threes, fours):  # type: ignore[no-untyped-def]
    """Add to every four cards the numbers of the threes that they contain."""
    for a in range(_CARDS):
        for b in range(a):
            for c in range(b):
                row = CHOOSE[a, 4] + CHOOSE[b, 3] + CHOOSE[c, 2]
                ab, ac, bc = CHOOSE[a, 3] + CHOOSE[b, 2], CHOOSE[a, 3] + CHOOSE[c, 2], CHOOSE[b, 3] + CHOOSE[c, 2]
                for d in range(c):
                    fours[row + d] += threes[ab + c] + threes[ab + d] + threes[ac + d] + threes[bc + d]


@njit(cache=True, nogil=True)
def _spread_sum(fours, row, cards, out):  # type: ignore[no-untyped-def]
    """Write the sum of two numbers of a row, for every pair of its first places."""
    at = _ZERO
    for d in range(_ONE, cards):
        top = fours[row + d]
        for e in range(d):
            out[at + e] = _int32(top + fours[row + e])
        at += d


@njit(cache=True, nogil=True)
def weigh(weights, block, live, out):  # type: ignore[no-untyped-def]
    """Write the sum of the weights of its five fours for each hand of a block; return the sum over the block."""
    _spread_sum(weights, block.abc, block.c, out)
    total = 0
    for t in range(block.pairs):
        rest = _int32(weights[block.ab + t] + weights[block.ac + t] + weights[block.bc + t])
        weight = _int32(out[t] + rest) & live[t]
        out[t] = weight
        total += weight
    return total
