"""Proposals as people read them before they decide: what is proposed, and what it would do."""

import json
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import Connection, Row, select

from pitboss.errors import PitbossError
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.people import proposals
from pitboss.house.people.proposals import DECIDED_AT_THE_TABLE, digest_of
from pitboss.house.records.export import kept_back
from pitboss.house.storage.schema import PROPOSALS
from pitboss.house.views import view_of


class ProposalEffect(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a waiting proposal would do."""

    table: Annotated[str, Meta(description="The table where it is decided by doing it.", examples=["T1"])]
    before: Annotated[dict[str, int] | None, Meta(description="Of a reversal: the meter now, in millicents.")] = None
    after: Annotated[dict[str, int] | None, Meta(description="Of a reversal: the meter then, in millicents.")] = None
    refused: Annotated[
        str | None, Meta(description="Why it cannot be done any more.", examples=["another win was booked since"])
    ] = None


class Proposal(Struct, frozen=True, kw_only=True):
    """What one person proposes and another decides."""

    proposal_id: Annotated[str, Meta(examples=["p-1"])]
    kind: Annotated[str, Meta(examples=["adjust-meter"])]
    subject: Annotated[str, Meta(examples=["M1"])]
    content: Annotated[dict[str, Any], Meta(description="What shall be, without PINs.")]
    digest: Annotated[str, Meta(description="Of all that was proposed: who approves it sends it along.")]
    reason: str
    status: Annotated[str, Meta(description="pending, approved, rejected, withdrawn or used.", examples=["pending"])]
    proposed_by: Annotated[str, Meta(examples=["17"])]
    proposed_at: str
    decided_by: str | None
    decided_at: str | None
    note: str | None
    checked_by: Annotated[str | None, Meta(description="Who of surveillance has seen on camera what is proposed.")]
    used_in: str | None
    effect: Annotated[
        ProposalEffect | None,
        Meta(description="Of a reversal that waits: the table of the win, and its meter before and after."),
    ]


def proposal_list(connection: Connection, property_id: str, *, everything: bool = True) -> list[Proposal]:
    """The proposals, the oldest first: all, or those that wait for a decision."""
    wanted = [PROPOSALS.c.property_id == property_id]
    wanted += [] if everything else [PROPOSALS.c.status == "pending"]
    query = select(PROPOSALS).where(*wanted).order_by(PROPOSALS.c.proposed_at, PROPOSALS.c.proposal_id)
    return [_proposal(connection, property_id, row) for row in connection.execute(query).all()]


def get_proposal(connection: Connection, property_id: str, proposal_id: str) -> Proposal:
    """One proposal."""
    return _proposal(connection, property_id, proposals.find(connection, property_id, proposal_id))


def _proposal(connection: Connection, property_id: str, row: Row[Any]) -> Proposal:
    """Who approves a PIN does not see what it was made into."""
    content, effect = kept_back(json.loads(row.content)), _effect_of(connection, property_id, row)
    return view_of(Proposal, row, content=content, digest=digest_of(row), effect=effect)


def _effect_of(connection: Connection, property_id: str, row: Row[Any]) -> ProposalEffect | None:
    """At which table a waiting proposal is approved by doing it, and what a reversal would do to the meter."""
    if row.status != "pending" or row.kind not in DECIDED_AT_THE_TABLE:
        return None
    if row.kind != jackpot_rows.REVERSAL:
        return ProposalEffect(table=row.subject)
    keeps_seed = bool(json.loads(row.content)["keeps_seed"])
    table = jackpot_rows.read(connection, property_id, row.subject).table_id
    try:
        meter = jackpot_rows.reversal_effect(connection, property_id, row.subject, keeps_seed=keeps_seed)
    except PitbossError as refusal:
        # Another win was booked since: whoever approves it is told so.
        return ProposalEffect(table=table, refused=str(refusal))
    return (
        ProposalEffect(table=table) if meter is None else ProposalEffect(table=table, before=meter[0], after=meter[1])
    )
