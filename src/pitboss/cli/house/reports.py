"""``pitboss report``: reports of a gambling day, a week or a quarter."""

from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import App, Parameter

from pitboss.cli.house.place import reading, time_of_room
from pitboss.cli.house.showing import Pages, say_where, show
from pitboss.cli.output import OUTPUT, open_screen, written
from pitboss.house.reports.making import Span, make_report
from pitboss.house.reports.output import as_html, as_text, write_csv

app = App(name="report")

Day = Annotated[str | None, Parameter(help="A gambling day, such as 2026-11-15; today where none is named.")]
FirstDay = Annotated[str | None, Parameter(help="The first gambling day.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Printing(Pages):
    """Where a report goes: to the terminal, or into files."""

    csv: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as CSV into this file.")] = None


PRINT: Final = Printing()


@app.command
def master(*, day: Day = None, out: Printing = PRINT) -> None:
    """The master game report: drop, win and hold of every table and game on a gambling day."""
    _print(out, "master-game", day)


@app.command
def trial_balance(*, day: Day = None, out: Printing = PRINT) -> None:
    """Every account, and that all of them together are nothing: now, or at the end of a gambling day."""
    _print(out, "trial-balance", day)


@app.command
def deposits(*, day: Day = None, out: Printing = PRINT) -> None:
    """What the progressives accrued in the week of a gambling day, to be deposited."""
    _print(out, "deposits", day)


@app.command
def meters(
    meter: Annotated[str | None, Parameter(help="One progressive; all where none is named.")] = None,
    /,
    *,
    day: Annotated[str | None, Parameter(help="The last gambling day; today where none is named.")] = None,
    since: FirstDay = None,
    out: Printing = PRINT,
) -> None:
    """The history of progressives over some days, the last seven where none are named, and their last 25 hits."""
    _print(out, "meters", day, since, meter)


@app.command
def reconciliation(
    *,
    day: Annotated[str | None, Parameter(help="The last gambling day; today where none is named.")] = None,
    since: FirstDay = None,
    out: Printing = PRINT,
) -> None:
    """What displays showed and what the books say, over a quarter or since a day, with the alarm over $50."""
    _print(out, "reconciliation", day, since)


@app.command
def theory(
    *,
    day: Annotated[str | None, Parameter(help="The last gambling day; today where none is named.")] = None,
    since: FirstDay = None,
    out: Printing = PRINT,
) -> None:
    """Win and hold of every table against theory with the control band, on a gambling day or since another."""
    _print(out, "theory", day, since)


def _print(out: Printing, name: str, day: str | None, since: str | None = None, meter: str | None = None) -> None:
    with reading(out) as (connection, house):
        report = make_report(connection, name, Span(house, time_of_room(connection, house), day, since), meter)
    if out.csv:
        with written(out.csv) as file:
            write_csv(report, file)
    files = [*([out.csv] if out.csv else []), *out.write(lambda: as_html(report, house.name))]
    if out.as_json or not files:
        show(out, report.as_json() | {"alarms": list(report.alarms)}, as_text(report))
    else:
        for alarm in report.alarms:
            open_screen().print(f"ALARM: {alarm}", style="bold red", soft_wrap=True)
        say_where(report.title, files)
