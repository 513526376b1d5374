"""Judges printed figures: each agrees, agrees as the approval computed it, has a rounding slip, or differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pitboss.lab.outcome_table import PRINTED_FIGURES
from pitboss.lab.question import Question
from pitboss.lab.sheet import PRINTED, RULES
from pitboss.lab.sheets import wager_readings
from pitboss.lab.verify.claim import Claim, Explanations, claims_of, shipped_explanations
from pitboss.lab.work import Resources
from pitboss.paytables import Catalogue, Paytable, WagerPaytable


class VerdictKind(StrEnum):
    """The possible verdicts on a printed figure.

    >>> VerdictKind.UNEXPLAINED.is_failure
    True
    """

    AGREES = "agrees"
    AGREES_AS_PRINTED = "agrees under the printed reading"
    ROUNDING_SLIP = "rounding slip"
    DIFFERS = "differs"
    NOT_DERIVED = "cannot be derived"
    UNEXPLAINED = "differs, and nobody knows why"

    @property
    def is_failure(self) -> bool:
        """Whether the figure neither agrees nor is explained."""
        return self is VerdictKind.UNEXPLAINED


@dataclass(frozen=True)
class Verdict:
    """A printed figure, the exact one, and the verdict.

    >>> claim = Claim("FSLP-01", "fortune-bonus", "estimated-hold", "21%")
    >>> Verdict(claim, None, VerdictKind.NOT_DERIVED, "there is no model").words
    'cannot be derived: there is no model'
    """

    claim: Claim
    exact: Fraction | None
    """The exact value that the verdict is about; by the rules if none agrees."""
    kind: VerdictKind
    why: str = ""

    @property
    def words(self) -> str:
        """The verdict in words."""
        return f"{self.kind}: {self.why}" if self.why else str(self.kind)

    def as_json(self) -> dict[str, Any]:
        """The verdict as JSON."""
        claim, exact = self.claim, self.exact
        return {
            "designator": claim.designator,
            "wager": claim.wager,
            "figure": claim.figure,
            "printed": claim.text,
            "exact": {"fraction": str(exact), "text": claim.as_printed(exact)} if exact is not None else None,
            "verdict": self.kind.value,
            "why": self.why,
        }


def judge(claim: Claim, exact: Mapping[str, Fraction], explanations: Explanations) -> Verdict:
    """The verdict on a claim, given the exact figure under each reading that there is.

    >>> claim = Claim("TCP-01", "ante-bonus", "par-per-ante", "3.37%")
    >>> judge(claim, {"rules": Fraction(337_296, 10_000_000)}, {}).words
    'agrees'
    >>> judge(claim, {"rules": Fraction(40, 1000)}, {}).kind.is_failure
    True
    """
    for reading, kind in ((RULES, VerdictKind.AGREES), (PRINTED, VerdictKind.AGREES_AS_PRINTED)):
        if reading in exact and claim.rounded(exact[reading]) == claim.value:
            return Verdict(claim, exact[reading], kind)
    known = explanations.get((claim.designator, claim.figure, claim.text))
    nearest = min(exact.values(), key=lambda value: abs(value - claim.value), default=None)
    if known is None:
        return Verdict(claim, nearest, VerdictKind.UNEXPLAINED)
    kind = VerdictKind(known.verdict)
    if not _stands(kind, claim, nearest):
        return Verdict(
            claim, nearest, VerdictKind.UNEXPLAINED, f"{known.verdict} is the explanation, but it is not true"
        )
    return Verdict(claim, nearest, kind, known.why)


def _stands(kind: VerdictKind, claim: Claim, exact: Fraction | None) -> bool:
    """Whether an explanation can be true: a slip is less than one in the last place, and a difference was derived."""
    if kind is VerdictKind.NOT_DERIVED:
        return exact is None
    return exact is not None and (kind is VerdictKind.DIFFERS or abs(exact - claim.value) < claim.step)


def verify_all(catalogue: Catalogue, resources: Resources, explanations: Explanations | None = None) -> list[Verdict]:
    """The verdict on every printed figure of every paytable, in the order of the catalogue."""
    known = shipped_explanations() if explanations is None else explanations
    verdicts = []
    for paytable in catalogue:
        exact = {wager.wager.slug: exact_figures(paytable, wager, catalogue, resources) for wager in paytable.wagers}
        for claim in claims_of([paytable]):
            verdicts.append(judge(claim, exact[claim.wager].get(claim.figure, {}), known))
    return verdicts


def exact_figures(
    paytable: Paytable, wager: WagerPaytable, catalogue: Catalogue, resources: Resources
) -> dict[str, dict[str, Fraction]]:
    """Compute the printed figures of a wager, by name and outcome table, except those that cannot be derived.

    >>> from pitboss.paytables import load_catalogue
    >>> catalogue = load_catalogue()
    >>> table = catalogue["TCP-6B1"]
    >>> found = exact_figures(table, table.wagers[0], catalogue, Resources(processes=1))
    >>> round(float(found["house-advantage"]["rules"]), 6)
    0.102248
    """
    if not wager.printed:
        return {}
    if wager.wager.is_progressive:
        return _progressive_figures(wager, resources)
    readings = wager_readings(wager, Question.ask(paytable.designator, catalogue), resources)
    return {
        figure.name: {
            name: exact
            for name, reading in readings.items()
            if (exact := getattr(reading, PRINTED_FIGURES[figure.name]).exact) is not None
        }
        for figure in wager.printed
        if figure.name in PRINTED_FIGURES
    }


def _progressive_figures(wager: WagerPaytable, resources: Resources) -> dict[str, dict[str, Fraction]]:
    from pitboss.lab.progressives import progressive_sheets  # noqa: PLC0415

    sheets = progressive_sheets(wager, resources, with_quantiles=False)
    found: dict[str, Mapping[str, Fraction | None]] = {
        figure.name: {name: sheet.figure(figure.name) for name, sheet in sheets.items()} for figure in wager.printed
    }
    return {
        figure: {name: exact for name, exact in readings.items() if exact is not None}
        for figure, readings in found.items()
    }
