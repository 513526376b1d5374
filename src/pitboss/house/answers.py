"""The answer to a command: its events, and how much of each event an audience may see.

A stored event stays a dict: every kind of event has its own fields, and the place of cards that were dealt depends on
the machine.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.games.audience import PUBLIC, Audience, player
from pitboss.games.event import CardsDealt, Event

NO_PLACE: Final[Mapping[str, Any]] = MappingProxyType({})
"""The place of cards that come from no deck."""

REVEALING_COMMANDS: Final[Mapping[str, str]] = {
    "deal-cards": "cards that are dealt face up, and to players their own",
    "peek": "whether the dealer has blackjack, and the hole card where that is so",
    "reveal-dealer": "the dealer's hand",
    "turn-hole-card": "the dealer's hole card",
    "dealer-house-way": "the dealer's hand, and how it is set",
    "settle": "the hand of a seat, and what it wins",
    "time-out": "what the posted policy decides by the cards of a seat",
}
"""The commands by which a face-down card may become known, each with what it shows.

Every other command, unless the player at the seat sends it, is answered, recorded and checked in the same way whatever
the face-down cards are.
"""


@dataclass(frozen=True)
class Answer:
    """The result of a command.

    >>> Answer("table:T1", 7, ()).version
    7
    """

    chain: str
    version: int
    """The number of its record, which is the version of the table after it."""
    events: tuple[dict[str, Any], ...]
    """Complete events; :func:`seen_by` gives the part that an audience may see."""
    is_repeat: bool = False
    """Whether the command was done before, under the same id."""

    def seen_by(self, audience: Audience) -> list[dict[str, Any]]:
        """The events as this audience may see them."""
        return [seen_by(event, audience) for event in self.events]


def stored(event: Event, seats: Iterable[int], dealt_from: Mapping[str, Any] = NO_PLACE) -> dict[str, Any]:
    """An event as it is stored: all of it, and if some of it is hidden, the public part and the seats that see all.

    Cards that are dealt face down come with their place in the sealed deck, ``dealt_from``.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.event import CardsDealt
    >>> dealt = stored(CardsDealt(2, parse_cards("As Kd"), face_up=False), [1, 2], {"positions": [4, 5]})
    >>> dealt["open_to"], dealt["positions"]
    ([2], [4, 5])
    """
    fields = {"all": event.as_json()}
    if isinstance(event, CardsDealt) and not event.face_up:
        fields |= dealt_from
    public = event.seen_by(PUBLIC)
    if public is event or public == event:
        return fields
    open_to = [seat for seat in seats if event.seen_by(player(seat)) == event]
    return fields | {"public": public.as_json(), "open_to": open_to}


def public_part(event: dict[str, Any]) -> dict[str, Any]:
    """The part of a stored event that everybody may see: without the room's key a record shows no more.

    >>> public_part({"public": {"cards": ["??"]}, "open_to": [2]}), public_part({"all": {"seat": 2}})
    ({'cards': ['??']}, {'seat': 2})
    """
    part: dict[str, Any] = event["public"] if "public" in event else event["all"]
    return part


def seen_by(event: dict[str, Any], audience: Audience) -> dict[str, Any]:
    """An event as this audience may see it.

    >>> dealt = {"all": {"cards": ["As"]}, "public": {"cards": ["??"]}, "open_to": [2]}
    >>> seen_by(dealt, player(2)), seen_by(dealt, player(3))
    ({'cards': ['As']}, {'cards': ['??']})
    """
    is_open = "public" not in event or any(audience.may_look_at(seat) for seat in event["open_to"])
    shown: dict[str, Any] = event["all"] if is_open else event["public"]
    return shown


View = TypeVar("View", bound=Struct)


def view_of(kind: type[View], source: object, /, **more: Any) -> View:
    """Build a view from the attributes of a row or an object that have its field names; ``more`` gives the others.

    >>> class Seat(Struct, frozen=True, kw_only=True):
    ...     '''A seat.'''
    ...
    ...     seat: int
    ...     player: str
    >>> class Row:
    ...     seat, player, property_id = 2, "ann", "P1"
    >>> view_of(Seat, Row, player="bob")
    Seat(seat=2, player='bob')
    """
    values = {name: getattr(source, name) for name in kind.__struct_fields__ if name not in more}
    return kind(**values, **more)
