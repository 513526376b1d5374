"""Chooses the wagers of a bot: the base bets of the game, and sometimes a bonus or progressive wager."""

from typing import Final

from pitboss.bots.chance import Chance
from pitboss.games.rounds import BASE_WAGERS, ROUNDS
from pitboss.games.table import TableRules, usual_rules
from pitboss.paytables import Game

PROGRESSIVE_PERCENT: Final = 60
BONUS_PERCENT: Final = 30
BUY_IN_CENTS: Final = (20_000, 5_000)
"""The buy-in, and a smaller one if the wallet has less."""


def rules_of(game: Game) -> TableRules:
    """The usual rules of a game. If a table has other settings, it refuses a wager, and the bot learns from it.

    >>> rules_of(Game.DOUBLE_DRAW).seats
    6
    """
    return usual_rules(ROUNDS[game].rules_type)


def low_cents(game: Game) -> int:
    """A bot with fewer chips than this buys in.

    >>> low_cents(Game.POWER_BLACKJACK)
    5000
    """
    return 10 * rules_of(game).limit(BASE_WAGERS[game][0]).minimum_cents


def choose_wagers(game: Game, chance: Chance, unoffered: set[str], *, has_meter: bool) -> list[tuple[str, int]]:
    """The wagers of a round, those first without which there is no hand.

    >>> from pitboss.sources import SeededEntropy
    >>> chance = Chance(SeededEntropy("a bot"))
    >>> choose_wagers(Game.DOUBLE_DRAW, chance, set(), has_meter=False)
    [('ante', 1000), ('bonus', 1000)]
    """
    rules, base = rules_of(game), BASE_WAGERS[game]
    least = rules.limit(base[0])
    cents = min(least.minimum_cents * chance.pick((1, 1, 1, 2)), least.maximum_cents)
    wagers = [(wager, cents) for wager in base]
    for wager in rules.wagers:
        percent = PROGRESSIVE_PERCENT if wager == "progressive" else BONUS_PERCENT
        is_there = wager not in base and wager not in unoffered and (wager != "progressive" or has_meter)
        if is_there and chance.happens(percent):
            wagers.append((wager, rules.limit(wager).minimum_cents))
    return wagers
