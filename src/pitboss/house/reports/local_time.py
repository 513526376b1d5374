"""The one way in which people read an instant: by the clock of the property, with its gaming day.

The browser writes the same in ``web/src/parts/time.ts``. Stored instants, exports and JSON are in UTC, as ISO.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pitboss.dates import written_day, written_time
from pitboss.house.reports.gaming_day import GamblingDays, parse_instant

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement


@dataclass(frozen=True)
class LocalTime:
    """An instant for people. A record brings its own gaming day; of other instants the property's clock says it.

    >>> from datetime import time
    >>> days = GamblingDays("America/Los_Angeles", time(6))
    >>> str(LocalTime("2026-11-16T06:23:07.120000Z", days))
    'Nov 15, 2026 10:23:07 PM, gaming day Nov 15'
    >>> str(LocalTime("2026-11-16T10:00:00.000000Z", days))
    'Nov 16, 2026 2:00:00 AM, gaming day Nov 15'
    """

    at: str
    """As it is stored."""
    days: GamblingDays
    day: str | None = None
    """The gaming day of the record."""

    def __str__(self) -> str:
        return f"{self.time}, {self.of_day}"

    @property
    def time(self) -> str:
        """The date and the time. Of an hour that the clock shows twice it says which of the two it is.

        >>> days = GamblingDays("America/Los_Angeles")
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

        >>> LocalTime("2026-11-16T06:23:07.120000Z", GamblingDays(), "2026-11-14").of_day
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
        """In a narrow column the gaming day stands below; it is broken nowhere else."""
        yield str(self) if options.max_width >= len(str(self)) else f"{self.time},\n{self.of_day}"

    def _local(self) -> datetime:
        return parse_instant(self.at).astimezone(ZoneInfo(self.days.zone))
