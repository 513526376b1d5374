"""Three Card Poker: computes the house edge of the Ante under best play, over every deal."""

from pitboss.lab.three_card_poker.ante import Threshold, ante_readings, play_threshold, play_value
from pitboss.lab.three_card_poker.deals import LikeHands, against_dealer, all_deals

__all__ = ["LikeHands", "Threshold", "against_dealer", "all_deals", "ante_readings", "play_threshold", "play_value"]
