"""Staff: who works here, in which role. Nobody is deleted, and nobody decides about themselves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Row, func, insert, select, update

from pitboss.games.command import Command
from pitboss.house.actor import Actor, Role
from pitboss.house.checks import is_id, verify_id, verify_words
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.office import Desk, handles
from pitboss.house.people.events import LoggedIn, LogInRefused, StaffChanged
from pitboss.house.people.pins import verify_is_hash
from pitboss.house.schema import STAFF

STAFF_ROLES: Final = tuple(role for role in Role if role not in (Role.PLAYER, Role.HOUSE))
"""The roles that somebody with a badge can have."""


@dataclass(frozen=True)
class FirstAdmin(Command):
    """The admin of a new room, who adds all others; also a way in where every admin is locked out.

    >>> FirstAdmin("1", "Ada", "$argon2id$...")
    FirstAdmin(badge='1', name='Ada')
    """

    badge: str
    name: str
    pin_hash: str = field(repr=False)


@dataclass(frozen=True)
class AddStaff(Command):
    """Somebody new, with a first PIN.

    >>> AddStaff("17", "Bo", "dealer", "$argon2id$...")
    AddStaff(badge='17', name='Bo', role='dealer')
    """

    badge: str
    name: str
    role: str
    pin_hash: str = field(repr=False)


@dataclass(frozen=True)
class ChangeStaff(Command):
    """Somebody has another name or another role.

    >>> ChangeStaff("17", "Bo", "supervisor").role
    'supervisor'
    """

    badge: str
    name: str
    role: str


@dataclass(frozen=True)
class SetPin(Command):
    """Another PIN: one's own, or somebody's who forgot it, by an admin.

    >>> SetPin("17", "$argon2id$...")
    SetPin(badge='17')
    """

    badge: str
    pin_hash: str = field(repr=False)


@dataclass(frozen=True)
class UnlockStaff(Command):
    """A badge that was locked after wrong PINs is let in again.

    >>> UnlockStaff("17").badge
    '17'
    """

    badge: str


@dataclass(frozen=True)
class DeactivateStaff(Command):
    """Somebody does not work here any more.

    >>> DeactivateStaff("17", "left the house").reason
    'left the house'
    """

    badge: str
    reason: str


@dataclass(frozen=True)
class ReactivateStaff(Command):
    """Somebody works here again.

    >>> ReactivateStaff("17", "back for the season").badge
    '17'
    """

    badge: str
    reason: str


@dataclass(frozen=True)
class NoteLogIn(Command):
    """Somebody tried to log in. Badge and PIN were compared before; here it is counted, and decided.

    >>> NoteLogIn("17", False).is_right
    False
    """

    badge: str
    """Nothing where there is no such badge."""
    is_right: bool


@dataclass(frozen=True)
class Person:
    """Somebody who works here.

    >>> Person("17", "Bo", Role.DEALER, True, False, 0, "17").actor
    Actor(name='17', role=<Role.DEALER: 'dealer'>)
    """

    badge: str
    name: str
    role: Role
    is_active: bool
    is_locked: bool
    failed: int
    pin_set_by: str

    @property
    def actor(self) -> Actor:
        """The person as one who asks."""
        return Actor(self.badge, self.role)


# ---- looking


def find(connection: Connection, property_id: str, badge: str) -> Person | None:
    """The person with that badge."""
    row = is_id(badge) and connection.execute(select(STAFF).where(_of(property_id, badge))).first()
    return _person(row) if row else None


def everybody(connection: Connection, property_id: str) -> Sequence[Person]:
    """All who work here or have worked here, by badge."""
    query = select(STAFF).where(STAFF.c.property_id == property_id).order_by(STAFF.c.badge)
    return [_person(row) for row in connection.execute(query)]


def pin_hash_of(connection: Connection, property_id: str, badge: str) -> str | None:
    """The hash of a person's PIN."""
    return connection.scalar(select(STAFF.c.pin_hash).where(_of(property_id, badge)))


def verify_on_duty(connection: Connection, property_id: str, actor: Actor) -> Person:
    """Refuse a badge that is not somebody's who works here now, in this role: people change while they are logged in.

    :raises NotPermittedError: with the reason
    """
    person = find(connection, property_id, actor.name)
    if person is None:
        raise NotPermittedError(f"nobody here has badge {actor.name!r}")
    if not person.is_active:
        raise NotPermittedError(f"badge {person.badge} is not active")
    if person.role is not actor.role:
        raise NotPermittedError(f"badge {person.badge} is {person.role.value} now, not {actor.role.value}")
    return person


def _person(row: Row[Any]) -> Person:
    return Person(
        row.badge,
        row.name,
        Role(row.role),
        bool(row.is_active),
        row.locked_at is not None,
        row.failed,
        row.pin_set_by,
    )


def _of(property_id: str, badge: str) -> Any:
    return (STAFF.c.property_id == property_id) & (STAFF.c.badge == badge)


# ---- doing


@handles(FirstAdmin)
def first_admin(command: FirstAdmin, desk: Desk) -> None:
    """Only while no admin can come in."""
    if any(_may_come_in_as_admin(person) for person in everybody(desk.connection, desk.property_id)):
        raise RefusedError("there is an admin already, who adds everybody else")
    _add(AddStaff(command.badge, command.name, Role.ADMIN.value, command.pin_hash), desk, pin_set_by=command.badge)


@handles(AddStaff)
def add_staff(command: AddStaff, desk: Desk) -> None:
    """A badge that nobody has."""
    verify_on_duty(desk.connection, desk.property_id, desk.actor)
    _add(command, desk, pin_set_by=desk.actor.name)


def _add(command: AddStaff, desk: Desk, *, pin_set_by: str) -> None:
    badge, role = command.badge, read_role(command.role)
    verify_id(badge, "badge")
    verify_words(command.name, "name")
    verify_is_hash(command.pin_hash)
    same = select(STAFF.c.badge).where(
        STAFF.c.property_id == desk.property_id, func.lower(STAFF.c.badge) == badge.lower()
    )
    taken = desk.connection.scalar(same)
    if taken is not None:
        raise RefusedError(f"badge {taken} is somebody's already: choose another one than {badge}")
    row = {
        "property_id": desk.property_id,
        "badge": badge,
        "name": command.name,
        "role": role.value,
        "pin_hash": command.pin_hash,
        "pin_set_by": pin_set_by,
        "is_active": 1,
        "failed": 0,
        "locked_at": None,
        "added_at": desk.stamp.at,
    }
    desk.connection.execute(insert(STAFF).values(row))
    desk.events.append(StaffChanged(badge, f"is {command.name}, {role.value}"))


@handles(ChangeStaff)
def change_staff(command: ChangeStaff, desk: Desk) -> None:
    """Not one's own role. Only an admin on duty comes this far, so the last one stays."""
    role, person = read_role(command.role), _verify_person(desk, command.badge)
    verify_words(command.name, "name")
    if role is not person.role:
        _verify_not_oneself(desk, person, "change the role of")
    _update(desk, person, name=command.name, role=role.value)
    desk.events.append(StaffChanged(person.badge, f"is {command.name}, {role.value}"))


@handles(SetPin)
def set_pin(command: SetPin, desk: Desk) -> None:
    """Everybody sets their own PIN; an admin sets anybody's."""
    person = _verify_person(desk, command.badge)
    verify_is_hash(command.pin_hash)
    if desk.actor.role is not Role.ADMIN and person.badge != desk.actor.name:
        raise NotPermittedError(f"badge {desk.actor.name} sets its own PIN only, not that of badge {person.badge}")
    _update(desk, person, pin_hash=command.pin_hash, pin_set_by=desk.actor.name)
    desk.events.append(StaffChanged(person.badge, f"has a new PIN, set by badge {desk.actor.name}"))


@handles(UnlockStaff)
def unlock_staff(command: UnlockStaff, desk: Desk) -> None:
    """Not one's own badge."""
    person = _verify_person(desk, command.badge)
    _verify_not_oneself(desk, person, "unlock")
    if not person.is_locked:
        raise RefusedError(f"badge {person.badge} is not locked")
    _update(desk, person, failed=0, locked_at=None)
    desk.events.append(StaffChanged(person.badge, "is unlocked"))


@handles(DeactivateStaff)
def deactivate_staff(command: DeactivateStaff, desk: Desk) -> None:
    """Not oneself. Only an admin on duty comes this far, so the last one stays."""
    person = _verify_person(desk, command.badge)
    verify_words(command.reason, "reason")
    _verify_not_oneself(desk, person, "deactivate")
    if not person.is_active:
        raise RefusedError(f"badge {person.badge} is inactive already")
    _update(desk, person, is_active=0)
    desk.events.append(StaffChanged(person.badge, f"is not active any more: {command.reason}"))


@handles(ReactivateStaff)
def reactivate_staff(command: ReactivateStaff, desk: Desk) -> None:
    """Somebody who was deactivated."""
    person = _verify_person(desk, command.badge)
    verify_words(command.reason, "reason")
    if person.is_active:
        raise RefusedError(f"badge {person.badge} is active already")
    _update(desk, person, is_active=1)
    desk.events.append(StaffChanged(person.badge, f"is active again: {command.reason}"))


@handles(NoteLogIn)
def note_log_in(command: NoteLogIn, desk: Desk) -> None:
    """Count what is wrong, lock after too many. Of many tries at once each is counted before the next is decided."""
    person = find(desk.connection, desk.property_id, command.badge)
    if person is None:
        desk.events.append(LogInRefused("", "there is no such badge"))
    elif not person.is_active:
        desk.events.append(LogInRefused(person.badge, "not active"))
    elif person.is_locked:
        desk.events.append(LogInRefused(person.badge, "locked"))
    elif command.is_right is True:
        _update(desk, person, failed=0)
        desk.events.append(LoggedIn(person.badge, person.role.value))
    else:
        _count_wrong(desk, person)


def _count_wrong(desk: Desk, person: Person) -> None:
    failed = person.failed + 1
    _update(desk, person, failed=failed)
    desk.events.append(LogInRefused(person.badge, "wrong PIN"))
    if failed >= desk.house.settings.failed_tries:
        _update(desk, person, locked_at=desk.stamp.at)
        desk.events.append(StaffChanged(person.badge, f"is locked after {failed} wrong PINs"))


def read_role(text: str) -> Role:
    """The role that somebody named.

    >>> read_role("boss")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: 'boss' is not a role of staff; known are dealer, supervisor, executive, \
accounting, surveillance, auditor, admin
    """
    known = {role.value: role for role in STAFF_ROLES}
    if text not in known:
        raise RefusedError(f"{text!r} is not a role of staff; known are {', '.join(known)}")
    return known[text]


def _verify_person(desk: Desk, badge: str) -> Person:
    verify_on_duty(desk.connection, desk.property_id, desk.actor)
    person = find(desk.connection, desk.property_id, badge)
    if person is None:
        raise UnknownError(f"nobody here has badge {badge!a}")
    return person


def _verify_not_oneself(desk: Desk, person: Person, what: str) -> None:
    if person.badge == desk.actor.name:
        raise NotPermittedError(f"badge {person.badge} cannot {what} itself: another admin must")


def _may_come_in_as_admin(person: Person) -> bool:
    return person.role is Role.ADMIN and person.is_active and not person.is_locked


def _update(desk: Desk, person: Person, **values: Any) -> None:
    desk.connection.execute(update(STAFF).where(_of(desk.property_id, person.badge)).values(values))
