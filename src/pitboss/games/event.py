"""Events: what happened in a round, in order."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pitboss.cards import Card
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.statement import Line
from pitboss.paytables import print_dollars


@dataclass(frozen=True)
class Event:
    """The root of all events.

    >>> Announced("No more bets").as_json()
    {'event': 'announced', 'words': 'No more bets'}
    """

    def seen_by(self, audience: Audience) -> "Event":
        """The event as this audience sees it, hidden cards hidden."""
        return self

    @property
    def sentence(self) -> str:
        """The event in words."""
        entries = self.as_json()
        told = ", ".join(f"{name} {value}" for name, value in entries.items() if name != "event")
        return f"{entries['event'].replace('-', ' ')}: {told}"

    @classmethod
    def slug(cls) -> str:
        """The name of the event as it is stored.

        >>> CardsDealt.slug()
        'cards-dealt'
        """
        return _name(cls.__name__)

    def as_json(self) -> dict[str, Any]:
        """The event for machines."""
        told: dict[str, Any] = {"event": _name(type(self).__name__)}
        names: tuple[str, ...] = self.__match_args__  # what the class was declared with
        for name in names:
            value = getattr(self, name)
            told[name] = value if type(value) in _SIMPLE else _plain(value)
        return told

    @classmethod
    def from_json(cls, entries: Mapping[str, Any]) -> "Event | None":
        """The event with these entries, as it was stored without its name; nothing where its entries are others.

        >>> Announced.from_json({"words": "No more bets"}), Announced.from_json({"seat": 3})
        (Announced(words='No more bets'), None)
        """
        if entries.keys() != set(cls.__match_args__):
            return None
        lines = {"lines": tuple(Line(**line) for line in entries["lines"])} if "lines" in entries else {}
        return cls(**(dict(entries) | lines))


_SIMPLE = frozenset({int, str, bool, type(None)})
"""What is plain as it is: nearly everything."""


@cache
def _name(class_name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", class_name).lower()


def whose(seat: int | None) -> str:
    """The seat in words; none is the dealer's.

    >>> whose(3), whose(None)
    ('seat 3', 'the dealer')
    """
    return "the dealer" if seat is None else f"seat {seat}"


def _plain(value: Any) -> Any:
    if isinstance(value, Line):
        return value.as_json()
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Card) else value


@dataclass(frozen=True)
class WagerPlaced(Event):
    """An amount lies on a betting spot.

    >>> WagerPlaced(1, "ante", 500).sentence
    'seat 1 puts $5 on ante'
    """

    seat: int
    wager: str
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} puts {print_dollars(self.cents)} on {self.wager}"


@dataclass(frozen=True)
class WagerTakenBack(Event):
    """An amount left a betting spot before the bets were closed.

    >>> WagerTakenBack(1, "ante", 500).sentence
    'seat 1 takes $5 back from ante'
    """

    seat: int
    wager: str
    cents: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} takes {print_dollars(self.cents)} back from {self.wager}"


@dataclass(frozen=True)
class Announced(Event):
    """The dealer said something.

    >>> Announced("Dealer plays with a Queen").sentence
    'the dealer says: Dealer plays with a Queen'
    """

    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the dealer says: {self.words}"


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

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{whose(self.seat)} gets {' '.join(map(str, self.cards))}{', face up' if self.face_up else ''}"

    def seen_by(self, audience: Audience) -> "CardsDealt":
        """With the cards only where they lie face up or are one's own."""
        if self.face_up or audience.may_look_at(self.seat):
            return self
        return CardsDealt(self.seat, (HIDDEN,) * len(self.cards), self.face_up)


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

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{whose(self.seat)} shows {' '.join(map(str, self.cards))}: {self.words}"


@dataclass(frozen=True)
class Decided(Event):
    """A player decided something.

    >>> Decided(4, "fold").choice
    'fold'
    """

    seat: int
    choice: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat}: {self.choice}"


@dataclass(frozen=True)
class SeatSettled(Event):
    """Everything at one seat was taken or paid.

    >>> SeatSettled(4, ()).lines
    ()
    """

    seat: int
    lines: tuple[Line, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} is settled: {'; '.join(line.sentence for line in self.lines)}"


@dataclass(frozen=True)
class WagersSettled(Event):
    """Wagers of a seat were settled before its turn at the end.

    >>> WagersSettled(2, (Line(2, "bet", 1000, "wins 3 to 2, $15", 2500),)).sentence
    'at seat 2: bet $10 wins 3 to 2, $15'
    """

    seat: int
    lines: tuple[Line, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"at seat {self.seat}: {'; '.join(line.sentence for line in self.lines)}"


@dataclass(frozen=True)
class RoundVoided(Event):
    """The round came to nothing, and all wagers went back.

    >>> RoundVoided("shuffler malfunction").reason
    'shuffler malfunction'
    """

    reason: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the round is void: {self.reason}"
