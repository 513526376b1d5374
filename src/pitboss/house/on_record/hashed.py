"""Jackpots, meters and rounds as the records have them: every row as the last record that wrote it has hashed it."""

from typing import Any, Final

from sqlalchemy import Connection, Row

from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.row_hashes import hashes_on_record, row_hash
from pitboss.house.schema import JACKPOTS, METERS, ROUND_ROWS

_HASH: Final = "hash"


class _HashedSheet(Sheet):
    """Rows that are compared by their hash."""

    def _value(self, row: Row[Any], name: str) -> Any:
        return row_hash(self.table, dict(row._mapping))


class HashedRows:
    """The lists of jackpots, of meters and of rounds."""

    def __init__(self) -> None:
        self._jackpots = _HashedSheet(JACKPOTS, "jackpot", "jackpots", (_HASH,))
        self._meters = _HashedSheet(METERS, "meter", "meters", (_HASH,))
        self._rounds = _HashedSheet(ROUND_ROWS, "round", "rounds", (_HASH,))
        self._revisions: dict[str, int] = {}
        self.sheets = (self._jackpots, self._meters, self._rounds)

    def note(self, said: Said) -> None:
        """Hashes are in what was drawn, which is read at the end."""

    def complete(self, connection: Connection, property_id: str) -> None:
        """The last hash of every row. A jackpot and a round are written by their table alone, a meter by all that
        feed it."""
        for hashes in hashes_on_record(connection, property_id):
            for jackpot_id, hashed in hashes.get(JACKPOTS.name, {}).items():
                self._jackpots.write(jackpot_id, hash=hashed)
            for key, hashed in hashes.get(ROUND_ROWS.name, {}).items():
                table_id, _, number = key.rpartition(" ")
                self._rounds.write(table_id, int(number), hash=hashed)
            for key, hashed in hashes.get(METERS.name, {}).items():
                meter_id, _, revision = key.rpartition(" ")
                if int(revision) > self._revisions.get(meter_id, 0):
                    self._revisions[meter_id] = int(revision)
                    self._meters.write(meter_id, hash=hashed)
