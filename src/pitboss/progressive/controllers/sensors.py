"""The sensors of a table, one per seat: who has a progressive wager, since when, and what the lights show."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Light(StrEnum):
    """What the light of a sensor shows.

    >>> [light.value for light in Light]
    ['dark', 'lit', 'locked', 'late']
    """

    DARK = "dark"
    LIT = "lit"
    """A wager lies there, or waits there since a void game."""
    LOCKED = "locked"
    """The wager is in the game."""
    LATE = "late"
    """A chip came after the wagers were taken, and does not count."""


@dataclass
class Sensors:
    """The wagers at a table's sensors.

    >>> sensors = Sensors(chips={1, 5}, carried={3})
    >>> sensors.lock()
    >>> sorted(sensors.locked), sorted(sensors.taken)
    ([1, 3, 5], [1, 5])
    """

    chips: set[int] = field(default_factory=set)
    """Seats whose chip lies on the sensor and is not in a game: before the lock in time, after it late."""
    carried: set[int] = field(default_factory=set)
    """Seats whose wager was taken in a game that became void."""
    sitting_out: set[int] = field(default_factory=set)
    """Carried wagers that wait one game more, because their player sits this one out."""
    taken: set[int] = field(default_factory=set)
    """Wagers of this game that contributed to the meter in it."""
    is_locked: bool = False

    @property
    def locked(self) -> set[int]:
        """Seats with a wager in this game."""
        return self.taken | (self.carried - self.sitting_out) if self.is_locked else set()

    def light(self, seat: int) -> Light:
        """What the light of a seat shows."""
        if seat in self.locked:
            return Light.LOCKED
        if seat in self.chips and self.is_locked:
            return Light.LATE
        return Light.LIT if seat in self.chips | self.carried else Light.DARK

    def lock(self) -> None:
        """Take the wagers that lie there."""
        self.taken, self.chips, self.is_locked = self.chips, set(), True

    def open(self, *, keep: Iterable[int] = ()) -> None:
        """Open for the next game; ``keep`` are wagers that stay lit. A late chip still lies there, now in time."""
        self.carried = (self.carried & self.sitting_out) | set(keep)
        self.sitting_out, self.taken, self.is_locked = set(), set(), False
