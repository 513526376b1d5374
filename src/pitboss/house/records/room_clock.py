"""Gives the time of new records: the machine's clock, compared with the times of the records.

No record is earlier than the one before it. If the clock is behind the newest record, or far ahead of it, a record is
stamped one microsecond after the newest one, and notes what the clock said. If the clock is behind by more than the
allowed skew, or far ahead, it is in doubt: nothing new begins until two people have acknowledged it.
"""

from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from pitboss.house.errors import RefusedError
from pitboss.house.records import journal
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.database import Database
from pitboss.house.storage.transactions import DeferredTransaction, driver_execute
from pitboss.sources import Clock

SKEW: Final = timedelta(seconds=2)
"""By how much the clocks of several processes may differ, or one clock may go back, before the clock is in doubt."""

FAR_AHEAD: Final = timedelta(hours=36)
"""A clock that is further ahead of the newest record is in doubt: an open room has records every day."""

IDLE: Final = timedelta(minutes=1)
"""A process that has written nothing for this long asks the database what others have written."""

_MICROSECOND: Final = timedelta(microseconds=1)
_MAX_WAITS: Final = 1000

# The newest record of the office, and the last doubt: one query before anything new begins.
_QUERY: Final = (
    "SELECT newest.at, doubt.words, doubt.acknowledged_at, doubt.acknowledged_clock FROM "
    "(SELECT at FROM journal WHERE property_id = ? AND chain = 'room' ORDER BY seq DESC LIMIT 1) newest LEFT JOIN "
    "(SELECT words, acknowledged_at, acknowledged_clock FROM clock_doubts WHERE property_id = ? "
    "ORDER BY number DESC LIMIT 1) doubt ON 1 = 1"
)


class Moment(NamedTuple):
    """The time of a new record.

    >>> Moment("2026-11-15T20:00:00.000001Z", "2026-11-15T19:00:00.000000Z", by=None).is_noted
    True
    """

    at: str
    """The instant of the record."""
    clock: str
    """What the clock said."""
    by: "RoomClock"

    @property
    def is_noted(self) -> bool:
        """Whether the record notes what the clock said, because its own time differs."""
        return self.at != self.clock


class RoomClock:
    """The clock of a room in one process. It knows the newest instant that was read or written.

    >>> RoomClock.__name__
    'RoomClock'
    """

    def __init__(self, clock: Clock, database: Database, property_id: str) -> None:
        self._clock, self._database, self._property_id = clock, database, property_id
        self._newest = (datetime.min.replace(tzinfo=UTC), "")
        self._guard = Lock()
        self._open: str | None = None
        """The doubt that nobody has acknowledged yet, in words."""
        self._acknowledged: tuple[datetime, datetime] | None = None
        """When the last doubt was acknowledged: the time of its record, and what the clock said."""
        self._waits: dict[datetime, datetime] = {}
        self.refresh()

    def now(self) -> datetime:
        """What the clock says."""
        return self._clock.now()

    def latest(self) -> datetime:
        """What the clock says, or the newest recorded instant if the clock is behind it.

        Today's gaming day is that of the newest record, so that no record is hidden until the clock catches up.
        """
        return max(self._clock.now(), self._newest[0])

    def moment(self, after: str = "") -> Moment:
        """The time of the next record of a chain, given the time of its last record."""
        self.learn(after)
        now, newest = self._clock.now(), self._newest[0]
        clock = print_instant(now)
        if now >= newest and self._is_certain(now):
            return Moment(clock, clock, self)
        return Moment(print_instant(newest + _MICROSECOND), clock, self)

    def learn(self, at: str) -> None:
        """Note the instant of a record that was read or written."""
        if at > self._newest[1]:
            instant = parse_instant(at)
            with self._guard:
                if at > self._newest[1]:
                    self._newest = (instant, at)

    # ---- doubt

    def doubt(self) -> timedelta | None:
        """By how much the clock is ahead of the newest record (negative if behind), if that is in doubt.

        Nothing if the clock is in order or was acknowledged. A process that has just written needs no query.
        """
        now = self._clock.now()
        if not self._is_certain(now) or now - self._newest[0] > IDLE:
            self.refresh()
        return None if self._is_certain(now) else now - self._newest[0]

    def verify_certain(self, transaction: DeferredTransaction) -> None:
        """Refuse to begin anything new while the clock is in doubt, in this process or another."""
        self._take_in(transaction.ask(_QUERY, (self._property_id, self._property_id)))
        now = self._clock.now()
        words = self._open or (None if self._is_certain(now) else doubt_in_words(now - self._newest[0]))
        if words is not None:
            raise RefusedError(
                f"{words}: nothing new begins until two people, one of them an executive, acknowledge it"
            )

    @property
    def newest(self) -> str:
        """The newest recorded instant that this process knows."""
        return self._newest[1]

    @property
    def open_doubt(self) -> str | None:
        """The doubt that nobody has acknowledged, in words, as last read by this process."""
        return self._open

    def _is_certain(self, now: datetime) -> bool:
        newest, text = self._newest
        return not text or -SKEW <= now - newest <= FAR_AHEAD or self._is_acknowledged(now)

    def _is_acknowledged(self, now: datetime) -> bool:
        """Whether two people have acknowledged the clock, and it has not gone back or far ahead again since."""
        if self._acknowledged is None:
            return False
        records, clock = self._acknowledged
        return self._newest[0] <= records + SKEW and -SKEW <= now - clock <= FAR_AHEAD

    def refresh(self) -> None:
        """Read the newest instant and the last doubt of all processes."""
        with self._database.reading() as connection:
            self.learn(journal.newest(connection, self._property_id))
            self._take_in(_ask(connection, self._property_id))

    def _take_in(self, rows: list[Any]) -> None:
        for at, words, acknowledged_at, acknowledged_clock in rows:
            self.learn(at)
            self._open = words if acknowledged_at is None else None
            if acknowledged_at is not None:
                self._acknowledged = (parse_instant(acknowledged_at), parse_instant(acknowledged_clock))

    # ---- waiting

    def began(self, since: datetime) -> datetime:
        """When a wait began, by the clock as it is now.

        A start in the future is from before the clock was set back: the wait then counts from when this process first
        saw it.
        """
        now, first = self._clock.now(), self._waits.get(since)
        if first is None and since - now <= SKEW:
            return since
        with self._guard:
            if len(self._waits) >= _MAX_WAITS:
                self._waits.clear()
            began = self._waits[since] = min(first or now, now)
        return began


def doubt_in_words(gap: timedelta) -> str:
    """By how much the clock is ahead of the newest record or behind it, in words.

    >>> doubt_in_words(timedelta(hours=-1)), doubt_in_words(timedelta(days=2, seconds=5))
    ('the clock is 1:00:00 behind the newest record', 'the clock is 2 days, 0:00:05 ahead of the newest record')
    """
    size = timedelta(seconds=round(abs(gap).total_seconds()))
    return f"the clock is {size} {'behind' if gap < timedelta(0) else 'ahead of'} the newest record"


def latest(connection: Connection, property_id: str, now: datetime) -> datetime:
    """The same as :meth:`RoomClock.latest`, for readers without an open room."""
    try:
        return max(now, parse_instant(journal.newest(connection, property_id)))
    except (ValueError, TypeError):  # no record yet, or an edited one: readers must still see what the audit finds
        return now


def _ask(connection: Connection, property_id: str) -> list[Any]:
    return list(driver_execute(connection, _QUERY, (property_id, property_id)))
