"""Closing a gaming day: two people close it after everything was counted, and its reports never change again.

The cut-off only decides which day a record belongs to; until the day is closed, its reports can still change. A later
correction is an entry of the day on which it is made, and names the closed day.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.house.cage.drop_boxes import COUNTS_OPEN, is_counted_open, last_turn
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import read_day
from pitboss.house.office import OfficeContext
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.property import Property
from pitboss.house.records import journal
from pitboss.house.records.audit import PAGE
from pitboss.house.records.journal import chain_of
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, insert_row, projects
from pitboss.house.reports import closed_days
from pitboss.house.reports.history import tables_of_day
from pitboss.house.reports.master import master_game_report
from pitboss.house.reports.sums import day_after, meters_since, sums_of_meter
from pitboss.house.reports.trial_balance import trial_balance
from pitboss.house.storage.schema import CLOSED_DAYS, JOURNAL, READINGS
from pitboss.paytables import print_dollars

CLOSE: Final = "close-day"

_SLIPS: Final = ("fill", "credit")


@dataclass(frozen=True)
class DayClosed(Event):
    """Two people closed a gaming day.

    >>> DayClosed("2026-11-15", 30_000, 50_000, "5f0c").sentence
    'gaming day Nov 15, 2026 is closed: win $300, drop $500'
    """

    day: str
    win_cents: int
    drop_cents: int
    reports_hash: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        sums = f"win {print_dollars(self.win_cents)}, drop {print_dollars(self.drop_cents)}"
        return f"gaming day {written_day(self.day)} is closed: {sums}"


@on_proposal(CLOSE)
def preview_closing(content: dict[str, Any], desk: OfficeContext) -> None:
    """Only the oldest open day can be closed, when it is over and everything was counted, read and compared."""
    day, slips, by_book = _read(content)
    _verify_its_turn(desk, day)
    to_do = list(missing(desk.connection, desk.house, day, desk.stamp.day, by_book))
    counted = slips_of(desk.connection, desk.property_id, day)
    if slips != counted:
        to_do.append(f"there are {slips} slips of fills and credits, and {counted} on record")
    if to_do:
        raise RefusedError(f"gaming day {written_day(day)} cannot be closed yet: {'; '.join(to_do)}")


@on_approval(CLOSE)
def close_day(agreed: Agreed, desk: OfficeContext) -> None:
    """Lock every chain, so that commands waiting to be written get a later gaming day, and record the sums."""
    day, _, _ = _read(agreed.content)
    for chain in sorted(journal.heads(desk.connection, desk.property_id)):
        journal.queue(desk.connection, desk.property_id, chain)
    report = master_game_report(desk.connection, desk.house, day)
    sums = (report.total.win_cents, report.total.drop_cents)
    desk.events.append(DayClosed(day, *sums, hash_of_reports(desk.connection, desk.house, day)))


@projects(CLOSE, into=[CLOSED_DAYS])
def list_closed_day(record: Recorded) -> Iterator[RowWrite]:
    """Insert the closed day with its sums, what was counted, and who closed it."""
    _, slips, by_book = _read(record.content)
    counted = {"slips": slips, "by_book": json.dumps(by_book)}
    closed = {"closed_at": record.stamp.at, "closed_by": record.badge}
    yield insert_row(CLOSED_DAYS, **record.event("day-closed"), **counted, **closed, **record.agreement)


def _read(content: dict[str, Any]) -> tuple[str, int, list[str]]:
    if set(content) != {"day", "slips", "by_book"}:
        raise RefusedError(f"{CLOSE} takes day, slips and by_book, not {', '.join(content) or 'nothing'}")
    day, slips, by_book = content["day"], content["slips"], content["by_book"]
    if type(slips) is not int or slips < 0:
        raise RefusedError(f"slips are a whole number from 0, not {slips!r}")
    if not isinstance(by_book, list) or not all(isinstance(each, str) for each in by_book):
        raise RefusedError(f"by_book is a list of tables, not {by_book!r}")
    if not isinstance(day, str):
        raise RefusedError(f"a gaming day is written such as 2026-11-15, not {day!r}")
    return read_day(day, "gaming day").isoformat(), slips, sorted(by_book)


def _verify_its_turn(desk: OfficeContext, day: str) -> None:
    if closed_days.is_closed(desk.connection, desk.property_id, day):
        raise RefusedError(f"gaming day {written_day(day)} is closed")
    if day >= desk.stamp.day:
        raise RefusedError(f"gaming day {written_day(day)} is not over: it is closed after its cut-off")
    waiting = closed_days.open_days(desk.connection, desk.property_id)
    if day not in waiting:
        raise RefusedError(f"nothing happened on gaming day {written_day(day)}: there is nothing to close")
    if day != waiting[0]:
        raise RefusedError(
            f"gaming day {written_day(waiting[0])} is not closed yet: close it before {written_day(day)}"
        )


# ---- what is missing


def missing(
    connection: Connection, house: Property, day: str, today: str, by_book: Iterable[str] = ()
) -> Iterator[str]:
    """What must be done before a day is closed, except comparing its slips. ``by_book`` names tables that stay by
    book."""
    stays = set(by_book)
    for table_id, *_ in tables_of_day(connection, house.property_id, day):
        words = _uncounted(connection, house.property_id, table_id, (day, today), stays)
        stays.discard(table_id)
        if words is not None:
            yield words
    yield from (
        f"table {table_id} does not stay by book: there was none on {written_day(day)}" for table_id in sorted(stays)
    )
    for meter_id, since in meters_since(connection, house.property_id).items():
        if since <= day and not _is_read(connection, house.property_id, meter_id, day):
            yield f"the display of meter {meter_id} was not read since {written_day(day)}"


def _uncounted(
    connection: Connection, property_id: str, table_id: str, days: tuple[str, str], stays: set[str]
) -> str | None:
    """What was not counted at a table on a day; None if everything was."""
    (day, today), of_table = days, (connection, property_id, chain_of(table_id))
    last, now = last_turn(*of_table, day), last_turn(*of_table)
    if last is None or last.kind == "close-table":
        if table_id in stays:
            return f"table {table_id} does not stay by book: it was closed at the cut-off"
        counted = last is None or _is_counted(*of_table, last.seq)
        return None if counted else f"the drop box of table {table_id} is not counted"
    if is_counted_open(*of_table, day):
        return f"table {table_id} does not stay by book: it was counted" if table_id in stays else None
    if today == day_after(day) and now is not None and now.seq == last.seq:
        return f"table {table_id} was open over the cut-off: count its tray and its drop box while it is open"
    if table_id in stays:
        return None
    return f"table {table_id} was open over the cut-off and cannot be counted any more: name it as by book"


def _is_counted(connection: Connection, property_id: str, chain: str, seq: int) -> bool:
    after = (JOURNAL.c.seq > seq) & JOURNAL.c.kind.in_(("count-drop", COUNTS_OPEN))
    return journal.last(connection, property_id, chain, after) is not None


def _is_read(connection: Connection, property_id: str, meter_id: str, day: str) -> bool:
    of_meter = (READINGS.c.property_id == property_id) & (READINGS.c.meter_id == meter_id)
    return connection.execute(select(READINGS.c.seq).where(of_meter, READINGS.c.day >= day)).first() is not None


def slips_of(connection: Connection, property_id: str, day: str) -> int:
    """How many fill and credit slips a day has on record, including fills that were posted with a payment."""
    of_day = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.day == day)
    records = connection.scalars(select(JOURNAL.c.events).where(of_day).execution_options(yield_per=PAGE))
    events = (stored.all for record in records for stored in _SLIP_READER.decode(record))
    return sum(event is not None and event.event == "money-moved" and event.what in _SLIPS for event in events)


class _StoredBody(msgspec.Struct):
    event: str
    what: Any = None


class _Stored(msgspec.Struct):
    """Only the fields of a stored event that counting slips needs, because a day has very many events."""

    all: _StoredBody | None = None


_SLIP_READER: Final = msgspec.json.Decoder(list[_Stored])


class OpenDay(NamedTuple):
    """A gaming day that is not closed yet.

    >>> OpenDay("2026-11-15", is_over=True, missing=("the drop box of table T2 is not counted",)).is_over
    True
    """

    day: str
    is_over: bool
    """Whether its cut-off has passed."""
    missing: tuple[str, ...]
    """What must be done before it can be closed; empty for a day that is not over."""

    def as_json(self) -> dict[str, Any]:
        """The day for machines."""
        return self._asdict() | {"missing": list(self.missing)}


def waiting_days(connection: Connection, house: Property, today: str) -> list[OpenDay]:
    """The gaming days that are not closed yet, oldest first. They do not show the number of slips on record: the
    people who close the day must count them."""
    return [
        OpenDay(day, day < today, tuple(missing(connection, house, day, today)) if day < today else ())
        for day in closed_days.open_days(connection, house.property_id)
    ]


# ---- the hash of a closed day


def hash_of_reports(connection: Connection, house: Property, day: str) -> str:
    """One hash over the reports of a day: drop and win, every balance at its end, and the sums of its meters."""
    whole = {
        "master": master_game_report(connection, house, day).as_json() | {"closed": None},
        "balances": trial_balance(connection, house, day).as_json(),
        "meters": {
            meter_id: vars(sums_of_meter(connection, house.property_id, meter_id, day, day))
            for meter_id, since in meters_since(connection, house.property_id).items()
            if since <= day
        },
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def changed_day(connection: Connection, house: Property, limit: int) -> str | None:
    """The newest of the last closed days whose reports have changed since it was closed; None if none has."""
    for closed in closed_days.closed_days(connection, house.property_id, limit):
        if hash_of_reports(connection, house, closed.day) != closed.reports_hash:
            return closed.day
    return None
