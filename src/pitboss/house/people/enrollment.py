"""Staff changes that take two people (hiring, another role, a PIN reset, reactivating a badge), and enrollment.

One person who could do one of these alone could give themselves a second badge, and approve with it what the first one
proposed. For the same reason no proposal contains a PIN. The approver of a hiring or a reset is shown a code and stays
at the screen. The person enrolls with that code, the approver's badge and PIN, and a PIN that they choose and key in
themselves. The proposer never learns the code.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.audience import PUBLIC
from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import read_texts, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people import staff
from pitboss.house.people.events import EnrollmentOpened, StaffChanged
from pitboss.house.people.licenses import license_of
from pitboss.house.people.pins import verify_is_hash
from pitboss.house.people.proposals import on_approval, on_proposal
from pitboss.house.people.sessions import end_all_of, subject_of, subject_of_badge
from pitboss.house.people.staff import (
    STAFF_TABLES,
    WRONG_CODE,
    Newcomer,
    Person,
    change_person,
    count_wrong,
    has_pin,
    new_person,
    person_of,
    read_role,
    record_new_person,
    verify_license,
    verify_new,
    verify_two_left,
    wrong_try,
)
from pitboss.house.permissions import OfficeCommand, deciders
from pitboss.house.records.journal import Stamp
from pitboss.house.records.projector import Agreed, Recorded, RowWrite, projects
from pitboss.house.reports.gaming_day import parse_instant, print_instant

if TYPE_CHECKING:
    from pitboss.house.room import Room

CODE_LASTS: Final = timedelta(minutes=15)
CODE_SIZE: Final = 8
SYMBOLS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 and O, 1, I and L, which are easily confused when a code is read aloud."""


@dataclass(frozen=True)
class Enroll(OfficeCommand):
    """A person chooses their PIN with the approver present. The code was compared before this command was sent.

    >>> Enroll("17", "3", "2026-11-15T20:15:00.000000Z", True, "5f0c", "$argon2id$...").badge
    '17'
    """

    badge: str
    approver: str
    code_until: str
    """When the code that was compared expires."""
    is_right: bool
    pin_mark: str = field(repr=False)
    """Identifies the hash that the approver's PIN was compared with."""
    pin_hash: str = field(repr=False)


@dataclass(frozen=True)
class NewEnrollmentCode(OfficeCommand):
    """The approver makes another code, after the first one expired or was locked after wrong tries.

    >>> NewEnrollmentCode("17").badge
    '17'
    """

    badge: str


@dataclass(frozen=True)
class EnrollmentCode:
    """A code as the approver sees it.

    >>> EnrollmentCode("17", "7KQ2-M4XD", "2026-11-15T20:15:00.000000Z")
    EnrollmentCode(badge='17', until='2026-11-15T20:15:00.000000Z')
    """

    badge: str
    code: str = field(repr=False)
    until: str


# ---- codes


def code_of(key: bytes, property_id: str, badge: str, by: str, until: str) -> str:
    """The code for a badge, in two groups of four symbols.

    >>> code_of(bytes(32), "P1", "17", "3", "2026-11-15T20:15:00.000000Z")
    '4WG7-G7B5'
    """
    bound = "\0".join((property_id, badge, by, until))
    number = int.from_bytes(hmac.digest(key, bound.encode(), hashlib.sha256))
    symbols = []
    for _ in range(CODE_SIZE):
        number, place = divmod(number, len(SYMBOLS))
        symbols.append(SYMBOLS[place])
    half = CODE_SIZE // 2
    return f"{''.join(symbols[:half])}-{''.join(symbols[half:])}"


def is_code(typed: str, code: str) -> bool:
    """Whether the typed text is this code; spaces, dashes and capitals do not matter.

    >>> is_code(" 7kq2m4xd", "7KQ2-M4XD"), is_code("7KQ2-M4XE", "7KQ2-M4XD")
    (True, False)
    """
    plain = "".join(each for each in typed.upper() if each.isalnum())
    return hmac.compare_digest(plain.encode(errors="surrogatepass"), code.replace("-", "").encode())


def code_for(room: "Room", actor: Actor, answer: Answer) -> EnrollmentCode | None:
    """The code that this person's command opened, to show to them. Nobody else ever sees it.

    If the command is sent again, the approver sees the same code, as long as it is still open.
    """
    for event in answer.seen_by(PUBLIC):
        if event["event"] == "enrollment-opened" and event["by"] == actor.name:
            with room.database.reading() as connection:
                person = staff.find(connection, room.property_id, event["badge"])
            if person is not None and (person.code_by, person.code_until) == (event["by"], event["until"]):
                return EnrollmentCode(person.badge, code_of_person(room, person), event["until"])
    return None


def code_of_person(room: "Room", person: Person) -> str:
    """The code that is open for a person."""
    key = room.box.keyed("enrollment")
    return code_of(key, room.property_id, person.badge, person.code_by or "", person.code_until or "")


# ---- commands


def open_until(stamp: Stamp) -> str:
    """When a code made in this record expires."""
    return print_instant(parse_instant(stamp.at) + CODE_LASTS)


def open_enrollment(desk: OfficeContext, badge: str) -> None:
    """Remove a person's PIN, so that they choose a new one with the sender of this command present."""
    end_all_of(desk, subject_of_badge(badge))
    desk.events.append(EnrollmentOpened(badge, desk.actor.name, open_until(desk.stamp)))


def opened_enrollment(record: Recorded) -> Iterator[RowWrite]:
    """For each enrollment that a record opens: remove PIN and authenticator app, and store when the code expires."""
    for event in record.events_of("enrollment-opened"):
        cleared = {"pin_hash": None, "factor": None, "factor_step": 0, "failed": 0, "locked_at": None}
        yield from change_person(record, event["badge"], **cleared, code_by=event["by"], code_until=event["until"])


@handles(NewEnrollmentCode)
def new_enrollment_code(command: NewEnrollmentCode, desk: OfficeContext) -> None:
    """Only the approver may do this, and only while the person has no PIN."""
    person = person_of(desk, command.badge)
    if person.is_enrolled or person.code_by is None:
        raise RefusedError(f"badge {person.badge} has a PIN: a new one takes a reset, which two people agree on")
    if person.code_by != desk.actor.name:
        raise NotPermittedError(
            f"the enrollment of badge {person.badge} was approved by badge {person.code_by}, who alone makes another "
            "code for it; otherwise propose a reset of its PIN"
        )
    open_enrollment(desk, person.badge)


@projects("new-enrollment-code", into=STAFF_TABLES)
def list_new_code(record: Recorded) -> Iterator[RowWrite]:
    """Store when the new code expires."""
    yield from opened_enrollment(record)


@handles(Enroll)
def enroll(command: Enroll, desk: OfficeContext) -> None:
    """Once, in time, with the right code, and with the approver's PIN. A wrong code counts like a wrong PIN."""
    person = verify_open(person_of(desk, command.badge), command.approver, desk.stamp.at)
    if command.code_until != person.code_until:
        raise RefusedError(f"another code was made for badge {person.badge} meanwhile: key in that one")
    if not has_pin(desk.connection, desk.property_id, command.approver, command.pin_mark):
        raise NotPermittedError(f"badge {command.approver} has another PIN now: key in that one")
    if command.is_right is not True:
        count_wrong(desk, person, WRONG_CODE)
        return
    verify_is_hash(command.pin_hash)
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, f"has enrolled with badge {command.approver} present"))


@projects("enroll", into=STAFF_TABLES)
def list_enrolled(record: Recorded) -> Iterator[RowWrite]:
    """Store the hash of the person's PIN, or count a wrong code."""
    asked = record.asked
    if asked["is_right"]:
        no_code = {"code_by": None, "code_until": None, "failed": 0}
        yield from change_person(record, asked["badge"], pin_hash=asked["pin_hash"], **no_code)
    yield from wrong_try(record)


def verify_open(person: Person, approver: str, at: str) -> Person:
    """Refuse an enrollment that was not opened by this approver, or whose code has expired."""
    if person.is_enrolled or person.code_by is None or not person.is_active:
        raise RefusedError(f"badge {person.badge} has nothing to enroll for: it takes an approved hiring or reset")
    if person.code_by != approver:
        raise NotPermittedError(f"badge {person.badge} must enroll with badge {person.code_by}, who approved it")
    if person.is_locked:
        raise NotPermittedError(f"the code of badge {person.badge} is locked after wrong ones: make another code")
    if person.code_until is None or at > person.code_until:
        raise RefusedError(f"the code of badge {person.badge} has run out after 15 minutes: make another code")
    return person


PERSON_FIELDS = ("badge", "name", "role", "license")


@on_proposal("add-staff")
def verify_add_staff(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge and the license number must be free."""
    verify_new(desk, Newcomer(**read_texts(content, "add-staff", PERSON_FIELDS)))


@on_approval("add-staff")
def add_staff(agreed: Agreed, desk: OfficeContext) -> None:
    """Add a person, who then enrolls with the approver present."""
    record_new_person(desk, Newcomer(**agreed.content))
    open_enrollment(desk, agreed.content["badge"])


@projects("add-staff", into=STAFF_TABLES)
def list_newcomer(record: Recorded) -> Iterator[RowWrite]:
    """Insert the new person, and open their enrollment."""
    yield new_person(record, record.content)
    yield from opened_enrollment(record)


@on_proposal("change-staff")
def verify_change_staff(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge must exist. Without a license number, the person keeps the one they have."""
    texts = read_texts(content, "change-staff", PERSON_FIELDS)
    person, role = person_of(desk, texts["badge"]), read_role(texts["role"])
    verify_words(texts["name"], "name")
    verify_license(desk, person.badge, texts["license"] or person.license)
    verify_two_left(desk, person, role)


@on_approval("change-staff")
def change_staff(agreed: Agreed, desk: OfficeContext) -> None:
    """Change a name, role or license number. A person whose new role approves proposals chooses a longer PIN."""
    person, name, role = person_of(desk, agreed.content["badge"]), agreed.content["name"], agreed.content["role"]
    desk.found["license"] = license_of(person.badge, agreed.content["license"] or person.license)
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, f"is {name}, {role}"))
    if read_role(role) in deciders() and person.role not in deciders():
        open_enrollment(desk, person.badge)


@projects("change-staff", into=STAFF_TABLES)
def list_changed(record: Recorded) -> Iterator[RowWrite]:
    """Store the new name, role and license number, and open an enrollment if the record does."""
    now = {name: record.content[name] for name in ("name", "role")}
    yield from change_person(record, record.content["badge"], **now, license=record.found["license"])
    yield from opened_enrollment(record)


@on_proposal("reset-pin")
def verify_reset_pin(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge must exist."""
    person_of(desk, read_texts(content, "reset-pin", ("badge",))["badge"])


@on_approval("reset-pin")
def reset_pin(agreed: Agreed, desk: OfficeContext) -> None:
    """A person who forgot their PIN, or lost their authenticator app, enrolls again with the approver present."""
    open_enrollment(desk, agreed.content["badge"])


@projects("reset-pin", into=STAFF_TABLES)
def list_reset(record: Recorded) -> Iterator[RowWrite]:
    """Remove the PIN, and open the enrollment."""
    yield from opened_enrollment(record)


@on_proposal("reactivate-staff")
def verify_reactivate_staff(content: dict[str, Any], desk: OfficeContext) -> None:
    """The badge must be deactivated."""
    person = person_of(desk, read_texts(content, "reactivate-staff", ("badge",))["badge"])
    if person.is_active:
        raise RefusedError(f"badge {person.badge} is active already")


@on_approval("reactivate-staff")
def reactivate_staff(agreed: Agreed, desk: OfficeContext) -> None:
    """Make a deactivated badge active again."""
    person = person_of(desk, agreed.content["badge"])
    end_all_of(desk, subject_of(person.actor))
    desk.events.append(StaffChanged(person.badge, f"is active again: {agreed.reason}"))


@projects("reactivate-staff", into=STAFF_TABLES)
def list_reactivated(record: Recorded) -> Iterator[RowWrite]:
    """Mark the badge as active."""
    yield from change_person(record, record.content["badge"], is_active=1)
