"""The reconciliation report: compares displays with meters, and meters with the ledger, and raises alarms."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection

from pitboss.dates import written_day, written_days
from pitboss.house.cage.ledger import account
from pitboss.house.jackpots import meters
from pitboss.house.jackpots.display_readings import ALARM_ABOVE_CENTS, DisplayReading, readings
from pitboss.house.property import Property
from pitboss.house.records.journal import balance
from pitboss.house.reports import closed_days
from pitboss.house.reports.registry import ReportDays, report
from pitboss.house.reports.sheet import Cell, Day, Money, ReportTable
from pitboss.house.reports.span import QUARTER, Span
from pitboss.house.reports.sums import meter_ids, meters_since, week_of
from pitboss.paytables import print_dollars


@dataclass(frozen=True)
class MeterLine:
    """A meter and its accounts now, in millicents."""

    meter_id: str
    meter: int
    """The shown and the frozen pot together."""
    custody: int
    reserve: int
    reserve_account: int
    overflow: int
    overflow_account: int

    @property
    def variance(self) -> int:
        """The differences between ledger and meter, added up without netting one pot against another."""
        pairs = (
            (self.custody, self.meter),
            (self.reserve_account, self.reserve),
            (self.overflow_account, self.overflow),
        )
        return sum(abs(ledger - pot) for ledger, pot in pairs)

    def cells(self) -> tuple[Cell, ...]:
        """The line for a sheet."""
        pots = (self.meter, self.custody, self.reserve, self.reserve_account, self.overflow, self.overflow_account)
        return (self.meter_id, *map(Money, pots), Money(self.variance))


@dataclass(frozen=True)
class Reconciliation:
    """The reconciliation over a span of gaming days, usually a quarter."""

    house: str
    first_day: str
    last_day: str
    readings: tuple[DisplayReading, ...]
    unread: tuple[tuple[str, str], ...]
    """Meters with the Mondays of weeks without a reading of their display."""
    meters: tuple[MeterLine, ...]
    """The meters now; empty for closed days."""

    @property
    def title(self) -> str:
        """The title of the report."""
        return f"Reconciliation of progressives, gaming days {written_days(self.first_day, self.last_day)}"

    @property
    def alarms(self) -> tuple[str, ...]:
        """Variances over $50, and meters that differ from the ledger."""
        over = print_dollars(ALARM_ABOVE_CENTS)
        read = tuple(
            f"meter {each.meter_id} showed {print_dollars(each.read_cents)} on {written_day(each.day)}, and the books "
            f"said {print_dollars(each.meter_cents)}: over {over}"
            for each in self.readings
            if each.is_alarming
        )
        held = tuple(
            f"meter {line.meter_id} and its accounts differ by {Money(line.variance)}"
            for line in self.meters
            if line.variance
        )
        return read + held

    def sheets(self) -> Sequence[ReportTable]:
        """Readings, weeks without one, and the meters now."""
        read = tuple(map(_reading_cells, self.readings))
        unread = tuple((meter_id, Day(monday)) for meter_id, monday in self.unread)
        now = tuple(line.cells() for line in self.meters)
        columns = ("Meter", "Shown and frozen", "Custody", "Reserve", "Account", "Overflow", "Account", "Variance")
        return (
            ReportTable("Readings", ("Gaming day", "Meter", "Read by", "Display", "Books", "Variance", ""), read),
            ReportTable("Weeks without a reading", ("Meter", "Week from"), unread),
            ReportTable("Meters and ledger now", columns, now),
        )

    def as_json(self) -> dict[str, Any]:
        """The report for machines."""
        return {
            "report": "reconciliation",
            "house": self.house,
            "first_day": self.first_day,
            "last_day": self.last_day,
            "alarm_above_cents": ALARM_ABOVE_CENTS,
            "readings": [
                asdict(each) | {"variance_cents": each.variance_cents, "is_alarming": each.is_alarming}
                for each in self.readings
            ],
            "unread": [{"meter_id": meter_id, "week_from": monday} for meter_id, monday in self.unread],
            "meters_millicents": [asdict(line) | {"variance": line.variance} for line in self.meters],
        }


def reconciliation(connection: Connection, house: Property, first_day: str, last_day: str) -> Reconciliation:
    """The reconciliation from one gaming day to another."""
    read = readings(connection, house.property_id, first_day, last_day)
    # The meters' status now does not belong to closed days.
    is_closed = closed_days.is_closed(connection, house.property_id, last_day)
    wanted = [] if is_closed else meter_ids(connection, house.property_id)
    lines = tuple(meter_line(connection, house.property_id, meter_id) for meter_id in wanted)
    unread = _unread(connection, house.property_id, _weeks(first_day, last_day))
    return Reconciliation(house.name, first_day, last_day, tuple(read), unread, lines)


@report("reconciliation", "Reconciliation", days=ReportDays.SPAN)
def _report(connection: Connection, span: Span) -> Reconciliation:
    """What displays showed and what the books say, over a quarter or since a day, with the alarm over $50."""
    return reconciliation(connection, span.house, span.first(QUARTER), span.last)


def meter_line(connection: Connection, property_id: str, meter_id: str) -> MeterLine:
    """A meter and its accounts now."""
    meter = meters.look(connection, property_id, meter_id).meter
    custody, reserve, overflow = (
        balance(connection, property_id, account(kind, meter_id)) for kind in ("custody", "reserve", "overflow")
    )
    return MeterLine(meter_id, meter.shown + meter.frozen, custody, meter.reserve, reserve, meter.overflow, overflow)


def _reading_cells(reading: DisplayReading) -> tuple[Cell, ...]:
    amounts = (reading.read_cents, reading.meter_cents, reading.variance_cents)
    alarm = "ALARM" if reading.is_alarming else ""
    return (Day(reading.day), reading.meter_id, reading.actor, *map(Money.of_cents, amounts), alarm)


def _unread(connection: Connection, property_id: str, weeks: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Meters with the Mondays of the weeks in which they existed and their display was not read."""
    if not weeks:
        return ()
    # The first week may begin before the first day of the report: a reading on its Monday counts.
    in_weeks = readings(connection, property_id, weeks[0], week_of(weeks[-1])[1])
    read = {(each.meter_id, week_of(each.day)[0]) for each in in_weeks}
    since = meters_since(connection, property_id)
    return tuple(
        (meter_id, monday)
        for meter_id, day in since.items()
        for monday in weeks
        if monday >= week_of(day)[0] and (meter_id, monday) not in read
    )


def _weeks(first_day: str, last_day: str) -> list[str]:
    """The Mondays of the weeks that end between two days."""
    monday = date.fromisoformat(week_of(first_day)[0])
    mondays = []
    while monday + timedelta(days=6) <= date.fromisoformat(last_day):
        mondays.append(monday.isoformat())
        monday += timedelta(days=7)
    return mondays
