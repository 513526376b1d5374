"""The staff door: who comes in with badge and PIN."""

from typing import TYPE_CHECKING, Final

from pitboss.games.audience import PUBLIC
from pitboss.house.actor import Actor, Role
from pitboss.house.checks import is_id
from pitboss.house.errors import NotPermittedError
from pitboss.house.people import staff
from pitboss.house.people.pins import hash_pin, is_right
from pitboss.house.people.staff import FirstAdmin, NoteLogIn
from pitboss.outside import Ids, SystemIds

if TYPE_CHECKING:
    from pitboss.house.room import Room

DOOR: Final = Actor("door", Role.HOUSE)
"""Who notes what happens at the door."""


def log_in(room: "Room", badge: str, pin: str, ids: Ids | None = None) -> Actor:
    """The person with this badge and PIN, in the role they have now. Every try is on record.

    The id of the record is made here. One made by the sender could be sent twice with two PINs: the second would not
    count, and the answer would tell whether it was the right one.

    All who are not let in hear the same, after the same work: nobody learns which badges there are.
    """
    with room.database.reading() as connection:
        kept = staff.pin_hash_of(connection, room.house.property_id, badge) if is_id(badge) else None
    noted = NoteLogIn(badge if kept else "", is_right(pin, kept))
    answer = room.in_office(noted, by=DOOR, command_id=(ids or SystemIds()).new())
    for event in answer.seen_by(PUBLIC):
        if event["event"] == "logged-in":
            return Actor(event["badge"], Role(event["role"]))
    raise NotPermittedError(
        f"badge or PIN is wrong, or the badge is locked: after {room.house.settings.failed_tries} wrong tries "
        "an admin must unlock it"
    )


def first_admin(room: "Room", badge: str, name: str, pin: str, ids: Ids | None = None) -> Actor:
    """The admin of a new room; whoever makes the room chooses badge and PIN."""
    command = FirstAdmin(badge, name, hash_pin(pin))
    room.in_office(command, by=DOOR, command_id=(ids or SystemIds()).new())
    return Actor(badge, Role.ADMIN)
