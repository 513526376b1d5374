"""Compares the list of tables with the tables themselves: others read the list without loading a table."""

from typing import Any

from sqlalchemy import Connection, select

from pitboss.house.records import journal
from pitboss.house.records.audit import OFFICE
from pitboss.house.records.journal import chain_of
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_cache import standing


def listed_tables(connection: Connection, property_id: str) -> dict[str, dict[str, Any]]:
    """The columns of the list for every table."""
    columns = (TABLES.c.table_id, TABLES.c.game, TABLES.c.status, TABLES.c.meter_id)
    rows = connection.execute(select(*columns).where(TABLES.c.property_id == property_id)).mappings()
    return {row["table_id"]: {name: row[name] for name in ("game", "status", "meter_id")} for row in rows}


def unlisted_chain(connection: Connection, property_id: str) -> str | None:
    """A chain of records whose table is not in the list; nothing if all are listed."""
    listed = {OFFICE, *map(chain_of, listed_tables(connection, property_id))}
    return next((chain for chain in journal.heads(connection, property_id) if chain not in listed), None)


def wrongly_listed(table: Table, listed: dict[str, Any]) -> str | None:
    """The first difference between the list and a table, in words; nothing if they agree."""
    for name, value in standing(table).items():
        if listed[name] != value:
            return f"table {table.table_id} is listed with {name} {listed[name]}, and has {value} by its records"
    return None
