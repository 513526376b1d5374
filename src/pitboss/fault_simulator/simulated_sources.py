"""The world around a simulated card room: its time and its chance. One seed drives both."""

from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.sources import SeededEntropy

NOON: Final = datetime(2026, 11, 15, 20, tzinfo=UTC)
"""When every simulated day begins: a Sunday at noon in Los Angeles."""


class SimulatedClock:
    """A clock that stands still until it is moved.

    >>> sun = SimulatedClock()
    >>> sun.move(90)
    >>> sun.now() - NOON
    datetime.timedelta(seconds=90)
    """

    def __init__(self) -> None:
        self._now = NOON

    def now(self) -> datetime:
        """This instant."""
        return self._now

    def move(self, seconds: float) -> None:
        """Time goes by, or is set back."""
        self._now += timedelta(seconds=seconds)


class SimulatedEntropy:
    """Chance that follows from a seed and the number of the step: a shorter history draws the same in each step.

    It passes as live, since simulated tables must take it for that; no room but a simulated one is ever given it.

    >>> luck = SimulatedEntropy("seed")
    >>> luck.turn_to(7)
    >>> first = luck.token(4)
    >>> luck.turn_to(8), luck.turn_to(7)
    (None, None)
    >>> luck.token(4) == first
    True
    """

    is_live: Final = True

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.turn_to(0)

    def turn_to(self, step: int) -> None:
        """From here on the chance of this step."""
        self._chance = SeededEntropy(f"{self._seed} luck {step}")

    def token(self, size: int) -> bytes:
        """The next ``size`` bytes."""
        return self._chance.token(size)


class SimulatedIds:
    """Names in a row, the same in every run.

    >>> names = SimulatedIds("day")
    >>> names.new(), names.new()
    ('day-1', 'day-2')
    """

    def __init__(self, prefix: str) -> None:
        self._prefix, self._last = prefix, 0

    def new(self) -> str:
        """The next name."""
        self._last += 1
        return f"{self._prefix}-{self._last}"
