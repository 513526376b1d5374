"""What cards say in Fortune San Lo Poker."""

from collections.abc import Sequence

from pitboss.cards import DECK_53, SAN_LO_HIGH, SAN_LO_LOW, SAN_LO_MID, Card, HandValue, best_five
from pitboss.games.reading import HandReading, wrong_size
from pitboss.paytables import Game

DECK = DECK_53


def read(cards: Sequence[Card]) -> tuple[HandReading, ...]:
    """One, two or three cards are a low, mid or high hand; six are a high, a mid and a low hand in this order.

    >>> from pitboss.cards import parse_cards
    >>> read(parse_cards("As Ks Jk 5d 5c 2h"))[0].worth.sentence
    'ace-king-queen straight flush in spades'
    """
    if len(cards) == 6:
        return _set_hands(cards)
    for title, ranking in (("High hand", SAN_LO_HIGH), ("Mid hand", SAN_LO_MID), ("Low hand", SAN_LO_LOW)):
        if len(cards) == ranking.size:
            return (HandReading(title, ranking.value(cards)),)
    raise wrong_size(Game.FORTUNE_SAN_LO, "1, 2 or 3 cards, or 6 (high, mid and low hand in this order)", cards)


def _set_hands(cards: Sequence[Card]) -> tuple[HandReading, ...]:
    high, mid, low = SAN_LO_HIGH.value(cards[:3]), SAN_LO_MID.value(cards[3:5]), SAN_LO_LOW.value(cards[5:])
    return (
        HandReading("High hand", high),
        HandReading("Mid hand", mid),
        HandReading("Low hand", low, remark=_order(high, mid, low)),
        HandReading("Best five of the six", best_five(cards), ("fortune-bonus", "progressive")),
    )


def _order(high: HandValue, mid: HandValue, low: HandValue) -> str:
    """Whether the hands are in order, or why they foul."""
    if high <= mid:
        return f"Fouled: the high hand ({high.sentence}) is not above the mid hand ({mid.sentence})."
    if mid <= low:
        return f"Fouled: the mid hand ({mid.sentence}) is not above the low hand ({low.sentence})."
    return "In order: high above mid, mid above low."
