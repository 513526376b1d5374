"""Prints lists and pages of the card room: tables for people, JSON for machines, and files for the printer."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final

from cyclopts import Parameter
from msgspec import to_builtins
from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from pitboss.cli.house.place import Place
from pitboss.cli.output import OUTPUT, AsJson, open_screen, plain_table, write_bytes, written
from pitboss.games.event import Event
from pitboss.house.reports.gaming_day import LocalTime
from pitboss.printing import to_pdf


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class QueryOptions(Place):
    """The options of a command that only reads: the room, and the form of the output."""

    as_json: AsJson = False


NO_OPTIONS: Final = QueryOptions()
"""The default room, shown for people."""


def show(options: QueryOptions, data: object, *page: RenderableType) -> None:
    """Print data as JSON, or a page for people."""
    if options.as_json:
        print(json.dumps(data, indent=2, default=to_builtins))
        return
    screen = open_screen()
    for part in page:
        screen.print(part, crop=False)  # lines wider than the terminal are not cut off


def listed(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], *, right: Iterable[str] = ()
) -> RenderableType:
    """A list with a title; the columns named in ``right`` are aligned right."""
    table = plain_table(*columns, title=title)
    for column in table.columns:
        column.justify = "right" if str(column.header) in set(right) else "left"
    for row in rows:
        table.add_row(*(value if isinstance(value, LocalTime) else cell(value) for value in row))
    return table if table.row_count else Text(f"{title}: none.")


def facts(title: str, entries: Mapping[str, object]) -> Table:
    """Names and values, one pair on each line."""
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
"""The styles of status words in a list."""


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
    """Show a progress line during long work, on standard error and only in a terminal."""
    screen = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[at]}"))
    with Progress(
        *columns, TimeElapsedColumn(), console=screen, transient=True, disable=not screen.is_terminal
    ) as shown:
        shown.add_task(words, total=None, at="")
        yield shown


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Pages(QueryOptions):
    """The options for where to print a page: to the terminal, or into files."""

    html: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a page into this file.")] = None
    pdf: Annotated[str | None, Parameter(group=OUTPUT, help="Write it as a PDF into this file.")] = None

    def write(self, make: Callable[[], str], *, for_everybody: bool = False) -> list[str]:
        """Write the requested files, and return their names."""
        if self.html:
            with written(self.html, for_everybody=for_everybody) as file:
                file.write(make())
        if self.pdf:
            write_bytes(self.pdf, to_pdf(make()), for_everybody=for_everybody)
        return [name for name in (self.html, self.pdf) if name]


PAGES: Final = Pages()


def say_where(title: str, files: Sequence[str]) -> None:
    """Print the names of the files that were written."""
    open_screen().print(f"{title} is in {', '.join(files)}", soft_wrap=True)


def in_words(event: Mapping[str, Any]) -> str:
    """Describe a stored event in words.

    >>> in_words({"event": "announced", "words": "No more bets"})
    'the dealer says: No more bets'
    >>> in_words({"event": "of-a-later-version", "seat": 3})
    'of a later version: seat 3'
    """
    values = {name: value for name, value in event.items() if name != "event"}
    for kind in _kinds_of_events().get(event["event"], ()):
        known = kind.from_json(values)
        if known is not None:
            return known.sentence
    entries = ", ".join(f"{name} {value}" for name, value in values.items())
    return f"{event['event'].replace('-', ' ')}: {entries}"


@cache
def _kinds_of_events() -> dict[str, list[type[Event]]]:
    """Every kind of event by its name. A table and a keypad both have an envy event, with different fields."""
    kinds: dict[str, list[type[Event]]] = {}
    waiting: list[type[Event]] = [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        kinds.setdefault(re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower(), []).append(kind)
    return kinds
