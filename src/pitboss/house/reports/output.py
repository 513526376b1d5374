"""A report to the terminal, as CSV, as a page, and as sheets for a page that others draw."""

import csv
from dataclasses import dataclass
from typing import Any, Final, TextIO

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from pitboss.house.records.export import harmless
from pitboss.house.reports.printing import render
from pitboss.house.reports.sheet import Pictured, Report, Sheet, plain_cell, print_cell
from pitboss.printing.tables import WholeTable


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
    """A sheet that is rather wider than the terminal than that an amount is broken: $20,00 above a 0 is another one."""

    sheet: Sheet

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        anything = options.update(max_width=_WIDEST)
        table = _table(self.sheet)
        if console.measure(table, options=anything).maximum > options.max_width:
            table = _table(self.sheet, between_words="\n")
        least = console.measure(table, options=anything).minimum
        yield from console.render(table, options.update(max_width=max(least, options.max_width)))


_WIDEST: Final = 10_000


def _table(sheet: Sheet, between_words: str = " ") -> Table:
    """A sheet; where it must be narrow, the words in the titles of its numbers stand one above the other."""
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
    """The report as CSV: each sheet after a line with its title, an empty line between two."""
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
    told = {"title": report.title, "alarms": report.alarms, "sheets": report.sheets(), "pictures": _pictures(report)}
    return render("report.html", house=house, **told)


def _pictures(report: Report) -> list[str]:
    plots = report.pictures() if isinstance(report, Pictured) else ()
    if not plots:
        return []
    # What draws takes a second to load.
    from pitboss.lab.plots.drawing import as_svg_data  # noqa: PLC0415

    return [as_svg_data(plot) for plot in plots]


def as_sheets(report: Report) -> dict[str, Any]:
    """The report for machines that show it: its tables, with every cell as it is printed."""
    sheets = [_printed(each) for each in report.sheets()]
    return {"title": report.title, "alarms": list(report.alarms), "sheets": sheets}


def _printed(sheet: Sheet) -> dict[str, Any]:
    return {
        "title": sheet.title,
        "columns": list(sheet.columns),
        "numeric": list(sheet.numeric),
        "rows": [list(map(print_cell, row)) for row in sheet.rows],
        "totals": None if sheet.totals is None else list(map(print_cell, sheet.totals)),
        "notes": list(sheet.notes),
    }
