"""What a measurement says: a row of the one table, and how it compares. Standard library only: the peers use it too."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

OURS = "Pitboss"
LESS_IS_BETTER = {"s", "ms", "MB"}


@dataclass(frozen=True)
class Row:
    """One figure. It is held against a mark, or against another row of the same run, or stands alone."""

    group: str
    work: str
    who: str
    figure: float | None
    """None where it could not be measured; ``measured`` then says why."""
    unit: str
    measured: str
    """One sentence: what exactly was measured, and why the comparison is fair."""
    mark: float | None = None
    mark_words: str = ""
    """Where the mark comes from, if its number does not say enough."""
    name: str = ""
    """By which other rows are held against this one."""
    against: str = ""
    """A row of ours whose figure is divided by this one: how much better we are."""
    over: str = ""
    """A row of ours by whose figure this one is divided: what more work or more processes bring."""
    worth: str = ""
    """A hash over what the hands were found worth: all who value the same hands must agree."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def from_json(said: Mapping[str, Any]) -> "Row":
        return Row(**said)


def not_measured(group: str, work: str, who: str, why: str) -> Row:
    return Row(group, work, who, None, "", f"Not measured: {why}.")


def better(row: Row, than: float) -> float:
    """How many times as good a figure is as another of its unit: above one is better, whatever the unit."""
    assert row.figure is not None
    return than / row.figure if row.unit in LESS_IS_BETTER else row.figure / than


def comparison(row: Row, rows: Iterable[Row]) -> tuple[float, str] | None:
    """The ratio of a row, and of what it is; above one is good for us."""
    if row.figure is None:
        return None
    if row.mark is not None:
        return better(row, row.mark), f"this to the mark of {row.mark_words or f'{shown(row.mark)} {row.unit}'}"
    other = next((other for other in rows if other.name and other.name in (row.against, row.over)), None)
    if other is None or other.figure is None:
        return None
    if row.against:
        return better(other, row.figure), f"ours, {other.work}, to this"
    return better(row, other.figure), f"this to {other.work}"


def shown(figure: float) -> str:
    """A figure with three digits that count; M is a million."""
    if abs(figure) >= 1e6:
        return f"{shown(figure / 1e6)} M"
    digits = 0 if abs(figure) >= 100 else 1 if abs(figure) >= 10 else 2 if abs(figure) >= 0.1 else 4
    return f"{figure:,.{digits}f}"


def disagreements(rows: Iterable[Row]) -> list[str]:
    """Who found the same hands worth something else than we did."""
    valued = [row for row in rows if row.worth]
    ours = {row.worth for row in valued if row.who == OURS}
    return [row.who for row in valued if ours and row.worth not in ours]
