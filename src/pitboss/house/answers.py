"""What a command brought about, and who may see how much of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.audience import PUBLIC, Audience, player
from pitboss.games.event import Event

SHOWING: Final[Mapping[str, str]] = {
    "deal-cards": "cards that are dealt face up, and to players their own",
    "peek": "whether the dealer has blackjack, and the hole card where that is so",
    "reveal-dealer": "the dealer's hand",
    "turn-hole-card": "the dealer's hole card",
    "dealer-house-way": "the dealer's hand, and how it is set",
    "settle": "the hand of a seat, and what it wins",
    "time-out": "what the posted policy decides by the cards of a seat",
}
"""The points at which a card that lies face down may become known, each with what it tells.

Whatever else is asked for, by anybody but the player at the seat, is answered, recorded and checked the same whichever
cards lie face down.
"""


@dataclass(frozen=True)
class Answer:
    """What a command brought about.

    >>> Answer("table:T1", 7, ()).version
    7
    """

    chain: str
    version: int
    """The number of its record, which is the version of the table after it."""
    events: tuple[dict[str, Any], ...]
    """As stored; :func:`seen_by` gives what somebody may see of one."""
    is_repeat: bool = False
    """Whether the command had been done before."""

    def seen_by(self, audience: Audience) -> list[dict[str, Any]]:
        """The events as this audience may see them."""
        return [seen_by(event, audience) for event in self.events]


def stored(event: Event, seats: Iterable[int]) -> dict[str, Any]:
    """An event for the record: all of it, and beside it what everybody may see and which seats may see all.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.event import CardsDealt
    >>> stored(CardsDealt(2, parse_cards("As Kd"), face_up=False), [1, 2])["open_to"]
    [2]
    """
    public = event.seen_by(PUBLIC)
    if public is event:
        return {"all": event.as_json()}
    knowing = [seat for seat in seats if event.seen_by(player(seat)) == event]
    return {"all": event.as_json(), "public": public.as_json(), "open_to": knowing}


def seen_by(event: dict[str, Any], audience: Audience) -> dict[str, Any]:
    """A stored event as this audience may see it.

    >>> dealt = {"all": {"cards": ["As"]}, "public": {"cards": ["??"]}, "open_to": [2]}
    >>> seen_by(dealt, player(2)), seen_by(dealt, player(3))
    ({'cards': ['As']}, {'cards': ['??']})
    """
    is_open = "public" not in event or any(audience.may_look_at(seat) for seat in event["open_to"])
    shown: dict[str, Any] = event["all"] if is_open else event["public"]
    return shown
