"""Progressives: computes the house advantage by meter, envy and rate, the break-even meter, and the meter at a hit."""

from pitboss.lab.progressives.sheet import ProgressiveSheet, progressive_readings, progressive_sheets
from pitboss.lab.progressives.spread import Quantile, meter_quantiles, wagers_until
from pitboss.lab.progressives.terms import ProgressiveTerms

__all__ = [
    "ProgressiveSheet",
    "ProgressiveTerms",
    "Quantile",
    "meter_quantiles",
    "progressive_readings",
    "progressive_sheets",
    "wagers_until",
]
