"""What a round reports to the progressive, which prices it: wagers taken, and hands that qualify."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ProgressiveWager:
    """A progressive wager that was taken when the bets were closed.

    >>> ProgressiveWager(seat=2, player="ann", cents=100).cents
    100
    """

    seat: int
    player: str
    cents: int
    is_carried: bool = False
    """Whether it was taken in the void round before, and has contributed to the meter already."""


@dataclass(frozen=True)
class QualifyingHand:
    """A hand that the progressive pays, or that brings envy, whether or not it carried a wager.

    >>> QualifyingHand(2, "ann", "straight-flush", "nine-high straight flush", has_wager=True, is_folded=False).row
    'straight-flush'
    """

    seat: int
    player: str
    row: str
    """The row of the progressive paytable."""
    words: str
    has_wager: bool
    is_folded: bool


@dataclass(frozen=True)
class ProgressiveReport:
    """Everything that the progressive needs to know of a round.

    >>> ProgressiveReport((), ()).wagers
    ()
    """

    wagers: tuple[ProgressiveWager, ...]
    hands: tuple[QualifyingHand, ...]
