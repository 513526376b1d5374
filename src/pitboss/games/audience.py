"""Who is looking, and what they may see."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """In what capacity somebody looks at a table.

    >>> Role("public").value
    'public'
    """

    PLAYER = "player"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"
    PUBLIC = "public"


@dataclass(frozen=True)
class Audience:
    """Who is looking. Nobody sees a card that lies face down, except players their own.

    >>> Audience(Role.PLAYER, frozenset({3})).may_look_at(3), PUBLIC.may_look_at(3)
    (True, False)
    """

    role: Role
    seats: frozenset[int] = frozenset()
    """A player's own seats."""

    def may_look_at(self, seat: int | None) -> bool:
        """Whether cards lying face down at a seat (nothing: the dealer's) may be seen."""
        return self.role is Role.PLAYER and seat in self.seats


PUBLIC: Final = Audience(Role.PUBLIC)
"""Everybody in the room: the display above the table."""

DEALER: Final = Audience(Role.DEALER)
"""The dealer, who sees what lies face up."""


def player(*seats: int) -> Audience:
    """The player at these seats.

    >>> player(2).seats
    frozenset({2})
    """
    return Audience(Role.PLAYER, frozenset(seats))


HIDDEN: Final = "??"
"""A card whose face may not be seen."""
