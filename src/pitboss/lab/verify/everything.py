"""All printed figures at once."""

from collections.abc import Mapping
from fractions import Fraction

from pitboss.lab.outcome_table import PRINTED_FIGURES
from pitboss.lab.question import Question
from pitboss.lab.sheets import wager_readings
from pitboss.lab.verify.claim import claims_of
from pitboss.lab.verify.explanations import Explanations, shipped_explanations
from pitboss.lab.verify.judging import Verdict, judge
from pitboss.lab.work import Means
from pitboss.paytables import Catalogue, Paytable, WagerPaytable


def verify_all(catalogue: Catalogue, means: Means, explanations: Explanations | None = None) -> list[Verdict]:
    """The verdict on every figure that is printed about any paytable, in the order of the catalogue."""
    known = shipped_explanations() if explanations is None else explanations
    verdicts = []
    for paytable in catalogue:
        exact = {wager.wager.slug: exact_figures(paytable, wager, catalogue, means) for wager in paytable.wagers}
        for claim in claims_of([paytable]):
            verdicts.append(judge(claim, exact[claim.wager].get(claim.figure, {}), known))
    return verdicts


def exact_figures(
    paytable: Paytable, wager: WagerPaytable, catalogue: Catalogue, means: Means
) -> dict[str, dict[str, Fraction]]:
    """The printed figures of a wager worked out, by name and reading; without those that cannot be derived.

    >>> from pitboss.paytables import load_catalogue
    >>> catalogue = load_catalogue()
    >>> table = catalogue["TCP-6B1"]
    >>> found = exact_figures(table, table.wagers[0], catalogue, Means(processes=1))
    >>> round(float(found["house-advantage"]["rules"]), 6)
    0.102248
    """
    if not wager.printed:
        return {}
    if wager.wager.is_progressive:
        return _progressive_figures(wager, means)
    readings = wager_readings(wager, Question.ask(paytable.designator, catalogue), means)
    return {
        figure.name: {
            name: exact
            for name, reading in readings.items()
            if (exact := getattr(reading, PRINTED_FIGURES[figure.name]).exact) is not None
        }
        for figure in wager.printed
        if figure.name in PRINTED_FIGURES
    }


def _progressive_figures(wager: WagerPaytable, means: Means) -> dict[str, dict[str, Fraction]]:
    from pitboss.lab.progressives import progressive_sheets  # noqa: PLC0415

    sheets = progressive_sheets(wager, means, with_quantiles=False)
    found: dict[str, Mapping[str, Fraction | None]] = {
        figure.name: {name: sheet.figure(figure.name) for name, sheet in sheets.items()} for figure in wager.printed
    }
    return {
        figure: {name: exact for name, exact in readings.items() if exact is not None}
        for figure, readings in found.items()
    }
