"""A claim: an amount that is frozen while a win is verified."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Claim:
    """A frozen amount, and what the reseed took that came with it, so that a rejected claim can give both back.

    >>> Claim("table 3, round 18, seat 2", 1_200_000).cents
    1200
    """

    name: str
    """Made by the caller, and unique among the pending claims of a meter."""
    millicents: int
    seed_from_house: int = 0
    seed_from_reserve: int = 0
    seed_left: int = 0
    """What of the frozen amount was still the house's own seed."""
    is_displayed: bool = False
    """Whether the display still has it: a win that J-POT has booked leaves it when the key is back at RUN."""

    @property
    def on_display(self) -> int:
        """What of it the display still shows, in place of the seed that came with it; in millicents."""
        seed = self.seed_from_house + self.seed_from_reserve
        return self.millicents - seed if self.is_displayed else 0

    @property
    def cents(self) -> int:
        """The amount claimed, which is whole cents."""
        return self.millicents // 1000

    def as_json(self) -> dict[str, Any]:
        """The claim for storage."""
        return asdict(self)
