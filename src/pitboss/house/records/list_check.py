"""Compares the stored lists with the journal: rebuilds every list from the records, and compares it row by row.

The list of tables keeps what a table shows while it is at rest; it is compared with the table that its records make.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, select, true
from sqlalchemy import Table as StoredTable

from pitboss.house.errors import StorageError
from pitboss.house.people.sessions import DEVICES
from pitboss.house.records import journal
from pitboss.house.records.audit import OFFICE, PAGE
from pitboss.house.records.journal import Stamp, chain_of
from pitboss.house.records.projector import PROJECTIONS, RebuiltRows, Recorded, keys_of, read_recorded, rows_of
from pitboss.house.records.row_hashes import wrong_rows
from pitboss.house.storage.schema import (
    CLOCK_DOUBTS,
    CLOSED_DAYS,
    CONDITIONS,
    DISPUTES,
    EXCLUSIONS,
    HOUSE_SETTINGS,
    INCIDENT_NOTES,
    INCIDENTS,
    JACKPOTS,
    JOURNAL,
    METERS,
    PARAMETERS,
    PLAYERS,
    PROPERTIES,
    PROPOSALS,
    READINGS,
    ROUND_ROWS,
    SESSION_EPOCHS,
    SESSIONS,
    SIGNATURES,
    STAFF,
    TABLES,
)
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_cache import standing

Key = tuple[Any, ...]
"""The key of a row, without the name of the room."""


class StoredList(NamedTuple):
    """A list that projections make, with its names in messages.

    >>> StoredList(PLAYERS, "player", "players").compared
    ('name', 'born', 'is_guest', 'registered_at', 'chips_day')
    """

    table: StoredTable
    one: str
    """What a row is called."""
    many: str
    columns: tuple[str, ...] = ()
    """The columns that projections write, besides the key; empty means all."""
    only: ColumnElement[bool] = true()
    """The rows of the table that are in the list."""

    @property
    def compared(self) -> tuple[str, ...]:
        """The columns that are compared."""
        outside = ("property_id", *keys_of(self.table))
        return self.columns or tuple(column.name for column in self.table.c if column.name not in outside)


_OF_PASS: Final = ("kind", "actor", "subject", "table_id", "csrf", "label", "made_at", "ends_at")
"""The columns of a pass that are in the records; its seal covers the rest, as it covers the sessions of people."""

LISTS: Final = (
    StoredList(PROPERTIES, "the room", "rooms"),
    StoredList(HOUSE_SETTINGS, "version", "house settings"),
    StoredList(CONDITIONS, "condition", "conditions"),
    StoredList(STAFF, "badge", "staff"),
    StoredList(SESSION_EPOCHS, "epoch of", "ended sessions"),
    StoredList(SESSIONS, "pass with token", "passes", _OF_PASS, SESSIONS.c.kind.in_(DEVICES)),
    StoredList(PROPOSALS, "proposal", "proposals"),
    StoredList(PLAYERS, "player", "players"),
    StoredList(EXCLUSIONS, "exclusion", "exclusions"),
    StoredList(METERS, "the setting of meter", "meters", ("parameters", "suspended")),
    StoredList(PARAMETERS, "set of parameters", "parameters"),
    StoredList(READINGS, "reading", "readings"),
    StoredList(INCIDENTS, "incident", "incidents"),
    StoredList(INCIDENT_NOTES, "note", "notes upon incidents"),
    StoredList(DISPUTES, "dispute", "disputes"),
    StoredList(SIGNATURES, "signature", "signatures"),
    StoredList(CLOCK_DOUBTS, "doubt", "doubts about the clock"),
    StoredList(CLOSED_DAYS, "gaming day", "closed days"),
)


_HASHED: Final = {JACKPOTS: "jackpot", METERS: "meter", ROUND_ROWS: "round"}
"""Lists that cannot be rebuilt from their records alone, and what a row of each is called."""


def wrong_lists(connection: Connection, property_id: str) -> list[str]:
    """The first wrong row of every list that differs from the records, in words.

    The caller reads as of one moment: otherwise a new row could be in the list, but not in the records that were read.
    """
    rebuilt = rebuild(connection, property_id)
    differences = (_wrong(connection, property_id, each, rebuilt.of(each.table)) for each in LISTS)
    return [words for words in (*differences, *_wrong_hashes(connection, property_id)) if words is not None]


def rebuild(connection: Connection, property_id: str) -> RebuiltRows:
    """Rebuild every list from the records, with the projections that also wrote the stored lists.

    :raises StorageError: if a record lacks what its projections need
    """
    rebuilt = RebuiltRows()
    for record in _records(connection, property_id):
        try:
            for write in rows_of(record):
                rebuilt.write(write)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise StorageError(f"record {record.stamp.place} cannot be read as {record.kind}: {error}") from error
    return rebuilt


def _records(connection: Connection, property_id: str) -> Iterator[Recorded]:
    """The records that change lists, each chain in order: the office's first, then those of the tables.

    A table uses a proposal only after everything that the office does with it.
    """
    names = ("chain", "seq", "at", "day", "actor", "kind", "asked", "drawn", "events")
    columns = [JOURNAL.c[name] for name in names]
    projected = (JOURNAL.c.property_id == property_id) & JOURNAL.c.kind.in_(sorted(PROJECTIONS))
    for chains in (JOURNAL.c.chain == OFFICE, JOURNAL.c.chain != OFFICE):
        query = select(*columns).where(projected, chains).order_by(JOURNAL.c.chain, JOURNAL.c.seq)
        # A page at a time: the records of years do not fit into memory.
        for chain, seq, at, day, actor, kind, *texts in connection.execute(query.execution_options(yield_per=PAGE)):
            asked, drawn, events = texts
            yield read_recorded(Stamp(property_id, chain, seq, at, day), actor, kind, (asked, drawn, events))


def _wrong(
    connection: Connection, property_id: str, listed: StoredList, rows: Mapping[Key, Mapping[str, Any]]
) -> str | None:
    """The first row that differs, is missing or was added, in words; nothing if the list is right."""
    differing = sorted(_differing(connection, property_id, listed, rows), key=str)
    return in_words(listed.one, differing[0], listed.many) if differing else None


def _wrong_hashes(connection: Connection, property_id: str) -> Iterator[str]:
    """The same for lists that are compared by the hashes in the records that wrote them."""
    for table, key in wrong_rows(connection, property_id, tuple(_HASHED)):
        yield in_words(_HASHED[table], (key,), table.name)


def in_words(one: str, key: Key, many: str) -> str:
    """The message for a wrong row of a list.

    >>> in_words("player", ("ann",), "players")
    'player ann is not what the records say: the list of players was edited outside Pitboss'
    """
    named = " ".join(map(str, (one, *key)))
    return f"{named} is not what the records say: the list of {many} was edited outside Pitboss"


def _differing(
    connection: Connection, property_id: str, listed: StoredList, rows: Mapping[Key, Mapping[str, Any]]
) -> Iterator[Key]:
    keys, names, missing = keys_of(listed.table), listed.compared, set(rows)
    query = select(listed.table).where(listed.table.c.property_id == property_id, listed.only)
    for row in connection.execute(query.execution_options(yield_per=PAGE)):
        key = tuple(getattr(row, name) for name in keys)
        missing.discard(key)
        if key not in rows or any(getattr(row, name) != rows[key].get(name) for name in names):
            yield key
    yield from missing


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
