"""Refuses to open or resume a table whose round is disputed, or when enough tables are open."""

from sqlalchemy import Connection, func, select

from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.storage.schema import DISPUTES, PROPERTIES, TABLES


def verify_may_resume(connection: Connection, property_id: str, table_id: str, round_number: int) -> None:
    """Refuse to resume play at a table while its last round is disputed and not ruled on.

    It locks the table, so call it in the transaction that resumes play.
    """
    hold_table(connection, property_id, table_id)
    verify_undisputed(connection, property_id, table_id, round_number)


def verify_undisputed(connection: Connection, property_id: str, table_id: str, round_number: int) -> None:
    """Check for an open dispute about a round, without locking the table."""
    of_table = (DISPUTES.c.property_id == property_id) & (DISPUTES.c.table_id == table_id)
    is_open = (DISPUTES.c.status == "open") & (DISPUTES.c.round_number == round_number)
    dispute_id = connection.scalar(select(DISPUTES.c.dispute_id).where(of_table, is_open).limit(1))
    if dispute_id is not None:
        raise RefusedError(f"dispute {dispute_id} is about round {round_number}, which is on the table: rule it first")


def hold_table(connection: Connection, property_id: str, table_id: str) -> None:
    """Lock a table, so that it cannot be resumed and disputed at the same moment."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    if connection.execute(select(TABLES.c.table_id).where(of_table).with_for_update()).first() is None:
        raise UnknownError(f"there is no table {table_id!r}")


def is_suspended(connection: Connection, property_id: str, table_id: str) -> bool:
    """Whether a table is suspended now."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    return connection.scalar(select(TABLES.c.status).where(of_table)) == "suspended"


def verify_may_open(connection: Connection, property_id: str, table_id: str, max_tables: int) -> None:
    """Refuse to open more tables than a room may have open. It locks the room, so others who open a table wait."""
    of_room = PROPERTIES.c.property_id == property_id
    connection.execute(select(PROPERTIES.c.property_id).where(of_room).with_for_update())
    verify_table_limit(connection, property_id, table_id, max_tables)


def verify_table_limit(connection: Connection, property_id: str, table_id: str, max_tables: int) -> None:
    """Check how many tables of a room are open, without locking the room."""
    others = (TABLES.c.property_id == property_id) & (TABLES.c.table_id != table_id) & (TABLES.c.status != "closed")
    are_open = connection.scalar(select(func.count()).select_from(TABLES).where(others)) or 0
    if are_open >= max_tables:
        raise RefusedError(f"{are_open} tables are open, and this room may have {max_tables}: close one first")
