"""Control bands: how far the hold can differ from the house edge by chance alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

from pitboss.lab.outcome_table import AnyReading

ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000)
CONFIDENCES: Final = (0.90, 0.95, 0.99)


@dataclass(frozen=True)
class Band:
    """The limits of the hold over a number of rounds, at a confidence level.

    >>> Band(10_000, 0.95, -0.01, 0.05).holds(0.02)
    True
    """

    rounds: int
    confidence: float
    low: float
    high: float

    def holds(self, hold: float) -> bool:
        """Whether a hold is within the band."""
        return self.low <= hold <= self.high


def hold_band(edge: float, deviation: float, rounds: float, confidence: float) -> Band:
    """The band around the edge, by the normal approximation for many equal rounds.

    >>> band = hold_band(0.0337, 1.64, 10_000, 0.95)
    >>> round(band.low, 4), round(band.high, 4)
    (0.0016, 0.0658)
    """
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * deviation / sqrt(rounds)
    return Band(round(rounds), confidence, edge - reach, edge + reach)


def hold_bands(
    reading: AnyReading, rounds: Sequence[int] = ROUNDS, confidences: Sequence[float] = CONFIDENCES
) -> list[Band]:
    """The bands of a wager, for each number of rounds and each confidence.

    >>> from fractions import Fraction
    >>> from pitboss.lab.outcome_table import Outcome, OutcomeTable
    >>> coin = OutcomeTable((Outcome("heads", "Heads", 1, Fraction(1)), Outcome("tails", "Tails", 1, Fraction(-1))))
    >>> len(hold_bands(coin))
    12
    """
    edge, deviation = reading.house_edge.value, reading.standard_deviation
    return [hold_band(edge, deviation, number, sure) for number in rounds for sure in confidences]
