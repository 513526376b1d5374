"""Keeps the tables of the room in memory, stores checkpoints of them, and rebuilds them by replaying their records."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, insert, select

from pitboss.games.command import Command, read_command
from pitboss.games.round import Round
from pitboss.house.actor import read_actor
from pitboss.house.answers import stored as stored_event
from pitboss.house.cage.ledger import Posting
from pitboss.house.errors import StorageError
from pitboss.house.records import journal, rounds
from pitboss.house.records.audit import postings_between
from pitboss.house.records.face_down import asked_of
from pitboss.house.records.journal import Record, Stamp, chain_of, is_sealed
from pitboss.house.records.replay_check import NAME as ENGINE
from pitboss.house.records.replay_check import (
    SETS,
    OtherRulesError,
    Recorded,
    differs,
    engine_of,
    round_again,
    verify_engine,
    verify_format,
    verify_same,
)
from pitboss.house.records.rounds import OpenRound, RoundRow, StoredEvents
from pitboss.house.records.row_hashes import RowHashes, hashes_in, row_hash
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.json_text import json_text
from pitboss.house.storage.schema import JOURNAL, ROUND_ROWS, TABLES
from pitboss.house.storage.transactions import DeferredTransaction, driver_execute
from pitboss.house.tables.doing import Doing
from pitboss.house.tables.record_host import RecordHost
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.table import Table
from pitboss.shuffler import Shoe
from pitboss.sources import Entropy

STORE_EVERY: Final = 200
"""A table is stored at least after this many records, between two rounds, even if no round was played."""


@dataclass
class CachedTable:
    """A table in memory, at the version of its last record."""

    table: Table
    version: int
    hash: str
    at: str = ""
    """The time of the record of this version."""
    stored: int = 0
    """The version of its last checkpoint."""
    sealed_root: str | None = None
    """The root of the shoe whose secret is stored."""
    round: OpenRound | None = None
    """The round in progress, from which its row is made."""
    shuffled_seq: int | None = None
    """The number of the record that shuffled the deck or shoe of the last round."""
    shown_round: int | None = None
    """The number of the finished round that a view of the table still shows."""

    _engine: tuple[TableSettings, dict[str, Any]] | None = None
    """The engine in the last record that names one, and its settings."""

    def engine(self, command: Command) -> dict[str, Any]:
        """The engine as a part of the record of a command that configures the table or starts a round; else empty."""
        if command.slug() not in SETS and (self.round is None or not self.round.has_just_begun):
            return {}
        settings = self.table.settings
        if self._engine is None or self._engine[0] is not settings:
            self._engine = (settings, engine_of(settings))
        return {ENGINE: self._engine[1]}

    def note(self, stamp: Stamp, command: Command, events: StoredEvents, *, has_drawn: bool) -> None:
        """Take in a command that was done, and whether it has drawn on chance."""
        if rounds.begins(command.slug(), events):
            keypad = self.table.controller if command.slug() == "press" else None
            if keypad is not None:
                self.shuffled_seq = None
            elif has_drawn:
                self.shuffled_seq = stamp.seq
            rules_version = self.table.settings.rules.rules_version
            self.round = OpenRound(self.table.round_number, stamp, self.shuffled_seq, rules_version)
            if keypad is not None:
                # The keypad appends to this list until the end of the game.
                self.round.keypad, self.round.presses = keypad.as_json(), keypad.presses
        if self.round is not None:
            self.round.note(command, events)

    def end_round(self, box: Strongbox, stamp: Stamp) -> RoundRow | None:
        """The row of the round that ended with a record, if one did."""
        ended = self._take_ended_round()
        if ended is None:
            return None
        table = self.table
        if ended.keypad is None and table.round is not None:
            players = {number: seat.player for number, seat in table.round.seats.items()}
            return ended.row(box, stamp, players, table.round.as_json())
        return ended.row(box, stamp, {seat: seating.player for seat, seating in table.seatings.items()}, None)

    def _take_ended_round(self) -> OpenRound | None:
        """Remove and return the round that was in progress and is over."""
        ended, self.round = self.round, None
        if ended is not None and ended.can_be_shown:
            self.shown_round = ended.number
        return ended

    def note_end(self) -> None:
        """Forget the round that ended: its row is written already."""
        self._take_ended_round()

    def is_due(self, done: Doing, version: int) -> bool:
        """Whether to store a checkpoint now: the command asks for it, or too many records would need a replay."""
        return done.is_checkpoint or (version - self.stored >= STORE_EVERY and self.table.can_be_stored)


class Checkpoint(NamedTuple):
    """What a checkpoint stores of a table between two rounds.

    >>> Checkpoint("{}", None).round is None
    True
    """

    snapshot: str
    round: RoundRow | None
    """The round that ended with the record, if one did."""


class TableCache:
    """Loads, caches and stores tables. A cached table may be behind the database until ``catch_up`` is called."""

    def __init__(self, property_id: str, box: Strongbox) -> None:
        self._property_id, self._box = property_id, box
        self._tables: dict[str, CachedTable] = {}

    def get(self, connection: Connection, table_id: str) -> CachedTable:
        """The cached table, loaded if necessary. It may be behind the database."""
        cached = self._tables.get(table_id) or self.load(connection, table_id)
        if cached.version:
            self._tables[table_id] = cached
        return cached

    def cached(self, table_id: str) -> CachedTable | None:
        """The table, if it is in memory."""
        return self._tables.get(table_id)

    def is_stored(self, connection: Connection, table_id: str) -> bool:
        """Whether the table exists."""
        of_table = (TABLES.c.property_id == self._property_id) & (TABLES.c.table_id == table_id)
        return connection.execute(select(TABLES.c.table_id).where(of_table)).first() is not None

    def current(self, connection: Connection, table_id: str) -> CachedTable:
        """The table with every record that any process has written."""
        self.catch_up(connection, table_id)
        return self.get(connection, table_id)

    def catch_up(self, connection: Connection, table_id: str) -> bool:
        """Replay on a cached table what other processes have written; return whether there was anything.

        If the records do not continue from the cached version, the table is dropped and loaded when it is needed.
        """
        cached = self._tables.get(table_id)
        if cached is None:
            return False
        head = journal.head(connection, self._property_id, chain_of(table_id))
        if head == (cached.version, cached.hash):
            return False
        records = self._recorded(connection, table_id, after=cached.version)
        # The table returns to the cache only when all records are replayed: an interruption leaves half a table.
        self.forget(table_id)
        if self._replay_all(cached, records):
            self._tables[table_id] = cached
        return True

    def _recorded(self, connection: Connection, table_id: str, after: int, until: int | None = None) -> Recorded:
        """Records of a table with their postings.

        Records are read first: one committed between the two reads must not come without its postings.
        """
        of_table = (connection, self._property_id, chain_of(table_id), after)
        records = list(journal.read(*of_table, until))
        posted = postings_between(*of_table, records[-1].seq) if records else {}
        return [(record, posted.get(record.seq, ())) for record in records]

    def _replay_all(self, cached: CachedTable, records: Recorded) -> bool:
        """Replay records on a table; return whether they continue from its version."""
        try:
            for record, postings in records:
                if record.previous != cached.hash:
                    return False
                self._replay(cached, record, postings)
        except Exception:
            # Half a command may be done. If the record itself is wrong, loading the table raises the error.
            return False
        return bool(records)

    def forget(self, table_id: str) -> None:
        """Drop a table from the cache, because it may differ from its records."""
        self._tables.pop(table_id, None)

    def load(self, connection: Connection, table_id: str) -> CachedTable:
        """Load the table from its last checkpoint, and replay all later records."""
        cached = self._from_checkpoint(connection, table_id)
        for record, postings in self._recorded(connection, table_id, after=cached.version):
            self._replay(cached, record, postings)
        return cached

    def unfinished(self, connection: Connection, table_id: str) -> tuple[CachedTable, Recorded]:
        """The table at its last checkpoint without its last round, and the later records that cannot be replayed."""
        cached = self._from_checkpoint(connection, table_id, with_round=False)
        return cached, self._recorded(connection, table_id, after=cached.version)

    def _replay(self, cached: CachedTable, record: Record, postings: Sequence[Posting]) -> None:
        """Replay a record, and refuse it if the events or postings differ from what was recorded."""
        verify_format(record)
        if record.kind not in SETS:
            verify_engine(record, cached.table.settings)
        host = RecordHost(record, self._box)
        try:
            command = read_command(asked_of(self._box, record), Table.operations)
            done = cached.table.do(command, host, read_actor(record.actor))
        except StorageError:
            raise
        except Exception as error:
            # The recorded command raised no error, so any error is a difference.
            raise differs(record, f"an error ({error!r}) instead of") from error
        events = [stored_event(event, cached.table.seatings, done.dealt_from) for event in done.events]
        if record.kind in SETS:
            verify_engine(record, cached.table.settings)
        verify_same(self._box, record, events, done.entry.postings(), postings)
        cached.note(record.stamp, command, events, has_drawn=host.has_drawn)
        if done.is_checkpoint:
            cached.note_end()
        cached.version, cached.hash, cached.at = record.seq, record.hash, record.at

    def _from_checkpoint(self, connection: Connection, table_id: str, *, with_round: bool = True) -> CachedTable:
        of_table = (TABLES.c.property_id == self._property_id) & (TABLES.c.table_id == table_id)
        row = connection.execute(select(TABLES).where(of_table)).first()
        if row is None:
            return CachedTable(Table(table_id), 0, journal.START)
        secret = json.loads(self._box.unlock(row.sealed, self._place(table_id))) if row.sealed else {}
        stored = json.loads(row.snapshot)
        table, shown_round = Table.from_json(table_id, stored, secret), stored["round"]
        at = self._verify_stored(connection, row)
        cached = CachedTable(table, row.version, row.hash, at, row.version, _shoe_root(table), shown_round=shown_round)
        last = rounds.last(connection, self._property_id, table_id)
        cached.shuffled_seq = None if last is None else last.shuffled_seq
        if shown_round is not None and with_round:
            table.round = self._replay_round(connection, table_id, shown_round)
        return cached

    def _replay_round(self, connection: Connection, table_id: str, number: int) -> Round[Any, Any] | None:
        """Replay the finished round that the table still shows, from its row."""
        row = rounds.find(connection, self._property_id, table_id, number)
        if row is None:
            raise StorageError(f"round {number} of table {table_id} is not in the list of rounds any more")
        recorded = self._recorded(connection, table_id, row.first_seq - 1, row.last_seq)
        try:
            return round_again(self._box, row, recorded)
        except OtherRulesError:
            # An older engine played it: after an upgrade the table does not show it any more.
            return None

    def _verify_stored(self, connection: Connection, row: Row[Any]) -> str:
        """Refuse a snapshot that differs from its record; return the time of that record."""
        record = journal.last(connection, self._property_id, chain_of(row.table_id), JOURNAL.c.seq == row.version)
        own = {row.table_id: row_hash(TABLES, dict(row._mapping))}
        if record is None or hashes_in(record).get(TABLES.name) != own or record.hash != row.hash:
            raise StorageError(
                f"table {row.table_id} is not stored as record {row.version} of its chain says: "
                "the list of tables was edited outside Pitboss"
            )
        if not is_sealed(self._box, record, journal.postings_of(connection, record)):
            raise StorageError(
                f"record {row.version} of table {row.table_id} does not bear the seal of this room's key"
            )
        return record.at

    def checkpoint(self, cached: CachedTable, rows: RowHashes) -> "Checkpoint":
        """The snapshot of the table and the row of the ended round; notes their hashes for the record."""
        ended = cached.end_round(self._box, rows.stamp)
        # The round has hands that were never shown: only its row has it, encrypted.
        snapshot = json_text(cached.table.stored(cached.shown_round))
        rows.note(TABLES, {"property_id": self._property_id, "table_id": cached.table.table_id, "snapshot": snapshot})
        if ended is not None:
            rows.note(ROUND_ROWS, ended._asdict())
        return Checkpoint(snapshot, ended)

    def store(
        self, later: DeferredTransaction, cached: CachedTable, record: Record, stored: "Checkpoint", entropy: Entropy
    ) -> None:
        """Store the table. The secret of its shoe is written only when the shoe has changed."""
        # Compute everything first: other processes wait from the first statement on.
        values: dict[str, Any] = standing(cached.table) | {
            "version": record.seq,
            "hash": record.hash,
            "snapshot": stored.snapshot,
        }
        root = _shoe_root(cached.table)
        if root != cached.sealed_root or record.seq == 1:
            secret = json_text(cached.table.cards.secret()).encode()
            values["sealed"] = self._box.lock(secret, self._place(cached.table.table_id), entropy)
            cached.sealed_root = root
        if record.seq == 1:
            key = {"property_id": self._property_id, "table_id": cached.table.table_id}
            later.connection.execute(insert(TABLES).values(key | values))
        else:
            self._update(later.connection, cached.table.table_id, values)
        if stored.round is not None:
            rounds.write(later.connection, stored.round)
        cached.stored = record.seq

    def note_status(self, connection: Connection, table: Table) -> None:
        """Store whether a table is open, closed or suspended, even during a round."""
        self._update(connection, table.table_id, standing(table))

    def _update(self, connection: Connection, table_id: str, values: Mapping[str, Any]) -> None:
        settings = ", ".join(f"{name} = ?" for name in values)
        update = f"UPDATE tables SET {settings} WHERE property_id = ? AND table_id = ?"
        driver_execute(connection, update, (*values.values(), self._property_id, table_id))

    def _place(self, table_id: str) -> str:
        return f"{self._property_id} {chain_of(table_id)} cards"


def standing(table: Table) -> dict[str, str | None]:
    """The columns that can be read without loading a table."""
    return {"game": table.settings.game.value, "status": table.status, "meter_id": table.settings.meter_id}


def _shoe_root(table: Table) -> str | None:
    """The root of a shoe that lasts several rounds; nothing if every round has its own deck."""
    machine = table.cards.machine
    return machine.deck.seal.root.hex() if isinstance(machine, Shoe) and machine.deck else None
