"""How many rounds a second the simulation plays on one core, in all four games. Compilation is not counted.

A round is one seat against the dealer with every wager of the table, by the optimal player; everything that
`pitboss simulate` says of a run is kept: outcomes, sessions, days, the meter.
"""

from collections.abc import Callable, Iterator

from groups import SIMULATED
from pitboss.lab.simulation.folding import fold
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.work import Resources, do_work
from pitboss.paytables import Game
from rows import OURS, Row
from telling import tell
from timing import seconds

MARKS = {Game.THREE_CARD_POKER: 15, Game.POWER_BLACKJACK: 10, Game.FORTUNE_SAN_LO: 5, Game.DOUBLE_DRAW: 1}
"""Millions of rounds a second."""
SECONDS = 2
"""About so long is one run, at the mark."""


def playing(game: Game, rounds: int) -> Callable[[], object]:
    """All blocks played, tallied and added up; the table is made ready by the first run."""
    simulation = Simulation.ask(game, rounds=rounds)
    return lambda: fold(simulation, do_work(simulation.work(), Resources(processes=1)))


def measure(quick: bool) -> Iterator[Row]:
    runs = 1 if quick else 3
    for game, mark in MARKS.items():
        rounds = 50_000 if quick else mark * 1_000_000 * SECONDS
        rate = rounds / seconds(playing(game, rounds), runs)
        words = f"{rounds:,} rounds by the optimal player, dealt, decided, settled and tallied, best of {runs}."
        name = "kernel-blackjack" if game is Game.POWER_BLACKJACK else ""
        yield Row(SIMULATED, game.label, OURS, rate, "rounds/s", words, mark=mark * 1e6, name=name)


if __name__ == "__main__":
    tell(measure)
