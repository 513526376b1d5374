"""What happens in a round of Fortune San Lo Poker, besides what happens in every game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.cards import Card
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.event import Event
from pitboss.games.fortune_san_lo.display import Display
from pitboss.games.fortune_san_lo.seat import list_seats


@dataclass(frozen=True)
class DisplayShown(Event):
    """The display in the table shows another screen.

    >>> from pitboss.games.fortune_san_lo.display import start_screen
    >>> DisplayShown(start_screen(4)).sentence
    'the display shows 4'
    """

    screen: Display

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the display shows {self.screen.sentence}"

    def seen_by(self, audience: Audience) -> Event:
        """With a player's cards only for that player."""
        return DisplayShown(self.screen.seen_by(audience))

    def as_json(self) -> dict[str, Any]:
        """The event for machines."""
        return {"event": "display-shown"} | self.screen.as_json()

    @classmethod
    def from_json(cls, entries: Mapping[str, Any]) -> Event | None:
        """The event with the entries of its screen.

        >>> from pitboss.games.fortune_san_lo.display import start_screen
        >>> DisplayShown.from_json(start_screen(4).as_json()).sentence
        'the display shows 4'
        """
        return cls(Display(**entries)) if entries.keys() == set(Display.__match_args__) else None


@dataclass(frozen=True)
class UnusedHandsPickedUp(Event):
    """The dealer took up the hands of the positions that are not in play. Nobody sees them.

    >>> UnusedHandsPickedUp((2, 5)).sentence
    'the dealer picks up the unused hands of seats 2 and 5'
    """

    seats: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        hands = "hand" if len(self.seats) == 1 else "hands"
        return f"the dealer picks up the unused {hands} of {list_seats(self.seats)}"


@dataclass(frozen=True)
class HandSet(Event):
    """A seat's cards lie set, face down.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.audience import PUBLIC
    >>> HandSet(3, parse_cards("9s Kd 4h Ac Ad Qs"), "fouled: king high is not above a pair").seen_by(PUBLIC)
    HandSet(seat=3, cards=('??', '??', '??', '??', '??', '??'), words=None)
    """

    seat: int
    cards: tuple[Card | str, ...]
    """High, mid and low hand in this order."""
    words: str | None
    """The three hands, or why they foul: known to the player only, like the cards."""

    @property
    def sentence(self) -> str:
        """The event in words."""
        told = f": {self.words}" if self.words is not None else ""
        return f"seat {self.seat} sets {' '.join(map(str, self.cards))}{told}"

    def seen_by(self, audience: Audience) -> Event:
        """Cards and words only for the seat's own player."""
        if audience.may_look_at(self.seat):
            return self
        return replace(self, cards=(HIDDEN,) * len(self.cards), words=None)
