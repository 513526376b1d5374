"""Gaming days and local times: a card room's day begins in the morning, when the night's play is over."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pitboss.dates import written_day, written_time
from pitboss.house.errors import RefusedError

_SECOND: Final = len("2026-11-15T10:00:00")


@dataclass(frozen=True)
class GamingDays:
    """The room's time zone, and the time at which its gaming day begins.

    >>> days = GamingDays("America/Los_Angeles", time(6))
    >>> days.day_of(datetime(2026, 11, 15, 13, 59, tzinfo=UTC)), days.day_of(datetime(2026, 11, 15, 14, tzinfo=UTC))
    (datetime.date(2026, 11, 14), datetime.date(2026, 11, 15))
    """

    zone: str = "America/Los_Angeles"
    starts: time = time(6)
    following: "tuple[date, GamingDays] | None" = None
    """The gaming day from which other settings apply, and those settings."""

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder of zones, or a name that no file can have
            raise RefusedError(f"{self.zone!r} is not a time zone; write one such as America/Los_Angeles") from None
        if self.starts.tzinfo is not None:
            raise RefusedError(f"{self.starts} names a zone: the day begins by the clock of the room, such as 06:00")

    def until(self, from_day: date, following: "GamingDays") -> "GamingDays":
        """These settings until a gaming day, and other settings from then on.

        The day before it lasts until that day begins: no day comes twice, and none has two settings.

        >>> days = GamingDays().until(date(2026, 11, 16), GamingDays(starts=time(8)))
        >>> [str(days.day_of(datetime(2026, 11, 16, hour, tzinfo=UTC))) for hour in (15, 16)]
        ['2026-11-15', '2026-11-16']
        """
        return replace(self, following=(from_day, following))

    def day_of(self, instant: datetime) -> date:
        """The gaming day of an instant, by the wall clock, because clocks change at night.

        If the clock is put back over the beginning of the day, that day has begun already: no day comes twice.
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
        """When the gaming day of this date begins; the first time, if the clock shows it twice."""
        # In UTC, because Python compares two times of one zone by the wall clock.
        return datetime.combine(local.date(), self.starts, local.tzinfo).astimezone(UTC)


def print_instant(instant: datetime) -> str:
    """An instant as it is stored: UTC, always of the same length, so that texts sort like instants.

    >>> print_instant(datetime(2026, 11, 15, 10, 0, tzinfo=UTC))
    '2026-11-15T10:00:00.000000Z'
    """
    return instant.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def second_of(at: str) -> str:
    """The second of a stored instant, for what is computed once a second.

    >>> second_of("2026-11-15T10:00:00.250000Z")
    '2026-11-15T10:00:00'
    """
    return at[:_SECOND]


def parse_instant(text: str) -> datetime:
    """The instant from its stored text.

    >>> parse_instant("2026-11-15T10:00:00.000000Z").hour
    10
    """
    return datetime.fromisoformat(text)


if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement


@dataclass(frozen=True)
class LocalTime:
    """An instant for people. A record has its own gaming day; for other instants the property's clock gives it.

    >>> from datetime import time
    >>> days = GamingDays("America/Los_Angeles", time(6))
    >>> str(LocalTime("2026-11-16T06:23:07.120000Z", days))
    'Nov 15, 2026 10:23:07 PM, gaming day Nov 15'
    >>> str(LocalTime("2026-11-16T10:00:00.000000Z", days))
    'Nov 16, 2026 2:00:00 AM, gaming day Nov 15'
    """

    at: str
    """As it is stored."""
    days: GamingDays
    day: str | None = None
    """The gaming day of the record."""

    def __str__(self) -> str:
        return f"{self.time}, {self.of_day}"

    @property
    def time(self) -> str:
        """The date and the time. In an hour that the clock shows twice, it says which of the two it is.

        >>> days = GamingDays("America/Los_Angeles")
        >>> [LocalTime(f"2026-11-01T0{hour}:30:00.000000Z", days).time for hour in (8, 9)]
        ['Nov 1, 2026 1:30:00 AM daylight time', 'Nov 1, 2026 1:30:00 AM standard time']
        """
        local = self._local()
        is_twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
        which = (" standard time" if local.fold else " daylight time") if is_twice else ""
        return written_time(local) + which

    @property
    def of_day(self) -> str:
        """The gaming day, in words.

        >>> LocalTime("2026-11-16T06:23:07.120000Z", GamingDays(), "2026-11-14").of_day
        'gaming day Nov 14'
        """
        return f"gaming day {written_day(self.day or self.days.day_of(parse_instant(self.at)), year=False)}"

    @property
    def plain(self) -> str:
        """The instant for machines, as it is stored."""
        return self.at

    def __rich_measure__(self, _console: "Console", _options: "ConsoleOptions") -> "Measurement":
        from rich.measure import Measurement  # noqa: PLC0415 - only a terminal needs it

        return Measurement(max(len(self.time) + 1, len(self.of_day)), len(str(self)))

    def __rich_console__(self, _console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """In a narrow column the gaming day is on the next line; the text breaks nowhere else."""
        yield str(self) if options.max_width >= len(str(self)) else f"{self.time},\n{self.of_day}"

    def _local(self) -> datetime:
        return parse_instant(self.at).astimezone(ZoneInfo(self.days.zone))
