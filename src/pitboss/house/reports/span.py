"""The days that a report is asked for, and the usual ones where nobody names any."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from pitboss.dates import written_day
from pitboss.house.errors import RefusedError
from pitboss.house.field_checks import read_day
from pitboss.house.property import Property

WEEK: Final = 7
QUARTER: Final = 13 * WEEK
EARLIEST: Final = date(1970, 1, 1)
"""No clock of a computer tells an earlier day."""


@dataclass(frozen=True)
class Span:
    """What a report is asked for: its days, and where it is about progressives, one of them.

    >>> from datetime import UTC
    >>> span = Span(Property("P1", "Lucky Ace"), datetime(2026, 11, 15, 20, tzinfo=UTC))
    >>> span.last, span.first(WEEK)
    ('2026-11-15', '2026-11-09')
    """

    house: Property
    now: datetime
    day: str | None = None
    """The only or the last gaming day; today where none is named."""
    since: str | None = None
    """The first gaming day."""
    meter_id: str | None = None
    """The only progressive; all of them where none is named."""

    @property
    def last(self) -> str:
        """The last day."""
        return named_day(self.house, self.day, self.now)

    def first(self, usual: int) -> str:
        """The first day; where none is named, so many days up to the last."""
        if self.since is None:
            return days_before(self.last, usual - 1)
        first = named_day(self.house, self.since, self.now)
        verify_order(first, self.last)
        return first


def named_day(house: Property, text: str | None, now: datetime) -> str:
    """A gaming day that was named, no later than today's; today's where none was.

    >>> from datetime import UTC
    >>> named_day(Property("P1", "Lucky Ace"), "2026-11-16", datetime(2026, 11, 15, 20, tzinfo=UTC))
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: there is nothing to tell of gaming day Nov 16, 2026: name one from \
Jan 1, 1970 to today's, Nov 15, 2026
    """
    today = house.days.day_of(now)
    day = today if text is None else read_day(text, "gaming day")
    if not EARLIEST <= day <= today:
        allowed = f"name one from {written_day(EARLIEST)} to today's, {written_day(today)}"
        raise RefusedError(f"there is nothing to tell of gaming day {written_day(day)}: {allowed}")
    return day.isoformat()


def named_days(house: Property, days: tuple[str | None, str | None], now: datetime) -> tuple[str | None, str | None]:
    """The first and the last gaming day as they were named; what was not named stays open.

    >>> from datetime import UTC
    >>> named_days(Property("P1", "Lucky Ace"), ("2026-11-09", None), datetime(2026, 11, 15, 20, tzinfo=UTC))
    ('2026-11-09', None)
    """
    first, last = (None if text is None else named_day(house, text, now) for text in days)
    if first is not None and last is not None:
        verify_order(first, last)
    return first, last


def verify_order(first: str, last: str) -> None:
    """Refuse days from a later to an earlier one: nothing lies between them, and that looks like a clean report.

    >>> verify_order("2026-11-16", "2026-11-10")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: the first gaming day, Nov 16, 2026, is after the last, Nov 10, 2026
    """
    if first > last:
        words = f"the first gaming day, {written_day(first)}, is after the last, {written_day(last)}"
        raise RefusedError(words)


def days_before(day: str, number: int) -> str:
    """The day so many days before.

    >>> days_before("2026-11-15", 6)
    '2026-11-09'
    """
    return (date.fromisoformat(day) - timedelta(days=number)).isoformat()
