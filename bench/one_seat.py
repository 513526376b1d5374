"""One seat at Power Blackjack by the readable rules, step by step, as the peers play theirs: shuffling is included."""

import random
from collections.abc import Iterator

from groups import BY_STEPS
from pitboss.cards import shoe
from pitboss.games.driver import play_out
from pitboss.games.power_blackjack import PowerBlackjackRound, basic_strategy
from rows import OURS, Row
from telling import tell
from timing import seconds

RUNS = 5


def play_blackjack(rounds: int) -> None:
    cards = shoe(6).cards
    for number in range(rounds):
        rest = iter(random.Random(number).sample(cards, 52))
        round = PowerBlackjackRound(seats={1: "ann"})
        round.place_wager(1, "bet", 1000)
        round.no_more_bets()
        play_out(round, lambda count, rest=rest: tuple(next(rest) for _ in range(count)), basic_strategy)


def measure(quick: bool) -> Iterator[Row]:
    rounds = 100 if quick else 1_000
    rate = rounds / seconds(lambda: play_blackjack(rounds), RUNS)
    words = (
        f"{rounds:,} rounds with one wager by basic strategy, best of {RUNS}: every step verified, every event kept; "
        "splits, doubles and surrender are in the game."
    )
    yield Row(BY_STEPS, "Power Blackjack", OURS, rate, "rounds/s", words, name="readable-blackjack")


if __name__ == "__main__":
    tell(measure)
