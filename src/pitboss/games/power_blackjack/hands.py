"""What cards say in Power Blackjack."""

from collections.abc import Sequence

from pitboss.cards import Card, blackjack_total, shoe
from pitboss.games.reading import HandReading, wrong_size
from pitboss.paytables import Game

DECK = shoe(6)


def read(cards: Sequence[Card]) -> tuple[HandReading, ...]:
    """Any number of cards have a total.

    >>> from pitboss.cards import parse_cards
    >>> read(parse_cards("As 3d 3c 9h 6s"))[0].worth.sentence
    'bust with 22'
    """
    if not cards:
        raise wrong_size(Game.POWER_BLACKJACK, "1 card or more", cards)
    total = blackjack_total(cards)
    if total.total != 22:
        return (HandReading("Hand", total),)
    return (HandReading("Hand", total, ("push-22",), "As the dealer's hand it pushes every hand still live."),)
