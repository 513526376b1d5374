"""Sums of postings by gaming day, which every report is made from, and the days around a day."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Connection, func, select

from pitboss.house.records.journal import OF_RECORD
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, POSTINGS


@dataclass(frozen=True)
class DaySum:
    """The sum that all records of one kind in one chain posted to one account, over a span of days."""

    chain: str
    kind: str
    account: str
    millicents: int


def sums_of_days(
    connection: Connection, property_id: str, first: str, last: str, kind: str | None = None
) -> list[DaySum]:
    """All sums of postings from one gaming day to another; with ``kind``, only those of one kind of command."""
    columns = (JOURNAL.c.chain, JOURNAL.c.kind, POSTINGS.c.account)
    in_days = (JOURNAL.c.property_id == property_id) & JOURNAL.c.day.between(first, last)
    if kind is not None:
        in_days &= JOURNAL.c.kind == kind
    query = select(*columns, func.sum(POSTINGS.c.millicents)).join(POSTINGS, OF_RECORD).where(in_days)
    rows = connection.execute(query.group_by(*columns))
    return [DaySum(chain, kind, account, int(moved)) for chain, kind, account, moved in rows]


def balances(connection: Connection, property_id: str, until: str | None = None) -> dict[str, int]:
    """The balance of every account at the end of a gaming day; without a day, now."""
    of_house = ACCOUNTS.c.property_id == property_id
    rows = connection.execute(select(ACCOUNTS.c.account, ACCOUNTS.c.millicents).where(of_house))
    held = {account: int(millicents) for account, millicents in rows}
    if until is not None:
        # Going back from now reads only the days since, not the whole journal.
        for account, moved in _moved_after(connection, property_id, until):
            held[account] = held.get(account, 0) - moved
    return held


def _moved_after(connection: Connection, property_id: str, day: str) -> Iterator[tuple[str, int]]:
    later = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.day > day)
    moved: Any = func.sum(POSTINGS.c.millicents)
    query = select(POSTINGS.c.account, moved).join_from(JOURNAL, POSTINGS, OF_RECORD).where(later)
    for account, millicents in connection.execute(query.group_by(POSTINGS.c.account)):
        yield account, int(millicents)


def day_before(day: str) -> str:
    """The gaming day before.

    >>> day_before("2026-03-01")
    '2026-02-28'
    """
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def day_after(day: str) -> str:
    """The gaming day after.

    >>> day_after("2026-02-28")
    '2026-03-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def week_of(day: str) -> tuple[str, str]:
    """The week of a gaming day, Monday to Sunday.

    >>> week_of("2026-11-15"), week_of("2026-11-16")
    (('2026-11-09', '2026-11-15'), ('2026-11-16', '2026-11-22'))
    """
    parsed = date.fromisoformat(day)
    monday = parsed - timedelta(days=parsed.weekday())
    return monday.isoformat(), (monday + timedelta(days=6)).isoformat()
