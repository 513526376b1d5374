"""The probability distributions that judge the statistics, with their lower and upper tails."""

from collections.abc import Sequence
from math import erfc, exp, expm1, fsum, lgamma, log, log1p, sqrt
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

_MAX_STEPS: Final = 1_000_000
_SMALL: Final = 1e-15
_TINY: Final = 1e-300


class Tails(NamedTuple):
    """The probabilities of a statistic as low as the observed one, and of one as high.

    >>> Tails(0.3, 0.7).two_sided
    0.6
    """

    lower: float
    upper: float

    @property
    def two_sided(self) -> float:
        """The two-sided p-value."""
        return min(1.0, 2 * min(self.lower, self.upper))


def normal_tails(strays: float) -> Tails:
    """The tails of the normal law at so many standard errors.

    >>> round(normal_tails(1.959964).two_sided, 6)
    0.05
    """
    return Tails(erfc(-strays / sqrt(2)) / 2, erfc(strays / sqrt(2)) / 2)


def chi_square_tails(statistic: float, degrees: int) -> Tails:
    """The tails of the chi-square law.

    >>> round(chi_square_tails(11.0705, 5).upper, 6), round(chi_square_tails(2690.0, 2601).upper, 3)
    (0.05, 0.109)
    """
    if statistic <= 0:
        return Tails(0.0, 1.0)
    shape, half = degrees / 2, statistic / 2
    # The smaller side is summed directly, so that a small tail never comes from a subtraction.
    if half < shape + 1:
        lower = _gamma_series(shape, half)
        return Tails(lower, 1 - lower)
    upper = _gamma_fraction(shape, half)
    return Tails(1 - upper, upper)


def poisson_upper(count: int, mean: float) -> float:
    """How often a Poisson number is ``count`` or more.

    >>> round(poisson_upper(3, 1.0), 4), poisson_upper(0, 1e-50), round(poisson_upper(1, 1e-50) * 1e50, 6)
    (0.0803, 1.0, 1.0)
    """
    if count == 0:
        return 1.0
    return chi_square_tails(2 * mean, 2 * count).lower


def binomial_two_sided(trials: int, chance: float) -> NDArray[np.float64]:
    """For each count of a binomial law, how often chance brings one as far out, on whichever side: exact.

    >>> [round(float(p), 4) for p in binomial_two_sided(4, 0.5)]
    [0.125, 0.625, 1.0, 0.625, 0.125]
    """
    counts = np.arange(trials)
    odds = chance / (1 - chance)
    # Each share is the one before, times a ratio; logarithms, for shares of large numbers are small.
    logs = np.concatenate(([0.0], np.cumsum(np.log((trials - counts) / (counts + 1) * odds))))
    shares = np.exp(logs + trials * log1p(-chance))
    lower, upper = np.cumsum(shares), np.cumsum(shares[::-1])[::-1]
    p_values: NDArray[np.float64] = np.minimum(1.0, 2 * np.minimum(lower, upper))
    return p_values


def worst_of(upper: float, number: int) -> float:
    """How often the smallest of so many independent p-values is as small as this one (Sidak).

    >>> round(worst_of(0.001, 52), 4)
    0.0507
    """
    return 1.0 if upper >= 1 else -expm1(number * log1p(-upper))


def _gamma_series(shape: float, x: float) -> float:
    """The regularised lower incomplete gamma function, by its series."""
    term = 1 / shape
    terms = [term]
    # x is below shape + 1, so that each term is smaller than the one before.
    for step in range(1, _MAX_STEPS):
        term *= x / (shape + step)
        terms.append(term)
        if term < terms[0] * _SMALL:
            break
    return min(1.0, fsum(terms) * exp(shape * log(x) - x - lgamma(shape)))


def _gamma_fraction(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by its continued fraction (Lentz)."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / (b or _TINY)
    value = d
    for step in range(1, _MAX_STEPS):
        a = -step * (step - shape)
        b += 2
        d = 1 / (a * d + b or _TINY)
        c = b + a / c or _TINY
        value *= d * c
        if abs(d * c - 1) < _SMALL:
            break
    return min(1.0, value * exp(shape * log(x) - x - lgamma(shape)))


MIN_EXPECTED: Final = 5.0
"""Below this many expected, the chi-square law is a poor one: values are taken together until there are so many."""


class Fit:
    """Test how well counts follow their probabilities.

    >>> even = Fit(np.array([48, 52]), [0.5, 0.5])
    >>> float(even.statistic), even.degrees
    (0.16, 1)
    """

    def __init__(self, counts: NDArray[np.int64], probabilities: Sequence[float]) -> None:
        self.total = int(counts.sum())
        wanted = np.asarray(probabilities, float) * self.total
        seen = np.zeros(len(wanted))
        seen[: len(counts)] = counts[: len(wanted)]
        # An impossible value would otherwise be ignored.
        assert counts[len(wanted) :].sum() == 0
        edges = _edges(wanted)
        self.seen, self.wanted = np.add.reduceat(seen, edges), np.add.reduceat(wanted, edges)
        self.degrees = len(edges) - 1
        squares = np.square(self.seen - self.wanted) / self.wanted if self.degrees else np.zeros(1)
        self.statistic = float(squares.sum())

    @property
    def says_something(self) -> bool:
        """Whether there are at least two cells."""
        return self.degrees > 0


def _edges(wanted: NDArray[np.float64]) -> NDArray[np.int64]:
    """Where each cell begins: neighbours are joined until enough are expected in each."""
    edges, gathered, left = [0], 0.0, float(wanted.sum())
    for place, number in enumerate(wanted.tolist()):
        if gathered >= MIN_EXPECTED and left >= MIN_EXPECTED:
            edges.append(place)
            gathered = 0.0
        gathered += number
        left -= number
    return np.array(edges, np.int64)
