"""What tables are set to, as it was stored when they were set: no table is loaded for it."""

import json

from sqlalchemy import Connection, select

from pitboss.house.errors import UnknownError
from pitboss.house.records.journal import chain_of
from pitboss.house.storage.schema import JOURNAL, TABLES
from pitboss.house.tables.settings import ControllerKind, TableSettings


def settings_of(connection: Connection, property_id: str, table_id: str) -> TableSettings:
    """What a table is set to.

    :raises UnknownError: where there is none
    """
    found = find_settings(connection, property_id, table_id)
    if found is None:
        of_room = TABLES.c.property_id == property_id
        known = connection.scalars(select(TABLES.c.table_id).where(of_room).order_by(TABLES.c.table_id))
        raise no_table(table_id, list(known))
    return found


def find_settings(connection: Connection, property_id: str, table_id: str) -> TableSettings | None:
    """What a table is set to; nothing where there is none."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    snapshot = connection.scalar(select(TABLES.c.snapshot).where(of_table))
    return None if snapshot is None else TableSettings.from_json(json.loads(snapshot)["settings"])


def settings_at(connection: Connection, property_id: str, table_id: str, seq: int) -> TableSettings:
    """What a table was set to when a record of it was written."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id)) & (JOURNAL.c.seq <= seq)
    query = select(JOURNAL.c.asked).where(of_chain, JOURNAL.c.kind.in_(("create-table", "configure-table")))
    asked = connection.execute(query.order_by(JOURNAL.c.seq.desc()).limit(1)).scalar_one()
    return TableSettings.from_json(json.loads(asked)["settings"])


def settings_of_link(connection: Connection, property_id: str, meter_id: str | None) -> list[TableSettings]:
    """What the tables that feed a meter are set to."""
    linked = (TABLES.c.property_id == property_id) & (TABLES.c.meter_id == meter_id)
    snapshots = connection.scalars(select(TABLES.c.snapshot).where(linked))
    return [TableSettings.from_json(json.loads(each)["settings"]) for each in snapshots]


def controllers_of(connection: Connection, property_id: str, meter_id: str | None) -> frozenset[ControllerKind]:
    """The controllers of all tables that feed a meter."""
    return frozenset(settings.controller for settings in settings_of_link(connection, property_id, meter_id))


def no_table(table_id: str, known: list[str]) -> UnknownError:
    """A table that is not there, with those that are.

    >>> no_table("T9", ["T1", "T2"])
    UnknownError("there is no table 'T9'; there are: T1, T2")
    """
    return UnknownError(f"there is no table {table_id!r}; there are: {', '.join(known) or 'none'}")
