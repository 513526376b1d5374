"""How many complete six-seat rounds a second the readable rules play, on one core, for each game.

The rules are written to be read; about a thousand rounds a second is what we ask of them. Cards are shuffled
beforehand; shuffling and sealing is measured apart, and how many decks it could seal in the time of one round is a
ratio within this run. The rules are measured on rounds whose decisions were made beforehand, and once more with the
strategies deciding as they go: at Fortune San Lo that is the house way for six players and the dealer.

Time is that of the processor, not of the clock, so that other programs disturb less. The first rounds of a process are
slower, since the values of hands are remembered as they come up, and are not counted: a table is open for long.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from groups import SIX_SEATS
from pitboss.games import deck_of
from pitboss.games.command import NoMoreBets, PlaceWager
from pitboss.games.driver import play_out
from pitboss.games.round import Round
from pitboss.games.rounds import BASE_WAGERS, STRATEGIES
from pitboss.games.rounds import ROUNDS as ROUND_OF
from pitboss.paytables import Game
from pitboss.shuffler import shuffle_deck
from pitboss.sources import SystemEntropy
from rows import OURS, Row
from telling import tell

MARK = 1_000


def dealer(game: Game, rng: random.Random) -> Callable[[int], Any]:
    """A fresh shuffled deck for one round."""
    cards = list(deck_of(game).cards)
    rng.shuffle(cards)
    rest = iter(cards)
    return lambda number: tuple(next(rest) for _ in range(number))


def one_round(game: Game, deal: Callable[[int], Any], rng: random.Random) -> Round[Any, Any]:
    round = ROUND_OF[game](seats={seat: f"player {seat}" for seat in range(1, 7)})
    for seat in round.seats:
        for wager in round.rules.offered():
            cents = round.rules.limit(BASE_WAGERS[game][0] if wager in BASE_WAGERS[game] else wager).minimum_cents
            round.do(PlaceWager(seat, wager, cents))
    round.do(NoMoreBets())
    play_out(round, deal, STRATEGIES[game], rng.randrange)
    return round


def play_again(round: Round[Any, Any]) -> None:
    again = type(round)(round.rules, seats={seat: state.player for seat, state in round.seats.items()})
    for command in round.commands:
        again.do(command)


def rounds_per_second(game: Game, rounds: int) -> tuple[float, float]:
    """By the rules alone, and with the strategies deciding."""
    rng = random.Random(game.value)
    for _ in range(rounds // 5):
        one_round(game, dealer(game, rng), rng)
    deals = [dealer(game, rng) for _ in range(rounds)]
    start = time.process_time()
    played = [one_round(game, deal, rng) for deal in deals]
    decided = rounds / (time.process_time() - start)
    start = time.process_time()
    for round in played:
        play_again(round)
    return rounds / (time.process_time() - start), decided


def decks_per_second(game: Game) -> float:
    entropy, number = SystemEntropy(), 200
    start = time.process_time()
    for _ in range(number):
        shuffle_deck(deck_of(game), entropy)
    return number / (time.process_time() - start)


def measure(quick: bool) -> Iterator[Row]:
    number = 50 if quick else 1_000
    for game in Game:
        (rounds, decided), decks = rounds_per_second(game, number), decks_per_second(game)
        words = (
            f"{number:,} rounds with every wager, decisions made before; {decks / rounds:.1f} decks could be shuffled "
            "and sealed in the time of a round."
        )
        yield Row(SIX_SEATS, game.label, OURS, rounds, "rounds/s", words, mark=MARK, name=game.value)
        words = "The same, with every strategy deciding as the round goes."
        yield Row(SIX_SEATS, f"{game.label}, deciding", OURS, decided, "rounds/s", words, over=game.value)


if __name__ == "__main__":
    tell(measure)
