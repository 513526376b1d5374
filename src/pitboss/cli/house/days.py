"""Gambling days as people name them."""

from datetime import date, timedelta

from pitboss.house.checks import read_day
from pitboss.house.property import Property
from pitboss.outside import Clock, SystemClock


def gambling_day(house: Property, text: str | None, clock: Clock | None = None) -> str:
    """A gambling day that was named; today's where none was.

    >>> gambling_day(Property("P1", "Lucky Ace"), "2026-11-15")
    '2026-11-15'
    """
    if text is not None:
        return read_day(text, "gambling day").isoformat()
    return house.days.day_of((clock or SystemClock()).now()).isoformat()


def days_before(day: str, number: int) -> str:
    """The day so many days before.

    >>> days_before("2026-11-15", 6)
    '2026-11-09'
    """
    return (date.fromisoformat(day) - timedelta(days=number)).isoformat()
