"""The page of the results: the words of page.md, the rows, and the machine."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined

from groups import GROUPS
from machine import Machine
from rows import Row, comparison, disagreements, shown

WORDS = Path(__file__).with_name("page.md")


class Line(NamedTuple):
    """A row as it is printed."""

    number: int
    group: str
    work: str
    who: str
    figure: str
    ratio: str
    of_what: str
    measured: str


def lines(rows: Sequence[Row]) -> list[Line]:
    """By group; within a group in the order in which they were measured, which puts ours before the peers."""
    ordered = sorted(rows, key=lambda row: GROUPS.index(row.group))
    return [_line(number, row, rows) for number, row in enumerate(ordered, 1)]


def _line(number: int, row: Row, rows: Sequence[Row]) -> Line:
    figure = "not measured" if row.figure is None else f"{shown(row.figure)} {row.unit}"
    value, of_what = comparison(row, rows) or (None, "")
    ratio = "" if value is None else shown(value)
    return Line(number, row.group, row.work, row.who, figure, ratio, of_what, row.measured)


def write_page(rows: Sequence[Row], machine: Machine, day: date, load: str, quick: bool) -> str:
    """The page as text. A quick run says that its figures are none."""
    surroundings = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)
    words = surroundings.from_string(WORDS.read_text(encoding="utf-8"))
    text = words.render(
        lines=lines(rows), machine=machine, day=day, load=load, quick=quick, disagreeing=disagreements(rows)
    )
    return text.rstrip() + "\n"
