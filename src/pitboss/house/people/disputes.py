"""Disputes: a player's claim about a round, the ruling, and the signatures under it.

A dispute changes no card and no record of the round: the random bytes behind the cards are sealed with the records, so
the round can be dealt again as it was. A round in progress is disputed at a suspended table, which resumes when the
dispute is ruled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from sqlalchemy import Connection, Row, select

from pitboss.games.event import Event
from pitboss.house.actor import Role, read_actor
from pitboss.house.answers import view_of
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.field_checks import verify_id, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.players import find as find_player
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.records.rounds import is_over, start_of
from pitboss.house.storage.schema import DISPUTES, SIGNATURES
from pitboss.house.tables.table_holds import hold_table, is_suspended

PARTIES: Final = ("player", "supervisor")
"""The two parties that sign a ruling."""


@dataclass(frozen=True)
class OpenDispute(OfficeCommand):
    """A registered player disputes what happened in a round.

    >>> OpenDispute("D1", "T1", 12, "ann", "my pair of kings was paid as a high card").operation()
    'open_dispute'
    """

    dispute_id: str
    table_id: str
    round_number: int
    player: str
    claim: str


@dataclass(frozen=True)
class RuleDispute(OfficeCommand):
    """A supervisor or an executive rules on a dispute.

    >>> RuleDispute("D1", "the hand was a pair: Pair Plus is paid 1 to 1").dispute_id
    'D1'
    """

    dispute_id: str
    ruling: str


@dataclass(frozen=True)
class SignDispute(OfficeCommand):
    """The player or a supervisor signs the ruling. Staff enter the name that a player signed on paper.

    >>> SignDispute("D1", "player", "Ann Lee").party
    'player'
    """

    dispute_id: str
    party: str
    signature: str


@dataclass(frozen=True)
class CloseDispute(OfficeCommand):
    """A dispute is closed once it is ruled and signed.

    >>> CloseDispute("D1").as_json()
    {'do': 'close-dispute', 'dispute_id': 'D1'}
    """

    dispute_id: str


@dataclass(frozen=True)
class DisputeChanged(Event):
    """A dispute was opened, ruled, signed or closed.

    >>> DisputeChanged("D1", "ruled", "Pair Plus is paid 1 to 1").sentence
    'dispute D1 is ruled: Pair Plus is paid 1 to 1'
    """

    dispute_id: str
    what: str
    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"dispute {self.dispute_id} is {self.what}: {self.words}"


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


# ---- commands


@handles(OpenDispute)
def _open(command: OpenDispute, desk: OfficeContext) -> None:
    verify_id(command.dispute_id, "dispute")
    # The player need not have had a seat in the round: a person standing behind a seat may have bet there too.
    find_player(desk.connection, desk.property_id, command.player)
    verify_words(command.claim, "claim")
    if find_dispute(desk.connection, desk.property_id, command.dispute_id) is not None:
        raise RefusedError(f"there is a dispute {command.dispute_id!r} already")
    hold_table(desk.connection, desk.property_id, command.table_id)
    first = start_of(desk.connection, desk.property_id, command.table_id, command.round_number)
    if not is_over(desk.connection, desk.property_id, command.table_id, command.round_number):
        _verify_suspended(desk, command.table_id)
    desk.found["first_seq"] = first.seq
    words = f"{command.player} about round {command.round_number} of table {command.table_id}: {command.claim}"
    desk.events.append(DisputeChanged(command.dispute_id, "opened", words))


@handles(RuleDispute)
def _rule(command: RuleDispute, desk: OfficeContext) -> None:
    verify_words(command.ruling, "ruling")
    dispute = _get(desk, command.dispute_id)
    if dispute.status != "open":
        raise RefusedError(f"dispute {command.dispute_id} was ruled by {dispute.ruled_by}: {dispute.ruling}")
    desk.events.append(DisputeChanged(command.dispute_id, "ruled", command.ruling))


@handles(SignDispute)
def _sign(command: SignDispute, desk: OfficeContext) -> None:
    verify_words(command.signature, "signature")
    dispute = _get(desk, command.dispute_id)
    if command.party not in PARTIES:
        raise RefusedError(f"{command.party!r} does not sign a ruling; those who do: {', '.join(PARTIES)}")
    if dispute.status != "ruled":
        raise RefusedError(f"dispute {command.dispute_id} is {dispute.status}: a ruling is signed once it is made")
    if command.party in dispute.signatures:
        raise RefusedError(f"the {command.party} has signed: {dispute.signatures[command.party]}")
    if desk.actor.role is Role.PLAYER and (command.party, desk.actor.name) != ("player", dispute.player):
        raise NotPermittedError(f"{desk.actor.name} cannot sign for {_party(command.party, dispute)}")
    if command.party == "player" and desk.actor.is_staff and desk.actor.name == _badge_of(dispute.ruled_by):
        raise NotPermittedError(f"{desk.actor} ruled: the player signs, or another of the floor takes the signature")
    words = f"{command.signature}, for {_party(command.party, dispute)}"
    desk.events.append(DisputeChanged(command.dispute_id, "signed", words))


@handles(CloseDispute)
def _close(command: CloseDispute, desk: OfficeContext) -> None:
    dispute = _get(desk, command.dispute_id)
    if dispute.status == "closed":
        when = desk.house.local_time(str(dispute.closed_at))
        raise RefusedError(f"dispute {command.dispute_id} was closed already ({when})")
    if dispute.status == "open":
        raise RefusedError(f"dispute {command.dispute_id} is not ruled yet")
    missing = [party for party in PARTIES if party not in dispute.signatures]
    if missing:
        raise RefusedError(f"the ruling of dispute {command.dispute_id} is not signed by: {', '.join(missing)}")
    desk.events.append(DisputeChanged(command.dispute_id, "closed", "ruled and signed"))


# ---- the lists


@projects("open-dispute", into=[DISPUTES])
def list_dispute(record: Recorded) -> Iterator[RowWrite]:
    """Insert the claim, with the first record of the disputed round."""
    claim = {name: record.asked[name] for name in ("dispute_id", "table_id", "round_number", "player", "claim")}
    opened = {"opened_at": record.stamp.at, "opened_by": record.actor}
    yield insert_row(DISPUTES, **claim, status="open", first_seq=record.found["first_seq"], **opened)


@projects("rule-dispute", into=[DISPUTES])
def list_ruling(record: Recorded) -> Iterator[RowWrite]:
    """Store the ruling, and who made it."""
    ruled = {"ruling": record.asked["ruling"], "ruled_at": record.stamp.at, "ruled_by": record.actor}
    yield change_row(DISPUTES, {"dispute_id": record.asked["dispute_id"]}, status="ruled", **ruled)


@projects("sign-dispute", into=[SIGNATURES])
def list_signature(record: Recorded) -> Iterator[RowWrite]:
    """Insert the signature, and who took it."""
    signed = {name: record.asked[name] for name in ("dispute_id", "party", "signature")}
    yield insert_row(SIGNATURES, **signed, at=record.stamp.at, actor=record.actor)


@projects("close-dispute", into=[DISPUTES])
def list_closing(record: Recorded) -> Iterator[RowWrite]:
    """Mark the dispute as closed."""
    closed = {"status": "closed", "closed_at": record.stamp.at, "closed_by": record.actor}
    yield change_row(DISPUTES, {"dispute_id": record.asked["dispute_id"]}, **closed)


# ---- queries


def disputes(connection: Connection, property_id: str, status: str | None = None) -> list[Dispute]:
    """The room's disputes, oldest first; all of them, or those with one status."""
    wanted = [DISPUTES.c.property_id == property_id, *([DISPUTES.c.status == status] if status else [])]
    query = select(DISPUTES).where(*wanted).order_by(DISPUTES.c.opened_at, DISPUTES.c.dispute_id)
    return [_as_dispute(connection, row) for row in connection.execute(query).all()]


def get_dispute(connection: Connection, property_id: str, dispute_id: str) -> Dispute:
    """The dispute with this id.

    :raises UnknownError: if there is none
    """
    dispute = find_dispute(connection, property_id, dispute_id)
    if dispute is None:
        raise UnknownError(f"there is no dispute {dispute_id!r}")
    return dispute


def find_dispute(connection: Connection, property_id: str, dispute_id: str) -> Dispute | None:
    """The dispute with this id; None if there is none."""
    row = connection.execute(select(DISPUTES).where(_of(DISPUTES, property_id, dispute_id))).first()
    return None if row is None else _as_dispute(connection, row)


# ---- rows


def _verify_suspended(desk: OfficeContext, table_id: str) -> None:
    if not is_suspended(desk.connection, desk.property_id, table_id):
        raise RefusedError(f"the round is in progress: suspend table {table_id} first, so that its cards stay")


def _of(table: Any, property_id: str, dispute_id: str) -> Any:
    return (table.c.property_id == property_id) & (table.c.dispute_id == dispute_id)


def _as_dispute(connection: Connection, row: Row[Any]) -> Dispute:
    signed = connection.execute(select(SIGNATURES).where(_of(SIGNATURES, row.property_id, row.dispute_id)))
    return view_of(Dispute, row, signatures={each.party: each.signature for each in signed})


def _get(desk: OfficeContext, dispute_id: str) -> Dispute:
    return get_dispute(desk.connection, desk.property_id, dispute_id)


def _badge_of(ruled_by: str | None) -> str | None:
    """The badge of the person who ruled: badges are compared, because a person's role may have changed since."""
    return None if ruled_by is None else read_actor(ruled_by).name


def _party(party: str, dispute: Dispute) -> str:
    return f"the player {dispute.player}" if party == "player" else "the supervisor"
