"""How long work takes: the best of several runs, after one that compiles and warms up."""

import time
from collections.abc import Callable


def seconds(work: Callable[[], object], runs: int, clock: Callable[[], float] = time.process_time) -> float:
    """The shortest run, by the processor's time or by another clock."""
    work()
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)
