"""A round dealt again, for a dispute: by its commands and rules, which are sealed in its row, alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.games.event import Event
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.house import round_rows
from pitboss.house.errors import RefusedError
from pitboss.house.face_down import asked_of, events_of
from pitboss.house.journal import Record
from pitboss.house.room import Room
from pitboss.house.strongbox import Strongbox
from pitboss.paytables import Game
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.progressive.controllers.events import WagersTaken


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
    """Deal a round again from its row, with all its cards: nobody sees those while they can still decide it."""
    key = (room.house.property_id, table_id, round_number)
    with room.database.reading() as connection:
        records = round_rows.records_of(connection, *key)
        row = round_rows.find(connection, *key)
    if row is None:
        raise RefusedError(
            f"round {round_number} of table {table_id} is in progress: its cards are seen when it is over or void"
        )
    steps = tuple(_as_step(room.box, record) for record in records)
    stored = row.unsealed(room.box)
    if "keypad" in stored:
        return ReplayedRound(table_id, round_number, steps, None, _is_same(_presses_again(stored["keypad"]), steps))
    again = ROUNDS[Game(stored["round"]["game"])].from_json(stored["round"])
    return ReplayedRound(table_id, round_number, steps, again, _is_same(again.events, steps))


def _presses_again(stored: dict[str, Any]) -> list[Event]:
    """What the keypad answers from the press that began the game."""
    kind = CONTROLLERS[stored["controller"]]
    keypad = kind.from_json(stored | {"presses": []})
    happened = [event for press in stored["presses"] for event in keypad.do(kind.read_press(press))]
    begun = next(place for place, event in enumerate(happened) if isinstance(event, WagersTaken))
    return list(happened[begun:])


def _is_same(again: Sequence[Event], steps: tuple[Step, ...]) -> bool:
    """Whether the events are, in their order, among those on record."""
    recorded = iter([event for step in steps for event in step.events])
    return all(any(event.as_json() == stored for stored in recorded) for event in again)


def _as_step(box: Strongbox, record: Record) -> Step:
    events = tuple(event["all"] for event in events_of(box, record))
    return Step(record.seq, record.at, record.day, record.actor, record.kind, asked_of(box, record), events)
