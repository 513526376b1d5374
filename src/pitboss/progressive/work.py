"""A meter while an operation works on it: amounts change only by movements, which are kept."""

from collections.abc import Mapping
from typing import Final

from pitboss.progressive.movements import LawfulReason, Movement, Pot, RiseReason

_SEEDING: Final = (RiseReason.SEED, LawfulReason.SEED_RECOVERED)


class Work:
    """The amounts of a meter under an operation, in millicents.

    >>> work = Work({"shown": 0, "seeds": 0, "seed_left": 0}, maximum=None)
    >>> work.move(Pot.HOUSE, Pot.SHOWN, 5_000, RiseReason.SEED)
    >>> work.totals["shown"], work.totals["seeds"]
    (5000, 5000)
    """

    def __init__(self, totals: Mapping[str, int], maximum: int | None) -> None:
        self.totals = dict(totals)
        self.maximum = maximum
        self.win = ""
        """The win that moves something now, for its movements."""
        self.movements: list[Movement] = []

    def move(
        self, source: Pot, target: Pot, millicents: int, reason: LawfulReason | RiseReason, note: str = ""
    ) -> None:
        """Move an amount; nothing happens for nothing."""
        if not millicents:
            return
        self.movements.append(Movement(source, target, millicents, reason, note, self.win))
        for pot, other, gained in ((source, target, -millicents), (target, source, millicents)):
            if pot.is_of_meter:
                self.totals[pot] += gained
                self._count(other, gained, reason)

    def _count(self, other: Pot, gained: int, reason: LawfulReason | RiseReason) -> None:
        """Count what the meter gained, or lost, under the total that the pot at the other end stands for."""
        if other is Pot.TRAY:
            self.totals["contributions"] += gained
        elif other is Pot.WINNER:
            self.totals["paid"] -= gained
        elif not other.is_of_meter:
            self.totals["seeds" if reason in _SEEDING else "adjusted"] += gained

    @property
    def _room(self) -> int | None:
        """What the display can still rise by; nothing where there is no maximum."""
        return None if self.maximum is None else max(0, self.maximum - self.totals[Pot.SHOWN])

    def rise(self, source: Pot, millicents: int, reason: LawfulReason | RiseReason, note: str = "") -> None:
        """Move an amount onto the display; what is above the posted maximum goes to the overflow."""
        shown = millicents if self._room is None else min(millicents, self._room)
        self.move(source, Pot.SHOWN, shown, reason, note)
        self.move(source, Pot.OVERFLOW, millicents - shown, reason, note)

    def reseed(self, seed: int) -> None:
        """Seed the display from the reserve, which was set aside for it, and by the house for the rest.

        The overflow does not pay for a seed: it is the players' money, and the seed is the house's cost.
        """
        reserve = min(seed, self.totals[Pot.RESERVE])
        self.rise(Pot.RESERVE, reserve, RiseReason.SEED)
        self.rise(Pot.HOUSE, seed - reserve, RiseReason.SEED)
        self.totals["seed_left"] = seed - reserve

    def recover_seed(self, millicents: int, note: str) -> None:
        """The house takes back what is left of its own seed on the display."""
        self.move(Pot.SHOWN, Pot.HOUSE, millicents, LawfulReason.SEED_RECOVERED, note)
        self.totals["seed_left"] -= millicents

    def settle(self) -> None:
        """Overflow returns to the display where there is room; of the house's seed no more is left than is shown."""
        overflow = self.totals[Pot.OVERFLOW]
        back = overflow if self._room is None else min(overflow, self._room)
        self.move(Pot.OVERFLOW, Pot.SHOWN, back, RiseReason.UNDER_MAXIMUM)
        self.totals["seed_left"] = min(self.totals["seed_left"], self.totals[Pot.SHOWN])
