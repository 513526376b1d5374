"""10^9 rounds of Three Card Poker on all cores, with the memory they take: the long option of `make bench`."""

from collections.abc import Iterator

from groups import GROWTH
from growth import GAME, MEMORY_MARK, MEMORY_WORDS, PROCESSES, PROCESSES_MARK, TIMES, played
from pitboss.lab.work import usual_processes
from rows import OURS, Row
from telling import tell

ROUNDS = 10**9
MARK = 60.0


def measure(quick: bool) -> Iterator[Row]:
    rounds, processes = 5_000_000 if quick else ROUNDS, usual_processes()
    taken, held = played(rounds, processes)
    work = f"{GAME.label}, {rounds:,} rounds, processes: {processes}"
    words = "Once, by the clock, from the start of the processes to the result."
    yield Row(GROWTH, work, OURS, taken, "s", words, mark=MARK, mark_words="about a minute")
    yield Row(GROWTH, f"{work}, memory", OURS, held, "MB", MEMORY_WORDS, mark=MEMORY_MARK)
    if processes == PROCESSES:
        alone, _ = played(rounds, 1)
        words = "The same rounds in one process, once, by the clock, right after."
        yield Row(GROWTH, f"{work}, scaling", OURS, alone / taken, TIMES, words, mark=PROCESSES_MARK)


if __name__ == "__main__":
    tell(measure)
