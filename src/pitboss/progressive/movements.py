"""Money that moves into, out of and within a meter: from which pot to which, how much, and why.

The house turns each movement into one double-entry posting. Amounts are millicents, thousandths of a cent.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

from pitboss.paytables import print_dollars

MILLICENTS: Final = 1000
"""In one cent."""


class Pot(StrEnum):
    """Where the money of a progressive lies.

    >>> [pot.value for pot in Pot if pot.is_of_meter]
    ['shown', 'reserve', 'overflow', 'frozen']
    """

    TRAY = "tray"
    """The table's tray, into which progressive wagers go."""
    HOUSE = "house"
    """The house's own money: it seeds, and receives what is lawfully taken back."""
    GROSS_RECEIPTS = "gross receipts"
    """Funds that are not displayed, when they leave the progressive: income of the house (WAC 230-15-695(4))."""
    WINNER = "winner"
    """What winners of the meter are owed; the statement pays it out to them."""
    SHOWN = "shown"
    """The amount on the display."""
    RESERVE = "reserve"
    """Money set aside, not displayed, for the next seed."""
    OVERFLOW = "overflow"
    """Money of the players above the posted maximum; it returns to the display as soon as there is room.

    The house has no right to it, and takes none of it for being above the maximum.
    """
    FROZEN = "frozen"
    """The amounts of claims that are being verified."""

    @cached_property
    def is_of_meter(self) -> bool:
        """Whether the pot is part of the meter, so that its money is counted there."""
        return self in (Pot.SHOWN, Pot.RESERVE, Pot.OVERFLOW, Pot.FROZEN)


class LawfulReason(StrEnum):
    """The five reasons for which a progressive, shown or accrued, may go down (WAC 230-15-695).

    >>> len(LawfulReason)
    5
    """

    WON = "won"
    DISPLAY_MALFUNCTION = "display malfunction"
    OVER_MAXIMUM = "over maximum"
    """A display that says more than its maximum is corrected (3); the money stays the players', as overflow."""
    NOT_DISPLAYED = "not displayed"
    """Funds that are not displayed, the reserve or the overflow, are removed (4), as gross receipts."""
    SEED_RECOVERED = "seed recovered"


class RiseReason(StrEnum):
    """The reasons for which an amount goes up.

    >>> RiseReason.CONTRIBUTION.value
    'contribution'
    """

    SEED = "seed"
    CONTRIBUTION = "contribution"
    UNDER_MAXIMUM = "under maximum"
    """Overflow that returns to the display, where there is room again."""
    CLAIM_REJECTED = "claim rejected"
    WIN_REVERSED = "win reversed"
    """A booked win that was none (the approvals say: backed out)."""
    DISPLAY_CORRECTED = "display corrected"


@dataclass(frozen=True)
class Movement:
    """An amount that moves from one pot to another.

    >>> Movement(Pot.TRAY, Pot.SHOWN, 21_000, RiseReason.CONTRIBUTION).sentence
    'tray to shown: 21.000 cents, contribution'
    """

    source: Pot
    target: Pot
    millicents: int
    reason: LawfulReason | RiseReason
    note: str = ""
    """Why, in the words of the person who adjusted the meter, rejected a claim or reversed a win."""
    win: str = ""
    """The win that it belongs to, by its name on the meter."""

    def __post_init__(self) -> None:
        assert self.millicents > 0, "money moves forward; what moves back is a movement the other way"
        assert self.source is not self.target

    @property
    def rise(self) -> int:
        """What the display shows more after it; less than nothing where it fell.

        >>> Movement(Pot.SHOWN, Pot.FROZEN, 21_000, LawfulReason.WON).rise
        -21000
        """
        return self.millicents * ((self.target is Pot.SHOWN) - (self.source is Pot.SHOWN))

    @property
    def sentence(self) -> str:
        """The movement in words."""
        cents, rest = divmod(self.millicents, MILLICENTS)
        note = f": {self.note}" if self.note else ""
        return f"{self.source} to {self.target}: {cents:,}.{rest:03} cents, {self.reason}{note}"

    def as_json(self) -> dict[str, Any]:
        """The movement for machines."""
        return {
            "source": self.source.value,
            "target": self.target.value,
            "millicents": self.millicents,
            "reason": self.reason.value,
            "note": self.note,
            "win": self.win,
        }


def print_millicents(millicents: int) -> str:
    """An amount with its parts of a cent.

    >>> print_millicents(30_331), print_millicents(-500_000)
    ('$0.30331', '-$5')
    """
    cents, rest = divmod(abs(millicents), MILLICENTS)
    sign = "-" if millicents < 0 else ""
    if not rest:
        return sign + print_dollars(cents)
    return f"{sign}${cents // 100:,}.{cents % 100:02d}{rest:03d}".rstrip("0")
