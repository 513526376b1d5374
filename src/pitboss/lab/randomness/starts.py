"""The start position, which says who gets the first packet."""

import numpy as np

from pitboss.lab.randomness.finding import Finding, chi_square
from pitboss.lab.randomness.positions import even_squares
from pitboss.lab.randomness.sample import Sample


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
    # What each side does alone is tested elsewhere; here it is what they do together.
    together = even_squares(table) - even_squares(sides.sum(axis=0)) - even_squares(sides.sum(axis=1))
    return [
        chi_square("start-position", subject, seen, even_squares(counts), positions - 1),
        chi_square("start-pairs", subject, seen // 2, even_squares(pairs), positions**2 - 1),
        chi_square("start-card", subject, seen, together, (positions - 1) * (values - 1)),
    ]
