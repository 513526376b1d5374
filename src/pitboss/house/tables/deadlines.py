"""Stores when the auto-dealer moves next at each table, in rows that several processes share.

A process that finds a row due claims it for a limited time, its lease, and moves. If that process dies, another one
claims the row when the lease is over.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select, text, update

from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.schema import DEADLINES

# Valid on both databases. A slow process that saw an older version of the table changes nothing.
_PUT: Final = text(
    "INSERT INTO deadlines (property_id, table_id, version, due_at, claimed_until) "
    "VALUES (:property_id, :table_id, :version, :due_at, NULL) "
    "ON CONFLICT (property_id, table_id) DO UPDATE "
    "SET version = excluded.version, due_at = excluded.due_at, claimed_until = NULL "
    "WHERE deadlines.version <= excluded.version"
)


class Deadline(NamedTuple):
    """When the auto-dealer moves at a table.

    >>> Deadline("T1", 12, parse_instant("2026-11-15T10:00:00.000000Z"), is_claimed=False).version
    12
    """

    table_id: str
    version: int
    """The version of the table that it was computed from."""
    due_at: datetime
    is_claimed: bool


def put(connection: Connection, property_id: str, table_id: str, version: int, due_at: datetime) -> None:
    """Store the next move at a table, computed from a version of it and unclaimed."""
    row = {"property_id": property_id, "table_id": table_id, "version": version, "due_at": print_instant(due_at)}
    connection.execute(_PUT, row)


def drop(connection: Connection, property_id: str, table_id: str, version: int) -> None:
    """Delete the deadline of a table, if it is not newer than this version."""
    own = (DEADLINES.c.property_id == property_id) & (DEADLINES.c.table_id == table_id)
    connection.execute(delete(DEADLINES).where(own, DEADLINES.c.version <= version))


def find(connection: Connection, property_id: str, table_id: str) -> Deadline | None:
    """The next move at a table."""
    own = (DEADLINES.c.property_id == property_id) & (DEADLINES.c.table_id == table_id)
    row = connection.execute(select(DEADLINES).where(own)).first()
    if row is None:
        return None
    return Deadline(row.table_id, row.version, parse_instant(row.due_at), row.claimed_until is not None)


def claim(connection: Connection, property_id: str, now: datetime, lease_seconds: float, limit: int) -> list[Deadline]:
    """Claim deadlines that are due and unclaimed, the longest due first, for the time of the lease."""
    moment, until = print_instant(now), print_instant(now + timedelta(seconds=lease_seconds))
    claimed_until = DEADLINES.c.claimed_until
    # A claim never lasts longer than the lease: one that ends later was made before the clock was set back.
    is_free = claimed_until.is_(None) | (claimed_until <= moment) | (claimed_until > until)
    due = select(DEADLINES).where(DEADLINES.c.property_id == property_id, DEADLINES.c.due_at <= moment, is_free)
    # Skip rows that another process is claiming. SQLite has a single writer and ignores this.
    chosen = due.order_by(DEADLINES.c.due_at, DEADLINES.c.table_id).limit(limit).with_for_update(skip_locked=True)
    rows = connection.execute(chosen).all()
    of_these = DEADLINES.c.table_id.in_([row.table_id for row in rows])
    if rows:
        claimed = update(DEADLINES).where(DEADLINES.c.property_id == property_id, of_these)
        connection.execute(claimed.values(claimed_until=until))
    return [Deadline(row.table_id, row.version, parse_instant(row.due_at), is_claimed=True) for row in rows]
