"""What cards say in a game: each hand they form, its value, and the wagers that look at it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.cards import Card, print_cards
from pitboss.errors import HandSizeError
from pitboss.paytables import Game, Worth


@dataclass(frozen=True)
class HandReading:
    """One hand among the cards, and what it is worth.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games import read_hand
    >>> [reading.title for reading in read_hand(Game.THREE_CARD_POKER, parse_cards("Ks Kd 2h"))]
    ['Hand']
    """

    title: str
    worth: Worth
    wagers: tuple[str, ...] = ()
    """The wagers whose paytables look at this hand."""
    remark: str | None = None
    """What else the rules say about it."""


def wrong_size(game: Game, allowed: str, cards: Sequence[Card]) -> HandSizeError:
    """The error for a number of cards that a game cannot read."""
    return HandSizeError(f"{game.label} reads {allowed}, not {len(cards)}: {print_cards(cards) or 'none'}")
