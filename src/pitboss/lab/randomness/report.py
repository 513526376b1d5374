"""The texts and rows of the report on the test of randomness, for the terminal and the page."""

from collections.abc import Iterable, Sequence
from typing import Final

from pitboss.lab.randomness.battery import Run
from pitboss.lab.randomness.dealing import BIASES
from pitboss.lab.randomness.finding import Finding
from pitboss.lab.randomness.generator import BYTES, NUMBERS
from pitboss.lab.randomness.question import DECKS, SHOE, RandomnessQuestion
from pitboss.lab.randomness.verdict import Report, Verdict
from pitboss.lab.store import code_hash

DEALING_MODULES: Final = ("pitboss.shuffler", "pitboss.sources", "pitboss.cards")
"""The modules that deal the cards."""
CONFIDENCES: Final = (0.95, 0.99)
_SUBJECTS: Final = {BYTES: "The generator's bytes", NUMBERS: "Numbers drawn below a limit"}

Rows = list[tuple[str, str]]


def p_text(p: float) -> str:
    """A p-value as text.

    >>> p_text(0.03456), p_text(0.00001234), p_text(0.0), p_text(1.0)
    ('0.0346', '1.2e-05', '< 1e-15', '1')
    """
    if p < 1e-15:
        return "< 1e-15"
    if p > 0.99995:
        return "1"
    return f"{p:.1e}" if p < 0.0005 else f"{p:.4f}"


def statistic_text(finding: Finding) -> str:
    """The statistic, with its significant digits."""
    if finding.counts_repeats:
        return f"{finding.statistic:,.0f}"
    return f"{finding.statistic:,.2f}" if finding.both else p_text(finding.statistic)


def finding_sentence(finding: Finding, corrected: float) -> str:
    """The sentence about a failed test."""
    words = finding.words
    degrees = f" with {finding.degrees:,} degrees of freedom" if finding.degrees else ""
    where = f" ({finding.detail})" if finding.detail else ""
    fault = "counts nearer to even than chance brings them" if finding.is_too_good else words.looks_for
    return (
        f"{finding.subject}, {words.title.lower()}: {fault}{where}; statistic {statistic_text(finding)}{degrees}, "
        f"p-value {p_text(finding.p)}, corrected {p_text(corrected)}"
    )


def verdict_sentence(report: Report) -> str:
    """The verdict in one sentence."""
    run, verdict = report.runs[-1], report.verdict
    number, least = len(run.findings), min(run.corrected)
    if verdict is Verdict.PASSES:
        return (
            f"PASSES: none of {number} tests fails at 95%, corrected for their number; "
            f"the smallest corrected p-value is {p_text(least)}."
        )
    if verdict is Verdict.PASSES_AGAIN:
        again = ", ".join(_names(report.first.caught(0.95)))
        return (
            f"PASSES AT THE SECOND LOOK: {again} failed at 95% but not at 99%, corrected; with fresh data none of "
            f"{number} tests fails, and the smallest corrected p-value is {p_text(least)}."
        )
    level = _level(run)
    caught = run.caught(level)
    return f"{verdict.value.upper()}: {len(caught)} of {number} tests fail at {level:.0%}, corrected for their number."


def caught_sentences(report: Report, most: int = 10) -> list[str]:
    """The tests that fail, in words, the worst first."""
    run = report.runs[-1]
    corrected = dict(zip(run.findings, run.corrected, strict=True))
    caught = run.caught(_level(run)) if report.verdict.is_failure else ()
    sentences = [finding_sentence(finding, corrected[finding]) for finding in caught[:most]]
    return sentences + ([f"and {len(caught) - most} more"] if len(caught) > most else [])


def _level(run: Run) -> float:
    return 0.99 if run.fails_at(0.99) else 0.95


def _names(findings: Iterable[Finding]) -> list[str]:
    return [f"{finding.words.title.lower()} ({finding.subject})" for finding in findings]


def bias_sentence(question: RandomnessQuestion) -> str:
    """The sentence about a planted fault; empty if there is none."""
    return "" if question.bias is None else f"BIASED ON PURPOSE ({question.bias}): {BIASES[question.bias][0]}"


def data_rows(report: Report) -> Rows:
    """The rows about the tested data and its amount."""
    question, drawn = report.question, report.drawn
    shuffles = [
        (f"Shuffles of the {sample.subject}", f"{sample.shuffles:,}, {sample.orders.size:,} cards")
        for sample in drawn.samples
    ]
    draws = sum(int(counts.sum()) for counts in drawn.numbers.values())
    return [
        ("Bytes from", question.source_words),
        *shuffles,
        ("Raw bytes", f"{drawn.octets.size:,}"),
        ("Numbers below a limit", f"{draws:,}, for each limit from 2 to {max(drawn.numbers)}"),
        ("Code that deals", f"SHA-256 {code_hash(DEALING_MODULES)} over {', '.join(DEALING_MODULES)}"),
        ("Looks", "two: the first had a test that failed at 95% only" if report.second else "one"),
    ]


def level_rows(run: Run) -> list[tuple[str, ...]]:
    """For each confidence: how many tests fail alone, how many would by chance, and how many after correction."""
    number = len(run.findings)
    return [
        (
            f"{confidence:.0%}",
            f"{run.below(1 - confidence)}",
            f"{number * (1 - confidence):.1f}",
            f"{len(run.caught(confidence))}",
        )
        for confidence in CONFIDENCES
    ]


def finding_rows(run: Run, findings: Sequence[Finding] | None = None) -> list[tuple[str, ...]]:
    """A row for each test: subject, title, observations, statistic, degrees, p-value, corrected, verdicts."""
    corrected = dict(zip(run.findings, run.corrected, strict=True))
    return [
        (
            finding.subject,
            finding.words.title,
            f"{finding.seen:,}",
            statistic_text(finding),
            f"{finding.degrees:,}" if finding.degrees else "",
            p_text(finding.p),
            p_text(corrected[finding]),
            _mark(corrected[finding]),
        )
        for finding in (run.findings if findings is None else findings)
    ]


def _mark(corrected: float) -> str:
    return "fails at 99%" if corrected < 0.01 else "fails at 95%" if corrected < 0.05 else "passes"


def by_subject(run: Run) -> list[tuple[str, list[Finding]]]:
    """The findings, subject by subject, under their titles."""
    found: dict[str, list[Finding]] = {}
    for finding in run.findings:
        found.setdefault(finding.subject, []).append(finding)
    return [(_SUBJECTS.get(subject, f"The {subject}"), findings) for subject, findings in found.items()]


def command(question: RandomnessQuestion) -> str:
    """The command that repeats the test."""
    decks = "all" if question.decks == DECKS else question.decks[0]
    parts = ["pitboss rng-test", f"--deck {decks}", f"--shuffles {question.shuffles}"]
    if SHOE in question.decks and question.in_shoe != 6:
        parts.append(f"--decks {question.in_shoe}")
    if question.seed is not None:
        parts.append(f"--seed {question.seed!r}")
    if question.bias is not None:
        parts.append(f"--biased {question.bias}")
    return " ".join(parts)
