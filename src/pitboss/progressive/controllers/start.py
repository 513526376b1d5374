"""How a game starts: what one game leaves to the next."""

from dataclasses import dataclass, fields
from typing import Any, Self

from pitboss.progressive.controllers.errors import ControllerRecordError


@dataclass(frozen=True)
class Start:
    """What lies on the table, and how it is set, before the first press of a game.

    >>> Start(carried=(3,)).as_json()
    {'chips': [], 'carried': [3], 'together': [], 'link_is_lost': False}
    """

    chips: tuple[int, ...] = ()
    """Seats whose chip lies on the sensor."""
    carried: tuple[int, ...] = ()
    """Seats lit since a void game."""
    together: tuple[int, ...] = ()
    """Seats that are one player's with the next seat."""
    link_is_lost: bool = False

    def verify(self, seats: int) -> None:
        """Refuse a start that a table of so many seats cannot have."""
        for seat in (*self.chips, *self.carried, *self.together):
            if type(seat) is not int or not 1 <= seat <= seats:
                raise ControllerRecordError(f"there is no seat {seat!r}: this table has seats 1 to {seats}")
        if set(self.chips) & set(self.carried):
            raise ControllerRecordError("a seat is lit by a chip or since a void game, not both")
        paired = [seat for first in self.together for seat in (first, first + 1)]
        if len(set(paired)) != len(paired) or seats in self.together:
            raise ControllerRecordError(f"seats {list(self.together)} with the next one each are no pairs of seats")
        if type(self.link_is_lost) is not bool:
            raise ControllerRecordError(f"link_is_lost must be true or false, not {self.link_is_lost!r}")

    def as_json(self) -> dict[str, Any]:
        """The start for storage."""
        return {
            "chips": list(self.chips),
            "carried": list(self.carried),
            "together": list(self.together),
            "link_is_lost": self.link_is_lost,
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The start that was stored.

        >>> Start.from_json(Start(chips=(1, 2)).as_json())
        Start(chips=(1, 2), carried=(), together=(), link_is_lost=False)
        """
        if not isinstance(data, dict):
            raise ControllerRecordError(f"the start of a game is {data!r}, and must be a table")
        for name in (entry.name for entry in fields(cls)):
            if name not in data:
                raise ControllerRecordError(f"{name!r} is missing in how a game starts")
            if name != "link_is_lost" and not isinstance(data[name], list):
                raise ControllerRecordError(f"{name!r} must be a list of seats, not {data[name]!r}")
        return cls(tuple(data["chips"]), tuple(data["carried"]), tuple(data["together"]), data["link_is_lost"])
