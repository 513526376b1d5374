"""The simulated clock, random bytes and ids, which follow from the seed and the step."""

from datetime import UTC, datetime, timedelta
from typing import Final

from pitboss.sources import SeededEntropy

NOON: Final = datetime(2026, 11, 15, 20, tzinfo=UTC)
"""The time at which every simulated day begins: a Sunday at noon in Los Angeles."""


class SimulatedClock:
    """A clock that stops until it is moved.

    >>> clock = SimulatedClock()
    >>> clock.move(90)
    >>> clock.now() - NOON
    datetime.timedelta(seconds=90)
    """

    def __init__(self) -> None:
        self._now = NOON

    def now(self) -> datetime:
        """This instant."""
        return self._now

    def move(self, seconds: float) -> None:
        """Move the clock ahead or back."""
        self._now += timedelta(seconds=seconds)


class SimulatedEntropy:
    """Random bytes from a seed and the number of the step, so that a shorter history draws the same in each step.

    It says that it is live, because simulated tables require that; only a simulated room ever gets it.

    >>> entropy = SimulatedEntropy("seed")
    >>> entropy.use_step(7)
    >>> first = entropy.token(4)
    >>> entropy.use_step(8), entropy.use_step(7)
    (None, None)
    >>> entropy.token(4) == first
    True
    """

    is_live: Final = True

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self.use_step(0)

    def use_step(self, step: int) -> None:
        """Draw the bytes of this step from now on."""
        self._chance = SeededEntropy(f"{self._seed} luck {step}")

    def token(self, size: int) -> bytes:
        """The next ``size`` bytes."""
        return self._chance.token(size)


class SimulatedIds:
    """Numbered ids, the same in every run.

    >>> names = SimulatedIds("day")
    >>> names.new(), names.new()
    ('day-1', 'day-2')
    """

    def __init__(self, prefix: str) -> None:
        self._prefix, self._last = prefix, 0

    def new(self) -> str:
        """The next id."""
        self._last += 1
        return f"{self._prefix}-{self._last}"
