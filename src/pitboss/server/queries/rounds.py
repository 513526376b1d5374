"""Rounds on record: all that are over, one of them, and what proves its cards."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from msgspec import Meta, Struct

from pitboss.games.audience import Audience
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import seen_by
from pitboss.house.records import journal
from pitboss.house.records.card_proofs import audience_of, openings
from pitboss.house.records.export import exported_record
from pitboss.house.records.face_down import events_of
from pitboss.house.records.rounds import past_rounds, records_of
from pitboss.house.room import Room
from pitboss.house.tables.queries import verify_table
from pitboss.server.authentication import Caller
from pitboss.server.queries.endpoint import BIGGEST, Context, RoundNumber, TableId, query, read
from pitboss.server.queries.records import RECORD, Record

router = APIRouter(tags=["tables"])


class RoundLine(Struct, frozen=True, kw_only=True):
    """A round that is over, in one line."""

    round_number: Annotated[int, Meta(examples=[12])]
    at: Annotated[str, Meta(description="When it began.", examples=["2026-11-15T20:00:00.000000Z"])]
    staked_cents: Annotated[
        int | None,
        Meta(
            description="What the player staked; all players, where staff looks; nothing at physical cards.",
            examples=[1000],
        ),
    ]
    paid_cents: Annotated[
        int | None, Meta(description="What came back, stakes that were not lost included.", examples=[2000])
    ]
    void_reason: Annotated[str | None, Meta(description="Why it came to nothing.", examples=[None])]


class Rounds(Struct, frozen=True, kw_only=True):
    """Rounds of a table that are over."""

    table: Annotated[str, Meta(examples=["T1"])]
    rounds: Annotated[list[RoundLine], Meta(description="The newest first.")]
    earlier: Annotated[
        int | None,
        Meta(
            description="Asked for as `before` it brings what lies further back, also where this page is not full; "
            "nothing where that was all.",
            examples=[204],
        ),
    ]


Before = Annotated[int | None, Query(ge=1, le=BIGGEST, description="What the page before gave as `earlier`.")]
AFew = Annotated[int, Query(ge=1, le=100, description="How many at most.")]


@query(router, "/tables/{table_id}/rounds", "round")
async def show_rounds(
    table_id: TableId, context: Context, session: Caller, before: Before = None, limit: AFew = 20
) -> Rounds:
    """The rounds of a table that are over, the newest first: a player sees those in which they had a wager."""
    await context.do(verify_table, context.room, table_id)
    player = session.actor.name if session.actor.role is Role.PLAYER else None
    found = await read(
        context,
        lambda connection, house: past_rounds(
            connection, (house.property_id, table_id), player=player, before=before, limit=limit
        ),
    )
    return Rounds(table=table_id, rounds=[RoundLine(**vars(each)) for each in found.rounds], earlier=found.earlier)


class RoundOnRecord(Struct, frozen=True, kw_only=True):
    """A round as the journal has it."""

    table: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    records: Annotated[
        list[Record], Meta(description="What was done, with what happened as far as the caller may see it.")
    ]


@query(
    router, "/tables/{table_id}/rounds/{number}", "round", example={"table": "T1", "round_number": 1, "records": RECORD}
)
async def show_round(table_id: TableId, number: RoundNumber, context: Context, session: Caller) -> RoundOnRecord:
    """One round on record: a player sees the cards of the seats that they had in it."""
    found = await context.do(_round, context.room, table_id, number, session.actor)
    return RoundOnRecord(table=table_id, round_number=number, records=[Record(**each) for each in found])


def _round(room: Room, table_id: str, number: int, by: Actor) -> list[dict[str, Any]]:
    audience: Audience = audience_of(room, table_id, number, by)
    with room.database.reading() as connection:
        found = records_of(connection, room.house.property_id, table_id, number)
        if by.role is Role.PLAYER:
            of_rounds = (record for record in found if record.kind in OF_ROUNDS)
            return [
                _for_player(exported_record(record, ()) | _seen_in(room, record, audience), by) for record in of_rounds
            ]
        moved = ((record, journal.postings_of(connection, record)) for record in found)
        return [exported_record(record, postings) | _seen_in(room, record, audience) for record, postings in moved]


def _seen_in(room: Room, record: journal.Record, audience: Audience) -> dict[str, Any]:
    """What this audience may see of what happened."""
    return {"events": [seen_by(event, audience) for event in events_of(room.box, record)]}


OF_ROUNDS: Final = frozenset({"start-round", "deal-cards", "act", "time-out"})
"""What belongs to a round and to nothing else."""


def _for_player(record: dict[str, Any], by: Actor) -> dict[str, Any]:
    """What happened, without what others asked for, who they are, and whose money moved."""
    shown = record | {"asked": {"do": record["asked"]["do"]}}
    if record["actor"] == str(by):
        return shown
    return shown | {"actor": record["actor"].partition(":")[0], "command_id": "", "correlation": ""}


class Openings(Struct, frozen=True, kw_only=True):
    """What proves the cards of a round: a record for each seal."""

    table: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    seals: Annotated[list[dict[str, Any]], Meta(description="Each as `pitboss fair` checks it.")]


@query(router, "/tables/{table_id}/rounds/{number}/openings", "openings")
async def show_openings(table_id: TableId, number: RoundNumber, context: Context, session: Caller) -> Openings:
    """What proves the cards of a round that the caller has seen."""
    found = await context.do(_openings, context.room, table_id, number, session.actor)
    return Openings(table=table_id, round_number=number, seals=found)


def _openings(room: Room, table_id: str, number: int, by: Actor) -> list[dict[str, Any]]:
    return [seen.as_json() for seen in openings(room, table_id, number, audience_of(room, table_id, number, by))]
