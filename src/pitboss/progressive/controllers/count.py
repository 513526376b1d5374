"""The chips collected from the sensors, counted against the wagers taken."""

from dataclasses import dataclass


@dataclass
class ChipCount:
    """What the dealer counted, and what a supervisor said about a difference.

    >>> count = ChipCount(chips=2, wagers=3)
    >>> count.is_open
    True
    """

    chips: int | None = None
    """Nothing before the dealer has counted."""
    wagers: int = 0
    note: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether a difference waits for a supervisor's word."""
        return self.chips is not None and self.chips != self.wagers and self.note is None
