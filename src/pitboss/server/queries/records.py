"""Answers queries about the records of the room: the journal, its audit and export, disputes, incidents, proposals.

Hidden cards and other secrets are left out.
"""

from collections.abc import Callable, Iterator
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, Final, Literal, TextIO

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse
from msgspec import Meta, Struct
from sqlalchemy import Connection

from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.people.disputes import disputes, get_dispute
from pitboss.house.people.incidents import Incident, get_incident, incidents, notes_of
from pitboss.house.people.queries import Proposal, get_proposal, proposal_list
from pitboss.house.permissions import sees_exclusions
from pitboss.house.property import Property
from pitboss.house.records.audit import AuditReport, chains_to_walk, verify_chain, verify_chains
from pitboss.house.records.export import (
    Selection,
    export_csv,
    export_json,
    page_of,
    verify_selection,
    without_exclusion,
)
from pitboss.house.records.journal import chain_of
from pitboss.house.records.refused_acts import refused_acts
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

AsSeen = Callable[[dict[str, Any]], dict[str, Any]]
"""Removes from a record what the caller may not see."""

MAX_EXPORT_IN_MEMORY: Final = 4_194_304
"""A longer export, in characters, is kept in a file until it is sent."""


# ---- the journal


class Record(Struct, frozen=True, kw_only=True):
    """A record of the journal as it may leave the room."""

    chain: Annotated[str, Meta(examples=["table:T1"])]
    seq: Annotated[int, Meta(description="Its number in its chain.", examples=[12])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    day: Annotated[str, Meta(examples=["2026-11-15"])]
    actor: Annotated[str, Meta(examples=["supervisor:17"])]
    kind: Annotated[str, Meta(examples=["fill"])]
    command_id: str
    correlation: str
    asked: Annotated[dict[str, Any], Meta(description="The command, without the cards of its sender and without PINs.")]
    events: Annotated[list[dict[str, Any]], Meta(description="The events as the caller may see them.")]
    postings: Annotated[
        list[tuple[str, int]], Meta(description="Account and millicents.", examples=[[["tray:T1", 500_000]]])
    ]
    previous: Annotated[str, Meta(description="The hash of the record before.")]
    hash: str


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
    records: list[Record]


@query(router, "/tables/{table_id}/records", "records", example={"chain": "table:T1", "records": RECORD})
async def show_records(table_id: TableId, context: Context, after: After = 0, limit: Limit = 100) -> Records:
    """The records of a table, a page at a time. Face-down cards stay hidden."""
    await context.do(verify_table, context.room, table_id)
    return await _records(context, chain_of(table_id), after, limit)


@query(router, "/records", "office-records", example={"chain": "room", "records": RECORD})
async def show_office_records(context: Context, session: Caller, after: After = 0, limit: Limit = 100) -> Records:
    """The records of the office, a page at a time. Only authorized staff see who is excluded."""
    return await _records(
        context, OFFICE, after, limit, without_exclusion if not sees_exclusions(session.actor) else dict
    )


class RefusedAct(Struct, frozen=True, kw_only=True):
    """An act at a table that a member of staff was refused."""

    record: Annotated[int, Meta(description="The number of its record in the chain of the office.", examples=[340])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    table_id: Annotated[str, Meta(examples=["T4"])]
    kind: Annotated[str, Meta(description="The refused command.", examples=["burn"])]
    seat: Annotated[int | None, Meta(examples=[2])]
    by: Annotated[str, Meta(examples=["supervisor:17"])]
    and_more: Annotated[bool, Meta(description="Whether it represents all further refusals in the same minute.")]


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
    return RefusedActs(refused=[RefusedAct(**each.as_json()) for each in found])


async def _records(context: ServerContext, chain: str, after: int, limit: int, as_seen: AsSeen = dict) -> Records:
    found = await read(context, lambda connection, house: page_of(connection, house.property_id, chain, after, limit))
    return Records(chain=chain, records=[Record(**as_seen(each)) for each in found])


class Head(Struct, frozen=True, kw_only=True):
    """The last record of a chain."""

    record: int
    hash: str


class Break(Struct, frozen=True, kw_only=True):
    """A record that is not intact."""

    chain: str
    record: int | None
    words: str


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


class OffClock(Struct, frozen=True, kw_only=True):
    """Records with adjusted times, because the clock was behind the newest record or far ahead of it."""

    records: int
    most_seconds: Annotated[float, Meta(description="The maximum error of the clock.")]


class Audit(Struct, frozen=True, kw_only=True):
    """The result of an audit."""

    is_sound: Annotated[bool, Meta(description="Whether the audit chain is intact and the accounts are in balance.")]
    records: int
    postings: int
    heads: Annotated[dict[str, Head], Meta(description="The last record of every chain.")]
    off_clock: OffClock
    breaks: Annotated[list[Break], Meta(description="The first break of every chain.")]


@query(router, "/audit/verify", "audit")
async def show_audit(
    context: Context,
    chain: Annotated[
        str | None,
        Query(pattern=LINE, description="One chain only, or accounts for the balances; everything by default."),
    ] = None,
) -> Audit:
    """Verify every chain of records from its start, and find the first record of each that is not intact."""
    found = await read(
        context, lambda connection, house: _audit(connection, house.property_id, chain, context.room.box)
    )
    return Audit(**found.as_json())


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


class Dispute(Struct, frozen=True, kw_only=True):
    """A player's claim about a round, and its outcome."""

    dispute_id: Annotated[str, Meta(examples=["d-17"])]
    table_id: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    player: Annotated[str, Meta(examples=["ann"])]
    claim: Annotated[str, Meta(examples=["the straight was not paid"])]
    status: Annotated[str, Meta(description="open, ruled or closed.", examples=["open"])]
    opened_at: str
    opened_by: str
    ruling: str | None
    ruled_at: str | None
    ruled_by: str | None
    closed_at: str | None
    closed_by: str | None
    signatures: Annotated[dict[str, str], Meta(description="The signed name of each party.")]


class Disputes(Struct, frozen=True, kw_only=True):
    """Disputes, oldest first."""

    disputes: list[Dispute]


DisputeId = Annotated[str, path_id("The dispute.", "d-17")]


@query(router, "/disputes", "disputes")
async def show_disputes(context: Context, session: Caller, everything: Everything = False) -> Disputes:
    """The disputes that are not closed, or all; players see their own."""
    found = await read(context, lambda connection, house: disputes(connection, house.property_id))
    shown = [each for each in found if (everything or each.status != "closed") and _is_for(each.player, session.actor)]
    return Disputes(disputes=[Dispute(**each.as_json()) for each in shown])


@query(router, "/disputes/{dispute_id}", "disputes")
async def show_dispute(dispute_id: DisputeId, context: Context, session: Caller) -> Dispute:
    """One dispute in full."""
    found = await read(context, lambda connection, house: get_dispute(connection, house.property_id, dispute_id))
    if not _is_for(found.player, session.actor):
        raise NotPermittedError(f"dispute {dispute_id} is not {session.actor.name}'s")
    return Dispute(**found.as_json())


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


class Note(Struct, frozen=True, kw_only=True):
    """A note about an incident."""

    at: str
    actor: str
    words: str


class TheIncident(Struct, frozen=True, kw_only=True):
    """An incident, and when its report to the commission is due."""

    incident_id: Annotated[str, Meta(examples=["i-4"])]
    subject: Annotated[str, Meta(examples=["table T2"])]
    words: Annotated[str, Meta(examples=["the display was dark for ten minutes"])]
    is_reportable: bool
    is_overdue: Annotated[bool, Meta(description="Whether the report to the commission is overdue.")]
    status: Annotated[str, Meta(description="open, reported or closed.", examples=["open"])]
    noticed_at: str
    due_at: str
    opened_by: str
    reported_at: str | None
    reference: str | None
    closed_at: str | None
    outcome: str | None
    notes: Annotated[list[Note], Meta(description="Only in the answer for a single incident.")]


class Incidents(Struct, frozen=True, kw_only=True):
    """Incidents, oldest first."""

    incidents: list[TheIncident]


@query(router, "/incidents", "incidents")
async def show_incidents(context: Context, everything: Everything = False) -> Incidents:
    """The open incidents, or all."""
    found = await read(context, lambda connection, house: incidents(connection, house.property_id))
    wanted = [each for each in found if everything or each.closed_at is None]
    return Incidents(incidents=[_incident(context, each, []) for each in wanted])


@query(router, "/incidents/{incident_id}", "incidents")
async def show_incident(incident_id: Annotated[str, path_id("The incident.", "i-4")], context: Context) -> TheIncident:
    """One incident in full, with its notes."""

    def work(connection: Connection, house: Property) -> tuple[Incident, list[tuple[str, str, str]]]:
        found = get_incident(connection, house.property_id, incident_id)
        return found, notes_of(connection, house.property_id, incident_id)

    found, notes = await read(context, work)
    return _incident(context, found, [Note(at=at, actor=actor, words=words) for at, actor, words in notes])


def _incident(context: ServerContext, found: Incident, notes: list[Note]) -> TheIncident:
    return TheIncident(**found.as_json(), is_overdue=found.is_overdue(context.clock.now()), notes=notes)


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
