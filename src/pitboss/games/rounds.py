"""The round of every game, the wagers without which there is none, and how to decide in it."""

from typing import Any

from pitboss.cards import FIVE_CARD, SAN_LO_HIGH, THREE_CARD_POKER, Ranking
from pitboss.games import double_draw, fortune_san_lo, power_blackjack, three_card_poker
from pitboss.games.driver import Strategy
from pitboss.games.round import Round
from pitboss.paytables import Game

ROUNDS: dict[Game, type[Round[Any, Any]]] = {
    Game.THREE_CARD_POKER: three_card_poker.ThreeCardPokerRound,
    Game.FORTUNE_SAN_LO: fortune_san_lo.FortuneSanLoRound,
    Game.DOUBLE_DRAW: double_draw.DoubleDrawRound,
    Game.POWER_BLACKJACK: power_blackjack.PowerBlackjackRound,
}
"""The round of each game."""

BASE_WAGERS: dict[Game, tuple[str, ...]] = {
    Game.THREE_CARD_POKER: ("ante",),
    Game.FORTUNE_SAN_LO: ("main",),
    Game.DOUBLE_DRAW: ("ante", "bonus"),
    Game.POWER_BLACKJACK: ("bet",),
}
"""The wagers that a seat must make to play."""

STRATEGIES: dict[Game, Strategy] = {
    Game.THREE_CARD_POKER: three_card_poker.simple_strategy,
    Game.FORTUNE_SAN_LO: fortune_san_lo.house_way_strategy,
    Game.DOUBLE_DRAW: double_draw.best_strategy,
    Game.POWER_BLACKJACK: power_blackjack.basic_strategy,
}
"""A simple published way to decide, for hints and for company at the table."""

TIME_OUTS: dict[Game, Strategy] = {
    Game.THREE_CARD_POKER: three_card_poker.time_out,
    Game.FORTUNE_SAN_LO: fortune_san_lo.time_out,
    Game.DOUBLE_DRAW: double_draw.time_out,
    Game.POWER_BLACKJACK: power_blackjack.time_out,
}
"""What the house does for a player who does not answer, as posted."""


def _names(ranking: Ranking) -> tuple[str, ...]:
    return tuple(category.label.capitalize() for category in ranking.categories)


HANDS: dict[Game, tuple[str, ...]] = {
    Game.THREE_CARD_POKER: _names(THREE_CARD_POKER),
    Game.FORTUNE_SAN_LO: _names(SAN_LO_HIGH),
    Game.DOUBLE_DRAW: _names(FIVE_CARD),
    Game.POWER_BLACKJACK: ("Blackjack", *map(str, range(21, 16, -1)), "16 or less", "Bust"),
}
"""What hands there are in the main contest of each game (the high hand where there are three), the highest first."""
