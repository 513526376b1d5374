"""The time of the room: whether its clock is in doubt, and which gaming days are closed."""

from typing import Annotated, Any

from fastapi import APIRouter
from msgspec import Meta, Struct
from sqlalchemy import Connection, Row

from pitboss.house.property import Property
from pitboss.house.records.clock_doubts import doubts, open_doubt
from pitboss.house.reports.closed_days import closed_days
from pitboss.house.reports.day_close import waiting_days
from pitboss.server.context import Hall
from pitboss.server.queries.endpoint import Limit, TheHall, look, read

router = APIRouter(tags=["the room"])


class Doubt(Struct, frozen=True, kw_only=True):
    """The clock was behind the newest record, or far ahead of it."""

    at: Annotated[
        str, Meta(description="When the room found it, by its records.", examples=["2026-11-15T20:00:00.000001Z"])
    ]
    clock: Annotated[str, Meta(description="What the clock said.", examples=["2026-11-15T19:00:00.000000Z"])]
    words: Annotated[str, Meta(examples=["the clock is 1:00:00 behind the newest record"])]
    acknowledged_at: str | None = None
    proposed_by: Annotated[str | None, Meta(description="The badge of one of the two who acknowledged it.")] = None
    acknowledged_by: Annotated[str | None, Meta(description="The badge of the other, an executive.")] = None
    reason: str | None = None


class TheClock(Struct, frozen=True, kw_only=True):
    """The clock of the room."""

    now: Annotated[str, Meta(description="What it says, in UTC.", examples=["2026-11-15T20:00:00+00:00"])]
    doubt: Annotated[
        str | None,
        Meta(
            description="Why nothing new begins until two people acknowledge it; nothing while the clock is in order.",
            examples=["the clock is 1:00:00 behind the newest record"],
        ),
    ]
    doubts: Annotated[list[Doubt], Meta(description="The last ones, the newest first.")]


@look(router, "/clock", "clock")
async def show_clock(hall: TheHall, limit: Limit = 25) -> TheClock:
    """The clock of the room, and when it was in doubt."""
    return await read(hall, lambda connection, house: _clock(connection, house, hall, limit))


def _clock(connection: Connection, house: Property, hall: Hall, limit: int) -> TheClock:
    found = [_as_doubt(row) for row in doubts(connection, house.property_id, limit)]
    waiting = open_doubt(connection, house.property_id)
    words = None if waiting is None else waiting.words
    return TheClock(now=hall.clock.now().isoformat(), doubt=words, doubts=found)


def _as_doubt(row: Row[Any]) -> Doubt:
    return Doubt(**{name: getattr(row, name) for name in Doubt.__struct_fields__})


class Open(Struct, frozen=True, kw_only=True):
    """A gaming day that is not closed."""

    day: Annotated[str, Meta(examples=["2026-11-15"])]
    is_over: Annotated[bool, Meta(description="Whether its cut-off has passed.")]
    missing: Annotated[
        list[str], Meta(description="What must be done before it can be closed, besides counting the slips.")
    ]


class Closed(Struct, frozen=True, kw_only=True):
    """A gaming day that two people have closed."""

    day: Annotated[str, Meta(examples=["2026-11-14"])]
    closed_at: Annotated[str, Meta(examples=["2026-11-15T15:00:00.000000Z"])]
    proposed_by: Annotated[str, Meta(description="A badge.", examples=["5"])]
    closed_by: Annotated[str, Meta(description="A badge.", examples=["3"])]
    reason: str
    slips: int
    by_book: Annotated[list[str], Meta(description="Tables that were open over the cut-off and stay by book.")]
    win_cents: int
    drop_cents: int
    reports_hash: str


class Days(Struct, frozen=True, kw_only=True):
    """The gaming days."""

    open: Annotated[list[Open], Meta(description="The oldest first: it is closed next.")]
    closed: Annotated[list[Closed], Meta(description="The newest first.")]


@look(router, "/days", "days")
async def show_days(hall: TheHall, limit: Limit = 25) -> Days:
    """Which gaming days are closed, and what the others still lack."""
    return await read(hall, lambda connection, house: _days(connection, house, hall, limit))


def _days(connection: Connection, house: Property, hall: Hall, limit: int) -> Days:
    today = house.days.day_of(hall.clock.latest()).isoformat()
    waiting = [Open(**each.as_json()) for each in waiting_days(connection, house, today)]
    closed = [Closed(**each.as_json()) for each in closed_days(connection, house.property_id, limit)]
    return Days(open=waiting, closed=closed)
