"""Notes in the audit trail what staff were refused at a table, so that trying things out leaves a trace.

A note says who was refused what, at which table and seat, and when. It names no card and does not repeat the words of
the refusal: those are for the sender alone. Each minute a person gets a few notes at a table, and then one that says
that there were more. The ids of the notes enforce that limit in every process and after a restart: the database accepts
an id only once.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct
from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import CommandReusedError, PinNeededError, StaleVersionError, StorageError
from pitboss.house.office import OfficeContext, handles
from pitboss.house.permissions import OfficeCommand
from pitboss.house.reports.gaming_day import print_instant
from pitboss.house.storage.schema import JOURNAL
from pitboss.house.tables.commands import Act, Press
from pitboss.progressive.controllers import CONTROLLERS

if TYPE_CHECKING:
    from pitboss.house.room import Room

REFUSED: Final = "refused "
"""How the ids of the notes begin."""

NOTER: Final = Actor("refusals", Role.HOUSE)
"""The actor who writes the notes."""

MAX_PER_MINUTE: Final = 5
"""How many refusals of a person at a table are noted one by one in a minute; one more note stands for all others."""

_OF_ROUNDS: Final = frozenset(kind.slug() for round in ROUNDS.values() for kind in round.operations)
_MAX_SEATS: Final = 99
_OFFICE: Final = "room"

RefusedCommand = tuple[str, int | None]
"""What a note says of a command: its name, and its seat where it has one."""


@dataclass(frozen=True)
class NoteRefusal(OfficeCommand):
    """The room has refused a command of staff at a table.

    >>> NoteRefusal("T1", "burn", None, "supervisor:4", "2026-11-15T20:00:00.000000Z", and_more=False).kind
    'burn'
    """

    table_id: str
    kind: str
    """The name of the command."""
    seat: int | None
    by: str
    refused_at: str
    and_more: bool
    """Whether this note stands for all further refusals of the minute."""


@dataclass(frozen=True)
class ActRefused(Event):
    """Staff were refused something at a table.

    >>> ActRefused("T1", "draw", 2, "supervisor:4", and_more=False).sentence
    'draw at seat 2 of table T1 was refused to supervisor:4'
    >>> ActRefused("T1", "draw", 2, "supervisor:4", and_more=True).sentence
    'draw at seat 2 of table T1 was refused to supervisor:4, and more in the same minute'
    """

    table_id: str
    kind: str
    seat: int | None
    by: str
    and_more: bool

    @property
    def sentence(self) -> str:
        """The event in words."""
        place = f"table {self.table_id}" if self.seat is None else f"seat {self.seat} of table {self.table_id}"
        more = ", and more in the same minute" if self.and_more else ""
        return f"{self.kind} at {place} was refused to {self.by}{more}"


@handles(NoteRefusal)
def note_refusal(command: NoteRefusal, desk: OfficeContext) -> None:
    """Write the refusal into the chain of the office; no list has it."""
    desk.events.append(ActRefused(command.table_id, command.kind, command.seat, command.by, command.and_more))


def is_noted(by: Actor, reason: PitbossError) -> bool:
    """Whether a refusal is noted: only refusals of staff, by the rules.

    A command that came too late, lacked the PIN or met a broken disk is not an attempt.

    >>> from pitboss.house.errors import RefusedError
    >>> is_noted(Actor("4", Role.SUPERVISOR), RefusedError("the round is over"))
    True
    >>> is_noted(Actor("ann", Role.PLAYER), RefusedError("the round is over"))
    False
    """
    return by.is_staff and not isinstance(reason, StorageError | StaleVersionError | PinNeededError)


class RefusalNotes:
    """Writes the notes of one process, up to their limit.

    >>> RefusalNotes().next_numbers("T1", "supervisor:4", "2026-11-15T20:00:00.000000Z").__next__()
    1
    """

    def __init__(self) -> None:
        self._used: dict[tuple[str, str], tuple[str, int]] = {}
        """By table and person: the minute of the last refusal, and how many notes of that minute are written."""
        self._guard = Lock()

    def note(self, room: "Room", table_id: str, refused: RefusedCommand, by: Actor) -> None:
        """Write a note under the next free id of the minute; do nothing if all are used."""
        at = print_instant(room.clock.now())
        for number in self.next_numbers(table_id, str(by), at):
            note = NoteRefusal(table_id, *refused, str(by), at, and_more=number > MAX_PER_MINUTE)
            if _is_written(room, note, f"{REFUSED}{_minute(at)} {table_id} {by} {number}"):
                return

    def next_numbers(self, table_id: str, by: str, at: str) -> Iterator[int]:
        """The free numbers of notes for a person at a table in a minute, each given out once."""
        while True:
            with self._guard:
                minute, used = self._used.get((table_id, by), ("", 0))
                number = used + 1 if minute == _minute(at) else 1
                if number > MAX_PER_MINUTE + 1:
                    return
                self._used[table_id, by] = _minute(at), number
            yield number


def _is_written(room: "Room", note: NoteRefusal, command_id: str) -> bool:
    """Write a note; whether it is new. Another process may have written one under the same id."""
    try:
        return not room.in_office(note, by=NOTER, command_id=command_id).is_repeat
    except CommandReusedError:
        return False


def _minute(at: str) -> str:
    return at[:16]


def name_and_seat(command: Command) -> RefusedCommand:
    """What a note says of a command: its name and its seat.

    >>> name_and_seat(Act({"do": "draw", "seat": 2, "cards": "7c"})), name_and_seat(Act({"do": "7c"}))
    (('draw', 2), ('act', None))
    """
    return _name_of(command), _seat_of(command)


def _name_of(command: Command) -> str:
    # An unknown name is free text of the sender, and is not repeated.
    if isinstance(command, Act) and command.command["do"] in _OF_ROUNDS:
        return str(command.command["do"])
    if isinstance(command, Press) and _is_press(command.press["do"]):
        return str(command.press["do"])
    return command.slug()


def _is_press(name: object) -> bool:
    return any(kind.slug() == name for controller in CONTROLLERS.values() for kind in controller.operations)


def _seat_of(command: Command) -> int | None:
    if isinstance(command, Act | Press):
        seat = (command.command if isinstance(command, Act) else command.press).get("seat")
    else:
        seat = getattr(command, "seat", None)
    return seat if type(seat) is int and 1 <= seat <= _MAX_SEATS else None


class RefusedAct(Struct, frozen=True):
    """An act at a table that a member of staff was refused.

    >>> RefusedAct(7, "2026-11-15T20:00:00.000000Z", "T1", "burn", None, "supervisor:4", False).kind
    'burn'
    """

    record: Annotated[int, Meta(description="The number of its record in the chain of the office.", examples=[340])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    table_id: Annotated[str, Meta(examples=["T4"])]
    kind: Annotated[str, Meta(description="The refused command.", examples=["burn"])]
    seat: Annotated[int | None, Meta(examples=[2])]
    by: Annotated[str, Meta(examples=["supervisor:17"])]
    and_more: Annotated[bool, Meta(description="Whether it represents all further refusals in the same minute.")]


def refused_acts(connection: Connection, property_id: str, limit: int, table_id: str | None = None) -> list[RefusedAct]:
    """The last refusals of staff at all tables, or at one of them, the newest first."""
    of_office = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == _OFFICE)
    noted = select(JOURNAL.c.seq, JOURNAL.c.asked).where(of_office, JOURNAL.c.kind == NoteRefusal.slug())
    refusals: list[RefusedAct] = []
    for row in connection.execute(noted.order_by(JOURNAL.c.seq.desc())):
        asked = json.loads(row.asked)
        if table_id in (None, asked["table_id"]):
            fields = (asked[name] for name in ("refused_at", "table_id", "kind", "seat", "by", "and_more"))
            refusals.append(RefusedAct(row.seq, *fields))
        if len(refusals) >= limit:
            break
    return refusals
