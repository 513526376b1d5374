"""Tells every server process of a card room what was committed, through PostgreSQL's NOTIFY."""

import hashlib
from typing import Final

from sqlalchemy import Connection, text

from pitboss.house.storage.database import Database

SESSIONS_END: Final = "sessions"
"""How the notification that sessions have ended begins. It belongs to no chain of records, and has no version."""

_NOTIFY: Final = text("SELECT pg_notify(:channel, :line)")


def channel_of(property_id: str) -> str:
    """The channel of a card room: each room of a database has its own.

    >>> channel_of("P1")
    'pitboss_fbeae7c18667b698'
    """
    return f"pitboss_{hashlib.sha256(property_id.encode()).hexdigest()[:16]}"


def notify_sessions_end(connection: Connection, property_id: str) -> None:
    """Tell every server process that sessions have ended, as soon as this transaction is committed.

    The transaction itself sends it, so that a command at a terminal, which runs outside any server, closes WebSockets
    as fast as a command of a server. On SQLite only one process writes, and it knows already.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": channel_of(property_id), "line": f"{SESSIONS_END} 0"})


def notify_record(database: Database, property_id: str, chain: str, version: int) -> None:
    """Tell every server process of a record that a terminal wrote in its own process: displays show it at once."""
    if not database.is_sqlite:
        with database.transaction() as connection:
            connection.execute(_NOTIFY, {"channel": channel_of(property_id), "line": f"{chain} {version}"})
