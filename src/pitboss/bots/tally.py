"""Counts what bots do: commands and their times, rounds, refusals."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

_STEPS: Final = 50
"""Buckets per factor of e: each is 2% above the one before."""


@dataclass
class Times:
    """A histogram of times with an accuracy of 2%, which takes little memory for any number of them.

    >>> times = Times()
    >>> for milliseconds in range(1, 101):
    ...     times.add(milliseconds / 1000)
    >>> round(times.share(50), 3), round(times.share(99), 2)
    (0.05, 0.1)
    """

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float, times: int = 1) -> None:
        """Count a time."""
        self.counts[round(math.log(max(seconds, 1e-6)) * _STEPS)] += times

    def share(self, percent: float) -> float:
        """The time that this percentage did not exceed; 0 if nothing was counted."""
        total = sum(self.counts.values())
        passed = 0
        for mark in sorted(self.counts):
            passed += self.counts[mark]
            if passed >= total * percent / 100:
                return math.exp(mark / _STEPS)
        return 0.0


class BotSummary(Struct, frozen=True, kw_only=True):
    """The figures of a tally."""

    seconds: float
    tables: int
    guests: int
    rounds: int
    rounds_a_second: float
    commands: int
    commands_a_second: float
    p50_ms: float
    p99_ms: float
    pushes: int
    refused: dict[str, int]
    lost: dict[str, int]


@dataclass
class BotTally:
    """The counts so far.

    >>> tally = BotTally()
    >>> tally.saw_round("T1", 7), tally.saw_round("T1", 9)
    (None, None)
    >>> tally.rounds
    2
    """

    commands: int = 0
    """Commands that were done."""
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals, by the command and the code of the problem."""
    lost: Counter[str] = field(default_factory=Counter)
    """Requests without an answer, by reason."""
    pushes: int = 0
    times: Times = field(default_factory=Times)
    """How long commands took, from the request to the answer, refused ones too."""
    guests: int = 0
    at_tables: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The first and the last round that was seen at each table."""

    def saw_round(self, table_id: str, number: int) -> None:
        """Count a round that was seen at a table."""
        first, last = self.at_tables.get(table_id, (number, number))
        if number > last or table_id not in self.at_tables:
            self.at_tables[table_id] = first, max(number, last)

    @property
    def rounds(self) -> int:
        """Rounds that have ended: the next round was seen."""
        return sum(last - first for first, last in self.at_tables.values())

    def add(self, other: "BotTally") -> None:
        """Add the tally of another process.

        >>> tally = BotTally(commands=3)
        >>> tally.add(BotTally(commands=4, refused=Counter({"money": 1})))
        >>> tally.commands, tally.refused
        (7, Counter({'money': 1}))
        """
        self.commands += other.commands
        self.refused.update(other.refused)
        self.lost.update(other.lost)
        self.pushes += other.pushes
        self.guests += other.guests
        self.times.counts.update(other.times.counts)
        for table_id, (first, last) in other.at_tables.items():
            self.saw_round(table_id, first)
            self.saw_round(table_id, last)

    def summary(self, seconds: float) -> BotSummary:
        """The tally in figures for people.

        >>> BotTally(commands=30).summary(10).commands_a_second
        3.0
        """
        return BotSummary(
            seconds=round(seconds, 1),
            tables=len(self.at_tables),
            guests=self.guests,
            rounds=self.rounds,
            rounds_a_second=round(self.rounds / seconds, 2),
            commands=self.commands,
            commands_a_second=round(self.commands / seconds, 1),
            p50_ms=round(self.times.share(50) * 1000, 1),
            p99_ms=round(self.times.share(99) * 1000, 1),
            pushes=self.pushes,
            refused=dict(sorted(self.refused.items())),
            lost=dict(sorted(self.lost.items())),
        )
