"""Proposals: one person proposes a change, and a different person decides it. People are compared, not roles."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from pitboss.dates import written_day
from pitboss.games.event import Event
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.field_checks import is_id, verify_id, verify_ticks, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.staff import Person, verify_on_duty
from pitboss.house.permissions import APPROVERS, PROPOSERS, OfficeCommand
from pitboss.house.property import Property
from pitboss.house.records.journal import Stamp, hash_of
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.reports.gaming_day import GamingDays, parse_instant
from pitboss.house.storage.schema import PROPOSALS

AT_THE_TABLE: Final = frozenset({"create-table", "configure-table", "withhold-win"})
"""Kinds that are approved first and carried out later, by a command at a table."""

DECIDED_AT_THE_TABLE: Final = frozenset({"reverse-jackpot", "award-late"})
"""Kinds that another person approves by carrying them out at the table: one command, one record."""

DECIDED: Final = {"approve": "approved", "reject": "rejected", "withdraw-proposal": "withdrawn"}
"""The status of a proposal after each decision."""

ABOUT_STAFF: Final = frozenset({"add-staff", "change-staff", "reset-pin", "reactivate-staff"})
"""Kinds that are about the person whose badge is their subject."""

DECIDE_WITHIN_DAYS: Final = 7
"""A proposal can be approved on the gaming day of its proposal, and on this many gaming days after it."""

USE_WITHIN_DAYS: Final = 1
"""An approved proposal can be used at a table on the gaming day of its approval, and on this many days after it."""


OnProposal = Callable[[dict[str, Any], OfficeContext], None]
OnTableProposal = Callable[[str, dict[str, Any], OfficeContext], None]
OnApproval = Callable[[Agreed, OfficeContext], None]

ON_PROPOSAL: dict[str, OnProposal] = {}
"""By kind, the check of a proposal's content: when it is proposed, and again when it is approved."""

ON_TABLE_PROPOSAL: dict[str, OnTableProposal] = {}
"""The same for kinds whose content does not name their table: these checks also get the subject."""

ON_APPROVAL: dict[str, OnApproval] = {}
"""By kind, what happens at once on approval."""


def on_proposal(kind: str) -> Callable[[OnProposal], OnProposal]:
    """Register a function that checks the content of a kind. It changes nothing, and may refuse."""

    def register(handler: OnProposal) -> OnProposal:
        assert kind in PROPOSERS, f"{kind} has no line in the grid of proposals"
        assert kind not in ON_PROPOSAL, kind
        ON_PROPOSAL[kind] = handler
        return handler

    return register


def on_table_proposal(kind: str) -> Callable[[OnTableProposal], OnTableProposal]:
    """Register a function that checks a proposal about a table. It changes nothing, and may refuse."""

    def register(handler: OnTableProposal) -> OnTableProposal:
        assert kind in AT_THE_TABLE, f"{kind} is not carried out at a table"
        assert kind not in ON_TABLE_PROPOSAL, kind
        ON_TABLE_PROPOSAL[kind] = handler
        return handler

    return register


def on_approval(kind: str) -> Callable[[OnApproval], OnApproval]:
    """Register a function that runs when a proposal of a kind is approved. It may refuse."""

    def register(handler: OnApproval) -> OnApproval:
        assert kind in PROPOSERS, f"{kind} has no line in the grid of proposals"
        assert kind not in ON_APPROVAL, kind
        ON_APPROVAL[kind] = handler
        return handler

    return register


@dataclass(frozen=True)
class Propose(OfficeCommand):
    """Propose a change that another person must approve.

    >>> Propose("p1", "correct-wallet", "ann", {"player": "ann", "cents": -500}, "keyed in twice").kind
    'correct-wallet'
    """

    proposal_id: str
    kind: str
    subject: str
    """What it is about: a table, a meter, a player, a badge."""
    content: dict[str, Any]
    reason: str


@dataclass(frozen=True)
class Approve(OfficeCommand):
    """Approve another person's proposal.

    >>> Approve("p1", "5f0c").proposal_id
    'p1'
    """

    proposal_id: str
    digest: str
    """The digest of the proposal as the approver has read it: exactly that is approved."""


@dataclass(frozen=True)
class Reject(OfficeCommand):
    """Reject another person's proposal.

    >>> Reject("p1", "the amount is wrong").reason
    'the amount is wrong'
    """

    proposal_id: str
    reason: str


@dataclass(frozen=True)
class CheckAward(OfficeCommand):
    """Surveillance confirms on camera a win that is proposed for a late award.

    >>> CheckAward("p1", "hand wager payout player").operation()
    'check_award'
    """

    proposal_id: str
    seen: str


@dataclass(frozen=True)
class WithdrawProposal(OfficeCommand):
    """Withdraw your own proposal.

    >>> WithdrawProposal("p1").operation()
    'withdraw_proposal'
    """

    proposal_id: str


@dataclass(frozen=True)
class ProposalChanged(Event):
    """A proposal was made or decided.

    >>> ProposalChanged("p1", "create-table", "T1", "approved", "17").sentence
    'proposal p1 (create-table, T1) is approved by badge 17'
    """

    proposal_id: str
    kind: str
    subject: str
    status: str
    badge: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        what = f"proposal {self.proposal_id} ({self.kind}, {self.subject})"
        return f"{what} is {self.status} by badge {self.badge}"


# ---- queries


def digest_of(row: Row[Any]) -> str:
    """The digest of a proposal: of all its fields, its proposer and its time."""
    fields = (row.proposal_id, row.kind, row.subject, row.content, row.reason, row.proposed_by, row.proposed_at)
    return hash_of(fields)


def find(connection: Connection, property_id: str, proposal_id: str) -> Row[Any]:
    """The stored proposal with this id.

    :raises UnknownError: if there is none
    """
    row = is_id(proposal_id) and connection.execute(select(PROPOSALS).where(_of(property_id, proposal_id))).first()
    if not row:
        raise UnknownError(f"there is no proposal {proposal_id!a}")
    return row


def approval(connection: Connection, property_id: str, proposal_id: str) -> Approve:
    """The command that approves a proposal as it is stored now.

    :raises UnknownError: if there is none
    """
    return Approve(proposal_id, digest_of(find(connection, property_id, proposal_id)))


def pending(connection: Connection, property_id: str) -> list[Row[Any]]:
    """The pending proposals, oldest first."""
    of_room = (PROPOSALS.c.property_id == property_id) & (PROPOSALS.c.status == "pending")
    query = select(PROPOSALS).where(of_room).order_by(PROPOSALS.c.proposed_at, PROPOSALS.c.proposal_id)
    return list(connection.execute(query))


def verify_approved(  # noqa: PLR0913, PLR0917 - what is compared stands in the call
    connection: Connection,
    stamp: Stamp,
    days: GamingDays,
    proposal_id: str,
    kind: str,
    subject: str,
    content: dict[str, Any],
) -> None:
    """Refuse what was not approved with exactly this content, was used already, or has lapsed."""
    row = find(connection, stamp.property_id, proposal_id)
    if (row.kind, row.subject) != (kind, subject):
        raise RefusedError(f"proposal {proposal_id} is {row.kind} of {row.subject}, not {kind} of {subject}")
    if row.status != "approved":
        raise RefusedError(f"proposal {proposal_id} is {row.status}: it must be approved, and not used before")
    if row.content != written(content):
        raise RefusedError(f"proposal {proposal_id} was approved with another content: propose this one")
    _verify_in_time(proposal_id, "approved", _last_day(days, row.decided_at, USE_WITHIN_DAYS), stamp.day)
    _verify_newest(connection, row)


def _verify_in_time(proposal_id: str, what: str, last: date, today: str) -> None:
    if today > last.isoformat():
        raise RefusedError(
            f"proposal {proposal_id} was {what} too long ago, good until {written_day(last)}: propose it again"
        )


def _last_day(days: GamingDays, since: str, many: int) -> date:
    """The gaming day of an instant, plus this many days."""
    return days.day_of(parse_instant(since)) + timedelta(days=many)


def _verify_newest(connection: Connection, row: Row[Any]) -> None:
    """An older approval must not undo one that was approved and used after it."""
    same = (PROPOSALS.c.property_id == row.property_id) & (PROPOSALS.c.proposal_id != row.proposal_id)
    same &= (PROPOSALS.c.kind == row.kind) & (PROPOSALS.c.subject == row.subject) & (PROPOSALS.c.status == "used")
    newer = select(PROPOSALS.c.proposal_id).where(same, PROPOSALS.c.decided_at >= row.decided_at)
    newest = connection.scalar(newer.order_by(PROPOSALS.c.decided_at.desc()).limit(1))
    if newest is not None:
        raise RefusedError(f"proposal {newest} was approved later and has come true: propose {row.proposal_id} again")


@dataclass(frozen=True)
class Decision:
    """A decision that another person makes by carrying the proposal out at a table.

    >>> Decision("reverse-jackpot", "T1-12-3", {"jackpot_id": "T1-12-3"}, "p1").proposal_id
    'p1'
    """

    kind: str
    subject: str
    content: dict[str, Any]
    proposal_id: str


def verify_decides(connection: Connection, stamp: Stamp, house: Property, decision: Decision, actor: Actor) -> Row[Any]:
    """Refuse a decision by the proposer, with another content than the proposal, or too late."""
    row = _verify_pending(connection, stamp.property_id, decision.proposal_id)
    if (row.kind, row.subject, row.content) != (decision.kind, decision.subject, written(decision.content)):
        raise RefusedError(f"proposal {row.proposal_id} is {row.kind} of {row.subject} with another content")
    person = verify_on_duty(connection, stamp.property_id, actor)
    _verify_another(person, row)
    _verify_in_time(row.proposal_id, "proposed", _last_day(house.days, row.proposed_at, DECIDE_WITHIN_DAYS), stamp.day)
    return row


def verify_undecided(connection: Connection, property_id: str, proposal_id: str) -> None:
    """Refuse a decided proposal, and lock the row: nobody else decides it until this transaction is over."""
    if _locked_status(connection, property_id, proposal_id) != "pending":
        raise RefusedError(f"proposal {proposal_id} is decided already")


def verify_unused(connection: Connection, property_id: str, proposal_id: str) -> None:
    """Refuse a proposal that is not approved or was used, and lock the row until this transaction is over."""
    if _locked_status(connection, property_id, proposal_id) != "approved":
        raise RefusedError(f"proposal {proposal_id} is not approved, or used before")


def _locked_status(connection: Connection, property_id: str, proposal_id: str) -> str | None:
    query = select(PROPOSALS.c.status).where(_of(property_id, proposal_id))
    return connection.scalar(query.with_for_update())


def written(content: dict[str, Any]) -> str:
    """The content of a proposal, always written the same way.

    >>> written({"b": (1, 2), "a": None}) == written({"a": None, "b": [1, 2]})
    True
    """
    return json.dumps(content, sort_keys=True)


def _of(property_id: str, proposal_id: str) -> Any:
    return (PROPOSALS.c.property_id == property_id) & (PROPOSALS.c.proposal_id == proposal_id)


# ---- commands


@handles(Propose)
def propose(command: Propose, desk: OfficeContext) -> None:
    """The sender's role must be one that proposes this kind."""
    person = _on_duty(desk)
    if command.kind not in PROPOSERS:
        raise RefusedError(f"{command.kind!r} cannot be proposed; kinds are {', '.join(PROPOSERS)}")
    _verify_role(person, command.kind, "proposed", PROPOSERS[command.kind])
    _verify_not_oneself(person, command.kind, command.subject)
    verify_id(command.proposal_id, "proposal id")
    verify_words(command.subject, "subject")
    verify_words(command.reason, "reason")
    if not isinstance(command.content, dict):
        raise RefusedError(f"the content of a proposal is a set of named values, not {command.content!r}")
    _verify_subject(command)
    _verify_content(command.kind, command.subject, command.content, desk)
    earlier = select(PROPOSALS.c.kind).where(_of(desk.property_id, command.proposal_id))
    if desk.connection.execute(earlier).first():
        raise RefusedError(f"there is a proposal {command.proposal_id} already: make a new id")
    event = ProposalChanged(command.proposal_id, command.kind, command.subject, "proposed", person.badge)
    desk.events.append(event)


def _verify_subject(command: Propose) -> None:
    """The approver reads the subject, so the content must be about the same subject."""
    if command.kind in AT_THE_TABLE:
        return
    names = ("meter_id", "table_id", "player", "badge", "jackpot_id", "room")
    for name in ("day",) if command.kind == "close-day" else names:
        about = command.content.get(name, command.subject)
        if about != command.subject:
            raise RefusedError(f"the proposal is about {command.subject!r}, and its content about {about!r}")


def _verify_content(kind: str, subject: str, content: dict[str, Any], desk: OfficeContext) -> None:
    if kind in ON_PROPOSAL:
        ON_PROPOSAL[kind](content, desk)
    if kind in ON_TABLE_PROPOSAL:
        ON_TABLE_PROPOSAL[kind](subject, content, desk)


@handles(Approve)
def approve(command: Approve, desk: OfficeContext) -> None:
    """Another person approves. What needs no command at a table is carried out at once."""
    row = _lock_pending(desk, command.proposal_id)
    if command.digest != digest_of(row):
        raise RefusedError(f"proposal {row.proposal_id} is not what you have read: read it again before you approve it")
    if row.kind in DECIDED_AT_THE_TABLE:
        how = f"pitboss table jackpots {row.kind.removesuffix('-jackpot')} {row.subject} --proposal {row.proposal_id}"
        raise RefusedError(f"{row.kind} is approved by doing it: {how}, or on the page of proposals")
    _verify_another(_on_duty(desk), row)
    last = _last_day(desk.house.days, row.proposed_at, DECIDE_WITHIN_DAYS)
    _verify_in_time(row.proposal_id, "proposed", last, desk.stamp.day)
    _record_decision(desk, row, "approved")
    agreed = Agreed(row.kind, json.loads(row.content), row.reason, row.proposed_by)
    _verify_content(row.kind, row.subject, agreed.content, desk)
    if row.kind not in AT_THE_TABLE:
        desk.agreed = agreed
        ON_APPROVAL[row.kind](agreed, desk)


@handles(Reject)
def reject(command: Reject, desk: OfficeContext) -> None:
    """Another person rejects it, with a reason."""
    row = _lock_pending(desk, command.proposal_id)
    _verify_another(_on_duty(desk), row)
    verify_words(command.reason, "reason")
    _record_decision(desk, row, "rejected")


@handles(CheckAward)
def check_award(command: CheckAward, desk: OfficeContext) -> None:
    """Surveillance must tick every item."""
    row = _lock_pending(desk, command.proposal_id)
    if row.kind != "award-late":
        raise RefusedError(f"proposal {row.proposal_id} is {row.kind}: surveillance checks an award-late")
    verify_ticks(command.seen)
    desk.events.append(ProposalChanged(row.proposal_id, row.kind, row.subject, "seen on camera", desk.actor.name))


@handles(WithdrawProposal)
def withdraw_proposal(command: WithdrawProposal, desk: OfficeContext) -> None:
    """Only the proposer may withdraw it, and only while it is pending."""
    row = _lock_pending(desk, command.proposal_id)
    person = _on_duty(desk)
    if row.proposed_by != person.badge:
        raise NotPermittedError(f"proposal {row.proposal_id} is of badge {row.proposed_by}, who alone can withdraw it")
    _record_decision(desk, row, "withdrawn")


def _on_duty(desk: OfficeContext) -> Person:
    return verify_on_duty(desk.connection, desk.property_id, desk.actor)


def _lock_pending(desk: OfficeContext, proposal_id: str) -> Row[Any]:
    """A pending proposal, locked so that no table decides it meanwhile."""
    row = _verify_pending(desk.connection, desk.property_id, proposal_id)
    verify_undecided(desk.connection, desk.property_id, proposal_id)
    return row


def _verify_pending(connection: Connection, property_id: str, proposal_id: str) -> Row[Any]:
    row = find(connection, property_id, proposal_id)
    if row.status != "pending":
        by = f" by badge {row.decided_by}" if row.status != "used" else ""
        raise RefusedError(f"proposal {proposal_id} is {row.status}{by}, and cannot be decided again")
    return row


def _verify_another(person: Person, row: Row[Any]) -> None:
    if row.proposed_by == person.badge:
        raise NotPermittedError(f"badge {person.badge} proposed {row.proposal_id}: another person must decide it")
    _verify_role(person, row.kind, "decided", APPROVERS[row.kind])
    _verify_not_oneself(person, row.kind, row.subject)


def _verify_not_oneself(person: Person, kind: str, subject: str) -> None:
    if kind in ABOUT_STAFF and subject == person.badge:
        raise NotPermittedError(f"{kind} of badge {subject} is about that person: two others must agree on it")


def _verify_role(person: Person, kind: str, what: str, allowed: frozenset[Role]) -> None:
    if person.role not in allowed:
        named = ", ".join(role.value for role in Role if role in allowed) or "nobody"
        raise NotPermittedError(f"{kind} is not {what} by {person.role.value} {person.badge}; it is by: {named}")


def _record_decision(desk: OfficeContext, row: Row[Any], status: str) -> None:
    desk.events.append(ProposalChanged(row.proposal_id, row.kind, row.subject, status, desk.actor.name))


# ---- the list


@projects("propose", into=[PROPOSALS])
def list_proposal(record: Recorded) -> Iterator[RowWrite]:
    """Insert the proposal."""
    asked = record.asked
    about = {name: asked[name] for name in ("proposal_id", "kind", "subject", "reason")}
    proposed = {"proposed_by": record.badge, "proposed_at": record.stamp.at, "status": "pending"}
    yield insert_row(PROPOSALS, **about, content=written(asked["content"]), **proposed)


@projects(*DECIDED, into=[PROPOSALS])
def list_decision(record: Recorded) -> Iterator[RowWrite]:
    """Store the decision and the reason; the status is used if it was carried out at once."""
    status = {"status": DECIDED[record.kind]} if record.agreed is None else _used_in(record)
    yield _change(record, **_decided_by(record), **status, note=record.asked.get("reason"))


@projects("check-award", into=[PROPOSALS])
def list_check(record: Recorded) -> Iterator[RowWrite]:
    """Store who in surveillance has confirmed it on camera."""
    yield _change(record, checked_by=record.actor)


@projects(*AT_THE_TABLE, into=[PROPOSALS])
def list_use(record: Recorded) -> Iterator[RowWrite]:
    """Mark it as used, by a command at a table."""
    yield _change(record, **_used_in(record))


@projects(*DECIDED_AT_THE_TABLE, into=[PROPOSALS])
def list_act(record: Recorded) -> Iterator[RowWrite]:
    """Store the decision, and mark it as used: one command at a table does both."""
    yield _change(record, **_decided_by(record), **_used_in(record))


def _change(record: Recorded, **values: Any) -> RowWrite:
    return change_row(PROPOSALS, {"proposal_id": record.asked["proposal_id"]}, **values)


def _decided_by(record: Recorded) -> dict[str, str]:
    return {"decided_by": record.badge, "decided_at": record.stamp.at}


def _used_in(record: Recorded) -> dict[str, str]:
    return {"status": "used", "used_in": record.stamp.place}
