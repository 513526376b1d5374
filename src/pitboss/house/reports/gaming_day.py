"""The gambling day: a card room's day begins in the morning, when the night's play is over."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.house.errors import RefusedError

_SECOND: Final = len("2026-11-15T10:00:00")


@dataclass(frozen=True)
class GamblingDays:
    """Where the room lies, and when its day begins.

    >>> days = GamblingDays("America/Los_Angeles", time(6))
    >>> days.day_of(datetime(2026, 11, 15, 13, 59, tzinfo=UTC)), days.day_of(datetime(2026, 11, 15, 14, tzinfo=UTC))
    (datetime.date(2026, 11, 14), datetime.date(2026, 11, 15))
    """

    zone: str = "America/Los_Angeles"
    starts: time = time(6)
    following: "tuple[date, GamblingDays] | None" = None
    """The gaming day from which other settings hold, and the days by those."""

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder of zones, or a name that no file can have
            raise RefusedError(f"{self.zone!r} is not a time zone; write one such as America/Los_Angeles") from None
        if self.starts.tzinfo is not None:
            raise RefusedError(f"{self.starts} names a zone: the day begins by the clock of the room, such as 06:00")

    def until(self, from_day: date, following: "GamblingDays") -> "GamblingDays":
        """These days until a gaming day begins by other settings, and those from then on.

        The day before it lasts until then: no day comes twice, and none has two sets of settings.

        >>> days = GamblingDays().until(date(2026, 11, 16), GamblingDays(starts=time(8)))
        >>> [str(days.day_of(datetime(2026, 11, 16, hour, tzinfo=UTC))) for hour in (15, 16)]
        ['2026-11-15', '2026-11-16']
        """
        return replace(self, following=(from_day, following))

    def day_of(self, instant: datetime) -> date:
        """The gambling day of an instant. Clocks change at night, so the wall clock is asked, not the hours since.

        Where it is put back over the beginning of the day, that day has begun: no day comes twice.
        """
        if self.following is None:
            return self._own_day_of(instant)
        from_day, days = self.following
        later = days.day_of(instant)
        return later if later >= from_day else min(self._own_day_of(instant), from_day - timedelta(days=1))

    def _own_day_of(self, instant: datetime) -> date:
        local = instant.astimezone(ZoneInfo(self.zone))
        has_begun = local.time() >= self.starts or (local.fold == 1 and self._first_start(local) <= instant)
        return local.date() if has_begun else local.date() - timedelta(days=1)

    def _first_start(self, local: datetime) -> datetime:
        """When the gambling day of this date begins, for the first time where the clock shows it twice."""
        # In UTC: two times of one zone are compared by what the clock shows.
        return datetime.combine(local.date(), self.starts, local.tzinfo).astimezone(UTC)


def print_instant(instant: datetime) -> str:
    """An instant as it is stored: UTC, always of the same length, so that texts sort like instants.

    >>> print_instant(datetime(2026, 11, 15, 10, 0, tzinfo=UTC))
    '2026-11-15T10:00:00.000000Z'
    """
    return instant.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def second_of(at: str) -> str:
    """The second of a stored instant, for what need not be asked again within it.

    >>> second_of("2026-11-15T10:00:00.250000Z")
    '2026-11-15T10:00:00'
    """
    return at[:_SECOND]


def parse_instant(text: str) -> datetime:
    """The instant that was stored.

    >>> parse_instant("2026-11-15T10:00:00.000000Z").hour
    10
    """
    return datetime.fromisoformat(text)
