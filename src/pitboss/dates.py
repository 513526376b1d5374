"""Writes dates and times as people read them: Nov 15, 2026 10:23:07 PM. Files and addresses for machines use ISO."""

from datetime import date, datetime
from typing import Final

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def written_day(day: date | str, *, year: bool = True) -> str:
    """A day for people, from a date or from its stored text.

    >>> written_day("2026-11-05"), written_day(date(2026, 11, 15), year=False)
    ('Nov 5, 2026', 'Nov 15')
    """
    date_of_day = date.fromisoformat(day) if isinstance(day, str) else day
    short = f"{_MONTHS[date_of_day.month - 1]} {date_of_day.day}"
    return f"{short}, {date_of_day.year}" if year else short


def written_days(first: date | str, last: date | str) -> str:
    """A span of days, for people.

    >>> written_days("2026-11-09", "2026-11-15")
    'Nov 9, 2026 to Nov 15, 2026'
    """
    return f"{written_day(first)} to {written_day(last)}"


def written_time(moment: datetime) -> str:
    """A time in its own zone, without the name of the zone. The locale of the machine does not matter.

    >>> written_time(datetime(2026, 11, 15, 22, 23, 7)), written_time(datetime(2026, 11, 15))
    ('Nov 15, 2026 10:23:07 PM', 'Nov 15, 2026 12:00:00 AM')
    """
    half = "PM" if moment.hour >= 12 else "AM"
    return f"{written_day(moment.date())} {moment.hour % 12 or 12}:{moment.minute:02}:{moment.second:02} {half}"


def written_utc(moment: datetime) -> str:
    """A time in UTC, for pages that belong to no card room and so have no local time.

    >>> from datetime import UTC
    >>> written_utc(datetime(2026, 11, 15, 22, 23, 7, tzinfo=UTC))
    'Nov 15, 2026 10:23:07 PM UTC'
    """
    return f"{written_time(moment)} UTC"
