"""The auditor's computation of a meter from its movements alone, to check the golden rule of reversals.

After a reversal or a rejection, a meter is what it would be without the win. The auditor keeps the events and adds them
up in another way than the house does: the shown amount and the part above the maximum are one amount.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from pitboss.fault_simulator.errors import BrokenError

CENT = 1000


class Moved(NamedTuple):
    """A movement as it is stored."""

    number: int
    source: str
    target: str
    millicents: int
    act: str
    reason: str
    win: str | None
    place: str
    """The record that it belongs to."""


@dataclass
class _Win:
    name: str
    millicents: int
    seed: int
    is_frozen: bool
    is_open: bool
    """Whether its amount still depends on the events before it."""


@dataclass
class _Other:
    display: int
    reserve: int


class Pots(NamedTuple):
    """The pots of a meter, in millicents.

    >>> Pots(1, 2, 3, 4).shown
    1
    """

    shown: int
    reserve: int
    overflow: int
    frozen: int


@dataclass
class MeterBook:
    """One meter in the auditor's book.

    >>> book = MeterBook(maximum=None, has_lock=False)
    >>> book.take([Moved(1, "house", "shown", 5_000, "start", "seed", None, "room 1")])
    >>> book.pots()
    Pots(shown=5000, reserve=0, overflow=0, frozen=0)
    """

    maximum: int | None
    has_lock: bool
    """Whether a claim stays open until it is verified; otherwise its amount is fixed when it is booked."""
    _events: list[_Win | _Other] = field(default_factory=list)

    def take(self, movements: Sequence[Moved]) -> None:
        """Add new movements in their order, and remove the wins that were reversed or rejected."""
        for (_, act), group in groupby(movements, key=lambda moved: (moved.place, moved.act)):
            moved = list(group)
            if act in ("reversal", "rejection"):
                self._leave_out(moved)
            elif act in ("claim", "win"):
                self._take_wins(moved)
            else:
                self._events.append(_Other(_gained(moved, "shown", "overflow"), _gained(moved, "reserve")))

    def _take_wins(self, moved: Sequence[Moved]) -> None:
        for name, group in groupby(moved, key=lambda each: each.win):
            of_win = list(group)
            taken = [each for each in of_win if each.source == "shown" and each.target in ("frozen", "winner")]
            confirmed = [each for each in of_win if each.source == "frozen" and each.target == "winner"]
            if confirmed:
                win = self._find(name)
                win.is_frozen = win.is_open = False
            elif name is not None:
                seed = sum(each.millicents for each in of_win if each.reason == "seed" and each.target != "winner")
                frozen = any(each.target == "frozen" for each in taken)
                amount = sum(each.millicents for each in taken)
                self._events.append(_Win(name, amount, seed, frozen, frozen and self.has_lock))

    def _find(self, name: str | None) -> _Win:
        wins = [event for event in self._events if isinstance(event, _Win) and event.name == name]
        if not wins:
            raise BrokenError("meter", f"the win {name!r} was confirmed, and never claimed")
        return wins[-1]

    def _leave_out(self, moved: Sequence[Moved]) -> None:
        wrong = next(each.win for each in moved if each.reason in ("claim rejected", "win reversed"))
        self._events.remove(self._find(wrong))

    def pots(self) -> Pots:
        """What the meter must hold, computed from its first event on."""
        display = reserve = frozen = 0
        for event in self._events:
            if isinstance(event, _Other):
                display, reserve = display + event.display, reserve + event.reserve
                continue
            shown = display if self.maximum is None else min(display, self.maximum)
            if event.is_open and event.seed:  # a claim of the whole meter, in whole cents
                event.millicents = shown // CENT * CENT
            from_reserve = min(event.seed, reserve)
            # The part of a win above the display was paid from a seed.
            display += event.seed - min(event.millicents, shown)
            reserve -= from_reserve
            frozen += event.millicents * event.is_frozen
        shown = display if self.maximum is None else min(display, self.maximum)
        return Pots(shown, reserve, display - shown, frozen)


def _gained(moved: Sequence[Moved], *pots: str) -> int:
    """What these pots received from outside them, less what left them."""
    return sum(each.millicents * ((each.target in pots) - (each.source in pots)) for each in moved)
