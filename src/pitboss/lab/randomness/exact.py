"""The exact probability distributions of the statistics of shuffled decks."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, factorial

import numpy as np

Chances = tuple[float, ...]


def _shares(counts: Sequence[int]) -> Chances:
    total = sum(counts)
    return tuple(count / total for count in counts)


@lru_cache
def fixed_points(size: int) -> Chances:
    """The number of fixed points: C(n, k) x the derangements of the other cards.

    >>> [round(chance * 24) for chance in fixed_points(4)]
    [9, 8, 6, 0, 1]
    """
    derangements = [1, 0]
    for number in range(2, size + 1):
        derangements.append((number - 1) * (derangements[-1] + derangements[-2]))
    return _shares([comb(size, k) * derangements[size - k] for k in range(size + 1)])


@lru_cache
def cycles(size: int) -> Chances:
    """How many cycles an order has: Stirling numbers of the first kind.

    >>> [round(chance * 24) for chance in cycles(4)]
    [0, 6, 11, 6, 1]
    """
    row = [1]
    for number in range(size):
        row = [(row[k] * number if k < len(row) else 0) + (row[k - 1] if k else 0) for k in range(len(row) + 1)]
    return _shares(row)


@lru_cache
def descents(size: int) -> Chances:
    """How often a card is below the one before it: Eulerian numbers.

    >>> [round(chance * 24) for chance in descents(4)]
    [1, 11, 11, 1]
    """
    row = [1]
    for number in range(2, size + 1):
        row = [
            (k + 1) * (row[k] if k < len(row) else 0) + (number - k) * (row[k - 1] if k else 0) for k in range(number)
        ]
    return _shares(row)


@lru_cache
def up_down_runs(size: int) -> Chances:
    """How many runs, up and down in turn, an order has (Andre).

    >>> [round(chance * 24) for chance in up_down_runs(4)]
    [0, 2, 12, 10]
    """
    row = [0, 2]
    for number in range(3, size + 1):
        before = [*row, 0, 0]
        row = [0] + [
            k * before[k] + 2 * before[k - 1] + (number - k) * (before[k - 2] if k > 1 else 0) for k in range(1, number)
        ]
    return _shares(row)


@lru_cache
def inversions(size: int) -> Chances:
    """How many pairs of cards lie the wrong way round: a number from 0 to i for each card i, added up.

    >>> [round(chance * 24) for chance in inversions(4)]
    [1, 3, 5, 6, 5, 3, 1]
    """
    law = np.ones(1)
    for number in range(2, size + 1):
        law = np.convolve(law, np.full(number, 1 / number))
    return tuple(law.tolist())


@lru_cache
def runs_of_two(first: int, second: int) -> Chances:
    """How many runs there are of two kinds of cards.

    >>> [round(chance * 6) for chance in runs_of_two(2, 2)]
    [0, 0, 2, 2, 2]
    """
    counts = [0, 0]
    for runs in range(2, first + second + 1):
        half = runs // 2
        if runs % 2:
            ways = comb(first - 1, half) * comb(second - 1, half - 1) + comb(first - 1, half - 1) * comb(
                second - 1, half
            )
        else:
            ways = 2 * comb(first - 1, half - 1) * comb(second - 1, half - 1)
        counts.append(ways)
    return _shares(counts)


@lru_cache
def spacing(size: int, marked: int) -> Chances:
    """How far it is from one marked card to the next, from 1 on (and to the first one from the top).

    >>> [round(chance * 6) for chance in spacing(4, 2)]
    [0, 3, 2, 1]
    """
    return _shares([0] + [comb(size - gap, marked - 1) for gap in range(1, size - marked + 2)])


@lru_cache
def seen_all(size: int, copies: int, kinds: int = 13) -> Chances:
    """How many cards it takes until each kind was seen, by inclusion and exclusion; ``copies`` cards are of a kind.

    >>> [round(chance * 6) for chance in seen_all(4, 2, kinds=2)]
    [0, 0, 4, 2]
    """

    def waits(cards: int) -> Fraction:
        ways = sum(
            (-1) ** (absent + 1) * comb(kinds, absent) * comb(size - copies * absent, cards)
            for absent in range(1, kinds + 1)
        )
        return Fraction(ways, comb(size, cards))

    left = [waits(cards) for cards in range(size - copies + 2)]
    return (0.0, *(float(before - after) for before, after in pairwise(left)))


@lru_cache
def coupons(kinds: int, longest: int) -> Chances:
    """How many draws with return it takes until each kind was seen; the last place is for all longer ones.

    >>> [float(chance) for chance in coupons(2, 4)]
    [0.0, 0.0, 0.5, 0.25, 0.25]
    """

    def waits(draws: int) -> Fraction:
        return sum(
            (
                (-1) ** (absent + 1) * comb(kinds, absent) * Fraction(kinds - absent, kinds) ** draws
                for absent in range(1, kinds + 1)
            ),
            Fraction(0),
        )

    left = [waits(draws) for draws in range(longest)]
    return (0.0, *(float(before - after) for before, after in pairwise(left)), float(left[-1]))


def gaps(chance: float, longest: int) -> Chances:
    """How many misses come before a hit; the last place is for all longer ones.

    >>> gaps(0.5, 2)
    (0.5, 0.25, 0.25)
    """
    return (*(chance * (1 - chance) ** misses for misses in range(longest)), (1 - chance) ** longest)


@lru_cache
def drawn(size: int, marked: int, number: int) -> Chances:
    """How many of the marked cards are among the first ``number``.

    >>> [round(chance * 6) for chance in drawn(4, 2, 2)]
    [1, 4, 1]
    """
    return _shares([comb(marked, k) * comb(size - marked, number - k) for k in range(min(marked, number) + 1)])


@lru_cache
def equal_pairs(copies: int) -> Chances:
    """Five cards of a shoe by how many of their ten pairs are of equal rank, each rank there ``copies`` times.

    None is five ranks, 1 a pair, 2 two pair, 3 three of a kind, 4 a full house, 6 four, 10 five of a kind.

    >>> counts = [round(chance * comb(52, 5)) for chance in equal_pairs(4)]
    >>> counts[:5], counts[6]
    ([1317888, 1098240, 123552, 54912, 3744], 624)
    """
    counts = [0] * 11
    for pattern in ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1), (5,)):
        ranks = factorial(13) // factorial(13 - len(pattern))
        for same in set(pattern):
            ranks //= factorial(pattern.count(same))
        for number in pattern:
            ranks *= comb(copies, number)
        counts[sum(comb(number, 2) for number in pattern)] += ranks
    return _shares(counts)
