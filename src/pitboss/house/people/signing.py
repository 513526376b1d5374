"""Signing: people who approve, book or authorize key in their PIN again for each such command.

A session may be open on an unattended screen. So the PIN is sent with the command and compared first: it is valid for
this one command alone, which is done once under its id. Wrong PINs count as at log-in. The record says that the command
was signed, with the hash of what was signed; the PIN is in no record.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.errors import NotPermittedError, PinNeededError, WrongPinError
from pitboss.house.people.login import verify_person
from pitboss.house.permissions import is_signed
from pitboss.house.records.journal import hash_of

if TYPE_CHECKING:
    from pitboss.house.requests import Request
    from pitboss.house.room import Room


class UnsignedError(Exception):
    """The command is allowed but needs its sender's PIN first. Nothing was changed.

    >>> issubclass(UnsignedError, Exception)
    True
    """


@dataclass(frozen=True)
class OwnPin:
    """What a person keys in to sign a command.

    >>> OwnPin("470815")
    OwnPin()
    """

    pin: str = field(repr=False)
    second: str = field(default="", repr=False)
    """The code of an authenticator app, if the person has one."""


@dataclass(frozen=True)
class Signature:
    """Proof that a person keyed in their PIN for one command.

    >>> Signature("5f0c", "pin").as_json()
    {'hash': '5f0c', 'how': 'pin'}
    """

    hash: str
    """The hash of what was signed: the room, the chain, the person, the id of the command, and all its fields."""
    how: str

    def as_json(self) -> dict[str, str]:
        """The signature as it is recorded."""
        return vars(self)


def hash_of_signed(property_id: str, chain: str, actor: Actor, command_id: str, asked: str) -> str:
    """The hash of what a person signs.

    >>> from pitboss.house.actor import Role
    >>> len(hash_of_signed("P1", "room", Actor("3", Role.EXECUTIVE), "c1", '{"do":"approve"}'))
    64
    """
    return hash_of((property_id, chain, str(actor), command_id, asked))


def verify_signed(request: "Request") -> None:
    """Stop a command that must be signed and is not. This is the last check, after all others.

    :raises UnsignedError: if it is not signed
    """
    if request.signature is None and is_signed(request.by, request.command):
        raise UnsignedError


def do_signed(room: "Room", request: "Request", keyed: OwnPin | None, run: Callable[[], Answer]) -> Answer:
    """Do a command, signed if it must be. The PIN is asked for only when everything else allows the command, and not
    for a command that was done before: that one only gets its answer again."""
    try:
        return run()
    except UnsignedError:
        earlier = room.earlier_answer(request)
        if earlier is not None:
            return earlier
    # Comparing a PIN takes a while and is a record of its own, so it is done between the two.
    request.signature = sign(room, request, keyed)
    return run()


def sign(room: "Room", request: "Request", keyed: OwnPin | None) -> Signature:
    """Compare a person's PIN for one command. Every try is recorded, with the hash of what it was for.

    :raises PinNeededError: if none was keyed in
    :raises WrongPinError: if it is wrong, or the badge is locked
    """
    what = request.command.slug()
    if keyed is None or not keyed.pin:
        raise PinNeededError(f"{what} asks for the PIN of badge {request.by.name} again: send it with the command")
    signed = hash_of_signed(room.property_id, request.chain, request.by, request.command_id, request.asked())
    try:
        person, _, has_factor = verify_person(room, request.by.name, keyed.pin, keyed.second, purpose=f"sign {what}")
    except NotPermittedError as error:
        raise WrongPinError(f"{what} is not signed: {error}") from None
    if person != request.by:
        raise NotPermittedError(f"badge {person.name} is {person.role} now, not {request.by.role}")
    if room.house.settings.second_factor and not has_factor:
        raise NotPermittedError(
            f"badge {person.name} has no authenticator app, which this house asks of all who sign: set it up first"
        )
    return Signature(signed, "pin and code" if has_factor else "pin")
