"""A seat of Fortune San Lo Poker, and the order in which the positions get their packets."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.games.fortune_san_lo.house_way import HouseWayChoice
from pitboss.games.fortune_san_lo.rules import POSITIONS
from pitboss.games.fortune_san_lo.setting import Setting
from pitboss.games.round import SeatState


@dataclass
class FortuneSanLoSeat(SeatState):
    """What lies at a seat: also how the hand is set.

    >>> FortuneSanLoSeat("ann", asked_house_way=True).is_decided
    True
    """

    setting: Setting | None = None
    asked_house_way: bool = False
    """Whether the player leaves the setting to the house way."""
    house_way: HouseWayChoice | None = None
    """What the display chose, where it set the hand."""

    @property
    def is_decided(self) -> bool:
        """Whether the player has set the hand or asked for the house way."""
        return self.setting is not None or self.asked_house_way


def dealing_order(first: int) -> tuple[int | None, ...]:
    """Who gets the packets, in order: counter-clockwise from a seat, the dealer (nothing) between seats 1 and 7.

    >>> dealing_order(3)
    (3, 2, 1, None, 7, 6, 5, 4)
    """
    return (*range(first, 0, -1), None, *range(POSITIONS, first, -1))


def list_seats(numbers: Sequence[int]) -> str:
    """Seats in a sentence.

    >>> list_seats([2]), list_seats([2, 5, 6])
    ('seat 2', 'seats 2, 5 and 6')
    """
    if len(numbers) == 1:
        return f"seat {numbers[0]}"
    return f"seats {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
