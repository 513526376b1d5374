"""A sheet: one table of a report, before anybody decides whether it goes to the terminal, a file or a printer."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pitboss.dates import written_day
from pitboss.house.reports.local_time import LocalTime
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
"""What stands in a sheet: words, a number, an amount, a day, an instant, a share, or nothing."""


@dataclass(frozen=True)
class Sheet:
    """One table of a report.

    >>> Sheet("Tables", ("Table", "Win"), (("T1", Money(500_000)),)).rows[0][0]
    'T1'
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[Cell, ...] | None = None
    notes: tuple[str, ...] = ()

    @property
    def numeric(self) -> tuple[bool, ...]:
        """For each column, whether it holds numbers and stands on the right."""
        lines = [*self.rows, *([self.totals] if self.totals else [])]
        return tuple(
            any(isinstance(line[place], (int, Money, Fraction)) for line in lines) for place in range(len(self.columns))
        )


class Report(Protocol):
    """What every report can say."""

    @property
    def title(self) -> str:
        """What it is, of which room and when."""

    @property
    def alarms(self) -> Sequence[str]:
        """What somebody must look into, in sentences."""

    def sheets(self) -> Sequence[Sheet]:
        """Its tables."""

    def as_json(self) -> dict[str, Any]:
        """The report for machines; amounts in cents or thousandths of a cent, as their names say."""


@runtime_checkable
class Pictured(Protocol):
    """What a report can show beside its tables."""

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
