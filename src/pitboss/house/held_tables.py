"""Tables that must not play on, because the round that lies on them is disputed."""

from sqlalchemy import Connection, select

from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.schema import DISPUTES, TABLES


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
