"""Brings a room from one version of Pitboss to the next: prepared by the old one, checked by the new one.

A prepared table is between two rounds, suspended or closed, and stored as of its last record: the new version does
nothing again. A table that was not prepared is done again from its checkpoint and compared. Where that differs, its
round is void from postings alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from pitboss.errors import PitbossError
from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import Command, Void
from pitboss.house.actor import Actor
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.records import journal
from pitboss.house.records.audit import AnchorChains
from pitboss.house.records.journal import chain_of
from pitboss.house.records.void_from_postings import void_from_postings
from pitboss.house.room import ANCHOR, RESERVED, Room
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables import Table
from pitboss.house.tables.commands import Act, DealCards, ResumeTable, SuspendTable, TimeOut

REASON: Final = "upgrade"
_MOST_STEPS: Final = 1000


@dataclass(frozen=True)
class Finding:
    """What an upgrade found or did at a table.

    >>> Finding("T1", True, "stored between two rounds").as_json()
    {'table': 'T1', 'ok': True, 'words': 'stored between two rounds'}
    """

    table_id: str
    is_ok: bool
    words: str

    def as_json(self) -> dict[str, object]:
        """The finding for machines."""
        return {"table": self.table_id, "ok": self.is_ok, "words": self.words}


# ---- by the old version


def prepare(room: Room, by: Actor, new_id: Callable[[], str]) -> list[Finding]:
    """End or void every round, let none begin, store every table, and anchor the chains.

    No table begins a round any more, since all that are open are suspended: resume them after the upgrade.
    """
    found = []
    for table_id in _table_ids(room):
        try:
            found.append(Finding(table_id, True, _prepare_table(room, table_id, by, new_id)))
        except PitbossError as reason:
            found.append(Finding(table_id, False, str(reason)))
    room.in_office(AnchorChains(), by=RESERVED[ANCHOR], command_id=f"{ANCHOR}{new_id()}")
    return found


def _prepare_table(room: Room, table_id: str, by: Actor, new_id: Callable[[], str]) -> str:
    def do(command: Command) -> None:
        room.at_table(table_id, command, by=by, command_id=new_id())

    # Where other processes still serve the room, a round may begin between two of these commands.
    for _ in range(_MOST_STEPS):
        table = room.look_at(table_id, lambda table, _version: table)
        if table.status != "open":
            break
        do(_next_step(table) or SuspendTable(REASON))
    if not table.can_be_stored:
        raise RefusedError(f"table {table_id} is {table.status} in round {table.round_number}: resume it, and end that")
    if not _is_stored(room, table_id) and table.status == "suspended":
        reason = table.reason
        do(ResumeTable())
        do(SuspendTable(reason))
    if not _is_stored(room, table_id):
        raise StorageError(f"table {table_id} is not stored as of its last record: prepare it again")
    return f"{table.status}, stored between two rounds"


def _next_step(table: Table) -> Command | None:
    """What brings the round of a table to its end; nothing where none is in progress.

    :raises RefusedError: where people must end it
    """
    round = table.round
    if table.can_be_stored:
        return None
    if table.jackpots or table.held_wins:
        raise RefusedError(f"a win waits at table {table.table_id}: verify and decide it, then prepare again")
    if round is None or round.is_over:
        raise RefusedError(f"the game of table {table.table_id} is on: end it at its keypad, then prepare again")
    if round.can(Void(REASON)):
        return Act(Void(REASON).as_json())
    if round.want.kind == "cards" or GREEN_BUTTON in round.want.operations:
        return DealCards()
    if round.want.kind == "decision" and round.want.seat is not None:
        return TimeOut(round.want.seat)
    return Act(round.options()[0].as_json())


# ---- by the new version


def check(room: Room, by: Actor, new_id: Callable[[], str]) -> Iterator[Finding]:
    """Do every table again from its checkpoint and compare it. The round of one that differs is void from postings."""
    for table_id in _table_ids(room):
        try:
            yield Finding(table_id, True, _check_table(room, table_id, by, new_id))
        except PitbossError as reason:
            yield Finding(table_id, False, str(reason))


def _check_table(room: Room, table_id: str, by: Actor, new_id: Callable[[], str]) -> str:
    stored = _is_stored(room, table_id)
    try:
        room.look_at(table_id, lambda _table, _version: None)
    except StorageError as difference:
        voided = void_from_postings(room, table_id, by, new_id(), REASON)
        return f"{difference}. {voided}"
    return "prepared" if stored else "not prepared, and its records come out the same"


def _table_ids(room: Room) -> list[str]:
    of_room = TABLES.c.property_id == room.property_id
    with room.database.reading() as connection:
        return list(connection.scalars(select(TABLES.c.table_id).where(of_room).order_by(TABLES.c.table_id)))


def _is_stored(room: Room, table_id: str) -> bool:
    """Whether a table is stored as of its last record."""
    of_table = (TABLES.c.property_id == room.property_id) & (TABLES.c.table_id == table_id)
    with room.database.reading() as connection:
        version = connection.scalar(select(TABLES.c.version).where(of_table))
        return version == journal.head(connection, room.property_id, chain_of(table_id))[0]
