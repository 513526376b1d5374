"""The kinds of lab jobs by name: the inputs of each kind, their checks, and the function that computes the answer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from pitboss.lab.outcome_table import AnyReading
from pitboss.lab.question import Question, QuestionError
from pitboss.lab.sheets import par_sheet, wager_readings
from pitboss.lab.work import Resources
from pitboss.paytables import Catalogue, Game, Paytable, WagerPaytable, load_catalogue

Inputs = Mapping[str, Any]


class Kind(NamedTuple):
    """A kind of job."""

    words: str
    needs: Mapping[str, str]
    """Its inputs, with the meaning of each."""
    verify: Callable[[Inputs, Catalogue], None]
    run: Callable[[Inputs, Catalogue, Resources], dict[str, Any]]


def elsewhere(paytable: Paytable, wager: WagerPaytable, resources: Resources) -> Mapping[str, AnyReading]:
    """The outcome tables of wagers that the designer cannot compute itself."""
    question = replace(Question.ask(paytable.game.value, load_catalogue()), paytable=paytable)
    return wager_readings(wager, question, resources)


def _ask(inputs: Inputs, catalogue: Catalogue) -> Question:
    return Question.ask(
        str(inputs.get("designator", "")),
        catalogue,
        decks=inputs.get("decks"),
        rules=inputs.get("rules"),
        exact=_is_exact(inputs.get("exact", False)),
    )


def _is_exact(value: object) -> bool:
    if not isinstance(value, bool):
        raise QuestionError(f"exact is true or false, not {value!r}")
    return value


def _par(inputs: Inputs, catalogue: Catalogue, resources: Resources) -> dict[str, Any]:
    from pitboss.lab.plots.data import hold_plot, outcome_plot  # noqa: PLC0415

    sheet = par_sheet(_ask(inputs, catalogue), resources)
    plots = {wager.wager: [plot(wager).as_json() for plot in (outcome_plot, hold_plot)] for wager in sheet.wagers}
    return {"sheet": sheet.as_json(), "plots": plots}


def _verify(_inputs: Inputs, catalogue: Catalogue, resources: Resources) -> dict[str, Any]:
    from pitboss.lab.verify.judging import verify_all  # noqa: PLC0415

    return {"verdicts": [verdict.as_json() for verdict in verify_all(catalogue, resources)]}


def _design(inputs: Inputs, catalogue: Catalogue, resources: Resources) -> dict[str, Any]:
    from pitboss.lab.design import consequences, read_design, solve  # noqa: PLC0415

    design = read_design(str(inputs["text"]), catalogue)
    solution = solve(design, resources, elsewhere) if design.question is not None else None
    return consequences(design, resources, elsewhere).as_json() | {"solution": solution.as_json() if solution else None}


def _strategy(inputs: Inputs, catalogue: Catalogue, resources: Resources) -> dict[str, Any]:
    from pitboss.lab.plots.data import chart_plot  # noqa: PLC0415
    from pitboss.lab.power_blackjack.analysis import analyse  # noqa: PLC0415

    question = _ask({**inputs, "designator": Game.POWER_BLACKJACK.value}, catalogue)
    analysis = analyse(question.rules, resources)  # type: ignore[arg-type]
    answer = analysis.as_json()
    del answer["first_hands"]
    return answer | {"plots": {"chart": [chart_plot(analysis.chart).as_json()]}}


def _progressive(inputs: Inputs, catalogue: Catalogue, resources: Resources) -> dict[str, Any]:
    from pitboss.lab.plots.data import meter_plots  # noqa: PLC0415
    from pitboss.lab.progressives import progressive_sheets  # noqa: PLC0415

    wager = _progressive_wager(inputs, catalogue)
    sheets = progressive_sheets(wager, resources, others=inputs.get("others"))
    plots = [plot.as_json() for plot in meter_plots(sheets)]
    return {"readings": {name: sheet.as_json() for name, sheet in sheets.items()}, "plots": {"meter": plots}}


def _progressive_wager(inputs: Inputs, catalogue: Catalogue) -> WagerPaytable:
    paytable = catalogue[str(inputs.get("designator", ""))]
    wager = next((wager for wager in paytable.wagers if wager.meter is not None), None)
    if wager is None:
        raise QuestionError(f"{paytable.designator} is not a progressive: TCPP-1, TCPP-2, FSLPP-01 and FSLPP-03 are")
    return wager


def _is_progressive(inputs: Inputs, catalogue: Catalogue) -> None:
    _progressive_wager(inputs, catalogue)
    others = inputs.get("others")
    # True is an int in Python, but not a number here.
    if others is not None and (type(others) is not int or not 0 <= others <= _MAX_OTHERS):
        raise QuestionError(f"{others!r} others on envy: allowed are whole numbers from 0 to {_MAX_OTHERS}")


def _is_design(inputs: Inputs, catalogue: Catalogue) -> None:
    from pitboss.lab.design import read_design  # noqa: PLC0415

    if not isinstance(inputs.get("text"), str):
        raise QuestionError('a design needs its text: base = "TCP-6B1", then the changed pays')
    read_design(inputs["text"], catalogue)


_MAX_OTHERS: Final = 6
"""A table has seven seats. The progressives package has the same limit, but importing it would load the kernels."""

_OF_TABLE: Final = {
    "decks": "Power Blackjack: how many decks, 1 to 8",
    "rules": "the settings of a table, as they are stored",
    "exact": "Fortune San Lo: count every deal instead of sampling",
}

KINDS: Final = {
    "par": Kind(
        "The par sheet of a paytable or a game",
        {"designator": "a paytable or a game"} | _OF_TABLE,
        lambda inputs, catalogue: _nothing(_ask(inputs, catalogue)),
        _par,
    ),
    "verify": Kind("Every printed figure", {}, lambda _inputs, _catalogue: None, _verify),
    "design": Kind("An edited paytable", {"text": "the design, in TOML"}, _is_design, _design),
    "strategy": Kind(
        "The strategy chart of Power Blackjack",
        {name: _OF_TABLE[name] for name in ("decks", "rules")},
        lambda inputs, catalogue: _nothing(_ask({**inputs, "designator": "power-blackjack"}, catalogue)),
        _strategy,
    ),
    "progressive": Kind(
        "The meter of a progressive",
        {"designator": "a progressive", "others": f"how many other hands can award envy, 0 to {_MAX_OTHERS}"},
        _is_progressive,
        _progressive,
    ),
}
"""The kinds of jobs by name."""


def _nothing(_question: object) -> None:
    """Ignore the question: making it was the check."""


def verify_task(kind: str, inputs: Inputs, catalogue: Catalogue | None = None) -> None:
    """Refuse a job that cannot be done, in one sentence.

    >>> verify_task("par", {"designator": "TCP-99"})
    Traceback (most recent call last):
    pitboss.errors.UnknownNameError: there is no paytable 'TCP-99'; near it are TCP-09, TCPP-2, TCPP-1; games are \
three-card-poker, fortune-san-lo, double-draw, power-blackjack
    """
    _kind(kind, inputs).verify(inputs, catalogue or load_catalogue())


def run_task(kind: str, inputs: Inputs, resources: Resources, catalogue: Catalogue | None = None) -> dict[str, Any]:
    """Run a job; the answer has only JSON values.

    >>> answer = run_task("par", {"designator": "TCP-01"}, Resources(processes=1))
    >>> answer["sheet"]["wagers"][1]["readings"]["rules"]["house_edge"]["fraction"]
    '128/5525'
    """
    return _kind(kind, inputs).run(inputs, catalogue or load_catalogue(), resources)


def _kind(name: str, inputs: Inputs) -> Kind:
    if name not in KINDS:
        raise QuestionError(f"{name!r} is not a job of the lab: there are {', '.join(KINDS)}")
    unknown = sorted(set(inputs) - set(KINDS[name].needs))
    if unknown:
        known = ", ".join(KINDS[name].needs) or "none"
        raise QuestionError(f"{unknown[0]!r} is not an input of {name}: there are {known}")
    return KINDS[name]
