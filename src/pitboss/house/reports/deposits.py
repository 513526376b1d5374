"""The weekly deposit report: what each progressive accrued, to deposit into its separate account (WAC 230-15-455)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection

from pitboss.dates import written_days
from pitboss.house.property import Property
from pitboss.house.reports.registry import ReportDays, report
from pitboss.house.reports.sheet import Cell, Money, ReportTable
from pitboss.house.reports.span import Span
from pitboss.house.reports.sums import MeterSums, balances, day_before, meter_ids, sums_of_meter, week_of


@dataclass(frozen=True)
class Deposit:
    """One progressive in one week."""

    meter_id: str
    began_with_millicents: int
    """What the separate account held before, all pots together."""
    week: MeterSums
    ledger_millicents: int
    """What the account must hold at the end by the ledger."""

    @property
    def to_deposit_millicents(self) -> int:
        """What the wagers of the week accrued, and adjustments made in it for wagers that were missed."""
        return self.week.accrued

    @property
    def ends_with_millicents(self) -> int:
        """What the separate account must hold, all pots together."""
        return self.began_with_millicents + self.week.gain

    def as_json(self) -> dict[str, Any]:
        """The line for machines."""
        return {
            "meter_id": self.meter_id,
            "began_with_millicents": self.began_with_millicents,
            "week_millicents": asdict(self.week),
            "to_deposit_millicents": self.to_deposit_millicents,
            "ends_with_millicents": self.ends_with_millicents,
            "ledger_millicents": self.ledger_millicents,
        }


@dataclass(frozen=True)
class DepositReport:
    """All progressives in one week."""

    house: str
    first_day: str
    last_day: str
    deposits: tuple[Deposit, ...]

    @property
    def title(self) -> str:
        """The title of the report."""
        return f"Weekly deposit of progressives, gaming days {written_days(self.first_day, self.last_day)}"

    @property
    def alarms(self) -> tuple[str, ...]:
        """Meters whose movements do not add up to what the ledger holds for them."""
        return tuple(
            f"meter {deposit.meter_id}: its movements make {Money(deposit.ends_with_millicents)}, and the ledger "
            f"holds {Money(deposit.ledger_millicents)}"
            for deposit in self.deposits
            if deposit.ends_with_millicents != deposit.ledger_millicents
        )

    def sheets(self) -> Sequence[ReportTable]:
        """One line for each meter."""
        moved = ("Accrued: to deposit", "Seeds", "Won", "Reversed", "Adjusted", "Gross receipts")
        columns = ("Meter", "Held before", *moved, "To hold", "Ledger")
        lines: tuple[tuple[Cell, ...], ...] = tuple(
            (deposit.meter_id, *map(Money, _amounts(deposit))) for deposit in self.deposits
        )
        sums = [sum(each) for each in zip(*map(_amounts, self.deposits), strict=True)]
        return (ReportTable("Progressives", columns, lines, ("All", *map(Money, sums)) if sums else None),)

    def as_json(self) -> dict[str, Any]:
        """The report for machines."""
        return {
            "report": "weekly-deposit",
            "house": self.house,
            "first_day": self.first_day,
            "last_day": self.last_day,
            "deposits": [deposit.as_json() for deposit in self.deposits],
        }


def deposit_report(connection: Connection, house: Property, day: str) -> DepositReport:
    """The report of the week, Monday to Sunday, of a gaming day."""
    first, last = week_of(day)
    held = balances(connection, house.property_id, last)
    deposits = []
    for meter_id in meter_ids(connection, house.property_id, last):
        before = sums_of_meter(connection, house.property_id, meter_id, None, day_before(first))
        week = sums_of_meter(connection, house.property_id, meter_id, first, last)
        ledger = sum(held.get(f"{kind}:{meter_id}", 0) for kind in ("custody", "reserve", "overflow"))
        deposits.append(Deposit(meter_id, before.gain, week, ledger))
    return DepositReport(house.name, first, last, tuple(deposits))


@report("deposits", "Deposits", days=ReportDays.WEEK)
def _report(connection: Connection, span: Span) -> DepositReport:
    """What the progressives accrued in the week of a gaming day, to be deposited."""
    return deposit_report(connection, span.house, span.last)


def _amounts(deposit: Deposit) -> tuple[int, ...]:
    week = deposit.week
    return (
        deposit.began_with_millicents,
        deposit.to_deposit_millicents,
        week.seeds,
        -week.won,
        week.reversed,
        week.adjusted,
        -week.gross_receipts,
        deposit.ends_with_millicents,
        deposit.ledger_millicents,
    )
