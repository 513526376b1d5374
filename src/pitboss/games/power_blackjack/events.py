"""What happens in Power Blackjack and in no other game."""

from dataclasses import dataclass

from pitboss.cards import Card, print_cards
from pitboss.games.event import Event


@dataclass(frozen=True)
class CardsBurned(Event):
    """Cards that everybody saw left the game.

    >>> from pitboss.cards import parse_cards
    >>> CardsBurned(parse_cards("Ah"), "replaced at seat 2").sentence
    'Ah is burned: replaced at seat 2'
    """

    cards: tuple[Card, ...]
    reason: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{print_cards(self.cards)} {'is' if len(self.cards) == 1 else 'are'} burned: {self.reason}"


@dataclass(frozen=True)
class HandDead(Event):
    """The floor declared a hand dead.

    >>> HandDead(2, 1, "card dealt off the table").sentence
    'hand 1 of seat 2 is dead: card dealt off the table'
    """

    seat: int
    hand: int
    reason: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"hand {self.hand} of seat {self.seat} is dead: {self.reason}"
