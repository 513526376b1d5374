"""The tables of the room as they stand, kept at hand; any of them can be made again from its records."""

import json
from collections.abc import Sequence
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
"""After so many records a table is stored between two rounds, also where no round was played."""


@dataclass
class CachedTable:
    """A table at a version."""

    table: Table
    version: int
    hash: str
    at: str = ""
    """The instant of the record of this version."""
    stored: int = 0
    """The version at which it was stored last."""
    sealed_root: str | None = None
    """The root of the deck whose secret is stored."""
    round: OpenRound | None = None
    """The round in progress, for its row."""
    shuffled_seq: int | None = None
    """With which record the deck or the shoe of the last round was shuffled."""
    shown_round: int | None = None
    """The number of the round of cards that is over and still lies on the table, as in a view of it."""

    _engine: tuple[TableSettings, dict[str, Any]] | None = None
    """For which settings this was written last."""

    def engine(self, command: Command) -> dict[str, Any]:
        """What its record says of the engine, where a command sets the table or has begun a round."""
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
                # Its presses are a list that goes on to the end of the game.
                self.round.keypad, self.round.presses = keypad.as_json(), keypad.presses
        if self.round is not None:
            self.round.note(command, events)

    def end_round(self, box: Strongbox, stamp: Stamp, cards: dict[str, Any] | None) -> RoundRow | None:
        """The row of the round that has ended with a record, where one has; its ``cards`` are the round for storage."""
        ended = self._ended()
        if ended is None:
            return None
        table = self.table
        if ended.keypad is None and table.round is not None:
            return ended.row(box, stamp, {number: seat.player for number, seat in table.round.seats.items()}, cards)
        return ended.row(box, stamp, {seat: seating.player for seat, seating in table.seatings.items()}, None)

    def _ended(self) -> OpenRound | None:
        """The round that was in progress, and is over."""
        ended, self.round = self.round, None
        if ended is not None and ended.can_be_shown:
            self.shown_round = ended.number
        return ended

    def note_end(self) -> None:
        """Whoever did the record has written the row."""
        self._ended()

    def is_due(self, done: Doing, version: int) -> bool:
        """Whether it is stored at this version: when it says so, and else before too much must be done again."""
        return done.is_checkpoint or (version - self.stored >= STORE_EVERY and self.table.can_be_stored)


class Checkpoint(NamedTuple):
    """What is stored of a table between two rounds.

    >>> Checkpoint("{}", None).round is None
    True
    """

    snapshot: str
    round: RoundRow | None
    """The round that has ended with the record, where one has."""


class TableCache:
    """Loads and stores tables. What it has at hand is right only at the stored version."""

    def __init__(self, property_id: str, box: Strongbox) -> None:
        self._property_id, self._box = property_id, box
        self._kept: dict[str, CachedTable] = {}

    def get(self, connection: Connection, table_id: str) -> CachedTable:
        """The table as it stands."""
        kept = self._kept.get(table_id) or self.load(connection, table_id)
        if kept.version:
            self._kept[table_id] = kept
        return kept

    def cached(self, table_id: str) -> CachedTable | None:
        """The table, if it is at hand."""
        return self._kept.get(table_id)

    def is_stored(self, connection: Connection, table_id: str) -> bool:
        """Whether there is such a table."""
        of_table = (TABLES.c.property_id == self._property_id) & (TABLES.c.table_id == table_id)
        return connection.execute(select(TABLES.c.table_id).where(of_table)).first() is not None

    def current(self, connection: Connection, table_id: str) -> CachedTable:
        """The table as it is stored now, also where another process has written."""
        self.catch_up(connection, table_id)
        return self.get(connection, table_id)

    def catch_up(self, connection: Connection, table_id: str) -> bool:
        """Do what others have written since on the table at hand; whether there was anything.

        A table that does not go on from where it is at hand is let go, and loaded anew when it is wanted.
        """
        kept = self._kept.get(table_id)
        if kept is None:
            return False
        head = journal.head(connection, self._property_id, chain_of(table_id))
        if head == (kept.version, kept.hash):
            return False
        records = self._recorded(connection, table_id, after=kept.version)
        # It is at hand again when all of it is done: who is interrupted before leaves half of it.
        self.forget(table_id)
        if self._go_on(kept, records):
            self._kept[table_id] = kept
        return True

    def _recorded(self, connection: Connection, table_id: str, after: int, until: int | None = None) -> Recorded:
        """Records of a table with their postings.

        Records first: one that another process commits between the two questions must not come without its postings.
        """
        of_table = (connection, self._property_id, chain_of(table_id), after)
        records = list(journal.read(*of_table, until))
        posted = postings_between(*of_table, records[-1].seq) if records else {}
        return [(record, posted.get(record.seq, ())) for record in records]

    def _go_on(self, kept: CachedTable, records: Recorded) -> bool:
        """Do these records again on a table; whether they follow from it."""
        try:
            for record, postings in records:
                if record.previous != kept.hash:
                    return False
                self._do_again(kept, record, postings)
        except Exception:
            # Half a command may be done. If the record itself is at fault, whoever loads the table learns of it.
            return False
        return bool(records)

    def forget(self, table_id: str) -> None:
        """Let go of a table that is not as it was stored."""
        self._kept.pop(table_id, None)

    def load(self, connection: Connection, table_id: str) -> CachedTable:
        """The table from its last checkpoint, with all later records done again."""
        kept = self._from_checkpoint(connection, table_id)
        for record, postings in self._recorded(connection, table_id, after=kept.version):
            self._do_again(kept, record, postings)
        return kept

    def unfinished(self, connection: Connection, table_id: str) -> tuple[CachedTable, Recorded]:
        """The table from its last checkpoint without its last round, and the records since: for who cannot do them."""
        kept = self._from_checkpoint(connection, table_id, with_round=False)
        return kept, self._recorded(connection, table_id, after=kept.version)

    def _do_again(self, kept: CachedTable, record: Record, postings: Sequence[Posting]) -> None:
        """Do a record again, and refuse one that does not bring what it says."""
        verify_format(record)
        if record.kind not in SETS:
            verify_engine(record, kept.table.settings)
        host = RecordHost(record, self._box)
        try:
            command = read_command(asked_of(self._box, record), Table.operations)
            done = kept.table.do(command, host, read_actor(record.actor))
        except StorageError:
            raise
        except Exception as error:
            # Whatever it is, it did not happen then.
            raise differs(record, f"an error ({error!r}) instead of") from error
        events = [stored_event(event, kept.table.seatings, done.dealt_from) for event in done.events]
        if record.kind in SETS:
            verify_engine(record, kept.table.settings)
        verify_same(self._box, record, events, done.entry.postings(), postings)
        kept.note(record.stamp, command, events, has_drawn=host.has_drawn)
        if done.is_checkpoint:
            kept.note_end()
        kept.version, kept.hash, kept.at = record.seq, record.hash, record.at

    def _from_checkpoint(self, connection: Connection, table_id: str, *, with_round: bool = True) -> CachedTable:
        of_table = (TABLES.c.property_id == self._property_id) & (TABLES.c.table_id == table_id)
        row = connection.execute(select(TABLES).where(of_table)).first()
        if row is None:
            return CachedTable(Table(table_id), 0, journal.START)
        secret = json.loads(self._box.unlock(row.sealed, self._place(table_id))) if row.sealed else {}
        stored = json.loads(row.snapshot)
        shown_round, stored["round"] = stored["round"], None
        table = Table.from_json(table_id, stored, secret)
        at = self._verify_stored(connection, row)
        kept = CachedTable(table, row.version, row.hash, at, row.version, _root(table), shown_round=shown_round)
        last = rounds.last(connection, self._property_id, table_id)
        kept.shuffled_seq = None if last is None else last.shuffled_seq
        if shown_round is not None and with_round:
            table.round = self._round_again(connection, table_id, shown_round)
        return kept

    def _round_again(self, connection: Connection, table_id: str, number: int) -> Round[Any, Any] | None:
        """The round that still lies on a table, from its row."""
        row = rounds.find(connection, self._property_id, table_id, number)
        if row is None:
            raise StorageError(f"round {number} of table {table_id} is not in the list of rounds any more")
        recorded = self._recorded(connection, table_id, row.first_seq - 1, row.last_seq)
        try:
            return round_again(self._box, row, recorded)
        except OtherRulesError:
            # It is over and on record: after an upgrade it lies on the table no more.
            return None

    def _verify_stored(self, connection: Connection, row: Row[Any]) -> str:
        """Refuse a snapshot that is not what its record says; the instant of that record."""
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

    def checkpoint(self, kept: CachedTable, rows: RowHashes) -> "Checkpoint":
        """The table as it is stored, and the round that has ended, with their hashes for the record."""
        stored = kept.table.as_json()
        ended = kept.end_round(self._box, rows.stamp, stored["round"])
        # Hands in it were never shown: it is in its row, under lock.
        stored["round"] = kept.shown_round
        snapshot = json_text(stored)
        rows.note(TABLES, {"property_id": self._property_id, "table_id": kept.table.table_id, "snapshot": snapshot})
        if ended is not None:
            rows.note(ROUND_ROWS, ended._asdict())
        return Checkpoint(snapshot, ended)

    def store(
        self, later: DeferredTransaction, kept: CachedTable, record: Record, stored: "Checkpoint", entropy: Entropy
    ) -> None:
        """Store the table as it stands. The secret of its shoe is written only when the shoe is another one."""
        # All is made ready first: from the first question to the database on, others wait.
        values: dict[str, Any] = standing(kept.table) | {
            "version": record.seq,
            "hash": record.hash,
            "snapshot": stored.snapshot,
        }
        root = _root(kept.table)
        if root != kept.sealed_root or record.seq == 1:
            secret = json_text(kept.table.cards.secret()).encode()
            values["sealed"] = self._box.lock(secret, self._place(kept.table.table_id), entropy)
            kept.sealed_root = root
        if record.seq == 1:
            key = {"property_id": self._property_id, "table_id": kept.table.table_id}
            later.connection.execute(insert(TABLES).values(key | values))
        else:
            self._update(later.connection, kept.table.table_id, values)
        if stored.round is not None:
            rounds.write(later.connection, stored.round)
        kept.stored = record.seq

    def note_status(self, connection: Connection, table: Table) -> None:
        """Write down that a table is open, closed or suspended, also in the middle of a round."""
        self._update(connection, table.table_id, standing(table))

    def _update(self, connection: Connection, table_id: str, values: dict[str, Any]) -> None:
        settings = ", ".join(f"{name} = ?" for name in values)
        update = f"UPDATE tables SET {settings} WHERE property_id = ? AND table_id = ?"
        driver_execute(connection, update, (*values.values(), self._property_id, table_id))

    def _place(self, table_id: str) -> str:
        return f"{self._property_id} {chain_of(table_id)} cards"


def standing(table: Table) -> dict[str, Any]:
    """What others ask about a table without loading it."""
    return {"game": table.settings.game.value, "status": table.status, "meter_id": table.settings.meter_id}


def _root(table: Table) -> str | None:
    """The root of the shoe that goes on after this round; nothing where every round has a deck of its own."""
    machine = table.cards.machine
    return machine.deck.seal.root.hex() if isinstance(machine, Shoe) and machine.deck else None
