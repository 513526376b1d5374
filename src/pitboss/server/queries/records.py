"""Answers queries about the records of the room: the journal, its audit and export, disputes, incidents, proposals.

Hidden cards and other secrets are left out.
"""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, Final, Literal, TextIO

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse
from msgspec import Meta, Struct
from sqlalchemy import Connection

from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.people.disputes import Dispute, disputes, get_dispute
from pitboss.house.people.incidents import Incident, IncidentView, Note, get_incident, incidents, notes_of
from pitboss.house.people.queries import Proposal, get_proposal, proposal_list
from pitboss.house.permissions import sees_exclusions
from pitboss.house.property import Property
from pitboss.house.records.audit import AuditReport, AuditView, chains_to_walk, verify_chain, verify_chains
from pitboss.house.records.export import (
    ExportedRecord,
    Selection,
    export_csv,
    export_json,
    page_of,
    verify_selection,
    without_exclusion,
)
from pitboss.house.records.journal import chain_of
from pitboss.house.records.refused_acts import RefusedAct, refused_acts
from pitboss.house.records.replay import ReplayedRound, replay_round
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.reports.span import named_days
from pitboss.house.room import OFFICE, Room
from pitboss.house.tables.queries import verify_table
from pitboss.server.authentication import Caller
from pitboss.server.context import ServerContext
from pitboss.server.queries.endpoint import (
    BIGGEST,
    LINE,
    MEDIA_TYPES,
    After,
    Context,
    Day,
    Everything,
    Limit,
    Since,
    TableId,
    path_id,
    query,
    read,
)

router = APIRouter(tags=["records"])

PLACE: Final = r"^[ -~]{1,200}:[0-9]{1,9}$"
"""The pattern of a record's chain and number, such as table:T1:200."""

MAX_EXPORT_IN_MEMORY: Final = 4_194_304
"""A longer export, in characters, is kept in a file until it is sent."""


# ---- the journal


RECORD: Final = [
    {
        "chain": "table:T1",
        "seq": 12,
        "at": "2026-11-15T20:00:00.000000Z",
        "day": "2026-11-15",
        "actor": "supervisor:17",
        "kind": "fill",
        "command_id": "7b3f0c52",
        "correlation": "7b3f0c52",
        "asked": {"do": "fill", "cents": 500},
        "events": [{"event": "filled", "cents": 500}],
        "postings": [["desk", -500_000], ["tray:T1", 500_000]],
        "previous": "5f0c",
        "hash": "9a1d",
    }
]
"""The record of a fill, as an example."""


class Records(Struct, frozen=True, kw_only=True):
    """Records of one chain, the oldest first."""

    chain: Annotated[str, Meta(examples=["table:T1"])]
    records: list[ExportedRecord]


@query(router, "/tables/{table_id}/records", "records", example={"chain": "table:T1", "records": RECORD})
async def show_records(table_id: TableId, context: Context, after: After = 0, limit: Limit = 100) -> Records:
    """The records of a table, a page at a time. Face-down cards stay hidden."""
    await context.do(verify_table, context.room, table_id)
    return await _records(context, chain_of(table_id), after, limit)


@query(router, "/records", "office-records", example={"chain": "room", "records": RECORD})
async def show_office_records(context: Context, session: Caller, after: After = 0, limit: Limit = 100) -> Records:
    """The records of the office, a page at a time. Only authorized staff see who is excluded."""
    found = await _records(context, OFFICE, after, limit)
    if sees_exclusions(session.actor):
        return found
    return Records(chain=found.chain, records=[without_exclusion(each) for each in found.records])


class RefusedActs(Struct, frozen=True, kw_only=True):
    """Refused acts of staff, newest first."""

    refused: list[RefusedAct]


@query(router, "/refused-acts", "refused-acts")
async def show_refused_acts(
    context: Context,
    table: Annotated[str | None, Query(pattern=LINE, description="One table; all where not named.")] = None,
    limit: Limit = 100,
) -> RefusedActs:
    """The acts at tables that staff were refused, without cards and without the words of the refusal."""
    found = await read(context, lambda connection, house: refused_acts(connection, house.property_id, limit, table))
    return RefusedActs(refused=found)


async def _records(context: ServerContext, chain: str, after: int, limit: int) -> Records:
    found = await read(context, lambda connection, house: page_of(connection, house.property_id, chain, after, limit))
    return Records(chain=chain, records=found)


class Chain(Struct, frozen=True, kw_only=True):
    """A chain that an audit verifies."""

    chain: Annotated[str, Meta(examples=["table:T1"])]
    records: Annotated[int, Meta(description="The number of its last record.", examples=[120])]


class Chains(Struct, frozen=True, kw_only=True):
    """All chains that an audit verifies, the office's chain first."""

    chains: list[Chain]


@query(router, "/audit/chains", "audit")
async def show_chains(context: Context) -> Chains:
    """Every chain that exists or should exist, so that each can be verified separately."""
    found = await read(context, lambda connection, house: chains_to_walk(connection, house.property_id))
    return Chains(chains=[Chain(chain=chain, records=records) for chain, records in found.items()])


@query(router, "/audit/verify", "audit")
async def show_audit(
    context: Context,
    chain: Annotated[
        str | None,
        Query(pattern=LINE, description="One chain only, or accounts for the balances; everything by default."),
    ] = None,
) -> AuditView:
    """Verify every chain of records from its start, and find the first record of each that is not intact."""
    found = await read(
        context, lambda connection, house: _audit(connection, house.property_id, chain, context.room.box)
    )
    return found.view()


def _audit(connection: Connection, property_id: str, chain: str | None, box: Strongbox) -> AuditReport:
    if chain is None:
        return verify_chains(connection, property_id, box=box)
    return verify_chain(connection, property_id, chain, box)


@query(router, "/audit/export", "audit", forms=("csv",), example=RECORD)
async def show_export(  # noqa: PLR0913, PLR0917 - each is a part of the address
    context: Context,
    session: Caller,
    since: Since = None,
    until: Day = None,
    chain: Annotated[str | None, Query(pattern=LINE, description="One chain: room, or table:T1.")] = None,
    kind: Annotated[str | None, Query(pattern=LINE, description="One kind of command, such as fill.")] = None,
    actor: Annotated[str | None, Query(pattern=LINE, description="One person in one role.")] = None,
    most: Annotated[int | None, Query(ge=1, le=BIGGEST, description="The maximum number; all by default.")] = None,
    after: Annotated[
        str | None, Query(pattern=PLACE, description="Only records after this one: its chain and number.")
    ] = None,
    form: Annotated[Literal["json", "csv"], Query(alias="format", description="The format.")] = "json",
) -> Response:
    """The journal or a part of it, without secrets: hidden cards, random numbers, hashes of PINs."""
    first, last = named_days(context.room.house, (since, until), context.clock.latest())
    hides = not sees_exclusions(session.actor)
    selection = Selection(first, last, chain, kind, actor, most, _place(after), hides)
    text = await context.do(_export, context.room, selection, form)
    media_type = MEDIA_TYPES.get(form, "application/json")
    return StreamingResponse(_pieces(text), media_type=media_type)


def _place(after: str | None) -> tuple[str, int] | None:
    """The chain and number of a record.

    >>> _place("table:T1:200")
    ('table:T1', 200)
    """
    chain, _, number = (after or "").rpartition(":")
    return (chain, int(number)) if chain else None


def _export(room: Room, selection: Selection, form: str) -> TextIO:
    # The response closes it after sending.
    out: TextIO = SpooledTemporaryFile(MAX_EXPORT_IN_MEMORY, "w+", newline="")  # type: ignore[assignment]  # noqa: SIM115
    try:
        with room.database.reading() as connection:
            verify_selection(connection, room.house.property_id, selection)
            (export_csv if form == "csv" else export_json)(connection, room.house.property_id, selection, out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return out


def _pieces(text: TextIO) -> Iterator[str]:
    with text:
        while piece := text.read(65_536):
            yield piece


# ---- disputes


class Disputes(Struct, frozen=True, kw_only=True):
    """Disputes, oldest first."""

    disputes: list[Dispute]


DisputeId = Annotated[str, path_id("The dispute.", "d-17")]


@query(router, "/disputes", "disputes")
async def show_disputes(context: Context, session: Caller, everything: Everything = False) -> Disputes:
    """The disputes that are not closed, or all; players see their own."""
    found = await read(context, lambda connection, house: disputes(connection, house.property_id))
    shown = [each for each in found if (everything or each.status != "closed") and _is_for(each.player, session.actor)]
    return Disputes(disputes=shown)


@query(router, "/disputes/{dispute_id}", "disputes")
async def show_dispute(dispute_id: DisputeId, context: Context, session: Caller) -> Dispute:
    """One dispute in full."""
    found = await read(context, lambda connection, house: get_dispute(connection, house.property_id, dispute_id))
    if not _is_for(found.player, session.actor):
        raise NotPermittedError(f"dispute {dispute_id} is not {session.actor.name}'s")
    return found


def _is_for(player: str, who: Actor) -> bool:
    return who.role is not Role.PLAYER or who.name == player


class Step(Struct, frozen=True, kw_only=True):
    """One record of a replayed round."""

    seq: int
    at: str
    day: str
    actor: str
    kind: str
    asked: dict[str, Any]
    events: list[dict[str, Any]]


class Replay(Struct, frozen=True, kw_only=True):
    """A disputed round, replayed from its records with all its cards."""

    dispute: Annotated[str, Meta(examples=["d-17"])]
    table: Annotated[str, Meta(examples=["T1"])]
    round: Annotated[int, Meta(examples=[12])]
    is_same: Annotated[bool, Meta(description="Whether the replay has the same result.")]
    steps: list[Step]


@query(router, "/disputes/{dispute_id}/replay", "replay")
async def show_replay(dispute_id: DisputeId, context: Context, session: Caller) -> Replay:
    """Replay the disputed round from its records, with all its cards."""
    again = await context.do(_replay, context.room, dispute_id)
    steps = [Step(**vars(step) | {"events": list(step.events)}) for step in again.steps]
    return Replay(dispute=dispute_id, table=again.table_id, round=again.number, is_same=again.is_same, steps=steps)


def _replay(room: Room, dispute_id: str) -> ReplayedRound:
    with room.database.reading() as connection:
        found = get_dispute(connection, room.house.property_id, dispute_id)
    return replay_round(room, found.table_id, found.round_number)


# ---- incidents


class Incidents(Struct, frozen=True, kw_only=True):
    """Incidents, oldest first."""

    incidents: list[IncidentView]


@query(router, "/incidents", "incidents")
async def show_incidents(context: Context, everything: Everything = False) -> Incidents:
    """The open incidents, or all."""
    found = await read(context, lambda connection, house: incidents(connection, house.property_id))
    wanted, now = [each for each in found if everything or each.closed_at is None], context.clock.now()
    return Incidents(incidents=[each.view(now, []) for each in wanted])


@query(router, "/incidents/{incident_id}", "incidents")
async def show_incident(incident_id: Annotated[str, path_id("The incident.", "i-4")], context: Context) -> IncidentView:
    """One incident in full, with its notes."""

    def work(connection: Connection, house: Property) -> tuple[Incident, list[Note]]:
        found = get_incident(connection, house.property_id, incident_id)
        return found, notes_of(connection, house.property_id, incident_id)

    found, notes = await read(context, work)
    return found.view(context.clock.now(), notes)


# ---- what takes two people


class Proposals(Struct, frozen=True, kw_only=True):
    """Proposals, oldest first."""

    proposals: list[Proposal]


@query(router, "/proposals", "proposals")
async def show_proposals(context: Context, everything: Everything = False) -> Proposals:
    """The proposals that wait for a decision, or all."""
    found = await read(
        context, lambda connection, house: proposal_list(connection, house.property_id, everything=everything)
    )
    return Proposals(proposals=found)


@query(router, "/proposals/{proposal_id}", "proposals")
async def show_proposal(proposal_id: Annotated[str, path_id("The proposal.", "p-1")], context: Context) -> Proposal:
    """One proposal in full, to be read before the decision."""
    return await read(context, lambda connection, house: get_proposal(connection, house.property_id, proposal_id))
