"""The time of the room: what the machine's clock says, held against what is on record.

No record is earlier than the one before it. Where the clock is behind the newest record, or further ahead of it than a
room is ever at rest, a record is stamped one microsecond after the newest, and says what the clock said. Behind by more
than the allowed skew, or far ahead, the clock is in doubt: nothing new begins until two people have acknowledged it.
"""

from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from pitboss.house.errors import RefusedError
from pitboss.house.records import journal
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.database import Database
from pitboss.house.storage.transactions import DeferredTransaction, by_driver
from pitboss.sources import Clock

SKEW: Final = timedelta(seconds=2)
"""By so much the clocks of several processes may differ, and one clock may go back, without anybody being asked."""

FAR_AHEAD: Final = timedelta(hours=36)
"""A clock that is further ahead of the newest record is in doubt: a room at work has records every day."""

IDLE: Final = timedelta(minutes=1)
"""A process that has written nothing for so long asks the database what others have written meanwhile."""

_MICROSECOND: Final = timedelta(microseconds=1)
_MOST_WAITS: Final = 1000

# The newest record of the office, and the last doubt: one question before anything new begins.
_ASKED: Final = (
    "SELECT newest.at, doubt.words, doubt.acknowledged_at, doubt.acknowledged_clock FROM "
    "(SELECT at FROM journal WHERE property_id = ? AND chain = 'room' ORDER BY seq DESC LIMIT 1) newest LEFT JOIN "
    "(SELECT words, acknowledged_at, acknowledged_clock FROM clock_doubts WHERE property_id = ? "
    "ORDER BY number DESC LIMIT 1) doubt ON 1 = 1"
)


class Moment(NamedTuple):
    """When a record is made.

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
        """Whether the record says what the clock said, since it says something else itself."""
        return self.at != self.clock


class RoomClock:
    """The clock of a room in one process, with the newest instant that it has read or written.

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
        """When the last doubt was acknowledged: by the records, and by the clock."""
        self._waits: dict[datetime, datetime] = {}
        self.refresh()

    def now(self) -> datetime:
        """What the clock says."""
        return self._clock.now()

    def latest(self) -> datetime:
        """What the clock says, or the newest instant on record where the clock is behind it.

        Today's gaming day is that of the records: what is on record is not hidden until the clock has caught up.
        """
        return max(self._clock.now(), self._newest[0])

    def moment(self, after: str = "") -> Moment:
        """The instant of the next record of a chain, whose last record is of an instant that is known."""
        self.learn(after)
        now, newest = self._clock.now(), self._newest[0]
        clock = print_instant(now)
        if now >= newest and self._is_certain(now):
            return Moment(clock, clock, self)
        return Moment(print_instant(newest + _MICROSECOND), clock, self)

    def learn(self, at: str) -> None:
        """A record of this instant was read or written."""
        if at > self._newest[1]:
            instant = parse_instant(at)
            with self._guard:
                if at > self._newest[1]:
                    self._newest = (instant, at)

    # ---- doubt

    def doubt(self) -> timedelta | None:
        """By how much the clock is ahead of the newest record, less than nothing where it is behind.

        Nothing where that is in order, or two people have acknowledged it. A process that has just written asks nobody.
        """
        now = self._clock.now()
        if not self._is_certain(now) or now - self._newest[0] > IDLE:
            self.refresh()
        return None if self._is_certain(now) else now - self._newest[0]

    def verify_certain(self, later: DeferredTransaction) -> None:
        """Refuse to begin anything new while the clock is in doubt, here or at another process."""
        self._take_in(later.ask(_ASKED, (self._property_id, self._property_id)))
        now = self._clock.now()
        words = self._open or (None if self._is_certain(now) else doubt_in_words(now - self._newest[0]))
        if words is not None:
            raise RefusedError(
                f"{words}: nothing new begins until two people, one of them an executive, acknowledge it"
            )

    @property
    def newest(self) -> str:
        """The newest instant that is on record, as far as this process knows."""
        return self._newest[1]

    @property
    def open_doubt(self) -> str | None:
        """The doubt that nobody has acknowledged, in words, as this process last read it."""
        return self._open

    def _is_certain(self, now: datetime) -> bool:
        newest, text = self._newest
        return not text or -SKEW <= now - newest <= FAR_AHEAD or self._is_acknowledged(now)

    def _is_acknowledged(self, now: datetime) -> bool:
        """Two people have looked at the clock since, and it has not gone back or far ahead again."""
        if self._acknowledged is None:
            return False
        records, clock = self._acknowledged
        return self._newest[0] <= records + SKEW and -SKEW <= now - clock <= FAR_AHEAD

    def refresh(self) -> None:
        """Learn what all processes have written."""
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
        """When somebody began to wait, by the clock as it is now.

        What began later than now, began before the clock was set back: it counts from when this process first saw it.
        """
        now, first = self._clock.now(), self._waits.get(since)
        if first is None and since - now <= SKEW:
            return since
        with self._guard:
            if len(self._waits) >= _MOST_WAITS:
                self._waits.clear()
            began = self._waits[since] = min(first or now, now)
        return began


def doubt_in_words(gap: timedelta) -> str:
    """By how much the clock is ahead of the newest record or behind it, as people say it.

    >>> doubt_in_words(timedelta(hours=-1)), doubt_in_words(timedelta(days=2, seconds=5))
    ('the clock is 1:00:00 behind the newest record', 'the clock is 2 days, 0:00:05 ahead of the newest record')
    """
    size = timedelta(seconds=round(abs(gap).total_seconds()))
    return f"the clock is {size} {'behind' if gap < timedelta(0) else 'ahead of'} the newest record"


def latest(connection: Connection, property_id: str, now: datetime) -> datetime:
    """The same for who only looks, with no room open: what the clock says, or the newest instant on record."""
    try:
        return max(now, parse_instant(journal.newest(connection, property_id)))
    except (ValueError, TypeError):  # no record yet, or an edited one: who looks must still see what the audit finds
        return now


def _ask(connection: Connection, property_id: str) -> list[Any]:
    return list(by_driver(connection, _ASKED, (property_id, property_id)))
