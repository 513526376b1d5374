"""The envy of one game: who is owed how much, for whose hand."""

from dataclasses import dataclass, field


@dataclass
class Envy:
    """What is owed for other players' hands, by seat in cents.

    >>> envy = Envy()
    >>> envy.owe(winner=3, cents=2500, seats=(1, 5))
    >>> envy.owe(winner=5, cents=10000, seats=(1, 3))
    >>> envy.owed
    {1: 12500, 5: 2500, 3: 10000}
    >>> envy.pay(1), sorted(envy.owed)
    (12500, [3, 5])
    """

    owed: dict[int, int] = field(default_factory=dict)
    winners: set[int] = field(default_factory=set)
    """Seats whose hand has brought its envy already."""
    is_paid_in_part: bool = False

    def owe(self, winner: int, cents: int, seats: tuple[int, ...]) -> None:
        """Owe every one of the seats this much for the winner's hand."""
        self.winners.add(winner)
        for seat in seats:
            self.owed[seat] = self.owed.get(seat, 0) + cents

    def pay(self, seat: int) -> int:
        """Pay all that a seat is owed."""
        self.is_paid_in_part = True
        return self.owed.pop(seat)
