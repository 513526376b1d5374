"""Tests whole orders: fixed points, runs, cycles, inversions, orders of five cards, and repeated orders."""

from math import comb, factorial, perm, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness import exact, kernels
from pitboss.lab.randomness.exact import Chances
from pitboss.lab.randomness.finding import Finding, chi_square, normal, repeats
from pitboss.lab.randomness.law import Fit
from pitboss.lab.randomness.positions import even_squares
from pitboss.lab.randomness.sample import Sample

_FIVE: Final = 5
_LOW_CARDS: Final = 24
"""Codes below this are the cards from two to seven."""
_EXPECTED_TWICE: Final = 5.0


def order_findings(sample: Sample) -> list[Finding]:
    """All of them; a shoe, in which cards are there several times, has fewer."""
    whole = [] if sample.is_shoe else _against_new_deck(sample)
    return [*whole, _high_low_runs(sample), _permutations(sample), *_seen_before(sample)]


def describe(sample: Sample) -> NDArray[np.int64]:
    """Fixed points, cycles, descents, rising sequences, runs and inversions of each shuffle."""
    rows = np.empty((sample.shuffles, 6), np.int64)
    kernels.describe(sample.orders, rows)
    return rows


def exact_finding(test: str, sample: Sample, values: NDArray[np.integer[Any]], chances: Chances) -> list[Finding]:
    """Test numbers against their exact distribution; None if there are too few."""
    fit = Fit(np.bincount(values), chances)
    return [chi_square(test, str(sample.subject), fit.total, fit.statistic, fit.degrees)] if fit.says_something else []


def _against_new_deck(sample: Sample) -> list[Finding]:
    rows, n = describe(sample).T, sample.size
    laws = {
        "fixed-points": (kernels.FIXED_POINTS, exact.fixed_points),
        "cycles": (kernels.CYCLES, exact.cycles),
        "descents": (kernels.DESCENTS, exact.descents),
        "rising-sequences": (kernels.RISING_SEQUENCES, exact.descents),
        "up-down-runs": (kernels.UP_DOWN_RUNS, exact.up_down_runs),
        "inversions": (kernels.INVERSIONS, exact.inversions),
    }
    found = []
    for test, (column, law) in laws.items():
        found += exact_finding(test, sample, rows[column], law(n))
    odd = int((rows[kernels.INVERSIONS] % 2).sum())
    strays = (2 * odd - sample.shuffles) / sqrt(sample.shuffles)
    return [*found, normal("parity", str(sample.subject), sample.shuffles, strays)]


def _high_low_runs(sample: Sample) -> Finding:
    low = sample.orders < _LOW_CARDS
    runs = 1 + (low[:, 1:] != low[:, :-1]).sum(axis=1)
    number = _LOW_CARDS * sample.subject.deck.copies
    return exact_finding("high-low-runs", sample, runs, exact.runs_of_two(number, sample.size - number))[0]


def _permutations(sample: Sample) -> Finding:
    """Groups of five that share no card are ordered independently; groups with two equal cards are passed over."""
    counts = np.zeros(factorial(_FIVE), np.int64)
    for first in range(0, sample.size - _FIVE + 1, _FIVE):
        cards = sample.orders[:, first : first + _FIVE].T
        number, distinct = np.zeros(sample.shuffles, np.int64), np.ones(sample.shuffles, bool)
        for place in range(_FIVE):
            below = np.zeros(sample.shuffles, np.int64)
            for later in range(place + 1, _FIVE):
                below += cards[later] < cards[place]
                distinct &= cards[later] != cards[place]
            number += below * factorial(_FIVE - 1 - place)
        counts += np.bincount(number[distinct], minlength=counts.size)
    return chi_square("permutation", str(sample.subject), int(counts.sum()), even_squares(counts), counts.size - 1)


def _seen_before(sample: Sample) -> list[Finding]:
    """Whole orders, and as many top cards as agree by chance some times."""
    subject, pairs = str(sample.subject), comb(sample.shuffles, 2)
    copies = sample.subject.deck.copies
    possible = factorial(sample.size) // factorial(copies) ** sample.subject.values
    whole = np.ascontiguousarray(sample.orders).view(f"V{sample.size}").ravel()
    found = [repeats("repeats", subject, sample.shuffles, _equal_pairs(whole), float(pairs / possible))]
    if sample.is_shoe:
        return found
    top = max(number for number in range(1, 9) if number == 1 or pairs / perm(sample.size, number) >= _EXPECTED_TWICE)
    keys = sample.orders[:, :top].astype(np.int64) @ (64 ** np.arange(top))
    mean = pairs / perm(sample.size, top)
    words = f"{top} top cards alike: {mean:.1f} expected"
    return [*found, repeats("birthdays", subject, sample.shuffles, _equal_pairs(keys), mean, detail=words)]


def _equal_pairs(keys: NDArray[np.generic]) -> int:
    _, counts = np.unique(keys, return_counts=True)
    return int((counts * (counts - 1) // 2).sum())
