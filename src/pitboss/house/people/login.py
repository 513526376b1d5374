"""Logs staff in with badge and PIN, and checks the PIN again to change it, to enroll, or to set up a second factor."""

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from pitboss.games.audience import PUBLIC
from pitboss.games.command import Command
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import Answer
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import is_id
from pitboss.house.people import sessions, staff
from pitboss.house.people.enrollment import Enroll, NewEnrollmentCode, code_of_person, is_code, verify_open
from pitboss.house.people.pins import mark_of
from pitboss.house.people.second_factor import AddSecondFactor, find_step, right_step, secret_of
from pitboss.house.people.sessions import LOGIN, Session
from pitboss.house.people.staff import LOG_IN, FirstAdmins, NoteLogIn, SetPin, UnlockAdmins
from pitboss.house.permissions import verify_permitted
from pitboss.sources import Entropy, Ids, SystemIds

if TYPE_CHECKING:
    from pitboss.house.room import Room

Founder = tuple[str, str, str, str]
"""One of the first two people: badge, name, license number, PIN."""


class Proved(NamedTuple):
    """The person whose badge and PIN were checked.

    >>> Proved(Actor("17", Role.DEALER), "9439ebbb", has_factor=False).actor.name
    '17'
    """

    actor: Actor
    mark: str
    """Identifies the hash of their PIN, so that a later step can check that the PIN was not changed since."""
    has_factor: bool
    """Whether a code of their authenticator app was checked too."""


def log_in(room: "Room", badge: str, pin: str, second: str = "", *, ids: Ids | None = None) -> Actor:
    """The person with this badge and PIN, in the role they have now. Every try is recorded."""
    return verify_person(room, badge, pin, second, ids=ids).actor


def verify_person(  # noqa: PLR0913 - what a person keys in, and for what
    room: "Room", badge: str, pin: str, second: str = "", *, purpose: str = LOG_IN, ids: Ids | None = None
) -> Proved:
    """The person with this badge, this PIN and, if they have set one up, this code of their authenticator app.

    Comparing takes a while, in which another PIN may be set. So the command that records the try verifies that the hash
    is still the one that was compared.

    The id of the record is made here. A sender could use one id twice with two PINs: the second try would not count,
    and the answer would show whether it was right.

    Every refusal is the same, after the same work: nobody learns which badges exist, or which have an app.
    """
    with room.database.reading() as connection:
        kept = staff.pin_hash_of(connection, room.property_id, badge) if is_id(badge) else None
        person = staff.find(connection, room.property_id, badge) if kept else None
    factor = person.factor if person else None
    step = right_step(room, person, second) if person and factor else 0
    is_right = room.pin_hasher.is_right(badge if kept else "", pin, kept) and step is not None
    mark = mark_of(kept, factor) if kept else ""
    attempt = NoteLogIn(badge if kept else "", is_right, mark, step or 0, purpose)
    answer = room.in_office(attempt, by=LOGIN, command_id=(ids or SystemIds()).new())
    (event, *_) = answer.seen_by(PUBLIC)
    if person is not None and event.get("why") == staff.USED_CODE and purpose != LOG_IN:
        raise NotPermittedError("this code was used before: wait for the next one, at most 30 seconds")
    if person is None or event["event"] not in ("logged-in", "pin-checked"):
        raise NotPermittedError(
            "badge, PIN or authenticator code is wrong, or the badge is locked: after "
            f"{room.house.settings.failed_tries} wrong tries an admin must unlock it"
        )
    return Proved(Actor(person.badge, Role(event.get("role", person.role))), mark, factor is not None)


def open_session(
    room: "Room", actor: Actor, pin_mark: str | None, lasts: timedelta, entropy: Entropy
) -> tuple[str, Session]:
    """Log a person in for a time. The PIN of staff must still be the one that was compared; guests have none."""
    now = room.clock.now()
    with room.database.transaction() as connection:
        if pin_mark is not None:
            # Since the PIN was compared, the person may have been deactivated or got another PIN.
            staff.verify_on_duty(connection, room.property_id, actor)
            if not staff.has_pin(connection, room.property_id, actor.name, pin_mark):
                raise NotPermittedError(f"badge {actor.name} has another PIN now: log in with that one")
        return sessions.open_session(connection, room.box, room.property_id, actor, (now, now + lasts), entropy)


def change_pin(  # noqa: PLR0913 - what a person keys in, and under which id
    room: "Room",
    badge: str,
    old: str,
    new: str,
    second: str = "",
    *,
    command_id: str,
    ids: Ids | None = None,
    entropy: Entropy | None = None,
) -> Answer:
    """Change your own PIN. It takes the old one, and a wrong try counts. Sending the command again changes nothing."""
    earlier = _answered(room, badge, SetPin("", ""), command_id)
    if earlier is not None:
        return earlier
    actor, mark, _ = verify_person(room, badge, old, second, purpose="change it", ids=ids)
    hashed = room.pin_hasher.hash(badge, new, actor.role, entropy)
    return room.in_office(SetPin(mark, hashed), by=actor, command_id=command_id)


def _answered(room: "Room", badge: str, command: Command, command_id: str) -> Answer | None:
    """The answer that this person's command got under this id before, if any, whatever their role is now."""
    with room.database.reading() as connection:
        person = staff.find(connection, room.property_id, badge)
    return None if person is None else room.answered(command, by=person.actor, command_id=command_id)


def confirm_factor(  # noqa: PLR0913, PLR0917 - what a person keys in, and under which id
    room: "Room",
    badge: str,
    pin: str,
    salt: str,
    code: str,
    second: str = "",
    *,
    command_id: str,
    ids: Ids | None = None,
) -> Answer:
    """Set up an authenticator app: its first code proves that it has the secret. Replacing another app takes a code of
    that app too."""
    earlier = _answered(room, badge, AddSecondFactor("", salt, 0), command_id)
    if earlier is not None:
        return earlier
    step = find_step(secret_of(room, badge, salt), code, room.clock.now())
    if step is None:
        raise RefusedError("this is not the code that the app shows now: look at the time of the phone, and try again")
    actor, mark, _ = verify_person(room, badge, pin, second, purpose="set up an authenticator app", ids=ids)
    return room.in_office(AddSecondFactor(mark, salt, step), by=actor, command_id=command_id)


def enroll(  # noqa: PLR0913 - what two people key in
    room: "Room",
    badge: str,
    code: str,
    new: str,
    *,
    approver: tuple[str, str],
    second: str = "",
    ids: Ids | None = None,
    entropy: Entropy | None = None,
) -> Answer:
    """Enroll a person with the approver present: it takes the approver's badge and PIN, the code that the approver was
    shown, and a PIN that the new person chooses. It opens no session: the new person then logs in."""
    ids = ids or SystemIds()
    by, mark, _ = verify_person(room, *approver, second, purpose="enroll another person", ids=ids)
    # The approver may have another role by now.
    verify_permitted(by, NewEnrollmentCode(badge))
    with room.database.reading() as connection:
        person = staff.find(connection, room.property_id, badge)
    if person is None:
        raise NotPermittedError(f"badge {by.name} has approved nobody with badge {badge!a}")
    verify_open(person, by.name, room.clock.moment("").at)
    is_right = is_code(code, code_of_person(room, person))
    hashed = room.pin_hasher.hash(badge, new, person.role, entropy) if is_right else ""
    command = Enroll(badge, by.name, person.code_until or "", is_right, mark, hashed)
    answer = room.in_office(command, by=LOGIN, command_id=ids.new())
    if not is_right:
        raise NotPermittedError(f"this is not the code for badge {badge}: badge {by.name} was shown another one")
    return answer


def first_admins(
    room: "Room", *people: Founder, ids: Ids | None = None, entropy: Entropy | None = None
) -> tuple[Actor, ...]:
    """Enter the two admins of a new room; each keys in their own PIN."""
    admins = [
        {
            "badge": badge,
            "name": name,
            "license": number,
            "pin_hash": room.pin_hasher.hash(badge, pin, Role.ADMIN, entropy),
        }
        for badge, name, number, pin in people
    ]
    room.in_office(FirstAdmins(admins), by=LOGIN, command_id=(ids or SystemIds()).new())
    return tuple(Actor(badge, Role.ADMIN) for badge, *_ in people)


def unlock_admins(room: "Room", ids: Ids | None = None) -> Answer:
    """Unlock the admins when all of them are locked out. It takes access to the room's key."""
    return room.in_office(UnlockAdmins(), by=LOGIN, command_id=(ids or SystemIds()).new())
