"""The meter history report: status, base, limit and last 25 hits of a meter, and its movements except wagers.

For closed gaming days the report has only the movements of those days: the meter's status now, and what became of a win
since, do not belong to them.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Connection, Row, select

from pitboss.dates import written_days
from pitboss.house.jackpots import jackpot_rows, meters
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.property import Property
from pitboss.house.reports import closed_days
from pitboss.house.reports.gaming_day import GamingDays, LocalTime
from pitboss.house.reports.registry import ReportDays, report
from pitboss.house.reports.sheet import Cell, Day, Money, Report, ReportTable, ReportView
from pitboss.house.reports.span import WEEK, Span
from pitboss.house.reports.sums import BY_WAGERS, MeterSums, meter_ids, movements_with_people, sums_of_meter, way_of
from pitboss.house.storage.schema import MOVEMENTS

HITS: Final = 25
_DAY: Final = (
    "Gaming day",
    "Contributions by wagers",
    "Contributions by hand",
    "Seeds",
    "Won",
    "Reversed",
    "Adjusted",
    "Gross receipts",
)


@dataclass(frozen=True)
class MovementLine:
    """One movement that is not a wager's contribution: a win, a seed, an adjustment."""

    number: int
    at: str
    day: str
    act: str
    """What it belongs to: start, claim, win, rejection, reversal, adjustment, parameters."""
    actor: str
    """Who did it; for an adjustment or a reversal, who approved it."""
    proposed_by: str
    """The badge of the person who proposed it, if two people agreed on it."""
    source: str
    target: str
    millicents: int
    reason: str
    note: str
    shown_after_millicents: int

    def cells(self, clock: GamingDays) -> tuple[Cell, ...]:
        """The line for a sheet."""
        way = f"{self.source} to {self.target}"
        why = f"{self.reason}: {self.note}" if self.note else self.reason
        amounts = (Money(self.millicents), Money(self.shown_after_millicents))
        at = LocalTime(self.at, clock, self.day)
        return (at, self.act, self.proposed_by, self.actor, way, why, *amounts)


@dataclass(frozen=True)
class Hit:
    """A win that was paid."""

    jackpot_id: str
    at: str
    day: str
    table_id: str
    seat: int
    player: str
    hand: str
    cents: int
    shown_before_cents: int
    shown_after_cents: int

    def cells(self, clock: GamingDays) -> tuple[Cell, ...]:
        """The line for a sheet."""
        amounts = (self.cents, self.shown_before_cents, self.shown_after_cents)
        at = LocalTime(self.at, clock, self.day)
        return (at, self.table_id, str(self.seat), self.player, self.hand, *map(Money.of_cents, amounts))


@dataclass(frozen=True)
class MeterDay:
    """The sums of a meter on one gaming day."""

    day: str
    sums: MeterSums

    def cells(self) -> tuple[Cell, ...]:
        """The line for a sheet."""
        return (Day(self.day), *map(Money, asdict(self.sums).values()))


class MeterDayView(Struct, frozen=True, kw_only=True):
    """The sums of a meter on one gaming day, for machines."""

    day: str
    millicents: MeterSums


class MeterHistoryView(ReportView, frozen=True, kw_only=True, tag_field="report", tag="meter-history"):
    """The history of a meter for machines; for closed days without its status now."""

    house: str
    meter_id: str
    first_day: str
    last_day: str
    days: list[MeterDayView]
    movements: tuple[MovementLine, ...]
    meter_millicents: dict[str, int] | UnsetType
    hits_in_all: int | UnsetType
    hits: tuple[Hit, ...] | UnsetType


class TogetherView(ReportView, frozen=True, kw_only=True):
    """Several reports for machines."""

    reports: list[ReportView]


@dataclass(frozen=True)
class MeterHistory:
    """The history of one meter over a span of gaming days, and its status now."""

    house: str
    clock: GamingDays
    """For writing its times."""
    first_day: str
    last_day: str
    stored: StoredMeter
    hits_in_all: int
    days: tuple[MeterDay, ...]
    movements: tuple[MovementLine, ...]
    hits: tuple[Hit, ...]
    """The last 25, newest first."""
    is_closed: bool = False
    """Whether the last of the days is closed."""

    @property
    def title(self) -> str:
        """The title of the report."""
        return f"Meter {self.stored.meter_id}, gaming days {written_days(self.first_day, self.last_day)}"

    @property
    def alarms(self) -> tuple[str, ...]:
        """A history has no alarms: the reconciliation reports differences."""
        return ()

    def _status(self) -> tuple[tuple[str, Money | int | str], ...]:
        meter, parameters = self.stored.meter, self.stored.parameters
        limit = parameters.maximum_cents
        return (
            ("Shown now", Money.of_cents(self.stored.displayed_cents)),
            ("Base", Money.of_cents(parameters.seed_cents)),
            ("Limit", "none" if limit is None else Money.of_cents(limit)),
            ("Overflow", Money(meter.overflow)),
            ("Reserve", Money(meter.reserve)),
            ("Frozen for claims", Money(meter.frozen)),
            ("Contributions since the start", Money(meter.contributions)),
            ("Seeds since the start", Money(meter.seeds)),
            ("Paid since the start", Money(meter.paid)),
            ("Adjusted since the start", Money(meter.adjusted)),
            ("Hits", self.hits_in_all),
        )

    def sheets(self) -> Sequence[ReportTable]:
        """Status, days, single movements and hits; for closed days only the days and movements."""
        sheets = self._all_sheets()
        return sheets[1:3] if self.is_closed else sheets

    def _all_sheets(self) -> Sequence[ReportTable]:
        days = tuple(each.cells() for each in self.days)
        moved = tuple(line.cells(self.clock) for line in self.movements)
        hits = tuple(hit.cells(self.clock) for hit in self.hits)
        return (
            ReportTable("As it stands", ("", "Amount"), self._status()),
            ReportTable("Days", _DAY, days),
            ReportTable(
                "Movements except wagers",
                ("When", "Act", "Proposed by", "By", "From and to", "Reason", "Amount", "Shown after"),
                moved,
                notes=("Where two people agreed, the line names who proposed it and who approved it.",),
            ),
            ReportTable(
                f"The last {HITS} hits",
                ("When", "Table", "Seat", "Player", "Hand", "Paid", "Shown before", "Shown after"),
                hits,
            ),
        )

    def view(self) -> MeterHistoryView:
        """The report for machines."""
        return MeterHistoryView(
            house=self.house,
            meter_id=self.stored.meter_id,
            first_day=self.first_day,
            last_day=self.last_day,
            days=[MeterDayView(day=each.day, millicents=each.sums) for each in self.days],
            movements=self.movements,
            meter_millicents=UNSET if self.is_closed else dict(self.stored.meter.totals),
            hits_in_all=UNSET if self.is_closed else self.hits_in_all,
            hits=UNSET if self.is_closed else self.hits,
        )


@dataclass(frozen=True)
class Together:
    """Several reports as one.

    >>> Together("Progressives", []).view().reports
    []
    """

    title: str
    reports: Sequence[Report]

    @property
    def alarms(self) -> Sequence[str]:
        """What any of them says."""
        return [alarm for report in self.reports for alarm in report.alarms]

    def sheets(self) -> Sequence[ReportTable]:
        """The sheets of each, with its title before theirs."""
        return [
            replace(sheet, title=f"{report.title}: {sheet.title}")
            for report in self.reports
            for sheet in report.sheets()
        ]

    def view(self) -> TogetherView:
        """All of them for machines."""
        return TogetherView(reports=[report.view() for report in self.reports])


def meter_history(
    connection: Connection, house: Property, meter_id: str, first_day: str, last_day: str
) -> MeterHistory:
    """The history of a meter from one gaming day to another."""
    stored = meters.look(connection, house.property_id, meter_id)
    of_meter = (MOVEMENTS.c.property_id == house.property_id) & (MOVEMENTS.c.meter_id == meter_id)
    within = of_meter & (MOVEMENTS.c.day >= first_day) & (MOVEMENTS.c.day <= last_day)
    days = connection.scalars(select(MOVEMENTS.c.day).where(within).distinct().order_by(MOVEMENTS.c.day)).all()
    by_day = (MeterDay(day, sums_of_meter(connection, house.property_id, meter_id, day, day)) for day in days)
    return MeterHistory(
        house.name,
        house.days,
        first_day,
        last_day,
        stored,
        jackpot_rows.number_of_hits(connection, house.property_id, meter_id),
        tuple(by_day),
        _movements(connection, within),
        _hits(connection, house.property_id, meter_id),
        closed_days.is_closed(connection, house.property_id, last_day),
    )


@report("meters", "Progressives", days=ReportDays.SPAN, is_by_meter=True)
def _report(connection: Connection, span: Span) -> Together:
    """The history of progressives over some days, the last seven where none are named, and their last 25 hits."""
    first, last = span.first(WEEK), span.last
    wanted = [span.meter_id] if span.meter_id else meter_ids(connection, span.house.property_id, last)
    return Together(
        f"Progressives, gaming days {written_days(first, last)}",
        [meter_history(connection, span.house, each, first, last) for each in wanted],
    )


def _movements(connection: Connection, within: Any) -> tuple[MovementLine, ...]:
    moved = movements_with_people(within & ~BY_WAGERS)
    return tuple(map(_as_line, connection.execute(moved)))


def _as_line(row: Row[Any]) -> MovementLine:
    same = ("number", "at", "day", "act", "actor", "millicents", "reason")
    own = {name: getattr(row, name) for name in same}
    source, target = way_of(row.source, row.target, row.chain)
    return MovementLine(
        **own,
        proposed_by=row.proposed_by or "",
        source=source,
        target=target,
        note=row.note or "",
        shown_after_millicents=row.shown_after,
    )


def _hits(connection: Connection, property_id: str, meter_id: str) -> tuple[Hit, ...]:
    names = [name for name in Hit.__dataclass_fields__ if name not in ("at", "day")]
    rows: Sequence[Any] = jackpot_rows.last_hits(connection, property_id, meter_id, HITS)
    return tuple(Hit(at=row.won_at, day=row.won_day, **{name: getattr(row, name) for name in names}) for row in rows)
