"""Runs every test on one set of data, and corrects the p-values for the number of tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.lab.randomness.finding import Finding
from pitboss.lab.randomness.generator import byte_findings, number_findings
from pitboss.lab.randomness.hands import hand_findings
from pitboss.lab.randomness.orders import order_findings
from pitboss.lab.randomness.pairs import pair_findings
from pitboss.lab.randomness.positions import choice_findings, position_findings
from pitboss.lab.randomness.question import RandomnessQuestion
from pitboss.lab.randomness.sample import Drawn, Sample, draw
from pitboss.lab.randomness.series import series_findings, start_findings, wait_findings
from pitboss.lab.work import Resources


@dataclass(frozen=True)
class Run:
    """The findings of the battery in one set of data. All its tests are one family.

    >>> from pitboss.lab.randomness.finding import normal
    >>> run = Run((normal("bits", "bytes", 1_000, 2.5), normal("bit-runs", "bytes", 1_000, 0.3)))
    >>> run.below(0.05), run.fails_at(0.95), run.fails_at(0.99)
    (1, True, False)
    """

    findings: tuple[Finding, ...]

    @property
    def corrected(self) -> tuple[float, ...]:
        """The p-values, corrected for the number of tests."""
        return holm([finding.p for finding in self.findings])

    def caught(self, confidence: float) -> tuple[Finding, ...]:
        """The tests that fail at a confidence, corrected; the worst first."""
        pairs = sorted(zip(self.corrected, self.findings, strict=True), key=lambda pair: (pair[0], pair[1].p))
        return tuple(finding for corrected, finding in pairs if corrected < 1 - confidence)

    def fails_at(self, confidence: float) -> bool:
        """Whether any test fails at a confidence, corrected."""
        return min(self.corrected) < 1 - confidence

    def below(self, level: float) -> int:
        """How many tests have a p-value below a level, uncorrected: of a sound generator that share has."""
        return sum(finding.p < level for finding in self.findings)

    def as_json(self) -> list[dict[str, Any]]:
        """The findings as JSON."""
        return [
            finding.as_json() | {"corrected_p_value": corrected}
            for finding, corrected in zip(self.findings, self.corrected, strict=True)
        ]


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """P-values corrected for their number, so that of sound generators few have any that is small (Holm).

    >>> [round(p, 3) for p in holm([0.01, 0.5, 0.02])]
    [0.03, 0.5, 0.04]
    """
    places = sorted(range(len(p_values)), key=p_values.__getitem__)
    corrected, so_far = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(places):
        so_far = max(so_far, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = so_far
    return tuple(corrected)


def judge(drawn: Drawn) -> list[Finding]:
    """Every test on these data."""
    found = [*byte_findings(drawn.octets), *number_findings(drawn.numbers)]
    for sample in drawn.samples:
        found += judge_deck(sample)
    return found


def judge_deck(sample: Sample) -> list[Finding]:
    """Every test of shuffled decks."""
    choices = [] if sample.is_shoe else choice_findings(sample)
    return [
        *position_findings(sample),
        *choices,
        *pair_findings(sample),
        *series_findings(sample),
        *order_findings(sample),
        *wait_findings(sample),
        *hand_findings(sample),
        *start_findings(sample),
    ]


def run_battery(question: RandomnessQuestion, resources: Resources) -> tuple[Run, Drawn]:
    """Draw the data and test them."""
    drawn = draw(question, resources)
    return Run(tuple(judge(drawn))), drawn
