"""Three Card Poker: Ante and Play against the dealer, Pair Plus on one's own hand, or both."""

from pitboss.games.three_card_poker.round import Fold, Play, RevealDealer, ThreeCardPokerRound
from pitboss.games.three_card_poker.rules import ThreeCardPokerRules

__all__ = ["Fold", "Play", "RevealDealer", "ThreeCardPokerRound", "ThreeCardPokerRules"]
