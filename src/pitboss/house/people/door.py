"""The staff door: who comes in with badge and PIN."""

from typing import TYPE_CHECKING

from pitboss.games.audience import PUBLIC
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import Answer
from pitboss.house.checks import is_id
from pitboss.house.errors import NotPermittedError
from pitboss.house.people import staff
from pitboss.house.people.pins import hash_pin, is_right, mark_of
from pitboss.house.people.sessions import DOOR
from pitboss.house.people.staff import FirstAdmins, NoteLogIn, UnlockAdmins
from pitboss.outside import Ids, SystemIds

if TYPE_CHECKING:
    from pitboss.house.room import Room


def log_in(room: "Room", badge: str, pin: str, ids: Ids | None = None) -> Actor:
    """The person with this badge and PIN, in the role they have now. Every try is on record."""
    return let_in(room, badge, pin, ids)[0]


def let_in(room: "Room", badge: str, pin: str, ids: Ids | None = None) -> tuple[Actor, str]:
    """The same, with the mark of their PIN: whoever opens something for them later asks whether it is theirs still.

    Comparing takes a while, in which another PIN may be set. So what notes the log-in makes sure that the hash is still
    the one that was compared.

    The id of the record is made here. One made by the sender could be sent twice with two PINs: the second would not
    count, and the answer would tell whether it was the right one.

    All who are not let in hear the same, after the same work: nobody learns which badges there are.
    """
    with room.database.reading() as connection:
        kept = staff.pin_hash_of(connection, room.house.property_id, badge) if is_id(badge) else None
    mark = mark_of(kept) if kept else ""
    noted = NoteLogIn(badge if kept else "", is_right(pin, kept), mark)
    answer = room.in_office(noted, by=DOOR, command_id=(ids or SystemIds()).new())
    for event in answer.seen_by(PUBLIC):
        if event["event"] == "logged-in":
            return Actor(event["badge"], Role(event["role"])), mark
    raise NotPermittedError(
        f"badge or PIN is wrong, or the badge is locked: after {room.house.settings.failed_tries} wrong tries "
        "an admin must unlock it"
    )


def first_admins(room: "Room", *people: tuple[str, str, str], ids: Ids | None = None) -> tuple[Actor, ...]:
    """The two admins of a new room, each with a badge, a name and a PIN; each of them keys in their own."""
    admins = [{"badge": badge, "name": name, "pin_hash": hash_pin(pin)} for badge, name, pin in people]
    room.in_office(FirstAdmins(admins), by=DOOR, command_id=(ids or SystemIds()).new())
    return tuple(Actor(badge, Role.ADMIN) for badge, *_ in people)


def unlock_admins(room: "Room", ids: Ids | None = None) -> Answer:
    """Let the admins in again where all of them are locked out; whoever holds the key of the room asks for it."""
    return room.in_office(UnlockAdmins(), by=DOOR, command_id=(ids or SystemIds()).new())
