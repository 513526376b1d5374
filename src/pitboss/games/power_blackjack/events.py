"""What happens in Power Blackjack and in no other game."""

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.games.event import Event


@dataclass(frozen=True)
class CardsBurned(Event):
    """Cards left the game: one that everybody saw, or cards from the shoe, which nobody sees.

    >>> from pitboss.cards import parse_cards
    >>> CardsBurned(parse_cards("Ah"), "replaced at seat 2").sentence
    'Ah is burned: replaced at seat 2'
    """

    cards: tuple[Card | str, ...]
    reason: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        named = " ".join(map(str, self.cards))
        return f"{named} {'is' if len(self.cards) == 1 else 'are'} burned: {self.reason}"


@dataclass(frozen=True)
class BurnOrdered(Event):
    """The floor has the next cards of the shoe burned.

    >>> BurnOrdered(1, "exposed at the shoe").sentence
    'the floor burns the next card of the shoe: exposed at the shoe'
    """

    number: int
    reason: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        cards = "card" if self.number == 1 else f"{self.number} cards"
        return f"the floor burns the next {cards} of the shoe: {self.reason}"


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
