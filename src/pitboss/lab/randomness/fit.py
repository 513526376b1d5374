"""Counts against the probabilities that they should follow."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

LEAST_EXPECTED: Final = 5.0
"""Below this many expected, the chi-square law is a poor one: values are taken together until there are so many."""


class Fit:
    """How well counts follow their probabilities.

    >>> even = Fit(np.array([48, 52]), [0.5, 0.5])
    >>> float(even.statistic), even.degrees
    (0.16, 1)
    """

    def __init__(self, counts: NDArray[np.int64], probabilities: Sequence[float]) -> None:
        self.total = int(counts.sum())
        wanted = np.asarray(probabilities, float) * self.total
        seen = np.zeros(len(wanted))
        seen[: len(counts)] = counts[: len(wanted)]
        # A value beyond those that can be would vanish unseen.
        assert counts[len(wanted) :].sum() == 0
        edges = _edges(wanted)
        self.seen, self.wanted = np.add.reduceat(seen, edges), np.add.reduceat(wanted, edges)
        self.degrees = len(edges) - 1
        squares = np.square(self.seen - self.wanted) / self.wanted if self.degrees else np.zeros(1)
        self.statistic = float(squares.sum())

    @property
    def says_something(self) -> bool:
        """Whether there are two cells at least."""
        return self.degrees > 0


def _edges(wanted: NDArray[np.float64]) -> NDArray[np.int64]:
    """Where each cell begins: neighbours are joined until enough are expected in each."""
    edges, gathered, left = [0], 0.0, float(wanted.sum())
    for place, number in enumerate(wanted.tolist()):
        if gathered >= LEAST_EXPECTED and left >= LEAST_EXPECTED:
            edges.append(place)
            gathered = 0.0
        gathered += number
        left -= number
    return np.array(edges, np.int64)
