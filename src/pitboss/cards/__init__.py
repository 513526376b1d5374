"""Cards, decks, notation, and what hands are worth.

The readable rules are here; their table-driven twins for whole arrays of hands are in :mod:`pitboss.cards.batch`,
which is imported apart because it brings NumPy and Numba.
"""

from pitboss.cards.blackjack import BlackjackTotal, blackjack_total, card_points
from pitboss.cards.card import CARDS, JOKER, JOKER_HEIGHT, SECOND_JOKER, Card, Rank, Suit
from pitboss.cards.category import Category, FiveCardCategory, ThreeCardCategory
from pitboss.cards.deck import DECK_52, DECK_53, DECK_54, Deck, shoe
from pitboss.cards.notation import parse_card, parse_cards, print_cards
from pitboss.cards.ranking import Ranking
from pitboss.cards.rankings import (
    FIVE_CARD,
    SAN_LO_HIGH,
    SAN_LO_LOW,
    SAN_LO_MID,
    THREE_CARD_POKER,
    best_five,
)
from pitboss.cards.shape import shapes
from pitboss.cards.value import HandValue, StandIn

__all__ = [
    "CARDS",
    "DECK_52",
    "DECK_53",
    "DECK_54",
    "FIVE_CARD",
    "JOKER",
    "JOKER_HEIGHT",
    "SAN_LO_HIGH",
    "SAN_LO_LOW",
    "SAN_LO_MID",
    "SECOND_JOKER",
    "THREE_CARD_POKER",
    "BlackjackTotal",
    "Card",
    "Category",
    "Deck",
    "FiveCardCategory",
    "HandValue",
    "Rank",
    "Ranking",
    "StandIn",
    "Suit",
    "ThreeCardCategory",
    "best_five",
    "blackjack_total",
    "card_points",
    "parse_card",
    "parse_cards",
    "print_cards",
    "shapes",
    "shoe",
]
