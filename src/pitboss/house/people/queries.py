"""Lists of staff, players with their money at the cage, exclusions and proposals, for the server and the terminal.

No list contains the hash of a PIN.
"""

import json
from typing import Annotated, Any

from msgspec import Meta, Struct
from sqlalchemy import ColumnElement, Connection, Row, func, or_, select

from pitboss.dates import written_day
from pitboss.errors import PitbossError
from pitboss.house.answers import view_of
from pitboss.house.cage.ledger import account
from pitboss.house.jackpots import jackpot_rows
from pitboss.house.people import players, proposals
from pitboss.house.people.proposals import DECIDED_AT_THE_TABLE, digest_of
from pitboss.house.people.staff import Person, all_staff
from pitboss.house.records import journal
from pitboss.house.records.export import kept_back
from pitboss.house.storage.schema import EXCLUSIONS, PLAYERS, PROPOSALS
from pitboss.progressive import MILLICENTS


class StaffMember(Struct, frozen=True, kw_only=True):
    """A staff member."""

    badge: Annotated[str, Meta(examples=["17"])]
    name: Annotated[str, Meta(examples=["Bo"])]
    role: Annotated[str, Meta(examples=["dealer"])]
    status: Annotated[str, Meta(description="active, locked, not enrolled or inactive.", examples=["active"])]
    is_active: bool
    is_locked: bool
    failed: Annotated[int, Meta(description="Wrong PINs in a row.", examples=[0])]
    license: Annotated[str, Meta(description="The number of their license or certification.", examples=["68-1234"])]
    has_factor: Annotated[bool, Meta(description="Whether they have set up an authenticator app.")]
    code_by: Annotated[
        str | None, Meta(description="The badge of the approver with whom they enroll, without a PIN.", examples=["3"])
    ]


class PlayerAccount(Struct, frozen=True, kw_only=True):
    """A player and what is at the cage for them."""

    player: Annotated[str, Meta(examples=["ann"])]
    name: Annotated[str, Meta(examples=["Ann Archer"])]
    kind: Annotated[str, Meta(description="player or guest.", examples=["player"])]
    born: Annotated[str | None, Meta(examples=["1990-12-31"])]
    excluded: Annotated[
        str | None,
        Meta(
            description="Until when they may not play; null for viewers who may not see the list of exclusions.",
            examples=["until 2027-11-15"],
        ),
    ]
    cents: Annotated[int, Meta(description="What is at the cage for them, in cents.", examples=[100_000])]


class Exclusion(Struct, frozen=True, kw_only=True):
    """A player who may not play, and must not be paid."""

    player: Annotated[str, Meta(examples=["ann"])]
    name: Annotated[str, Meta(examples=["Ann Archer"])]
    until: Annotated[str | None, Meta(description="The last day; null if it has no end.", examples=["2027-11-15"])]
    reason: Annotated[str, Meta(examples=["asked for it herself"])]
    made_by: Annotated[str, Meta(examples=["supervisor:4"])]
    made_at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


def staff_list(connection: Connection, property_id: str) -> list[StaffMember]:
    """All present and former staff."""
    return [
        view_of(
            StaffMember,
            each,
            role=each.role.value,
            status=status_of(each),
            has_factor=each.factor is not None,
        )
        for each in all_staff(connection, property_id)
    ]


def status_of(person: Person) -> str:
    """A person's status in a word: active, locked, not enrolled or inactive."""
    if not person.is_active:
        return "inactive"
    if not person.is_enrolled:
        return "not enrolled"
    return "locked" if person.is_locked else "active"


def exclusion_list(connection: Connection, property_id: str) -> list[Exclusion]:
    """Every exclusion in force, oldest first, with the player's name."""
    of_player = (EXCLUSIONS.c.property_id == PLAYERS.c.property_id) & (EXCLUSIONS.c.player == PLAYERS.c.player)
    query = select(EXCLUSIONS, PLAYERS.c.name).join(PLAYERS, of_player)
    query = query.where(EXCLUSIONS.c.property_id == property_id, EXCLUSIONS.c.lifted_at.is_(None))
    rows = connection.execute(query.order_by(EXCLUSIONS.c.made_at, EXCLUSIONS.c.player))
    return [view_of(Exclusion, row) for row in rows]


def player_list(
    connection: Connection, property_id: str, after: str = "", limit: int | None = None, search: str = ""
) -> list[PlayerAccount]:
    """The players by id, page by page; with ``search``, those whose id or name contains it."""
    of_room = (PLAYERS.c.property_id == property_id) & (PLAYERS.c.player > after)
    wanted = [of_room, *([_has_letters(search.strip())] if search.strip() else [])]
    ids = connection.scalars(select(PLAYERS.c.player).where(*wanted).order_by(PLAYERS.c.player).limit(limit)).all()
    return [account_of(connection, property_id, player) for player in ids]


def _has_letters(search: str) -> ColumnElement[bool]:
    """Ignores upper and lower case; SQLite does so for ASCII only, so other letters must match exactly."""
    columns = (PLAYERS.c.player, PLAYERS.c.name)
    lower = [func.lower(column).contains(search.lower(), autoescape=True) for column in columns]
    return or_(*lower, PLAYERS.c.name.contains(search, autoescape=True))


def account_of(connection: Connection, property_id: str, player: str) -> PlayerAccount:
    """What a player has at the cage, and whether they may play."""
    known = players.find(connection, property_id, player)
    ends = [row.until for row in players.exclusions_in_force(connection, property_id, player)]
    return PlayerAccount(
        player=known.player,
        name=known.name,
        kind="guest" if known.is_guest else "player",
        born=None if known.born is None else known.born.isoformat(),
        excluded=None if not ends else "for good" if None in ends else f"until {written_day(max(ends))}",
        cents=journal.balance(connection, property_id, account("wallet", player)) // MILLICENTS,
    )


class ProposalEffect(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a pending proposal would do."""

    table: Annotated[str, Meta(description="The table at which the command that decides it is sent.", examples=["T1"])]
    before: Annotated[dict[str, int] | None, Meta(description="For a reversal: the meter now, in millicents.")] = None
    after: Annotated[dict[str, int] | None, Meta(description="For a reversal: the meter after, in millicents.")] = None
    refused: Annotated[
        str | None, Meta(description="Why it is not possible any more.", examples=["another win was booked since"])
    ] = None


class Proposal(Struct, frozen=True, kw_only=True):
    """A proposal that one person makes and another decides."""

    proposal_id: Annotated[str, Meta(examples=["p-1"])]
    kind: Annotated[str, Meta(examples=["adjust-meter"])]
    subject: Annotated[str, Meta(examples=["M1"])]
    content: Annotated[dict[str, Any], Meta(description="The proposed values, without PINs.")]
    digest: Annotated[str, Meta(description="The digest of the whole proposal, which the approver sends along.")]
    reason: str
    status: Annotated[str, Meta(description="pending, approved, rejected, withdrawn or used.", examples=["pending"])]
    proposed_by: Annotated[str, Meta(examples=["17"])]
    proposed_at: str
    decided_by: str | None
    decided_at: str | None
    note: str | None
    checked_by: Annotated[str | None, Meta(description="Who in surveillance has confirmed it on camera.")]
    used_in: str | None
    effect: Annotated[
        ProposalEffect | None,
        Meta(description="For a pending reversal: the table of the win, and its meter before and after."),
    ]


def proposal_list(connection: Connection, property_id: str, *, everything: bool = True) -> list[Proposal]:
    """The proposals, oldest first: all, or only the pending ones."""
    wanted = [PROPOSALS.c.property_id == property_id]
    wanted += [] if everything else [PROPOSALS.c.status == "pending"]
    query = select(PROPOSALS).where(*wanted).order_by(PROPOSALS.c.proposed_at, PROPOSALS.c.proposal_id)
    return [_proposal(connection, property_id, row) for row in connection.execute(query).all()]


def get_proposal(connection: Connection, property_id: str, proposal_id: str) -> Proposal:
    """One proposal."""
    return _proposal(connection, property_id, proposals.find(connection, property_id, proposal_id))


def _proposal(connection: Connection, property_id: str, row: Row[Any]) -> Proposal:
    """A proposal to show, without hashes of PINs."""
    content, effect = kept_back(json.loads(row.content)), _effect_of(connection, property_id, row)
    return view_of(Proposal, row, content=content, digest=digest_of(row), effect=effect)


def _effect_of(connection: Connection, property_id: str, row: Row[Any]) -> ProposalEffect | None:
    """The table at which a pending proposal is decided, and what a reversal would do to the meter."""
    if row.status != "pending" or row.kind not in DECIDED_AT_THE_TABLE:
        return None
    if row.kind != jackpot_rows.REVERSAL:
        return ProposalEffect(table=row.subject)
    keeps_seed = bool(json.loads(row.content)["keeps_seed"])
    table = jackpot_rows.read(connection, property_id, row.subject).table_id
    try:
        meter = jackpot_rows.reversal_effect(connection, property_id, row.subject, keeps_seed=keeps_seed)
    except PitbossError as refusal:
        # Another win was booked since: the approver sees this reason.
        return ProposalEffect(table=table, refused=str(refusal))
    return (
        ProposalEffect(table=table) if meter is None else ProposalEffect(table=table, before=meter[0], after=meter[1])
    )
