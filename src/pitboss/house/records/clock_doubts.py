"""Records that the clock is in doubt, which stops new rounds until two people acknowledge it, one an executive."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from pitboss.games.event import Event
from pitboss.house.errors import RefusedError
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.records.room_clock import doubt_in_words
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.storage.schema import CLOCK_DOUBTS

ACKNOWLEDGE: Final = "acknowledge-clock"


@dataclass(frozen=True)
class NoteClock(OfficeCommand):
    """The room notes that its clock is behind the newest record, or far ahead of it.

    >>> NoteClock("2026-11-15T20:00:00.000000Z", "2026-11-15T21:00:00.000000Z").gap
    datetime.timedelta(days=-1, seconds=82800)
    """

    clock: str
    """What the clock said."""
    newest: str
    """The instant of the newest record."""

    @property
    def gap(self) -> timedelta:
        """By how much the clock was ahead; negative if it was behind."""
        return parse_instant(self.clock) - parse_instant(self.newest)


@dataclass(frozen=True)
class ClockDoubted(Event):
    """The clock is in doubt.

    >>> ClockDoubted("the clock is 1:00:00 behind the newest record", "2026-11-15T20:00:00.000000Z").sentence
    'the clock is 1:00:00 behind the newest record: nothing new begins until two people acknowledge it'
    """

    words: str
    clock: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.words}: nothing new begins until two people acknowledge it"


@dataclass(frozen=True)
class ClockAcknowledged(Event):
    """Two people have acknowledged the clock.

    >>> ClockAcknowledged(7, "2026-11-15T20:00:00.000000Z").sentence
    'the clock is acknowledged: play goes on'
    """

    number: int
    """The number of the doubt, which is that of its record."""
    clock: str
    """What the clock said then."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        return "the clock is acknowledged: play goes on"


@handles(NoteClock)
def note_clock(command: NoteClock, desk: OfficeContext) -> None:
    """Note a doubt once, even if several processes find it."""
    if open_doubt(desk.connection, desk.property_id) is not None:
        raise RefusedError("the clock is in doubt already")
    words = doubt_in_words(command.gap)
    desk.events.append(ClockDoubted(words, command.clock))


@projects("note-clock", into=[CLOCK_DOUBTS])
def list_doubt(record: Recorded) -> Iterator[RowWrite]:
    """A new doubt, with the number of its record."""
    yield insert_row(CLOCK_DOUBTS, number=record.stamp.seq, at=record.stamp.at, **record.event("clock-doubted"))


@on_proposal(ACKNOWLEDGE)
def preview_acknowledgment(content: dict[str, Any], desk: OfficeContext) -> None:
    """Refuse this unless the clock is in doubt."""
    if content:
        raise RefusedError(f"{ACKNOWLEDGE} takes nothing but its reason, not {', '.join(content)}")
    _verify_open(desk)


@on_approval(ACKNOWLEDGE)
def acknowledge_clock(agreed: Agreed, desk: OfficeContext) -> None:
    """Go by the clock again, or stamp records right after the newest one for as long as the clock is behind."""
    doubt = _verify_open(desk)
    desk.events.append(ClockAcknowledged(doubt.number, desk.clock))


@projects(ACKNOWLEDGE, into=[CLOCK_DOUBTS])
def list_acknowledgement(record: Recorded) -> Iterator[RowWrite]:
    """The acknowledgment of a doubt: who, and what the clock said then."""
    doubt = record.event("clock-acknowledged")
    clock = {"acknowledged_at": record.stamp.at, "acknowledged_clock": doubt["clock"]}
    yield change_row(
        CLOCK_DOUBTS, {"number": doubt["number"]}, **clock, acknowledged_by=record.badge, **record.agreement
    )


def open_doubt(connection: Connection, property_id: str) -> Row[Any] | None:
    """The doubt that nobody has acknowledged; nothing if the clock is in order."""
    waiting = (CLOCK_DOUBTS.c.property_id == property_id) & CLOCK_DOUBTS.c.acknowledged_at.is_(None)
    return connection.execute(select(CLOCK_DOUBTS).where(waiting).order_by(CLOCK_DOUBTS.c.number.desc())).first()


def doubts(connection: Connection, property_id: str, limit: int) -> list[Row[Any]]:
    """The last doubts about the clock, the newest first."""
    of_house = CLOCK_DOUBTS.c.property_id == property_id
    return list(
        connection.execute(select(CLOCK_DOUBTS).where(of_house).order_by(CLOCK_DOUBTS.c.number.desc()).limit(limit))
    )


def _verify_open(desk: OfficeContext) -> Row[Any]:
    doubt = open_doubt(desk.connection, desk.property_id)
    if doubt is None:
        raise RefusedError("the clock is not in doubt: there is nothing to acknowledge")
    return doubt
