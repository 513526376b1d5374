"""What cards say in Double Draw Poker."""

from collections.abc import Sequence

from pitboss.cards import DECK_54, FIVE_CARD, Card
from pitboss.games.reading import HandReading, wrong_size
from pitboss.paytables import Game

DECK = DECK_54


def read(cards: Sequence[Card]) -> tuple[HandReading, ...]:
    """Five cards are a hand.

    >>> from pitboss.cards import parse_cards
    >>> read(parse_cards("Jk Jk 9s 5d 2c"))[0].worth.sentence
    'pair of aces, nine-five-two kickers'
    """
    if len(cards) != FIVE_CARD.size:
        raise wrong_size(Game.DOUBLE_DRAW, "5 cards", cards)
    return (HandReading("Hand", FIVE_CARD.value(cards), ("bonus",)),)
