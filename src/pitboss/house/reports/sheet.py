"""The tables of a report, and how they are printed: for the terminal, as CSV, as an HTML page for PDF, or as JSON."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TextIO, runtime_checkable

from jinja2 import Environment
from msgspec import UNSET, Struct, UnsetType, structs
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from pitboss.dates import written_day
from pitboss.house.records.export import harmless
from pitboss.house.reports.gaming_day import LocalTime
from pitboss.paytables import print_dollars
from pitboss.printing import pages_of
from pitboss.printing.tables import WholeTable
from pitboss.progressive import MILLICENTS, print_millicents

if TYPE_CHECKING:
    from pitboss.lab.plots.data import Plot


@dataclass(frozen=True, order=True)
class Money:
    """An amount in a sheet.

    >>> str(Money(123_450_000)), Money(-30_331).plain
    ('$1,234.50', '-0.30331')
    """

    millicents: int

    @staticmethod
    def of_cents(cents: int) -> "Money":
        """An amount of whole cents."""
        return Money(cents * MILLICENTS)

    def __str__(self) -> str:
        return print_millicents(self.millicents)

    @property
    def plain(self) -> str:
        """The amount in dollars for a spreadsheet, exact."""
        dollars, rest = divmod(abs(self.millicents), 100 * MILLICENTS)
        sign = "-" if self.millicents < 0 else ""
        digits = f"{rest:05}"
        return f"{sign}{dollars}.{digits[:2]}{digits[2:].rstrip('0')}"


@dataclass(frozen=True, order=True)
class Day:
    """A day in a sheet.

    >>> str(Day("2026-11-15")), Day("2026-11-15").plain
    ('Nov 15, 2026', '2026-11-15')
    """

    plain: str

    def __str__(self) -> str:
        return written_day(self.plain)


Cell = str | int | Money | Day | LocalTime | Fraction | None
"""One cell of a sheet: words, a number, an amount, a day, an instant, a share, or nothing."""


@dataclass(frozen=True)
class ReportTable:
    """One table of a report.

    >>> ReportTable("Tables", ("Table", "Win"), (("T1", Money(500_000)),)).rows[0][0]
    'T1'
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[Cell, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def numeric(self) -> tuple[bool, ...]:
        """For each column, whether it holds numbers and is aligned right."""
        lines = [*self.rows, *([self.totals] if self.totals else [])]
        return tuple(
            any(isinstance(line[place], (int, Money, Fraction)) for line in lines) for place in range(len(self.columns))
        )


class ReportView(Struct, frozen=True, kw_only=True):
    """A report for machines; amounts in cents or thousandths of a cent, as their names say.

    Each report has a type of its own, and ``report`` in its JSON names it.
    """

    alarms: list[str] | UnsetType = UNSET
    """What must be looked into; left out inside another report, and in the hash of a closed day."""


class Report(Protocol):
    """What every report provides."""

    @property
    def title(self) -> str:
        """The report's name and its days."""

    @property
    def alarms(self) -> Sequence[str]:
        """What must be looked into, in sentences."""

    def sheets(self) -> Sequence[ReportTable]:
        """Its tables."""

    def view(self) -> ReportView:
        """The report for machines."""


@runtime_checkable
class Pictured(Protocol):
    """A report that also has plots."""

    def pictures(self) -> Sequence["Plot"]:
        """Its plots."""


def print_cell(cell: Cell) -> str:
    """A cell for people.

    >>> print_cell(Fraction(1, 8)), print_cell(None), print_cell(12345)
    ('12.50%', '', '12,345')
    """
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return f"{float(cell * 100):.2f}%"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def plain_cell(cell: Cell) -> str | int | float | Decimal:
    """A cell for a spreadsheet: amounts and shares as numbers, days and instants as ISO.

    >>> str(plain_cell(Money(123_450_000))), plain_cell(Fraction(1, 8)), plain_cell(Day("2026-11-15"))
    ('1234.50', 0.125, '2026-11-15')
    """
    if cell is None:
        return ""
    if isinstance(cell, Fraction):
        return round(float(cell), 6)
    if isinstance(cell, Money):
        return Decimal(cell.plain)
    return cell.plain if isinstance(cell, (Day, LocalTime)) else cell


def render(template: str, **values: Any) -> str:
    """A page of ``house/pages``, filled in. Text from people is escaped, never shown as HTML.

    >>> "&lt;b&gt;" in render("report.html", title="<b>", house="Lucky Ace", alarms=[], sheets=[])
    True
    """
    return _pages().get_template(template).render(**values)


@cache
def _pages() -> Environment:
    pages = pages_of("pitboss.house")
    pages.filters |= {"cell": print_cell, "dollars": print_dollars}
    return pages


def as_text(report: Report) -> RenderableType:
    """The report for the terminal."""
    parts: list[RenderableType] = [Text(report.title, style="bold")]
    parts += [Text(f"ALARM: {alarm}", style="bold red") for alarm in report.alarms]
    for sheet in report.sheets():
        rows = _WholeAmounts(sheet) if sheet.rows else Text("Nothing.", style="dim")
        parts += [Text(), Text(sheet.title, style="bold green"), rows]
        parts += [Text(note, style="dim") for note in sheet.notes]
    return Group(*parts)


@dataclass(frozen=True)
class _WholeAmounts:
    """A sheet that gets wider than the terminal rather than break an amount: $20,00 above a 0 reads as another one."""

    sheet: ReportTable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        anything = options.update(max_width=_WIDEST)
        table = _table(self.sheet)
        if console.measure(table, options=anything).maximum > options.max_width:
            table = _table(self.sheet, between_words="\n")
        least = console.measure(table, options=anything).minimum
        yield from console.render(table, options.update(max_width=max(least, options.max_width)))


_WIDEST: Final = 10_000


def _table(sheet: ReportTable, between_words: str = " ") -> Table:
    """A sheet as a table; to make it narrow, the titles of number columns break between words."""
    table = WholeTable(header_style="bold", box=None)
    table.pad_edge = False
    for column, is_number in zip(sheet.columns, sheet.numeric, strict=True):
        if is_number:
            table.add_column(column.replace(" ", between_words), justify="right", no_wrap=True)
        else:
            table.add_column(column, overflow="fold")
    for row in sheet.rows:
        # Square brackets in what people wrote are letters, not markup.
        table.add_row(*(Text(print_cell(cell)) for cell in row))
    if sheet.totals is not None:
        table.add_row(*(Text(print_cell(cell), style="bold") for cell in sheet.totals))
    return table


def write_csv(report: Report, out: TextIO) -> None:
    """Write the report as CSV: each sheet after a line with its title, an empty line between two sheets."""
    writer = csv.writer(out)
    writer.writerow(harmless([report.title]))
    for alarm in report.alarms:
        writer.writerow(harmless(["ALARM", alarm]))
    for sheet in report.sheets():
        writer.writerow([])
        writer.writerow(harmless([sheet.title]))
        writer.writerow(harmless(sheet.columns))
        for row in [*sheet.rows, *([sheet.totals] if sheet.totals else [])]:
            writer.writerow(harmless(map(plain_cell, row)))


def as_html(report: Report, house: str) -> str:
    """The report as a page, which :func:`pitboss.printing.to_pdf` prints."""
    values = {"title": report.title, "alarms": report.alarms, "sheets": report.sheets(), "pictures": _pictures(report)}
    return render("report.html", house=house, **values)


def _pictures(report: Report) -> list[str]:
    plots = report.pictures() if isinstance(report, Pictured) else ()
    if not plots:
        return []
    # The drawing library takes a second to load.
    from pitboss.lab.plots.drawing import as_svg_data  # noqa: PLC0415

    return [as_svg_data(plot) for plot in plots]


def for_machines(report: Report) -> ReportView:
    """The report for machines, with its alarms."""
    return structs.replace(report.view(), alarms=list(report.alarms))


class PrintedTable(Struct, frozen=True, kw_only=True):
    """A table of a report, with every cell as text."""

    title: str
    columns: tuple[str, ...]
    numeric: tuple[bool, ...]
    """For each column, whether it is aligned right."""
    rows: list[list[str]]
    totals: list[str] | None
    notes: tuple[str, ...]


class PrintedReport(Struct, frozen=True, kw_only=True):
    """A report for pages that show it."""

    title: str
    alarms: list[str]
    sheets: list[PrintedTable]


def as_sheets(report: Report) -> PrintedReport:
    """The report for pages that show it: its tables, with every cell as text."""
    sheets = [_printed(each) for each in report.sheets()]
    return PrintedReport(title=report.title, alarms=list(report.alarms), sheets=sheets)


def _printed(sheet: ReportTable) -> PrintedTable:
    return PrintedTable(
        title=sheet.title,
        columns=sheet.columns,
        numeric=sheet.numeric,
        rows=[list(map(print_cell, row)) for row in sheet.rows],
        totals=None if sheet.totals is None else list(map(print_cell, sheet.totals)),
        notes=sheet.notes,
    )
