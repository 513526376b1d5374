"""Two different people: what one proposes, another decides. People are compared, not roles."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, insert, select, update

from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.house.actor import Role
from pitboss.house.checks import is_id, verify_id, verify_words
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.journal import Stamp
from pitboss.house.office import Desk, handles
from pitboss.house.people.staff import Person, verify_on_duty
from pitboss.house.permissions import APPROVERS, PROPOSERS
from pitboss.house.schema import PROPOSALS

AT_THE_TABLE: Final = frozenset({"create-table", "configure-table"})
"""Kinds that are approved first and come true later, by a command at a table."""

OnApproval = Callable[[dict[str, Any], Desk], None]

ON_APPROVAL: dict[str, OnApproval] = {}
"""What comes true at once when a kind is approved."""


def on_approval(kind: str) -> Callable[[OnApproval], OnApproval]:
    """Make a function what happens when a proposal of a kind is approved. It gets the content, and may refuse it."""

    def register(handler: OnApproval) -> OnApproval:
        assert kind in PROPOSERS, f"{kind} has no line in the grid of proposals"
        assert kind not in ON_APPROVAL, kind
        ON_APPROVAL[kind] = handler
        return handler

    return register


@dataclass(frozen=True)
class Propose(Command):
    """Somebody proposes something that another person must decide.

    >>> Propose("p1", "correct-wallet", "ann", {"player": "ann", "cents": -500}, "keyed in twice").kind
    'correct-wallet'
    """

    proposal_id: str
    kind: str
    subject: str
    """What it is about: a table, a meter, a player."""
    content: dict[str, Any]
    reason: str


@dataclass(frozen=True)
class Approve(Command):
    """Another person approves.

    >>> Approve("p1").proposal_id
    'p1'
    """

    proposal_id: str


@dataclass(frozen=True)
class Reject(Command):
    """Another person says no.

    >>> Reject("p1", "the amount is wrong").reason
    'the amount is wrong'
    """

    proposal_id: str
    reason: str


@dataclass(frozen=True)
class WithdrawProposal(Command):
    """Whoever proposed it takes it back.

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


# ---- looking


def find(connection: Connection, property_id: str, proposal_id: str) -> Row[Any]:
    """A proposal as it stands.

    :raises UnknownError: where there is none
    """
    row = is_id(proposal_id) and connection.execute(select(PROPOSALS).where(_of(property_id, proposal_id))).first()
    if not row:
        raise UnknownError(f"there is no proposal {proposal_id!a}")
    return row


def pending(connection: Connection, property_id: str) -> list[Row[Any]]:
    """What waits for a decision, the oldest first."""
    of_room = (PROPOSALS.c.property_id == property_id) & (PROPOSALS.c.status == "pending")
    query = select(PROPOSALS).where(of_room).order_by(PROPOSALS.c.proposed_at, PROPOSALS.c.proposal_id)
    return list(connection.execute(query))


def verify_approved(  # noqa: PLR0913, PLR0917 - what is compared stands in the call
    connection: Connection, property_id: str, proposal_id: str, kind: str, subject: str, content: dict[str, Any]
) -> None:
    """Refuse what was not approved exactly so, or has come true already."""
    row = find(connection, property_id, proposal_id)
    if (row.kind, row.subject) != (kind, subject):
        raise RefusedError(f"proposal {proposal_id} is {row.kind} of {row.subject}, not {kind} of {subject}")
    if row.status != "approved":
        raise RefusedError(f"proposal {proposal_id} is {row.status}: it must be approved, and not used before")
    if row.content != written(content):
        raise RefusedError(f"proposal {proposal_id} was approved with another content: propose this one")


def mark_used(connection: Connection, stamp: Stamp, proposal_id: str) -> None:
    """An approved proposal comes true in this record, once: of two who try, the second is refused."""
    approved = _of(stamp.property_id, proposal_id) & (PROPOSALS.c.status == "approved")
    used = connection.execute(update(PROPOSALS).where(approved).values(status="used", used_in=stamp.place))
    if used.rowcount != 1:
        raise RefusedError(f"proposal {proposal_id} is not approved, or used before")


def written(content: dict[str, Any]) -> str:
    """The content of a proposal, always written the same way.

    >>> written({"b": (1, 2), "a": None}) == written({"a": None, "b": [1, 2]})
    True
    """
    return json.dumps(content, sort_keys=True)


def _of(property_id: str, proposal_id: str) -> Any:
    return (PROPOSALS.c.property_id == property_id) & (PROPOSALS.c.proposal_id == proposal_id)


# ---- doing


@handles(Propose)
def propose(command: Propose, desk: Desk) -> None:
    """Somebody of a role that proposes this kind."""
    person = _on_duty(desk)
    if command.kind not in PROPOSERS:
        raise RefusedError(f"{command.kind!r} cannot be proposed; kinds are {', '.join(PROPOSERS)}")
    _verify_role(person, command.kind, "proposed", PROPOSERS[command.kind])
    verify_id(command.proposal_id, "proposal id")
    verify_words(command.subject, "subject")
    verify_words(command.reason, "reason")
    if not isinstance(command.content, dict):
        raise RefusedError(f"the content of a proposal is a set of named values, not {command.content!r}")
    about = command.content.get("meter_id", command.content.get("player", command.subject))
    if command.kind not in AT_THE_TABLE and about != command.subject:
        raise RefusedError(f"the proposal is about {command.subject!r}, and its content about {about!r}")
    earlier = select(PROPOSALS.c.kind).where(_of(desk.property_id, command.proposal_id))
    if desk.connection.execute(earlier).first():
        raise RefusedError(f"there is a proposal {command.proposal_id} already: make a new id")
    row = {
        "property_id": desk.property_id,
        "proposal_id": command.proposal_id,
        "kind": command.kind,
        "subject": command.subject,
        "content": written(command.content),
        "reason": command.reason,
        "proposed_by": person.badge,
        "proposed_at": desk.stamp.at,
        "status": "pending",
    }
    desk.connection.execute(insert(PROPOSALS).values(row))
    told = ProposalChanged(command.proposal_id, command.kind, command.subject, "proposed", person.badge)
    desk.events.append(told)


@handles(Approve)
def approve(command: Approve, desk: Desk) -> None:
    """Another person approves, with a PIN that nobody else has set; what can come true at once does."""
    row = _verify_pending(desk, command.proposal_id)
    person = _verify_another(desk, row)
    if person.pin_set_by != person.badge:
        raise NotPermittedError(
            f"the PIN of badge {person.badge} was set by badge {person.pin_set_by}: set one of your own to approve"
        )
    _decide(desk, row, "approved")
    if row.kind not in AT_THE_TABLE:
        ON_APPROVAL[row.kind](json.loads(row.content), desk)
        mark_used(desk.connection, desk.stamp, row.proposal_id)


@handles(Reject)
def reject(command: Reject, desk: Desk) -> None:
    """Another person says no, and why."""
    row = _verify_pending(desk, command.proposal_id)
    _verify_another(desk, row)
    verify_words(command.reason, "reason")
    _decide(desk, row, "rejected", command.reason)


@handles(WithdrawProposal)
def withdraw_proposal(command: WithdrawProposal, desk: Desk) -> None:
    """Only by whoever proposed it, while nobody has decided."""
    row, person = _verify_pending(desk, command.proposal_id), _on_duty(desk)
    if row.proposed_by != person.badge:
        raise NotPermittedError(f"proposal {row.proposal_id} is of badge {row.proposed_by}, who alone can withdraw it")
    _decide(desk, row, "withdrawn")


def _on_duty(desk: Desk) -> Person:
    return verify_on_duty(desk.connection, desk.property_id, desk.actor)


def _verify_pending(desk: Desk, proposal_id: str) -> Row[Any]:
    row = find(desk.connection, desk.property_id, proposal_id)
    if row.status != "pending":
        by = f" by badge {row.decided_by}" if row.status != "used" else ""
        raise RefusedError(f"proposal {proposal_id} is {row.status}{by}, and cannot be decided again")
    return row


def _verify_another(desk: Desk, row: Row[Any]) -> Person:
    person = _on_duty(desk)
    if row.proposed_by == person.badge:
        raise NotPermittedError(f"badge {person.badge} proposed {row.proposal_id}: another person must decide it")
    _verify_role(person, row.kind, "decided", APPROVERS[row.kind])
    return person


def _verify_role(person: Person, kind: str, what: str, allowed: frozenset[Role]) -> None:
    if person.role not in allowed:
        named = ", ".join(role.value for role in Role if role in allowed) or "nobody"
        raise NotPermittedError(f"{kind} is not {what} by {person.role.value} {person.badge}; it is by: {named}")


def _decide(desk: Desk, row: Row[Any], status: str, note: str | None = None) -> None:
    decided = {"status": status, "decided_by": desk.actor.name, "decided_at": desk.stamp.at, "note": note}
    of_proposal = _of(desk.property_id, row.proposal_id)
    desk.connection.execute(update(PROPOSALS).where(of_proposal).values(decided))
    desk.events.append(ProposalChanged(row.proposal_id, row.kind, row.subject, status, desk.actor.name))
