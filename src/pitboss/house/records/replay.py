"""Deals a past round again, for a dispute, from the commands and rules that are sealed in its row."""

from dataclasses import dataclass
from typing import Any

from pitboss.games.round import Round
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.records import rounds
from pitboss.house.records.audit import postings_between
from pitboss.house.records.face_down import asked_of, events_of
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.replay_check import Recorded, round_again, verify_presses
from pitboss.house.records.rounds import RoundRow
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.room import Room


@dataclass(frozen=True)
class Step:
    """One record of a round: who did what, and what happened."""

    seq: int
    at: str
    day: str
    actor: str
    kind: str
    asked: dict[str, Any]
    events: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class ReplayedRound:
    """A round dealt again."""

    table_id: str
    number: int
    steps: tuple[Step, ...]
    round: Round[Any, Any] | None
    """The round itself; nothing if it went another way, or at a live table, whose hands Pitboss does not know."""
    differs: str | None
    """The first record that differs, in words; nothing if everything happened again as it was recorded."""

    @property
    def is_same(self) -> bool:
        """Whether everything happened again as it was recorded."""
        return self.differs is None


def replay_round(room: Room, table_id: str, round_number: int) -> ReplayedRound:
    """Deal a round again from its row, with all its cards. A round in progress is refused: its cards still matter."""
    key = (room.house.property_id, table_id, round_number)
    with room.database.reading() as connection:
        records = rounds.records_of(connection, *key)
        row = rounds.find(connection, *key)
        of_round = (chain_of(table_id), records[0].seq - 1, records[-1].seq)
        posted = postings_between(connection, room.house.property_id, *of_round)
    if row is None:
        raise RefusedError(
            f"round {round_number} of table {table_id} is in progress: its cards are seen when it is over or void"
        )
    steps = tuple(_as_step(room.box, record) for record in records)
    recorded = [(record, posted.get(record.seq, ())) for record in records]
    try:
        again = _again(room.box, row, recorded)
    except StorageError as difference:
        return ReplayedRound(table_id, round_number, steps, None, str(difference))
    return ReplayedRound(table_id, round_number, steps, again, None)


def _again(box: Strongbox, row: RoundRow, recorded: Recorded) -> Round[Any, Any] | None:
    """Replay the round, and compare it record by record."""
    keypad = row.unsealed(box).keypad
    if not keypad:
        return round_again(box, row, recorded)
    verify_presses(box, keypad, recorded)
    return None


def _as_step(box: Strongbox, record: Record) -> Step:
    events = tuple(event["all"] for event in events_of(box, record))
    return Step(record.seq, record.at, record.day, record.actor, record.kind, asked_of(box, record), events)
