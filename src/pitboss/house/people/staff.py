"""Staff: badges, roles and PINs. No badge is ever deleted, and nobody decides about themselves.

This module has what one person does: log in, change their own PIN, unlock or deactivate a badge. What takes two people
and choosing a first PIN are in ``enrollment``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select

from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.field_checks import is_id, read_texts, verify_id, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.events import LoggedIn, LogInRefused, PinChecked, StaffChanged
from pitboss.house.people.licenses import is_same_license, license_of, verify_licensed
from pitboss.house.people.pins import mark_of, verify_is_hash
from pitboss.house.people.sessions import end_all_of, ended_sessions, subject_of
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.storage.schema import SESSION_EPOCHS, SESSIONS, STAFF

LOG_IN: Final = "log-in"
WRONG_PIN: Final = "wrong PIN"
WRONG_CODE: Final = "wrong enrollment code"
COUNTED: Final = (WRONG_PIN, WRONG_CODE)
"""Wrong tries that count toward a lock."""
USED_CODE: Final = "authenticator code used before"
"""Not counted: the PIN and the code are right, so nobody is guessing."""


@dataclass(frozen=True)
class FirstAdmins(OfficeCommand):
    """Enter the two admins of a new room, who together hire all others.

    >>> ada = {"badge": "1", "name": "Ada", "license": "68-1", "pin_hash": "$argon2id$..."}
    >>> FirstAdmins([ada, ada | {"badge": "2", "license": "68-2"}])
    FirstAdmins()
    """

    admins: list[dict[str, str]] = field(repr=False)


@dataclass(frozen=True)
class SetPin(OfficeCommand):
    """Change your own PIN.

    >>> SetPin("5f0c", "$argon2id$...")
    SetPin()
    """

    pin_mark: str = field(repr=False)
    """Identifies the hash that the old PIN was compared with: it must still be that one."""
    pin_hash: str = field(repr=False)


@dataclass(frozen=True)
class UnlockStaff(OfficeCommand):
    """Unlock a badge that was locked after wrong PINs.

    >>> UnlockStaff("17").badge
    '17'
    """

    badge: str


@dataclass(frozen=True)
class UnlockAdmins(OfficeCommand):
    """Unlock all admins, when wrong PINs have locked every one of them.

    >>> UnlockAdmins().slug()
    'unlock-admins'
    """


@dataclass(frozen=True)
class DeactivateStaff(OfficeCommand):
    """Deactivate a badge: the person can no longer log in.

    >>> DeactivateStaff("17", "left the house").reason
    'left the house'
    """

    badge: str
    reason: str


@dataclass(frozen=True)
class NoteLogIn(OfficeCommand):
    """Record a try with badge and PIN, which were compared before. Wrong tries are counted here.

    >>> NoteLogIn("17", False, "5f0c", 0, "log-in").is_right
    False
    """

    badge: str
    """Empty if there is no such badge."""
    is_right: bool
    pin_mark: str
    """Identifies the hash that the PIN was compared with; empty if there was none."""
    step: int
    """The time step of the authenticator code that was compared; 0 if the person has none."""
    purpose: str
    """What it was keyed in for: to log in, or for a command that asks for the PIN again."""


@dataclass(frozen=True)
class Person:
    """A staff member.

    >>> Person("17", "Bo", Role.DEALER, "68-1234", True, True, False, 0, None, None, None, 0).actor
    Actor(name='17', role=<Role.DEALER: 'dealer'>)
    """

    badge: str
    name: str
    role: Role
    license: str
    is_enrolled: bool
    """Whether they have chosen a PIN."""
    is_active: bool
    is_locked: bool
    failed: int
    code_by: str | None
    """The badge of the approver whose enrollment code is open for them."""
    code_until: str | None
    factor: str | None
    factor_step: int

    @property
    def actor(self) -> Actor:
        """The person as the sender of commands."""
        return Actor(self.badge, self.role)


@dataclass(frozen=True)
class Newcomer:
    """A person to hire.

    >>> Newcomer("17", "Bo", "dealer", "68-1234")
    Newcomer(badge='17', name='Bo', role='dealer', license='68-1234')
    """

    badge: str
    name: str
    role: str
    license: str


# ---- queries


def find(connection: Connection, property_id: str, badge: str) -> Person | None:
    """The person with this badge; None if there is none."""
    row = is_id(badge) and connection.execute(select(STAFF).where(_of(property_id, badge))).first()
    return _person(row) if row else None


def all_staff(connection: Connection, property_id: str) -> Sequence[Person]:
    """All present and former staff, by badge."""
    query = select(STAFF).where(STAFF.c.property_id == property_id).order_by(STAFF.c.badge)
    return [_person(row) for row in connection.execute(query)]


def pin_hash_of(connection: Connection, property_id: str, badge: str) -> str | None:
    """The hash of a person's PIN; None if the badge is unknown or not enrolled."""
    return connection.scalar(select(STAFF.c.pin_hash).where(_of(property_id, badge)))


def has_pin(connection: Connection, property_id: str, badge: str, pin_mark: str) -> bool:
    """Whether a person's PIN is still the one with this mark. It cannot change until this transaction is over."""
    columns = (STAFF.c.pin_hash, STAFF.c.factor)
    kept = connection.execute(select(*columns).where(_of(property_id, badge)).with_for_update(read=True)).first()
    return kept is not None and kept.pin_hash is not None and mark_of(kept.pin_hash, kept.factor) == pin_mark


def verify_on_duty(connection: Connection, property_id: str, actor: Actor) -> Person:
    """Refuse a badge that is not active, or has another role now: both can change while a person is logged in.

    :raises NotPermittedError: with the reason
    """
    person = find(connection, property_id, actor.name)
    if person is None:
        raise NotPermittedError(f"nobody here has badge {actor.name!r}")
    if not person.is_active:
        raise NotPermittedError(f"badge {person.badge} is not active")
    if person.role is not actor.role:
        raise NotPermittedError(f"badge {person.badge} is {person.role.value} now, not {actor.role.value}")
    if not person.is_enrolled:
        raise NotPermittedError(f"badge {person.badge} has no PIN: it must enroll first")
    return person


def _person(row: Row[Any]) -> Person:
    return Person(
        badge=row.badge,
        name=row.name,
        role=Role(row.role),
        license=row.license,
        is_enrolled=row.pin_hash is not None,
        is_active=bool(row.is_active),
        is_locked=row.locked_at is not None,
        failed=row.failed,
        code_by=row.code_by,
        code_until=row.code_until,
        factor=row.factor,
        factor_step=row.factor_step,
    )


def _of(property_id: str, badge: str) -> Any:
    return (STAFF.c.property_id == property_id) & (STAFF.c.badge == badge)


# ---- commands


@handles(FirstAdmins)
def first_admins(command: FirstAdmins, desk: OfficeContext) -> None:
    """Exactly two, and only while there is no staff. No badge is ever deleted, so this happens once."""
    if all_staff(desk.connection, desk.property_id):
        raise RefusedError("there are admins already: two people hire everybody else")
    if not isinstance(command.admins, list) or len(command.admins) != 2:
        raise RefusedError("a room begins with two admins, each with a badge and a PIN of their own")
    entered: list[Newcomer] = []
    for admin in command.admins:
        texts = read_texts(admin, "an admin", ("badge", "name", "license", "pin_hash"))
        verify_is_hash(texts.pop("pin_hash"))
        newcomer = Newcomer(**texts, role=Role.ADMIN.value)
        verify_new(desk, newcomer, entered)
        entered.append(newcomer)
        record_new_person(desk, newcomer)


def verify_new(desk: OfficeContext, newcomer: Newcomer, entered: Sequence[Newcomer] = ()) -> None:
    """Refuse invalid fields, and a badge or license number that is taken, also by a person entered at the same time."""
    badge = newcomer.badge
    read_role(newcomer.role)
    verify_id(badge, "badge")
    verify_words(newcomer.name, "name")
    if badge.lower() == Role.HOUSE.value:
        # A table is handed over to a badge or to the house, so no badge may have this name.
        raise RefusedError(f"badge {badge} is the auto-dealer's: choose another one")
    same = select(STAFF.c.badge).where(
        STAFF.c.property_id == desk.property_id, func.lower(STAFF.c.badge) == badge.lower()
    )
    together = (other.badge for other in entered if other.badge.lower() == badge.lower())
    taken = desk.connection.scalar(same) or next(together, None)
    if taken is not None:
        raise RefusedError(f"badge {taken} is taken: choose another one than {badge}")
    verify_license(desk, badge, newcomer.license, entered)


def verify_license(desk: OfficeContext, badge: str, number: str, entered: Sequence[Newcomer] = ()) -> None:
    """Refuse an invalid license number, or one that another badge has.

    A person with two badges could approve with one what they proposed with the other.
    """
    verify_licensed(desk.house, badge, number)
    number = license_of(badge, number)
    held = [(person.badge, person.license) for person in all_staff(desk.connection, desk.property_id)]
    held += [(newcomer.badge, license_of(newcomer.badge, newcomer.license)) for newcomer in entered]
    for other, taken in held:
        if other != badge and is_same_license(taken, number):
            raise RefusedError(f"{taken} is the license number of badge {other}: one license number has one badge")


def record_new_person(desk: OfficeContext, newcomer: Newcomer) -> None:
    """Append the event that a person was added."""
    desk.events.append(StaffChanged(newcomer.badge, f"is {newcomer.name}, {newcomer.role}"))


@handles(SetPin)
def set_pin(command: SetPin, desk: OfficeContext) -> None:
    """People change their own PIN, and must know the old one."""
    verify_is_hash(command.pin_hash)
    person = person_of(desk, desk.actor.name)
    if not has_pin(desk.connection, desk.property_id, person.badge, command.pin_mark):
        raise NotPermittedError(f"badge {person.badge} has another PIN now: give that one as the old one")
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, "has changed its PIN"))


@handles(UnlockStaff)
def unlock_staff(command: UnlockStaff, desk: OfficeContext) -> None:
    """People cannot unlock their own badge."""
    person = person_of(desk, command.badge)
    _verify_not_oneself(desk, person, "unlock")
    if not person.is_locked:
        raise RefusedError(f"badge {person.badge} is not locked")
    desk.found["badges"] = [person.badge]
    _record_unlocked(desk, person)


@handles(UnlockAdmins)
def unlock_admins(command: UnlockAdmins, desk: OfficeContext) -> None:
    """Only if every admin is locked out. Badges and PINs stay as they were."""
    everyone = all_staff(desk.connection, desk.property_id)
    admins = [person for person in everyone if person.role is Role.ADMIN and person.is_active and person.is_enrolled]
    for person in admins:
        if not person.is_locked:
            raise RefusedError(f"badge {person.badge} is an admin who can log in, and unlocks the others")
    if not admins:
        raise RefusedError("nobody here is an admin yet")
    desk.found["badges"] = [person.badge for person in admins]
    for person in admins:
        _record_unlocked(desk, person)


def _record_unlocked(desk: OfficeContext, person: Person) -> None:
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, "is unlocked"))


@handles(DeactivateStaff)
def deactivate_staff(command: DeactivateStaff, desk: OfficeContext) -> None:
    """People cannot deactivate themselves, nor one of the last two who can hire."""
    person = person_of(desk, command.badge)
    verify_words(command.reason, "reason")
    _verify_not_oneself(desk, person, "deactivate")
    if not person.is_active:
        raise RefusedError(f"badge {person.badge} is inactive already")
    verify_two_left(desk, person, None)
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, f"is deactivated: {command.reason}"))


def verify_two_left(desk: OfficeContext, person: Person, role: Role | None) -> None:
    """Refuse to deactivate or change the role of a person without whom nobody could hire: that takes two people."""
    if not person.is_active or person.role not in (Role.ADMIN, Role.EXECUTIVE):
        return
    everyone = all_staff(desk.connection, desk.property_id)
    able = [other for other in everyone if other.is_active and other.is_enrolled]
    left = [role if other.badge == person.badge else other.role for other in able]
    admins = left.count(Role.ADMIN)
    if not admins or admins + left.count(Role.EXECUTIVE) < 2:
        raise RefusedError(
            f"badge {person.badge} is needed as {person.role.value}: an admin, and another admin or an executive, "
            "must be left to hire"
        )


@handles(NoteLogIn)
def note_log_in(command: NoteLogIn, desk: OfficeContext) -> None:
    """Count wrong tries, and lock the badge after too many. Tries at the same time are counted one by one."""
    person = find(desk.connection, desk.property_id, command.badge)
    if person is None:
        desk.events.append(LogInRefused("", "there is no such badge"))
    elif not person.is_active:
        desk.events.append(LogInRefused(person.badge, "not active"))
    elif not person.is_enrolled:
        desk.events.append(LogInRefused(person.badge, "not enrolled"))
    elif person.is_locked:
        desk.events.append(LogInRefused(person.badge, "locked"))
    elif command.is_right is not True:
        count_wrong(desk, person, WRONG_PIN)
    elif not has_pin(desk.connection, desk.property_id, person.badge, command.pin_mark):
        # The PIN was right until just now. Nobody was guessing, so it does not count.
        desk.events.append(LogInRefused(person.badge, "another PIN was set meanwhile"))
    elif person.factor is not None and command.step <= person.factor_step:
        # A second use of a code may be by a person who saw it entered.
        desk.events.append(LogInRefused(person.badge, USED_CODE))
    else:
        is_log_in = command.purpose == LOG_IN
        event = LoggedIn(person.badge, person.role.value) if is_log_in else PinChecked(person.badge, command.purpose)
        desk.events.append(event)


def count_wrong(desk: OfficeContext, person: Person, why: str) -> None:
    """Count a wrong PIN or code. After too many in a row the badge is locked."""
    failed = person.failed + 1
    is_locked = failed >= desk.house.settings.failed_tries
    desk.found["wrong"] = {"badge": person.badge, "failed": failed, "is_locked": is_locked}
    desk.events.append(LogInRefused(person.badge, why))
    if is_locked:
        desk.events.append(StaffChanged(person.badge, f"is locked after {failed} wrong PINs or codes"))


def staff_roles() -> tuple[Role, ...]:
    """The roles that a person with a badge can have.

    >>> Role.DEALER in staff_roles(), Role.HOUSE in staff_roles()
    (True, False)
    """
    return tuple(role for role in Role if role not in (Role.PLAYER, Role.HOUSE))


def read_role(text: str) -> Role:
    """The staff role with this name.

    >>> read_role("boss")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: 'boss' is not a role of staff; known are dealer, supervisor, executive, \
accounting, surveillance, auditor, admin
    """
    known = {role.value: role for role in staff_roles()}
    if text not in known:
        raise RefusedError(f"{text!r} is not a role of staff; known are {', '.join(known)}")
    return known[text]


def person_of(desk: OfficeContext, badge: str) -> Person:
    """The person with this badge.

    :raises UnknownError: if nobody has it
    """
    person = find(desk.connection, desk.property_id, badge)
    if person is None:
        raise UnknownError(f"nobody here has badge {badge!a}")
    return person


def _verify_not_oneself(desk: OfficeContext, person: Person, what: str) -> None:
    if person.badge == desk.actor.name:
        raise NotPermittedError(f"badge {person.badge} cannot {what} itself: another admin must")


# ---- the list

STAFF_TABLES: Final = (STAFF, SESSION_EPOCHS, SESSIONS)
"""The database tables that staff changes write. After a new PIN or role, deactivation or unlocking, a person must log
in again, so these changes also end sessions."""


def new_person(record: Recorded, newcomer: Mapping[str, str], *, pin_hash: str | None = None) -> RowWrite:
    """Insert a new person."""
    who = {name: newcomer[name] for name in ("badge", "name", "role")}
    number = license_of(newcomer["badge"], newcomer["license"])
    counts = {"factor_step": 0, "is_active": 1, "failed": 0}
    return insert_row(STAFF, **who, license=number, pin_hash=pin_hash, **counts, added_at=record.stamp.at)


def change_person(record: Recorded, badge: str, **values: Any) -> Iterator[RowWrite]:
    """Change a person's row, then end their sessions if the record does.

    The order matters: a log-in with the old values either came before, and its session ends here, or is refused.
    """
    yield change_row(STAFF, {"badge": badge}, **values)
    yield from ended_sessions(record)


@projects("first-admins", into=[STAFF])
def list_first_admins(record: Recorded) -> Iterator[RowWrite]:
    """Insert the two admins, each with a PIN."""
    for admin in record.asked["admins"]:
        yield new_person(record, admin | {"role": Role.ADMIN.value}, pin_hash=admin["pin_hash"])


@projects("set-pin", into=STAFF_TABLES)
def list_pin(record: Recorded) -> Iterator[RowWrite]:
    """Store the hash of the new PIN."""
    yield from change_person(record, record.badge, pin_hash=record.asked["pin_hash"])


@projects("unlock-staff", "unlock-admins", into=STAFF_TABLES)
def list_unlocked(record: Recorded) -> Iterator[RowWrite]:
    """Reset the count of wrong tries, and remove the lock."""
    for badge in record.found["badges"]:
        yield from change_person(record, badge, failed=0, locked_at=None)


@projects("deactivate-staff", into=STAFF_TABLES)
def list_deactivated(record: Recorded) -> Iterator[RowWrite]:
    """Mark the badge as inactive."""
    yield from change_person(record, record.asked["badge"], is_active=0)


@projects("note-log-in", into=[STAFF])
def list_log_in(record: Recorded) -> Iterator[RowWrite]:
    """A right PIN resets the count, a wrong one is counted. Other refusals change nothing."""
    yield from wrong_try(record)
    for event in (*record.events_of("logged-in"), *record.events_of("pin-checked")):
        yield change_row(STAFF, {"badge": event["badge"]}, failed=0, factor_step=record.asked["step"])


def wrong_try(record: Recorded) -> Iterator[RowWrite]:
    """Store the count of wrong PINs or codes, and the lock, if the record has a wrong try."""
    if "wrong" in record.found:
        wrong = record.found["wrong"]
        locked = {"locked_at": record.stamp.at} if wrong["is_locked"] else {}
        yield change_row(STAFF, {"badge": wrong["badge"]}, failed=wrong["failed"], **locked)
