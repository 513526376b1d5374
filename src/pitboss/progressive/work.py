"""A meter while an operation works on it: amounts change only by movements, which are kept."""

from typing import Final

from pitboss.progressive.movements import MILLICENTS, LawfulReason, Movement, Pot, RiseReason
from pitboss.progressive.parameters import MeterParameters

_SEEDING: Final = (RiseReason.SEED, LawfulReason.SEED_RECOVERED)


class Work:
    """The amounts of a meter under an operation."""

    def __init__(self, totals: dict[str, int], parameters: MeterParameters) -> None:
        self.totals = dict(totals)
        self.parameters = parameters
        self.seed_left = totals["seed_left"]
        self.movements: list[Movement] = []

    def move(
        self, source: Pot, target: Pot, millicents: int, reason: LawfulReason | RiseReason, note: str = ""
    ) -> None:
        """Move an amount; nothing happens for nothing."""
        if not millicents:
            return
        self.movements.append(Movement(source, target, millicents, reason, note))
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
        elif other is Pot.HOUSE:
            self.totals["seeds" if reason in _SEEDING else "adjusted"] += gained

    @property
    def _room(self) -> int | None:
        """What the display can still rise by; nothing where there is no maximum."""
        maximum = self.parameters.maximum_cents
        return None if maximum is None else max(0, maximum * MILLICENTS - self.totals[Pot.SHOWN])

    def rise(self, source: Pot, millicents: int, reason: LawfulReason | RiseReason, note: str = "") -> None:
        """Move an amount onto the display; what is above the posted maximum goes to the overflow."""
        shown = millicents if self._room is None else min(millicents, self._room)
        self.move(source, Pot.SHOWN, shown, reason, note)
        self.move(source, Pot.OVERFLOW, millicents - shown, reason, note)

    def reseed(self) -> tuple[int, int]:
        """Seed the display from the reserve, which was set aside for it, and by the house for the rest: both parts.

        The overflow does not pay for a seed: it is the players' money, and the seed is the house's cost.
        """
        seed = self.parameters.seed_cents * MILLICENTS
        reserve = min(seed, self.totals[Pot.RESERVE])
        self.rise(Pot.RESERVE, reserve, RiseReason.SEED)
        self.rise(Pot.HOUSE, seed - reserve, RiseReason.SEED)
        self.seed_left = seed - reserve
        return seed - reserve, reserve

    def take_seed(self, target: Pot, millicents: int, note: str) -> None:
        """Take back a seed, as far as the display holds it; the house never takes more than its own."""
        taken = min(millicents, self.totals[Pot.SHOWN])
        if target is Pot.HOUSE:
            taken = min(taken, self.seed_left)
            self.seed_left -= taken
        self.move(Pot.SHOWN, target, taken, LawfulReason.SEED_RECOVERED, note)

    def fill_up(self) -> int:
        """Overflow returns to the display where there is room. What is left of the house's seed there."""
        overflow = self.totals[Pot.OVERFLOW]
        back = overflow if self._room is None else min(overflow, self._room)
        self.move(Pot.OVERFLOW, Pot.SHOWN, back, RiseReason.UNDER_MAXIMUM)
        self.totals["seed_left"] = min(self.seed_left, self.totals[Pot.SHOWN])
        return self.totals["seed_left"]

    def done(self) -> tuple[dict[str, int], tuple[Movement, ...]]:
        """The amounts and the movements."""
        self.fill_up()
        return self.totals, tuple(self.movements)
