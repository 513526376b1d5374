"""Runs the battery and gives the verdict, by a rule that was fixed before any data were seen."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from pitboss.lab.randomness.battery import Run, run_battery
from pitboss.lab.randomness.question import RandomnessQuestion
from pitboss.lab.randomness.sample import Drawn
from pitboss.lab.work import Resources

RULE: Final = (
    "A test that fails at 99%, corrected for the number of tests, fails the generator. One that fails at 95% only is "
    "looked at again, once, with fresh data; any test that then fails at 95% or 99%, corrected, fails the generator."
)
SOUND_PASSES: Final = 0.9875
"""How often a sound generator passes, at least: it fails at once in 1%, and twice at 95% in 5% of 5%."""


class Verdict(StrEnum):
    """The possible verdicts.

    >>> Verdict.PASSES.is_failure, Verdict.FAILS_AGAIN.is_failure
    (False, True)
    """

    PASSES = "passes"
    PASSES_AGAIN = "passes at the second look"
    FAILS = "fails"
    FAILS_AGAIN = "fails at the second look"

    @property
    def is_failure(self) -> bool:
        """Whether the generator must not be used to deal."""
        return self in (Verdict.FAILS, Verdict.FAILS_AGAIN)


@dataclass(frozen=True)
class Report:
    """The question, the findings, and the verdict."""

    question: RandomnessQuestion
    first: Run
    drawn: Drawn
    """The data of the first look, for the pictures."""
    second: Run | None = None

    @property
    def verdict(self) -> Verdict:
        """By the rule."""
        if self.first.fails_at(0.99):
            return Verdict.FAILS
        if self.second is None:
            return Verdict.PASSES
        return Verdict.FAILS_AGAIN if self.second.fails_at(0.95) else Verdict.PASSES_AGAIN

    @property
    def runs(self) -> tuple[Run, ...]:
        """Both looks, or the only one."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def as_json(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "format": 1,
            "decks": list(self.question.decks),
            "decks_in_shoe": self.question.in_shoe,
            "shuffles": {str(s.subject): s.shuffles for s in self.drawn.samples},
            "entropy": self.question.source_words,
            "seed": self.question.seed,
            "biased_on_purpose": self.question.bias,
            "rule": RULE,
            "verdict": self.verdict.value,
            "runs": [{"tests": len(run.findings), "findings": run.as_json()} for run in self.runs],
        }


def try_generator(question: RandomnessQuestion, resources: Resources) -> Report:
    """Run the battery, and once more with fresh data if the rule requires it.

    >>> question = RandomnessQuestion(decks=("52",), shuffles=1_000, seed="a drill")
    >>> str(try_generator(question, Resources(processes=1)).verdict)
    'passes'
    """
    run, drawn = run_battery(question, resources)
    report = Report(question, run, drawn)
    if run.fails_at(0.95) and not run.fails_at(0.99):
        again, _ = run_battery(replace(question, again=True), resources)
        return replace(report, second=again)
    return report
