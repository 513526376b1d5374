"""Hashes of rows that a record writes outside the journal, kept in the record and so under its hash and its seal.

Meters, their movements, jackpots and snapshots of tables follow from records, but not from their words alone. So the
record holds a hash of each of these rows as it wrote it, and whoever edits one by other means is found.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Table, select

from pitboss.house.journal import Record, Stamp, as_record
from pitboss.house.json_text import json_text
from pitboss.house.schema import JACKPOTS, JOURNAL, METERS, MOVEMENTS, TABLES

HASHED: Final[Mapping[str, tuple[str, ...]]] = {
    MOVEMENTS.name: tuple(MOVEMENTS.c.keys()),
    JACKPOTS.name: tuple(JACKPOTS.c.keys()),
    # Whether a meter is suspended is set by the office, and compared with its records.
    METERS.name: ("property_id", "meter_id", "version", "revision", "parameters", "meter"),
    TABLES.name: ("property_id", "table_id", "snapshot"),
}
"""The columns of each table whose values are under the hash of a row."""

_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    MOVEMENTS.name: ("meter_id", "number"),
    JACKPOTS.name: ("jackpot_id",),
    # Tables of several chains may write to one meter: its revisions have an order, and their records have none.
    METERS.name: ("meter_id", "revision"),
    TABLES.name: ("table_id",),
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
    if f'"{_ROWS}":' not in record.drawn:
        return {}
    found: Hashes = json.loads(record.drawn).get(_ROWS, {})
    return found


def hashes_on_record(connection: Connection, property_id: str, table: Table) -> Iterator[tuple[Record, dict[str, str]]]:
    """Every record that wrote rows of a table, chain by chain, with the hashes of these rows."""
    told = (JOURNAL.c.property_id == property_id) & JOURNAL.c.drawn.contains(f'"{table.name}":{{')
    query = select(JOURNAL).where(told).order_by(JOURNAL.c.chain, JOURNAL.c.seq)
    for record in map(as_record, connection.execute(query.execution_options(yield_per=_PAGE))):
        if hashes := hashes_in(record).get(table.name):
            yield record, hashes


def wrong_rows(connection: Connection, property_id: str, table: Table) -> set[str]:
    """The keys of the rows of a list (jackpots or meters) that are not what the last record that wrote them says."""
    hashes: dict[str, str] = {}
    revisions: dict[str, int] = {}
    for _, written in hashes_on_record(connection, property_id, table):
        for key, hashed in written.items():
            # A jackpot is written by its table alone, a meter by all that feed it: its revisions say the order.
            name, _, revision = key.rpartition(" ") if table is METERS else (key, "", "0")
            if int(revision) >= revisions.get(name, 0):
                revisions[name], hashes[name] = int(revision), hashed
    wrong = set(hashes)
    for row in connection.execute(select(table).where(table.c.property_id == property_id)).mappings():
        name = str(row[_KEYS[table.name][0]])
        wrong.discard(name) if hashes.get(name) == row_hash(table, dict(row)) else wrong.add(name)
    return wrong


def movement_hashes(rows: Iterable[RowMapping]) -> dict[int, dict[str, str]]:
    """Stored movements, hashed, by the number of their record in its chain."""
    found: dict[int, dict[str, str]] = {}
    for row in rows:
        found.setdefault(row["seq"], {})[key_of(MOVEMENTS, dict(row))] = row_hash(MOVEMENTS, dict(row))
    return found
