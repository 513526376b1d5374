"""``pitboss report``: reports of a gambling day, a week or a quarter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from cyclopts import App, Parameter
from sqlalchemy import Connection

from pitboss.cli.house.days import days_before, gambling_day
from pitboss.cli.house.files import written
from pitboss.cli.house.pages import Pages, say_where
from pitboss.cli.house.place import reading
from pitboss.cli.house.showing import OUTPUT, show
from pitboss.cli.screen import open_screen
from pitboss.house.property import Property
from pitboss.house.reports.deposits import deposit_report
from pitboss.house.reports.master import master_game_report
from pitboss.house.reports.meter_history import meter_history
from pitboss.house.reports.meter_sums import meter_ids
from pitboss.house.reports.output import as_html, as_text, write_csv
from pitboss.house.reports.reconciliation import reconciliation
from pitboss.house.reports.sheet import Report, Sheet
from pitboss.house.reports.trial_balance import trial_balance

app = App(name="report")

WEEK: Final = 7
QUARTER: Final = 13 * WEEK

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
    _print(out, lambda connection, house: master_game_report(connection, house, gambling_day(house, day)))


@app.command(name="trial-balance")
def show_trial_balance(*, day: Day = None, out: Printing = PRINT) -> None:
    """Every account, and that all of them together are nothing: now, or at the end of a gambling day."""
    _print(
        out,
        lambda connection, house: trial_balance(connection, house, gambling_day(house, day) if day else None),
    )


@app.command
def deposits(*, day: Day = None, out: Printing = PRINT) -> None:
    """What the progressives accrued in the week of a gambling day, to be deposited."""
    _print(out, lambda connection, house: deposit_report(connection, house, gambling_day(house, day)))


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

    def make(connection: Connection, house: Property) -> Report:
        last = gambling_day(house, day)
        first = gambling_day(house, since or days_before(last, WEEK - 1))
        wanted = [meter] if meter else meter_ids(connection, house.property_id)
        return Together(
            f"Progressives, gambling days {first} to {last}",
            [meter_history(connection, house, meter_id, first, last) for meter_id in wanted],
        )

    _print(out, make)


@app.command(name="reconciliation")
def show_reconciliation(
    *,
    day: Annotated[str | None, Parameter(help="The last gambling day; today where none is named.")] = None,
    since: FirstDay = None,
    out: Printing = PRINT,
) -> None:
    """What displays showed and what the books say, over a quarter or since a day, with the alarm over $50."""

    def make(connection: Connection, house: Property) -> Report:
        last = gambling_day(house, day)
        return reconciliation(connection, house, gambling_day(house, since or days_before(last, QUARTER - 1)), last)

    _print(out, make)


@dataclass(frozen=True)
class Together:
    """Several reports as one."""

    title: str
    reports: Sequence[Report]

    @property
    def alarms(self) -> Sequence[str]:
        """What any of them says."""
        return [alarm for report in self.reports for alarm in report.alarms]

    def sheets(self) -> Sequence[Sheet]:
        """The sheets of each, with its title before theirs."""
        return [
            replace(sheet, title=f"{report.title}: {sheet.title}")
            for report in self.reports
            for sheet in report.sheets()
        ]

    def as_json(self) -> dict[str, Any]:
        """All of them for machines."""
        return {"reports": [report.as_json() for report in self.reports]}


def _print(out: Printing, make: Callable[[Connection, Property], Report]) -> None:
    with reading(out) as (connection, house):
        report = make(connection, house)
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
