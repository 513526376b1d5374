"""Hashes the rows that a record writes outside the journal, and finds rows that were edited since.

Meters, their movements, jackpots, rounds and snapshots of tables cannot be rebuilt from records alone. So each record
contains a hash of every such row that it writes, protected by its own hash and seal.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Table, select

from pitboss.house.records.journal import Record, Stamp
from pitboss.house.storage.json_text import json_text
from pitboss.house.storage.schema import JACKPOTS, JOURNAL, METERS, MOVEMENTS, ROUND_ROWS, TABLES

HASHED: Final[Mapping[str, tuple[str, ...]]] = {
    MOVEMENTS.name: tuple(MOVEMENTS.c.keys()),
    JACKPOTS.name: tuple(JACKPOTS.c.keys()),
    # Whether a meter is suspended is set by the office, and compared with its records.
    METERS.name: ("property_id", "meter_id", "version", "revision", "parameters", "meter"),
    TABLES.name: ("property_id", "table_id", "snapshot"),
    ROUND_ROWS.name: tuple(ROUND_ROWS.c.keys()),
}
"""The columns of each table that the hash of a row covers."""

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    MOVEMENTS.name: ("meter_id", "number"),
    JACKPOTS.name: ("jackpot_id",),
    # Tables of several chains may write to one meter: its revisions have an order, and their records have none.
    METERS.name: ("meter_id", "revision"),
    TABLES.name: ("table_id",),
    ROUND_ROWS.name: ("table_id", "number"),
}

_ROWS: Final = "rows"
_PAGE: Final = 2000

Hashes = dict[str, dict[str, str]]
"""By table and by key of the row."""


class RowHashes:
    """The hashes of the rows that one record writes.

    >>> rows = RowHashes(Stamp("P1", "table:T1", 7, "2026-11-15T10:00:00.000000Z", "2026-11-15"))
    >>> rows.note(TABLES, {"property_id": "P1", "table_id": "T1", "snapshot": "{}"})
    >>> rows.as_json()
    {'rows': {'tables': {'T1': '1a3e95423e3b6723909355065379a0af'}}}
    """

    def __init__(self, stamp: Stamp) -> None:
        self.stamp = stamp
        self._hashes: Hashes = {}

    def note(self, table: Table, row: Mapping[str, Any]) -> None:
        """Add a row that is written, with all of its hashed columns."""
        self._hashes.setdefault(table.name, {})[key_of(table, row)] = row_hash(table, row)

    def as_json(self) -> dict[str, Hashes]:
        """The hashes for the record; empty if it writes no such row."""
        return {_ROWS: self._hashes} if self._hashes else {}


def key_of(table: Table, row: Mapping[str, Any]) -> str:
    """The key of a row as text, without the id of the room.

    >>> key_of(MOVEMENTS, {"property_id": "P1", "meter_id": "M1", "number": 7})
    'M1 7'
    """
    return " ".join(str(row[name]) for name in _KEYS[table.name])


def row_hash(table: Table, row: Mapping[str, Any]) -> str:
    """The hash of a row: of its hashed columns, by their names.

    >>> row_hash(TABLES, {"property_id": "P1", "table_id": "T1", "snapshot": "{}"})
    '1a3e95423e3b6723909355065379a0af'
    """
    text = json_text({name: row[name] for name in HASHED[table.name]})
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def hashes_in(record: Record) -> Hashes:
    """The hashes in a record."""
    return _hashes_in(record.drawn)


def _hashes_in(drawn: str) -> Hashes:
    # Most records have none: the search avoids parsing them.
    hashes: Hashes = json.loads(drawn).get(_ROWS, {}) if f'"{_ROWS}":' in drawn else {}
    return hashes


def hashes_on_record(connection: Connection, property_id: str) -> Iterator[Hashes]:
    """The hashes in all records that have any, chain by chain."""
    query = select(JOURNAL.c.drawn).where(JOURNAL.c.property_id == property_id)
    query = query.order_by(JOURNAL.c.chain, JOURNAL.c.seq).execution_options(yield_per=_PAGE)
    for drawn in connection.scalars(query):
        if hashes := _hashes_in(drawn):
            yield hashes


def wrong_rows(connection: Connection, property_id: str, tables: Sequence[Table]) -> list[tuple[Table, str]]:
    """The first row of each of these lists that differs from the hash in the last record that wrote it."""
    recorded: dict[str, dict[str, str]] = {table.name: {} for table in tables}
    revisions: dict[str, int] = {}
    for hashes in hashes_on_record(connection, property_id):
        for name in recorded.keys() & hashes.keys():
            for key, hashed in hashes[name].items():
                # All tables of a meter write its row: its revisions give the order. One table alone writes any other.
                one, _, revision = key.rpartition(" ") if name == METERS.name else (key, "", "0")
                if int(revision) >= revisions.get(one, 0):
                    revisions[one], recorded[name][one] = int(revision), hashed
    return [
        (table, min(wrong))
        for table in tables
        if (wrong := _wrong(connection, property_id, table, recorded[table.name]))
    ]


def _wrong(connection: Connection, property_id: str, table: Table, recorded: dict[str, str]) -> set[str]:
    wrong = set(recorded)
    for row in connection.execute(select(table).where(table.c.property_id == property_id)).mappings():
        key = " ".join(str(row[name]) for name in _KEYS[table.name] if name != "revision")
        if recorded.get(key) == row_hash(table, dict(row)):
            wrong.discard(key)
        else:
            wrong.add(key)
    return wrong


def movement_hashes(rows: Iterable[RowMapping]) -> dict[int, dict[str, str]]:
    """The hashes of stored movements, by the number of their record in its chain."""
    hashes: dict[int, dict[str, str]] = {}
    for row in rows:
        hashes.setdefault(row["seq"], {})[key_of(MOVEMENTS, dict(row))] = row_hash(MOVEMENTS, dict(row))
    return hashes
