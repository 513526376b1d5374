"""How lists and pages of the card room look: tables for people, JSON for machines."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from cyclopts import Parameter
from msgspec import to_builtins
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from pitboss.cli.house.place import Place
from pitboss.cli.output import AsJson
from pitboss.cli.screen import open_screen, plain_table
from pitboss.house.local_time import LocalTime


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Looking(Place):
    """Somebody looks, and how they want it."""

    as_json: AsJson = False


LOOK: Final = Looking()
"""Somebody looks at the usual place."""


def show(looking: Looking, data: object, *page: RenderableType) -> None:
    """Data for machines, or a page for people."""
    if looking.as_json:
        print(json.dumps(data, indent=2, default=to_builtins))
        return
    screen = open_screen()
    for part in page:
        screen.print(part, crop=False)  # what is wider than the terminal is not cut off


def listed(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[str] = ()
) -> RenderableType:
    """A list with a title; amounts and numbers stand on the right."""
    table = plain_table(*columns, title=title)
    for column in table.columns:
        column.justify = "right" if str(column.header) in set(right) else "left"
    for row in rows:
        table.add_row(*(value if isinstance(value, LocalTime) else cell(value) for value in row))
    return table if table.row_count else Text(f"{title}: none.")


def facts(title: str, entries: Mapping[str, object]) -> Table:
    """Names and values, a line each."""
    table = plain_table("", "", title=title)
    table.show_header = False
    for name, value in entries.items():
        table.add_row(Text(name, style="dim"), cell(value))
    return table


_STYLES: Final = {
    "open": "green",
    "active": "green",
    "paid": "green",
    "approved": "green",
    "closed": "dim",
    "inactive": "dim",
    "suspended": "bold yellow",
    "pending": "bold yellow",
    "claimed": "bold yellow",
    "PENDING": "bold yellow",
    "locked": "bold red",
    "rejected": "red",
}
"""Words that stand out in a list."""


def cell(value: object) -> Text:
    """A value in a list; square brackets in what people wrote are letters, not markup.

    >>> cell(None).plain, cell(True).plain, cell("[red]").plain
    ('', 'yes', '[red]')
    """
    if isinstance(value, Text):
        return value
    text = "" if value is None else "yes" if value is True else "no" if value is False else str(value)
    return Text(text, style=_STYLES.get(text, ""))


@contextmanager
def progress(words: str) -> Iterator[Progress]:
    """A line that moves while long work is done, where somebody watches; it goes to the other stream than answers."""
    screen = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[at]}"))
    with Progress(
        *columns, TimeElapsedColumn(), console=screen, transient=True, disable=not screen.is_terminal
    ) as shown:
        shown.add_task(words, total=None, at="")
        yield shown
