"""Whether a card tells of a later one: further down the deck, and in later shuffles."""

from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness.exact import fixed_points
from pitboss.lab.randomness.finding import Finding, chi_square, normal
from pitboss.lab.randomness.fit import Fit
from pitboss.lab.randomness.sample import Sample

DISTANCES: Final = 8
"""How far down the deck a card is looked for."""
SHUFFLES_LATER: Final = 5
_ROWS: Final = 20_000


def series_findings(sample: Sample) -> list[Finding]:
    """Serial correlation in the deck and between shuffles, and cards that stay."""
    return [_in_deck(sample), _between(sample), _matches(sample)]


def _in_deck(sample: Sample) -> Finding:
    """The deck is closed to a ring, and the products of cards at each distance are added up."""
    n, middle = sample.size, _new_deck(sample).mean()
    sums = np.zeros(DISTANCES)
    for first in range(0, sample.shuffles, _ROWS):
        cards = sample.orders[first : first + _ROWS] - middle
        sums += [float((cards * np.roll(cards, -lag, axis=1)).sum()) for lag in range(1, DISTANCES + 1)]
    mean, variance, covariance = ring_moments(_new_deck(sample))
    matrix = np.full((DISTANCES, DISTANCES), covariance) + np.eye(DISTANCES) * (variance - covariance)
    strays = (sums - sample.shuffles * mean) / sqrt(sample.shuffles)
    statistic = float(strays @ np.linalg.solve(matrix, strays))
    return chi_square("series", str(sample.subject), sample.shuffles * n, statistic, DISTANCES)


def ring_moments(cards: NDArray[np.float64]) -> tuple[float, float, float]:
    """Products of cards at a distance in a ring, added up: mean, variance, and covariance with those at another one.

    All orders are equally likely, so that they follow from the power sums; no distance may be half the ring.

    >>> ring_moments(np.array([-1.0, 0.0, 1.0]))[:2]  # one ring only: -1 x 0 + 0 x 1 + 1 x -1
    (-1.0, 0.0)
    """
    n = len(cards)
    s2, s4 = (float(((cards - cards.mean()) ** power).sum()) for power in (2, 4))
    mean = -s2 / (n - 1)
    # Products of two pairs that share a card, and of two that share none, for each pair of the ring.
    sharing = (2 * s4 - s2**2) / ((n - 1) * (n - 2))
    apart = 3 * (s2**2 - 2 * s4) / ((n - 1) * (n - 2) * (n - 3)) if n > 3 else 0.0
    variance = (s2**2 - s4) / (n - 1) + 2 * sharing + (n - 3) * apart - mean**2
    return mean, variance, 4 * sharing + (n - 4) * apart - mean**2


def _between(sample: Sample) -> Finding:
    """Two independent orders have a product with the mean of nothing and an exact variance."""
    new_deck, n = _new_deck(sample), sample.size
    middle = new_deck.mean()
    error = float(np.square(new_deck - middle).sum()) / sqrt(n - 1)
    statistic = 0.0
    for later in range(1, SHUFFLES_LATER + 1):
        total = 0.0
        for first in range(0, sample.shuffles - later, _ROWS):
            end = min(first + _ROWS, sample.shuffles - later)
            total += float(
                ((sample.orders[first:end] - middle) * (sample.orders[first + later : end + later] - middle)).sum()
            )
        statistic += (total / error) ** 2 / (sample.shuffles - later)
    return chi_square("series-between", str(sample.subject), sample.shuffles * n, statistic, SHUFFLES_LATER)


def _new_deck(sample: Sample) -> NDArray[np.float64]:
    return np.array([card.code for card in sample.subject.deck.cards], float)


def _matches(sample: Sample) -> Finding:
    matches = (sample.orders[1:] == sample.orders[:-1]).sum(axis=1)
    subject, pairs = str(sample.subject), sample.shuffles - 1
    if not sample.is_shoe:
        fit = Fit(np.bincount(matches), fixed_points(sample.size))
        return chi_square("matches", subject, pairs, fit.statistic, fit.degrees)
    copies, values, n = sample.subject.deck.copies, sample.subject.values, sample.size
    mean = n / values
    # Two shoes agree at two positions: twice the same card there, or two different ones.
    same, different = copies * (copies - 1) / (n * (n - 1)), copies**2 / (n * (n - 1))
    both = values * same**2 + values * (values - 1) * different**2
    variance = mean + n * (n - 1) * both - mean**2
    return normal("match-mean", subject, pairs, float(matches.sum() - pairs * mean) / sqrt(pairs * variance))
