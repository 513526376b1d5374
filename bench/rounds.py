"""How many complete six-seat rounds a second the readable rules play, on one core, for each game.

The rules are written to be read; about a thousand rounds a second is what we ask of them. Cards are shuffled
beforehand; shuffling and sealing is measured apart, and how many decks it could seal in the time of one round is the
ratio within this run.
"""

import random
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

from pitboss.games import deck_of
from pitboss.games.command import NoMoreBets, PlaceWager
from pitboss.games.driver import play_out
from pitboss.games.rounds import BASE_WAGERS, STRATEGIES, round_type
from pitboss.outside import SystemEntropy
from pitboss.paytables import Game
from pitboss.shuffler import shuffle_deck

ROUNDS = 1_000
MARK = 1_000


def dealer(game: Game, rng: random.Random) -> Callable[[int], Any]:
    """A fresh shuffled deck for one round."""
    cards = list(deck_of(game).cards)
    rng.shuffle(cards)
    rest = iter(cards)
    return lambda number: tuple(next(rest) for _ in range(number))


def one_round(game: Game, deal: Callable[[int], Any], rng: random.Random) -> None:
    round = round_type(game)(seats={seat: f"player {seat}" for seat in range(1, 7)})
    for seat in round.seats:
        for wager in round.rules.offered():
            cents = round.rules.limit(BASE_WAGERS[game][0] if wager in BASE_WAGERS[game] else wager).minimum_cents
            round.do(PlaceWager(seat, wager, cents))
    round.do(NoMoreBets())
    play_out(round, deal, STRATEGIES[game], rng.randrange)


def rounds_per_second(game: Game) -> float:
    rng = random.Random(game.value)
    deals = [dealer(game, rng) for _ in range(ROUNDS)]
    one_round(game, dealer(game, rng), rng)
    start = time.perf_counter()
    for deal in deals:
        one_round(game, deal, rng)
    return ROUNDS / (time.perf_counter() - start)


def decks_per_second(game: Game) -> float:
    entropy, number = SystemEntropy(), 200
    start = time.perf_counter()
    for _ in range(number):
        shuffle_deck(deck_of(game), entropy)
    return number / (time.perf_counter() - start)


if __name__ == "__main__":
    table = Table("Game", "rounds/s", "mark", "sealed decks/s", "decks per round", box=None, pad_edge=False)
    for game in Game:
        rounds, decks = rounds_per_second(game), decks_per_second(game)
        table.add_row(game.label, f"{rounds:,.0f}", f"{MARK:,}", f"{decks:,.0f}", f"{decks / rounds:.1f}")
    Console(highlight=False).print(table)
