"""Three Card Poker: Ante and Play against the dealer, Pair Plus on one's own hand, or both."""

from pitboss.games.three_card_poker.round import (
    Fold,
    HandPickedUp,
    Play,
    RevealDealer,
    ThreeCardPokerRound,
    dealer_plays,
)
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.games.three_card_poker.strategy import is_worth_playing, simple_strategy, time_out

__all__ = [
    "Fold",
    "HandPickedUp",
    "Play",
    "RevealDealer",
    "ThreeCardPokerRound",
    "ThreeCardPokerRules",
    "dealer_plays",
    "is_worth_playing",
    "simple_strategy",
    "time_out",
]
