"""Events: what happened in a round, in order."""

import re
from dataclasses import dataclass, fields, replace
from typing import Any

from pitboss.cards import Card
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.statement import Line


@dataclass(frozen=True)
class Event:
    """The root of all events.

    >>> Announced("No more bets").as_json()
    {'event': 'announced', 'words': 'No more bets'}
    """

    def seen_by(self, audience: Audience) -> "Event":
        """The event as this audience sees it, hidden cards hidden."""
        return self

    def as_json(self) -> dict[str, Any]:
        """The event for machines."""
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()
        values = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {"event": name} | values


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Line):
        return value.as_json()
    return str(value) if isinstance(value, Card) else value


@dataclass(frozen=True)
class WagerPlaced(Event):
    """An amount lies on a betting spot.

    >>> WagerPlaced(1, "ante", 500).cents
    500
    """

    seat: int
    wager: str
    cents: int


@dataclass(frozen=True)
class WagerTakenBack(Event):
    """An amount left a betting spot before the bets were closed.

    >>> WagerTakenBack(1, "ante", 500).wager
    'ante'
    """

    seat: int
    wager: str
    cents: int


@dataclass(frozen=True)
class Announced(Event):
    """The dealer said something.

    >>> Announced("Dealer plays with a Queen").words
    'Dealer plays with a Queen'
    """

    words: str


@dataclass(frozen=True)
class CardsDealt(Event):
    """Cards came to a seat, or to the dealer.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.audience import PUBLIC, player
    >>> dealt = CardsDealt(2, parse_cards("As Kd"), face_up=False)
    >>> dealt.seen_by(PUBLIC).cards, dealt.seen_by(player(2)).cards
    (('??', '??'), (As, Kd))
    """

    seat: int | None
    """The seat, or nothing for the dealer."""
    cards: tuple[Card | str, ...]
    face_up: bool

    def seen_by(self, audience: Audience) -> Event:
        """With the cards only where they lie face up or are one's own."""
        if self.face_up or audience.may_look_at(self.seat):
            return self
        return replace(self, cards=(HIDDEN,) * len(self.cards))


@dataclass(frozen=True)
class CardsShown(Event):
    """Cards that lay face down were turned over.

    >>> from pitboss.cards import parse_cards
    >>> CardsShown(None, parse_cards("As Kd"), "ace-king high").as_json()["cards"]
    ['As', 'Kd']
    """

    seat: int | None
    cards: tuple[Card, ...]
    words: str


@dataclass(frozen=True)
class Decided(Event):
    """A player decided something.

    >>> Decided(4, "fold").choice
    'fold'
    """

    seat: int
    choice: str


@dataclass(frozen=True)
class SeatSettled(Event):
    """Everything at one seat was taken or paid.

    >>> SeatSettled(4, ()).lines
    ()
    """

    seat: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class RoundVoided(Event):
    """The round came to nothing, and all wagers went back.

    >>> RoundVoided("shuffler malfunction").reason
    'shuffler malfunction'
    """

    reason: str
