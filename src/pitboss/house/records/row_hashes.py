"""Hashes of rows that a record writes outside the journal, kept in the record and so under its hash and its seal.

Meters, their movements, jackpots, rounds and snapshots of tables follow from records, but not from their words alone.
So the record holds a hash of each of these rows as it wrote it, and whoever edits one by other means is found.
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
"""The columns of each table whose values are under the hash of a row."""

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
        """A row as it is written, with all of its columns that are hashed."""
        self._hashes.setdefault(table.name, {})[key_of(table, row)] = row_hash(table, row)

    def as_json(self) -> dict[str, Any]:
        """The hashes for the record; nothing where it writes no such row."""
        return {_ROWS: self._hashes} if self._hashes else {}


def key_of(table: Table, row: Mapping[str, Any]) -> str:
    """The key of a row in words, without the name of the room.

    >>> key_of(MOVEMENTS, {"property_id": "P1", "meter_id": "M1", "number": 7})
    'M1 7'
    """
    return " ".join(str(row[name]) for name in _KEYS[table.name])


def row_hash(table: Table, row: Mapping[str, Any]) -> str:
    """The hash of a row: of every column that is hashed, by its name.

    >>> row_hash(TABLES, {"property_id": "P1", "table_id": "T1", "snapshot": "{}"})
    '1a3e95423e3b6723909355065379a0af'
    """
    said = json_text({name: row[name] for name in HASHED[table.name]})
    return hashlib.blake2b(said.encode(errors="surrogatepass"), digest_size=16).hexdigest()


def hashes_in(record: Record) -> Hashes:
    """The hashes that a record holds."""
    return _hashes_in(record.drawn)


def _hashes_in(drawn: str) -> Hashes:
    # Most records hold none, and need not be read for that.
    found: Hashes = json.loads(drawn).get(_ROWS, {}) if f'"{_ROWS}":' in drawn else {}
    return found


def hashes_on_record(connection: Connection, property_id: str) -> Iterator[Hashes]:
    """The hashes that every record holds, chain by chain; nothing of records that wrote no such rows."""
    query = select(JOURNAL.c.drawn).where(JOURNAL.c.property_id == property_id)
    query = query.order_by(JOURNAL.c.chain, JOURNAL.c.seq).execution_options(yield_per=_PAGE)
    for drawn in connection.scalars(query):
        if hashes := _hashes_in(drawn):
            yield hashes


def wrong_rows(connection: Connection, property_id: str, tables: Sequence[Table]) -> list[tuple[Table, str]]:
    """Of each of these lists, the first row that is not what the last record that wrote it says."""
    kept: dict[str, dict[str, str]] = {table.name: {} for table in tables}
    revisions: dict[str, int] = {}
    for hashes in hashes_on_record(connection, property_id):
        for name in kept.keys() & hashes.keys():
            for key, hashed in hashes[name].items():
                # Other rows are written by one table alone, a meter by all that feed it: its revisions say the order.
                one, _, revision = key.rpartition(" ") if name == METERS.name else (key, "", "0")
                if int(revision) >= revisions.get(one, 0):
                    revisions[one], kept[name][one] = int(revision), hashed
    return [
        (table, min(wrong)) for table in tables if (wrong := _wrong(connection, property_id, table, kept[table.name]))
    ]


def _wrong(connection: Connection, property_id: str, table: Table, kept: dict[str, str]) -> set[str]:
    wrong = set(kept)
    for row in connection.execute(select(table).where(table.c.property_id == property_id)).mappings():
        key = " ".join(str(row[name]) for name in _KEYS[table.name] if name != "revision")
        if kept.get(key) == row_hash(table, dict(row)):
            wrong.discard(key)
        else:
            wrong.add(key)
    return wrong


def movement_hashes(rows: Iterable[RowMapping]) -> dict[int, dict[str, str]]:
    """Stored movements, hashed, by the number of their record in its chain."""
    found: dict[int, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row["seq"], {})[key_of(MOVEMENTS, dict(row))] = row_hash(MOVEMENTS, dict(row))
    return found
