"""How the time and the memory of a simulation grow with work, and what a second process brings.

By the clock, as somebody waits for it: the whole of `simulate` at Three Card Poker.
"""

import time
from collections.abc import Iterator
from functools import partial
from statistics import median

from groups import GROWTH
from memory import Memory
from pitboss.lab.simulation.result import simulate
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.work import Resources
from pitboss.paytables import Game
from rows import OURS, Row
from telling import tell

GAME = Game.THREE_CARD_POKER
STEPS = (1, 4, 16)
PROCESSES = 2
TURNS = 3
PROCESSES_MARK = 1.8
TIMES = "times one process"
MEMORY_MARK = 500
MEMORY_WORDS = "Looked at five times a second, all processes together, pages that they share counted once."


row = partial(Row, GROWTH, who=OURS)


def played(rounds: int, processes: int) -> tuple[float, float]:
    """The seconds it takes, and the megabytes."""
    simulation = Simulation.ask(GAME, rounds=rounds)
    with Memory() as memory:
        start = time.perf_counter()
        simulate(simulation, Resources(processes=processes))
        taken = time.perf_counter() - start
    return taken, memory.most_mb


def measure(quick: bool) -> Iterator[Row]:
    first = 1_000_000 if quick else 20_000_000
    played(first, 1)
    alone: dict[int, float] = {}
    for step in STEPS:
        rounds, work = step * first, f"{GAME.label}, {step} times the work"
        alone[step], held = played(rounds, 1)
        words = f"{rounds:,} rounds in one process, once, by the clock, from the question to the result."
        over = "work-1" if step > 1 else ""
        yield row(work, figure=rounds / alone[step], unit="rounds/s", measured=words, name=f"work-{step}", over=over)
        over = "memory-1" if step > 1 else ""
        yield row(f"{work}, memory", figure=held, unit="MB", measured=MEMORY_WORDS, name=f"memory-{step}", over=over)
    yield from in_processes(first, alone)


def in_processes(first: int, alone: dict[int, float]) -> Iterator[Row]:
    """What the second process brings, with its start and without."""
    less, more = STEPS[-2:]
    work = f"{GAME.label}, {more} times the work, processes: {PROCESSES}"
    short, _ = played(less * first, PROCESSES)
    # In turns, and the middle one of each: on a machine that others share, once may be any time.
    turns = [(played(more * first, PROCESSES), played(more * first, 1)) for _ in range(TURNS)]
    with_two, with_one = (median(taken for taken, _ in each) for each in zip(*turns, strict=True))
    held = max(held for (_, held), _ in turns)
    times = partial(row, unit=TIMES, mark=PROCESSES_MARK)
    words = f"{more * first:,} rounds, in turns, the middle one of {TURNS}, by the clock, start of processes included."
    yield times(work, figure=with_one / with_two, measured=words)
    words = (
        f"What {more} times the work takes longer than {less} times, in one process and in {PROCESSES}, by the clock."
    )
    figure = (with_one - alone[less]) / (with_two - short)
    yield times(f"{work}, start not counted", figure=figure, measured=words)
    yield row(f"{work}, memory", figure=held, unit="MB", measured=MEMORY_WORDS, mark=MEMORY_MARK)


if __name__ == "__main__":
    tell(measure)
