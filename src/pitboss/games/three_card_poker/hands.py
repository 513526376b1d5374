"""What cards say in Three Card Poker."""

from collections.abc import Sequence

from pitboss.cards import DECK_52, THREE_CARD_POKER, Card, best_five
from pitboss.games.reading import HandReading, wrong_size
from pitboss.paytables import Game

DECK = DECK_52
_OWN_WAGERS = ("ante-bonus", "pair-plus", "progressive")


def read(cards: Sequence[Card]) -> tuple[HandReading, ...]:
    """Three cards are a hand; six are the player's three and then the dealer's three.

    >>> from pitboss.cards import parse_cards
    >>> [reading.worth.sentence for reading in read(parse_cards("Ks Kd 2h Kh 9c 2s"))]
    ['pair of kings, two kicker', 'king-nine-two high', 'full house, kings over twos']
    """
    if len(cards) == 3:
        return (HandReading("Hand", THREE_CARD_POKER.value(cards), _OWN_WAGERS),)
    if len(cards) != 6:
        raise wrong_size(Game.THREE_CARD_POKER, "3 cards, or 6 (the player's three and the dealer's three)", cards)
    return (
        HandReading("Player's hand", THREE_CARD_POKER.value(cards[:3]), _OWN_WAGERS),
        HandReading("Dealer's hand", THREE_CARD_POKER.value(cards[3:])),
        HandReading("Best five of the six", best_five(cards), ("six-card-bonus",)),
    )
