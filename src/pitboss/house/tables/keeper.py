"""The tables of the room as they stand, kept at hand; any of them can be made again from its records."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, insert, select

from pitboss.games.command import Command, read_command
from pitboss.house import journal, round_rows
from pitboss.house.actor import read_actor
from pitboss.house.errors import StorageError
from pitboss.house.face_down import asked_of
from pitboss.house.journal import Record, Stamp, chain_of
from pitboss.house.json_text import json_text
from pitboss.house.round_rows import OpenRound, RoundRow, Told
from pitboss.house.row_hashes import RowHashes, hashes_in, row_hash
from pitboss.house.schema import JOURNAL, ROUND_ROWS, TABLES
from pitboss.house.seals import is_sealed
from pitboss.house.strongbox import Strongbox
from pitboss.house.tables.outside import Again
from pitboss.house.tables.state import Done
from pitboss.house.tables.table import Table
from pitboss.house.transactions import Later, by_driver
from pitboss.outside import Entropy, SeededEntropy
from pitboss.shuffler import Shoe

STORE_EVERY: Final = 200
"""After so many records a table is stored between two rounds, also where no round was played."""


@dataclass
class Kept:
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

    def note(self, stamp: Stamp, command: Command, events: Told, *, has_drawn: bool) -> None:
        """Take in a command that was done, and whether it has drawn on chance."""
        if round_rows.begins(command.slug(), events):
            keypad = self.table.controller if command.slug() == "press" else None
            if keypad is not None:
                self.shuffled_seq = None
            elif has_drawn:
                self.shuffled_seq = stamp.seq
            self.round = OpenRound(self.table.round_number, stamp, self.shuffled_seq)
            if keypad is not None:
                # Its presses are a list that goes on to the end of the game.
                self.round.keypad, self.round.presses = keypad.as_json(), keypad.presses
        if self.round is not None:
            self.round.note(command, events)

    def end_round(self, box: Strongbox, stamp: Stamp) -> RoundRow | None:
        """The row of the round that has ended with a record, where one has."""
        ended, self.round = self.round, None
        if ended is None:
            return None
        if ended.keypad is not None or self.table.round is None:
            players = {seat: seating.player for seat, seating in self.table.seatings.items()}
            return ended.row(box, stamp, players, None)
        players = {number: seat.player for number, seat in self.table.round.seats.items()}
        return ended.row(box, stamp, players, self.table.round.as_json())

    def is_due(self, done: Done, version: int) -> bool:
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


class Keeper:
    """Loads and stores tables. What it has at hand is right only at the stored version."""

    def __init__(self, property_id: str, box: Strongbox) -> None:
        self._property_id, self._box = property_id, box
        self._kept: dict[str, Kept] = {}

    def get(self, connection: Connection, table_id: str) -> Kept:
        """The table as it stands."""
        kept = self._kept.get(table_id) or self.load(connection, table_id)
        if kept.version:
            self._kept[table_id] = kept
        return kept

    def at_hand(self, table_id: str) -> Kept | None:
        """The table, if it is at hand."""
        return self._kept.get(table_id)

    def is_stored(self, connection: Connection, table_id: str) -> bool:
        """Whether there is such a table."""
        of_table = (TABLES.c.property_id == self._property_id) & (TABLES.c.table_id == table_id)
        return connection.execute(select(TABLES.c.table_id).where(of_table)).first() is not None

    def current(self, connection: Connection, table_id: str) -> Kept:
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
        records = list(journal.read(connection, self._property_id, chain_of(table_id), after=kept.version))
        # It is at hand again when all of it is done: who is interrupted before leaves half of it.
        self.forget(table_id)
        if self._go_on(kept, records):
            self._kept[table_id] = kept
        return True

    def _go_on(self, kept: Kept, records: Sequence[Record]) -> bool:
        """Do these records again on a table; whether they follow from it."""
        try:
            for record in records:
                if record.previous != kept.hash:
                    return False
                self._do_again(kept, record)
        except Exception:
            # Half a command may be done. If the record itself is at fault, whoever loads the table learns of it.
            return False
        return bool(records)

    def forget(self, table_id: str) -> None:
        """Let go of a table that is not as it was stored."""
        self._kept.pop(table_id, None)

    def load(self, connection: Connection, table_id: str) -> Kept:
        """The table from its last checkpoint, with all later records done again."""
        kept = self._from_checkpoint(connection, table_id)
        for record in journal.read(connection, self._property_id, chain_of(table_id), after=kept.version):
            self._do_again(kept, record)
        return kept

    def _do_again(self, kept: Kept, record: Record) -> None:
        command = read_command(asked_of(self._box, record), Table.operations)
        again = Again(record, self._box)
        by = read_actor(record.actor)
        kept.table.verify(command, again, by)
        done = kept.table.do(command, again, by)
        kept.note(record.stamp, command, json.loads(record.events), has_drawn=again.has_drawn)
        if done.is_checkpoint:
            kept.round = None
        kept.version, kept.hash, kept.at = record.seq, record.hash, record.at

    def _from_checkpoint(self, connection: Connection, table_id: str) -> Kept:
        of_table = (TABLES.c.property_id == self._property_id) & (TABLES.c.table_id == table_id)
        row = connection.execute(select(TABLES).where(of_table)).first()
        if row is None:
            return Kept(Table(table_id), 0, journal.START)
        secret = json.loads(self._box.unlock(row.sealed, self._place(table_id))) if row.sealed else {}
        table = Table.from_json(table_id, self._with_round(table_id, row.version, json.loads(row.snapshot)), secret)
        at = self._verify_stored(connection, row)
        last = round_rows.last(connection, self._property_id, table_id)
        shuffled_seq = None if last is None else last.shuffled_seq
        return Kept(table, row.version, row.hash, at, row.version, _root(table), shuffled_seq=shuffled_seq)

    def _verify_stored(self, connection: Connection, row: Row[Any]) -> str:
        """Refuse a snapshot that is not what its record says; the instant of that record."""
        record = journal.last(connection, self._property_id, chain_of(row.table_id), JOURNAL.c.seq == row.version)
        own = {row.table_id: row_hash(TABLES, dict(row._mapping))}
        if record is None or hashes_in(record).get(TABLES.name) != own or record.hash != row.hash:
            raise StorageError(
                f"table {row.table_id} is not stored as record {row.version} of its chain says: "
                "somebody has written into the list of tables"
            )
        if not is_sealed(self._box, record, journal.postings_of(connection, record)):
            raise StorageError(
                f"record {row.version} of table {row.table_id} does not bear the seal of this room's key"
            )
        return record.at

    def checkpoint(self, kept: Kept, rows: RowHashes) -> "Checkpoint":
        """The table as it is stored, and the round that has ended, with their hashes for the record."""
        snapshot = json_text(self._without_round(kept.table, rows.stamp.seq))
        rows.note(TABLES, {"property_id": self._property_id, "table_id": kept.table.table_id, "snapshot": snapshot})
        ended = kept.end_round(self._box, rows.stamp)
        if ended is not None:
            rows.note(ROUND_ROWS, ended._asdict())
        return Checkpoint(snapshot, ended)

    def store(self, later: Later, kept: Kept, record: Record, stored: "Checkpoint", entropy: Entropy) -> None:
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
            round_rows.write(later.connection, stored.round)
        kept.stored = record.seq

    def _without_round(self, table: Table, version: int) -> dict[str, Any]:
        """The table for storage, its last round under lock: there are hands in it that were never shown."""
        stored = table.as_json()
        if stored["round"] is not None:
            secret, place = json_text(stored["round"]), self._round(table.table_id, version)
            # The record holds a hash of it, so it is locked the same way when the record is made again.
            chance = SeededEntropy(self._box.seed(f"{place} {secret}"))
            stored["round"] = base64.b64encode(self._box.lock(secret.encode(), place, chance)).decode()
        return stored

    def _with_round(self, table_id: str, version: int, stored: dict[str, Any]) -> dict[str, Any]:
        if stored["round"] is not None:
            locked = base64.b64decode(stored["round"])
            stored["round"] = json.loads(self._box.unlock(locked, self._round(table_id, version)))
        return stored

    def _round(self, table_id: str, version: int) -> str:
        return f"{self._property_id} {chain_of(table_id)} {version} last round"

    def note_status(self, connection: Connection, table: Table) -> None:
        """Write down that a table is open, closed or suspended, also in the middle of a round."""
        self._update(connection, table.table_id, standing(table))

    def _update(self, connection: Connection, table_id: str, values: dict[str, Any]) -> None:
        settings = ", ".join(f"{name} = ?" for name in values)
        update = f"UPDATE tables SET {settings} WHERE property_id = ? AND table_id = ?"
        by_driver(connection, update, (*values.values(), self._property_id, table_id))

    def _place(self, table_id: str) -> str:
        return f"{self._property_id} {chain_of(table_id)} cards"


def standing(table: Table) -> dict[str, Any]:
    """What others ask about a table without loading it."""
    return {"game": table.settings.game.value, "status": table.status, "meter_id": table.settings.meter_id}


def _root(table: Table) -> str | None:
    """The root of the shoe that goes on after this round; nothing where every round has a deck of its own."""
    machine = table.cards.machine
    return machine.deck.seal.root.hex() if isinstance(machine, Shoe) and machine.deck else None
