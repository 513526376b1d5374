"""``pitboss report``: a command for every report of the registry."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import App, Parameter

from pitboss.cli.house.place import reading, time_of_room
from pitboss.cli.house.showing import Pages, say_where, show
from pitboss.cli.output import OUTPUT, open_screen, written
from pitboss.house.reports.registry import REPORTS, ReportDays, ReportKind
from pitboss.house.reports.report_list import make_report
from pitboss.house.reports.sheet import as_html, as_text, for_machines, write_csv
from pitboss.house.reports.span import Span

Meter = Annotated[str | None, Parameter(help="One progressive; all where none is named.")]
Day = Annotated[str | None, Parameter(help="A gaming day, such as 2026-11-15; today where none is named.")]
LastDay = Annotated[str | None, Parameter(help="The last gaming day; today where none is named.")]
FirstDay = Annotated[str | None, Parameter(help="The first gaming day.")]


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Printing(Pages):
    """The options for where to print a report: to the terminal, or into files."""

    csv: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as CSV into this file.")] = None


PRINT: Final = Printing()


def report_app() -> App:
    """The group of commands, with one for each report that is registered now."""
    made = App(name="report")
    for name, kind in REPORTS.items():
        made.command(_command_of(name, kind), name=name)
    return made


def _command_of(name: str, kind: ReportKind) -> Callable[..., None]:
    def run(meter: str | None = None, /, *, out: Printing = PRINT, **days: str | None) -> None:
        _print(out, name, meter, **days)

    entries = list(_entries(kind))
    run.__doc__ = kind.words
    run.__signature__ = inspect.Signature(entries)  # type: ignore[attr-defined]
    run.__annotations__ = {entry.name: entry.annotation for entry in entries} | {"return": None}
    return run


def _entries(kind: ReportKind) -> Iterator[inspect.Parameter]:
    """The arguments and options of a report."""
    typed, named = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.KEYWORD_ONLY
    if kind.is_by_meter:
        yield inspect.Parameter("meter", typed, default=None, annotation=Meter)
    is_span = kind.days is ReportDays.SPAN
    yield inspect.Parameter("day", named, default=None, annotation=LastDay if is_span else Day)
    if is_span:
        yield inspect.Parameter("since", named, default=None, annotation=FirstDay)
    yield inspect.Parameter("out", named, default=PRINT, annotation=Printing)


def _print(out: Printing, name: str, meter: str | None, *, day: str | None = None, since: str | None = None) -> None:
    with reading(out) as (connection, house):
        report = make_report(connection, name, Span(house, time_of_room(connection, house), day, since, meter))
    if out.csv:
        with written(out.csv) as file:
            write_csv(report, file)
    files = [*([out.csv] if out.csv else []), *out.write(lambda: as_html(report, house.name))]
    if out.as_json or not files:
        show(out, for_machines(report), as_text(report))
    else:
        for alarm in report.alarms:
            open_screen().print(f"ALARM: {alarm}", style="bold red", soft_wrap=True)
        say_where(report.title, files)


app: Final = report_app()
