"""What cards say in Fortune San Lo Poker."""

from collections.abc import Sequence

from pitboss.cards import DECK_53, SAN_LO_HIGH, SAN_LO_LOW, SAN_LO_MID, Card, best_five
from pitboss.games.fortune_san_lo.setting import Setting
from pitboss.games.reading import HandReading, wrong_size
from pitboss.paytables import Game

DECK = DECK_53
_IN_ORDER = "In order: high above mid, mid above low."


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
    setting = Setting.of(cards)
    foul = setting.is_fouled
    return (
        HandReading("High hand", setting.high_value),
        HandReading("Mid hand", setting.mid_value),
        HandReading("Low hand", setting.low_value, remark=f"Fouled: {foul}." if foul else _IN_ORDER),
        HandReading("Best five of the six", best_five(cards), ("fortune-bonus", "progressive")),
    )
