"""Finds the gaming days whose records are older than they must be kept."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, func, select

from pitboss.house.property import Property
from pitboss.house.storage.schema import JOURNAL


@dataclass(frozen=True)
class OldDay:
    """A gaming day whose records are older than they must be kept.

    >>> OldDay("2021-11-14", 812).records
    812
    """

    day: str
    records: int


def past_retention(connection: Connection, house: Property, today: date) -> list[OldDay]:
    """The days that need not be kept any longer. Nothing deletes them: a person decides."""
    oldest = kept_since(today, house.settings.keep_years).isoformat()
    of_house = (JOURNAL.c.property_id == house.property_id) & (JOURNAL.c.day < oldest)
    query = select(JOURNAL.c.day, func.count()).where(of_house).group_by(JOURNAL.c.day).order_by(JOURNAL.c.day)
    return [OldDay(day, number) for day, number in connection.execute(query)]


def kept_since(today: date, years: int) -> date:
    """The oldest day that must still be kept.

    >>> kept_since(date(2028, 2, 29), 5)
    datetime.date(2023, 2, 28)
    """
    try:
        return today.replace(year=today.year - years)
    except ValueError:
        return today.replace(year=today.year - years, day=28)
