"""What happens only at a Double Draw Poker table: its commands, and the events that they bring."""

from dataclasses import dataclass, replace

from pitboss.cards import Card
from pitboss.games.audience import HIDDEN, Audience
from pitboss.games.command import AT_SEAT, BY_THE_SHUFFLER, Command
from pitboss.games.event import Event


@dataclass(frozen=True)
class PressGreenButton(Command):
    """The dealer presses the green button: the shuffler dispenses the stub, which the dealer holds from now on.

    >>> PressGreenButton().operation()
    'press_green_button'
    """

    who = BY_THE_SHUFFLER


@dataclass(frozen=True)
class Draw(Command):
    """A player makes a Draw bet equal to the Ante and discards these cards, or none.

    >>> from pitboss.cards import parse_cards
    >>> Draw(2, parse_cards("7c 2d")).as_json()
    {'do': 'draw', 'seat': 2, 'cards': '7c 2d'}
    """

    who = AT_SEAT
    seat: int
    cards: tuple[Card, ...] = ()
    """The discards."""


@dataclass(frozen=True)
class Fold(Command):
    """A player gives up the hand and everything wagered on it.

    >>> Fold(2).operation()
    'fold'
    """

    who = AT_SEAT
    seat: int


@dataclass(frozen=True)
class StubDispensed(Event):
    """The cards that were left in the shuffler are in the dealer's hand.

    >>> StubDispensed(49).sentence
    'the dealer holds the stub of 49 cards'
    """

    cards_left: int

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"the dealer holds the stub of {self.cards_left} cards"


@dataclass(frozen=True)
class CardsDiscarded(Event):
    """A player laid cards face down above the Ante. How many is plain to see, which ones only their owner knows.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.audience import PUBLIC, player
    >>> discarded = CardsDiscarded(2, parse_cards("7c 2d"))
    >>> discarded.seen_by(PUBLIC).sentence, discarded.seen_by(player(2)).sentence
    ('seat 2 discards ?? ??', 'seat 2 discards 7c 2d')
    """

    seat: int
    cards: tuple[Card | str, ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"seat {self.seat} discards {' '.join(map(str, self.cards))}"

    def seen_by(self, audience: Audience) -> Event:
        """With the cards for their owner only."""
        if audience.may_look_at(self.seat):
            return self
        return replace(self, cards=(HIDDEN,) * len(self.cards))
