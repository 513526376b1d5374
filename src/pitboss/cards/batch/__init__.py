"""The values of whole arrays of hands: table-driven twins of the readable rules, held against them by the tests.

>>> hands = every_hand(52, 5)
>>> int((five_card().categories(hands) == 7).sum())  # hands with four of a kind
624
"""

from pitboss.cards.batch.blackjack import NO_CARD, BlackjackTotals, blackjack_totals
from pitboss.cards.batch.enumeration import every_hand, suit_class, suit_classes
from pitboss.cards.batch.ranking import (
    BatchRanking,
    best_five_of_six,
    decode,
    encode,
    five_card,
    san_lo,
    three_card_poker,
)

__all__ = [
    "NO_CARD",
    "BatchRanking",
    "BlackjackTotals",
    "best_five_of_six",
    "blackjack_totals",
    "decode",
    "encode",
    "every_hand",
    "five_card",
    "san_lo",
    "suit_class",
    "suit_classes",
    "three_card_poker",
]
