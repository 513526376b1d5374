"""A round dealt again from its records, for a dispute: the same cards, because the chance behind them was kept."""

from dataclasses import dataclass
from typing import Any

from pitboss.games.round import Round
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.face_down import asked_of, events_of
from pitboss.house.journal import Record
from pitboss.house.room import Room
from pitboss.house.rounds_on_record import is_over, records_of
from pitboss.house.strongbox import Strongbox


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
    """The round itself; nothing at physical cards, whose hands Pitboss does not know."""
    is_same: bool
    """Whether everything that happened in it again is what was recorded."""


def replay_round(room: Room, table_id: str, round_number: int) -> ReplayedRound:
    """Deal a round again from the journal, with all its cards: nobody sees those while they can still decide it."""
    with room.database.reading() as connection:
        if not is_over(connection, room.house.property_id, table_id, round_number):
            raise RefusedError(
                f"round {round_number} of table {table_id} is in progress: its cards are seen when it is over or void"
            )
        records = records_of(connection, room.house.property_id, table_id, round_number)
        table = room._keeper.load(connection, table_id, until=records[-1].seq).table
    if table.round_number != round_number:
        raise StorageError(f"round {round_number} of table {table_id} does not come out of its records")
    steps = tuple(_as_step(room.box, record) for record in records)
    again = table.round if records[0].kind == "start-round" else None
    return ReplayedRound(table_id, round_number, steps, again, again is None or _is_same(again, steps))


def _is_same(again: Round[Any, Any], steps: tuple[Step, ...]) -> bool:
    """Whether the events of the round are, in their order, among those on record."""
    recorded = iter([event for step in steps for event in step.events])
    return all(any(event.as_json() == stored for stored in recorded) for event in again.events)


def _as_step(box: Strongbox, record: Record) -> Step:
    events = tuple(event["all"] for event in events_of(box, record))
    return Step(record.seq, record.at, record.day, record.actor, record.kind, asked_of(box, record), events)
