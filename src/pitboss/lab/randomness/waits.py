"""How long it takes: the gap to the next ace, and the coupons until every rank was seen."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.randomness import exact
from pitboss.lab.randomness.finding import Finding
from pitboss.lab.randomness.orders import exact_finding
from pitboss.lab.randomness.sample import Sample

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
