"""A failing history made shorter: parts of it are left out as long as it still fails in the same way."""

from collections.abc import Callable
from typing import Final

MOST_TRIES: Final = 300
"""After so many the shortest so far will do."""

Steps = tuple[int, ...]
Fails = Callable[[Steps, frozenset[int]], Steps | None]
"""Play steps, some of them calm: those up to the failure where it fails in the same way, or nothing."""


def shortest(steps: Steps, fails: Fails, tries: int = MOST_TRIES) -> tuple[Steps, frozenset[int]]:
    """The shortest failing part of a history that is found, and which of its steps need no fault.

    >>> shortest(tuple(range(100)), lambda steps, calm: steps if {7, 42} <= set(steps) else None)
    ((7, 42), frozenset({42, 7}))
    """
    budget = [tries]

    def try_it(part: Steps, calm: frozenset[int]) -> Steps | None:
        budget[0] -= 1
        return fails(part, calm) if budget[0] >= 0 else None

    steps = _without_parts(steps, try_it)
    calm = _without_faults(steps, try_it)
    return steps, calm


def _without_parts(steps: Steps, fails: Fails) -> Steps:
    """Leave out halves, then quarters, down to single steps."""
    size = len(steps) // 2
    while size:
        place = 0
        while place < len(steps) and len(steps) > 1:
            found = fails(steps[:place] + steps[place + size :], frozenset())
            if found is None:
                place += size
            else:
                steps = found
        size //= 2
    return steps


def _without_faults(steps: Steps, fails: Fails) -> frozenset[int]:
    """All calm, if that will do; else as many as possible."""
    if fails(steps, frozenset(steps)) is not None:
        return frozenset(steps)
    calm: frozenset[int] = frozenset()
    for step in steps:
        if fails(steps, calm | {step}) is not None:
            calm |= {step}
    return calm
