"""Makes the HTML page of the report, for a testing laboratory."""

from datetime import datetime
from importlib.metadata import version

from pitboss.lab.randomness.battery import Run
from pitboss.lab.randomness.finding import Finding
from pitboss.lab.randomness.pictures import pictures_of
from pitboss.lab.randomness.report import (
    bias_sentence,
    by_subject,
    caught_sentences,
    command,
    data_rows,
    finding_rows,
    level_rows,
    verdict_sentence,
)
from pitboss.lab.randomness.verdict import RULE, SOUND_PASSES, Report
from pitboss.lab.randomness.words import LAWS, TESTS, Words
from pitboss.printing import pages_of


def as_html(report: Report, made_at: datetime) -> str:
    """The page, with its pictures drawn into it."""
    return (
        pages_of("pitboss.lab.randomness")
        .get_template("randomness.html")
        .render(
            title="Test of random numbers",
            house="Shuffles, start positions and the numbers behind them",
            version=version("pitboss"),
            made_at=made_at,
            report=report,
            bias=bias_sentence(report.question),
            verdict=verdict_sentence(report),
            caught=caught_sentences(report),
            data=data_rows(report),
            rule=RULE,
            sound_passes=SOUND_PASSES,
            runs=[(_title(report, run), level_rows(run), _tables(run)) for run in report.runs],
            tests=_tests(report.first),
            laws=LAWS,
            pictures=[(picture.as_data(), picture.caption) for picture in pictures_of(report)],
            command=command(report.question),
        )
    )


def _title(report: Report, run: Run) -> str:
    if report.second is None:
        return "Results"
    return "Results of the first look" if run is report.first else "Results of the second look, with fresh data"


def _tables(run: Run) -> list[tuple[str, list[tuple[tuple[str, ...], str]]]]:
    """Subject by subject, each row with where it strays most."""
    return [(title, _rows(run, findings)) for title, findings in by_subject(run)]


def _rows(run: Run, findings: list[Finding]) -> list[tuple[tuple[str, ...], str]]:
    details = [finding.detail for finding in findings]
    return list(zip(finding_rows(run, findings), details, strict=True))


def _tests(run: Run) -> list[Words]:
    used = {finding.test for finding in run.findings}
    return [words for name, words in TESTS.items() if name in used]
