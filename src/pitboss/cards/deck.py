"""Decks of 52, 53 and 54 cards, and shoes of several decks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pitboss.cards.card import CARDS, Card
from pitboss.errors import CardError, DuplicateCardError, NotInDeckError

_TIMES = {2: "twice", 3: "three times"}
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class Deck:
    """The cards a game is dealt from: 52 cards with 0, 1 or 2 jokers, in one or more copies.

    >>> DECK_53.size, DECK_53.cards[-2:], shoe(6).size, str(shoe(6))
    (53, (As, Jk), 312, 'six-deck shoe')
    """

    jokers: int = 0
    copies: int = 1

    def __post_init__(self) -> None:
        if self.jokers not in (0, 1, 2):
            raise CardError(f"a deck has 0, 1 or 2 jokers, not {self.jokers}")
        if self.copies < 1:
            raise CardError(f"a shoe has at least one deck, not {self.copies}")

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card, in the order of the codes, deck after deck."""
        return CARDS[: 52 + self.jokers] * self.copies

    @property
    def size(self) -> int:
        """How many cards there are."""
        return (52 + self.jokers) * self.copies

    def __contains__(self, card: Card) -> bool:
        return card.code < 52 + self.jokers

    def __str__(self) -> str:
        if self.copies == 1:
            return f"{self.size}-card deck"
        number = _NUMBERS[self.copies] if self.copies < len(_NUMBERS) else str(self.copies)
        return f"{number}-deck shoe"

    def check(self, cards: Iterable[Card], game: str = "") -> None:
        """Raise unless these cards can all come from this deck (of that game) at once.

        >>> DECK_54.check([CARDS[52], CARDS[53]])
        """
        cards = list(cards)
        if len(set(cards)) == len(cards) and all(card.code < 52 + self.jokers for card in cards):
            return
        name = f"{self} of {game}" if game else str(self)
        jokers = sum(card.is_joker for card in cards)
        if self.jokers and jokers > self.jokers * self.copies:
            raise DuplicateCardError(f"{jokers} jokers are too many: the {name} has {self.jokers * self.copies}")
        for card, count in Counter(cards).items():
            if card not in self:
                raise NotInDeckError(f"{card} is not in the {name}")
            if count > self.copies:
                if card.is_joker and self.jokers == 2:
                    raise DuplicateCardError(f"{card} is named twice: the {name} has two jokers, each of them once")
                held = "one" if self.copies == 1 else str(self.copies)
                times = _TIMES.get(count, f"{count} times")
                raise DuplicateCardError(f"{card} appears {times}, and the {name} has only {held}")


DECK_52: Final = Deck()
"""The standard deck (Three Card Poker)."""

DECK_53: Final = Deck(jokers=1)
"""The standard deck and a joker (Fortune San Lo Poker)."""

DECK_54: Final = Deck(jokers=2)
"""The standard deck and two jokers (Double Draw Poker)."""


def shoe(decks: int) -> Deck:
    """A shoe of several standard decks (Power Blackjack).

    >>> shoe(6).cards.count(CARDS[51])
    6
    """
    return Deck(copies=decks)
