"""When the house dealer moves next at each table, as rows that several processes share.

Whoever finds one due claims it for a while and moves. If that process dies, another claims it when the while is over.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select, text, update

from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.schema import DEADLINES

# Both databases read it. Whoever is slow and saw an older version changes nothing.
_PUT: Final = text(
    "INSERT INTO deadlines (property_id, table_id, version, due_at, claimed_until) "
    "VALUES (:property_id, :table_id, :version, :due_at, NULL) "
    "ON CONFLICT (property_id, table_id) DO UPDATE "
    "SET version = excluded.version, due_at = excluded.due_at, claimed_until = NULL "
    "WHERE deadlines.version <= excluded.version"
)


class Deadline(NamedTuple):
    """When the house dealer moves at a table.

    >>> Deadline("T1", 12, parse_instant("2026-11-15T10:00:00.000000Z"), is_claimed=False).version
    12
    """

    table_id: str
    version: int
    """The version of the table that it was reckoned at."""
    due_at: datetime
    is_claimed: bool


def put(connection: Connection, property_id: str, table_id: str, version: int, due_at: datetime) -> None:
    """The next move at a table, as of a version of it. Nobody has claimed it yet."""
    row = {"property_id": property_id, "table_id": table_id, "version": version, "due_at": print_instant(due_at)}
    connection.execute(_PUT, row)


def drop(connection: Connection, property_id: str, table_id: str, version: int) -> None:
    """Nothing is due at a table as of this version."""
    own = (DEADLINES.c.property_id == property_id) & (DEADLINES.c.table_id == table_id)
    connection.execute(delete(DEADLINES).where(own, DEADLINES.c.version <= version))


def find(connection: Connection, property_id: str, table_id: str) -> Deadline | None:
    """The next move at a table."""
    own = (DEADLINES.c.property_id == property_id) & (DEADLINES.c.table_id == table_id)
    row = connection.execute(select(DEADLINES).where(own)).first()
    if row is None:
        return None
    return Deadline(row.table_id, row.version, parse_instant(row.due_at), row.claimed_until is not None)


def claim(connection: Connection, property_id: str, now: datetime, lease_seconds: float, most: int) -> list[Deadline]:
    """What is due and nobody's, the longest due first; it is the caller's for as long as the lease."""
    moment, until = print_instant(now), print_instant(now + timedelta(seconds=lease_seconds))
    claimed_until = DEADLINES.c.claimed_until
    # Nobody claims for longer than the lease: a later end is by a clock that was set back since.
    is_free = claimed_until.is_(None) | (claimed_until <= moment) | (claimed_until > until)
    due = select(DEADLINES).where(DEADLINES.c.property_id == property_id, DEADLINES.c.due_at <= moment, is_free)
    # Rows that another process is about to claim are left to it. SQLite has one writer, and reads over this.
    chosen = due.order_by(DEADLINES.c.due_at, DEADLINES.c.table_id).limit(most).with_for_update(skip_locked=True)
    rows = connection.execute(chosen).all()
    of_these = DEADLINES.c.table_id.in_([row.table_id for row in rows])
    if rows:
        claimed = update(DEADLINES).where(DEADLINES.c.property_id == property_id, of_these)
        connection.execute(claimed.values(claimed_until=until))
    return [Deadline(row.table_id, row.version, parse_instant(row.due_at), is_claimed=True) for row in rows]
