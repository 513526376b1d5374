"""Gaming days that two people have closed. A closed day gets no more records, so its reports never change."""

import json
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Connection, func, select

from pitboss.house.answers import view_of
from pitboss.house.storage.schema import CLOSED_DAYS, JOURNAL


class ClosedDay(Struct, frozen=True):
    """A gaming day that two people have closed.

    >>> ClosedDay("2026-11-15", "2026-11-16T15:00:00.000000Z", "5", "3", "counted", 4, ("T1",), 300, 500, "5f").words
    'closed by badges 5 and 3'
    """

    day: Annotated[str, Meta(examples=["2026-11-14"])]
    closed_at: Annotated[str, Meta(examples=["2026-11-15T15:00:00.000000Z"])]
    proposed_by: Annotated[str, Meta(description="A badge.", examples=["5"])]
    closed_by: Annotated[str, Meta(description="A badge.", examples=["3"])]
    reason: str
    slips: int
    """The number of fill and credit slips that were counted."""
    by_book: Annotated[
        tuple[str, ...], Meta(description="Tables that were open at the cut-off and carry over by book.")
    ]
    win_cents: int
    drop_cents: int
    reports_hash: str

    @property
    def words(self) -> str:
        """Who closed it."""
        return f"closed by badges {self.proposed_by} and {self.closed_by}"


def closed_days(connection: Connection, property_id: str, limit: int) -> list[ClosedDay]:
    """The last closed days, newest first, up to a limit."""
    of_house = CLOSED_DAYS.c.property_id == property_id
    rows = connection.execute(select(CLOSED_DAYS).where(of_house).order_by(CLOSED_DAYS.c.day.desc()).limit(limit))
    return [_as_day(row) for row in rows]


def find(connection: Connection, property_id: str, day: str) -> ClosedDay | None:
    """A day as it was closed; None while it is open."""
    of_day = (CLOSED_DAYS.c.property_id == property_id) & (CLOSED_DAYS.c.day == day)
    row = connection.execute(select(CLOSED_DAYS).where(of_day)).first()
    return None if row is None else _as_day(row)


def is_closed(connection: Connection, property_id: str, day: str) -> bool:
    """Whether a day is closed, so that it gets no more records."""
    later = (CLOSED_DAYS.c.property_id == property_id) & (CLOSED_DAYS.c.day >= day)
    return connection.execute(select(CLOSED_DAYS.c.day).where(later)).first() is not None


def open_days(connection: Connection, property_id: str) -> list[str]:
    """The days that have records and are not closed, oldest first."""
    of_house = CLOSED_DAYS.c.property_id == property_id
    last = connection.scalar(select(func.max(CLOSED_DAYS.c.day)).where(of_house)) or ""
    own = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.day > last)
    return list(connection.scalars(select(JOURNAL.c.day).where(own).distinct().order_by(JOURNAL.c.day)))


def _as_day(row: Any) -> ClosedDay:
    return view_of(ClosedDay, row, by_book=tuple(json.loads(row.by_book)))
