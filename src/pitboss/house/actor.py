"""Who asks: a person of the room in a role, or the house itself."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache


class Role(StrEnum):
    """What somebody is in the room.

    >>> [role.value for role in Role][:3]
    ['player', 'dealer', 'supervisor']
    """

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    ADMIN = "admin"
    HOUSE = "house"
    """The house dealer and other parts of Pitboss itself."""


@dataclass(frozen=True)
class Actor:
    """Somebody who asks for something.

    >>> str(Actor("17", Role.DEALER))
    'dealer:17'
    """

    name: str
    """The badge of staff, the id of a player."""
    role: Role

    @property
    def is_staff(self) -> bool:
        """Whether it is somebody with a badge."""
        return self.role not in (Role.PLAYER, Role.HOUSE)

    def __str__(self) -> str:
        return f"{self.role}:{self.name}"


@cache
def read_actor(text: str) -> Actor:
    """The actor as a record names it.

    >>> read_actor("dealer:17")
    Actor(name='17', role=<Role.DEALER: 'dealer'>)
    """
    role, _, name = text.partition(":")
    return Actor(name, Role(role))
