"""What a command brought about, and who may see how much of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pitboss.games.audience import PUBLIC, Audience, player
from pitboss.games.event import Event


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
