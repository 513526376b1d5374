"""Tables that must not play: because the round that lies on them is disputed, or because there are enough."""

from sqlalchemy import Connection, func, select

from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.storage.schema import DISPUTES, PROPERTIES, TABLES


def verify_may_resume(connection: Connection, property_id: str, table_id: str, round_number: int) -> None:
    """Refuse to let a table play on while the round on it is disputed and nobody has ruled.

    Whoever resumes a table calls this in the same transaction.
    """
    hold_table(connection, property_id, table_id)
    verify_undisputed(connection, property_id, table_id, round_number)


def verify_undisputed(connection: Connection, property_id: str, table_id: str, round_number: int) -> None:
    """The same for whoever only asks: nothing is held."""
    of_table = (DISPUTES.c.property_id == property_id) & (DISPUTES.c.table_id == table_id)
    is_open = (DISPUTES.c.status == "open") & (DISPUTES.c.round_number == round_number)
    found = connection.scalar(select(DISPUTES.c.dispute_id).where(of_table, is_open).limit(1))
    if found is not None:
        raise RefusedError(f"dispute {found} is about round {round_number}, which is on the table: rule it first")


def hold_table(connection: Connection, property_id: str, table_id: str) -> None:
    """Keep a table from being resumed and disputed at the same moment."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    if connection.execute(select(TABLES.c.table_id).where(of_table).with_for_update()).first() is None:
        raise UnknownError(f"there is no table {table_id!r}")


def is_suspended(connection: Connection, property_id: str, table_id: str) -> bool:
    """Whether a table is suspended now."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    return connection.scalar(select(TABLES.c.status).where(of_table)) == "suspended"


def verify_may_open(connection: Connection, property_id: str, table_id: str, most: int) -> None:
    """Refuse one table more than may be open in a room. Of those who open one at the same moment, the others wait."""
    of_room = PROPERTIES.c.property_id == property_id
    connection.execute(select(PROPERTIES.c.property_id).where(of_room).with_for_update())
    verify_not_enough(connection, property_id, table_id, most)


def verify_not_enough(connection: Connection, property_id: str, table_id: str, most: int) -> None:
    """The same for whoever only asks: nothing is held."""
    others = (TABLES.c.property_id == property_id) & (TABLES.c.table_id != table_id) & (TABLES.c.status != "closed")
    are_open = connection.scalar(select(func.count()).select_from(TABLES).where(others)) or 0
    if are_open >= most:
        raise RefusedError(f"{are_open} tables are open, and this room may have {most}: close one first")
