"""Answers queries about finished rounds: a list, the records of one round, and the proofs of its cards."""

from collections.abc import Iterable
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from msgspec import Meta, Struct, structs

from pitboss.games.audience import Audience
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import seen_by
from pitboss.house.cage.ledger import Posting
from pitboss.house.records import journal
from pitboss.house.records.card_proofs import audience_of, openings
from pitboss.house.records.export import ExportedRecord, exported_record
from pitboss.house.records.face_down import events_of
from pitboss.house.records.rounds import past_rounds, records_of
from pitboss.house.room import Room
from pitboss.house.tables.queries import verify_table
from pitboss.server.authentication import Caller
from pitboss.server.queries.endpoint import BIGGEST, Context, RoundNumber, TableId, query, read
from pitboss.server.queries.records import RECORD

router = APIRouter(tags=["tables"])


class RoundLine(Struct, frozen=True, kw_only=True):
    """A finished round, in one line."""

    round_number: Annotated[int, Meta(examples=[12])]
    at: Annotated[str, Meta(description="When it began.", examples=["2026-11-15T20:00:00.000000Z"])]
    staked_cents: Annotated[
        int | None,
        Meta(
            description="What the player staked, or all players for staff; nothing at live cards.",
            examples=[1000],
        ),
    ]
    paid_cents: Annotated[
        int | None, Meta(description="What was returned, including stakes that were not lost.", examples=[2000])
    ]
    void_reason: Annotated[str | None, Meta(description="Why it was voided, if it was.", examples=[None])]


class Rounds(Struct, frozen=True, kw_only=True):
    """Finished rounds of a table."""

    table: Annotated[str, Meta(examples=["T1"])]
    rounds: Annotated[list[RoundLine], Meta(description="Newest first.")]
    earlier: Annotated[
        int | None,
        Meta(
            description="Send it as `before` to get earlier rounds, even if this page is not full; nothing if there "
            "are no more.",
            examples=[204],
        ),
    ]


Before = Annotated[int | None, Query(ge=1, le=BIGGEST, description="The value of `earlier` from the previous page.")]
AFew = Annotated[int, Query(ge=1, le=100, description="The maximum number.")]


@query(router, "/tables/{table_id}/rounds", "round")
async def show_rounds(
    table_id: TableId, context: Context, session: Caller, before: Before = None, limit: AFew = 20
) -> Rounds:
    """The finished rounds of a table, newest first: players see those in which they had a wager."""
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
    """The records of a round."""

    table: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    records: Annotated[list[ExportedRecord], Meta(description="The records, with events as the caller may see them.")]


@query(
    router, "/tables/{table_id}/rounds/{number}", "round", example={"table": "T1", "round_number": 1, "records": RECORD}
)
async def show_round(table_id: TableId, number: RoundNumber, context: Context, session: Caller) -> RoundOnRecord:
    """The records of one round: players see the cards of the seats that they had in it."""
    found = await context.do(_round, context.room, table_id, number, session.actor)
    return RoundOnRecord(table=table_id, round_number=number, records=found)


def _round(room: Room, table_id: str, number: int, by: Actor) -> list[ExportedRecord]:
    audience: Audience = audience_of(room, table_id, number, by)
    with room.database.reading() as connection:
        found = records_of(connection, room.house.property_id, table_id, number)
        if by.role is Role.PLAYER:
            of_rounds = (record for record in found if record.kind in OF_ROUNDS)
            return [_for_player(_seen_in(room, record, (), audience), by) for record in of_rounds]
        moved = ((record, journal.postings_of(connection, record)) for record in found)
        return [_seen_in(room, record, postings, audience) for record, postings in moved]


def _seen_in(room: Room, record: journal.Record, postings: Iterable[Posting], audience: Audience) -> ExportedRecord:
    """A record with its events as this audience may see them."""
    events = [seen_by(event, audience) for event in events_of(room.box, record)]
    return structs.replace(exported_record(record, postings), events=events)


OF_ROUNDS: Final = frozenset({"start-round", "deal-cards", "act", "time-out"})
"""The kinds of records that belong only to a round."""


def _for_player(record: ExportedRecord, by: Actor) -> ExportedRecord:
    """A record without the details of other players: their commands, their names and their money."""
    shown = structs.replace(record, asked={"do": record.asked["do"]})
    if record.actor == str(by):
        return shown
    return structs.replace(shown, actor=record.actor.partition(":")[0], command_id="", correlation="")


class Openings(Struct, frozen=True, kw_only=True):
    """The proofs of the cards of a round, one for each seal."""

    table: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    seals: Annotated[list[dict[str, Any]], Meta(description="Proofs that `pitboss fair` can check.")]


@query(router, "/tables/{table_id}/rounds/{number}/openings", "openings")
async def show_openings(table_id: TableId, number: RoundNumber, context: Context, session: Caller) -> Openings:
    """The proofs of the cards of a round that the caller has seen."""
    found = await context.do(_openings, context.room, table_id, number, session.actor)
    return Openings(table=table_id, round_number=number, seals=found)


def _openings(room: Room, table_id: str, number: int, by: Actor) -> list[dict[str, Any]]:
    return [seen.as_json() for seen in openings(room, table_id, number, audience_of(room, table_id, number, by))]
