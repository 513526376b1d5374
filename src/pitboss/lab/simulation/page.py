"""A simulation as a page, with its plots drawn into it."""

from collections.abc import Sequence
from datetime import datetime
from importlib.metadata import version

from pitboss.lab.simulation.checking import Check
from pitboss.lab.simulation.report import day_rows, ending_rows, meter_rows, plots_of, session_rows, wager_rows
from pitboss.lab.simulation.result import Result
from pitboss.printing import pages_of


def parts_of(result: Result) -> list[tuple[str, list[tuple[str, str]]]]:
    """The parts of a report beside the wagers: those that there is something to say of."""
    parts = [("Sessions", session_rows(result)), ("Gambling days", day_rows(result)), ("The meter", meter_rows(result))]
    return [(title, rows) for title, rows in parts if rows]


def as_html(result: Result, checks: Sequence[Check], made_at: datetime) -> str:
    """The page."""
    from pitboss.lab.plots.drawing import as_svg_data  # noqa: PLC0415

    game = result.simulation.game.label
    return (
        pages_of("pitboss.lab.simulation")
        .get_template("simulation.html")
        .render(
            title=f"Simulation of {game}",
            house=game,
            result=result,
            checks=checks,
            version=version("pitboss"),
            made_at=made_at,
            wagers=wager_rows(result),
            endings=ending_rows(result),
            parts=parts_of(result),
            plots=[as_svg_data(plot) for plot in plots_of(result)],
        )
    )
