"""Tests whether a card predicts a later one, further down the deck or in a later shuffle."""

from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness import exact
from pitboss.lab.randomness.exact import fixed_points
from pitboss.lab.randomness.finding import Finding, chi_square, normal
from pitboss.lab.randomness.law import Fit
from pitboss.lab.randomness.orders import exact_finding
from pitboss.lab.randomness.positions import even_squares
from pitboss.lab.randomness.sample import Sample

DISTANCES: Final = 8
"""The maximum distance between two cards."""
SHUFFLES_LATER: Final = 5
_ROWS: Final = 20_000


def series_findings(sample: Sample) -> list[Finding]:
    """Serial correlation in the deck and between shuffles, and cards that stay."""
    return [_in_deck(sample), _between(sample), _matches(sample)]


def _in_deck(sample: Sample) -> Finding:
    """Treat the deck as a ring, and add up the products of cards at each distance."""
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
    """Two independent orders have a product with mean zero and an exact variance."""
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


_QUARTER: Final = 13
"""Codes below this are the lowest quarter of 52 cards."""
_LONGEST_GAP: Final = 60
_LONGEST_WAIT: Final = 200
_RANKS: Final = 13


def wait_findings(sample: Sample) -> list[Finding]:
    """Gaps and coupons, within the deck and from shuffle to shuffle."""
    copies, n = sample.subject.deck.copies, sample.size
    top = sample.orders[:, 0]
    share = _QUARTER / sample.subject.values
    return [
        *exact_finding("gap-deck", sample, first_gaps(sample.orders), exact.spacing(n, 4 * copies)),
        *exact_finding("gap-shuffles", sample, misses_before_hits(top < _QUARTER), exact.gaps(share, _LONGEST_GAP)),
        *exact_finding("coupon-deck", sample, cards_until_all_ranks(sample.orders), exact.seen_all(n, 4 * copies)),
        *exact_finding(
            "coupon-shuffles", sample, collections(top[top < 52] // 4), exact.coupons(_RANKS, _LONGEST_WAIT)
        ),
    ]


def first_gaps(orders: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How far it is from the first ace to the second."""
    ace = (orders >= 48) & (orders < 52)
    rows = np.arange(len(orders))
    first = ace.argmax(axis=1)
    ace[rows, first] = False
    gaps: NDArray[np.int64] = ace.argmax(axis=1) - first
    return gaps


def misses_before_hits(hits: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many misses came before each hit; very long ones count as the longest.

    >>> misses_before_hits(np.array([False, True, True, False, False, True, False])).tolist()
    [1, 0, 2]
    """
    places = np.flatnonzero(hits)
    misses: NDArray[np.int64] = np.minimum(np.diff(places, prepend=-1) - 1, _LONGEST_GAP)
    return misses


def cards_until_all_ranks(orders: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many cards are dealt until each rank was seen."""
    last = np.zeros(len(orders), np.int64)
    for rank in range(_RANKS):
        np.maximum(last, (orders // 4 == rank).argmax(axis=1), out=last)
    return last + 1


def collections(ranks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How long each collection of all ranks took, one after the other; very long ones count as the longest."""
    found, missing, taken = [], set(range(_RANKS)), 0
    for rank in ranks.tolist():
        taken += 1
        missing.discard(rank)
        if not missing:
            found.append(min(taken, _LONGEST_WAIT))
            missing, taken = set(range(_RANKS)), 0
    return np.array(found, np.int64)


def start_findings(sample: Sample) -> list[Finding]:
    """Each start position, each pair of them, and each with the first card; nothing where the game draws none."""
    if sample.starts is None:
        return []
    positions, subject, seen = sample.subject.positions or 0, str(sample.subject), sample.shuffles
    starts = sample.starts.astype(np.int64) - 1
    counts = np.bincount(starts, minlength=positions)
    pairs = np.bincount(starts[0:-1:2] * positions + starts[1::2], minlength=positions**2)
    values = sample.subject.values
    table = np.bincount(starts * values + sample.orders[:, 0], minlength=positions * values)
    sides = table.reshape(positions, values)
    # Other tests cover each side alone; this one tests both together.
    together = even_squares(table) - even_squares(sides.sum(axis=0)) - even_squares(sides.sum(axis=1))
    return [
        chi_square("start-position", subject, seen, even_squares(counts), positions - 1),
        chi_square("start-pairs", subject, seen // 2, even_squares(pairs), positions**2 - 1),
        chi_square("start-card", subject, seen, together, (positions - 1) * (values - 1)),
    ]
