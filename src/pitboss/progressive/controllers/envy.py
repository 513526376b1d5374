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
    >>> envy.withdraw(5), envy.owed
    ((3,), {5: 2500})
    """

    winners: dict[int, dict[int, int]] = field(default_factory=dict)
    """Seats whose hand has brought its envy already, with what other seats are still owed for it."""
    paid_for: set[int] = field(default_factory=set)
    """Seats for whose hand somebody has been paid."""

    @property
    def is_paid_in_part(self) -> bool:
        """Whether somebody has been paid."""
        return bool(self.paid_for)

    @property
    def owed(self) -> dict[int, int]:
        """What every seat is owed, for all hands together."""
        sums: dict[int, int] = {}
        for unpaid in self.winners.values():
            for seat, cents in unpaid.items():
                sums[seat] = sums.get(seat, 0) + cents
        return sums

    def owe(self, winner: int, cents: int, seats: tuple[int, ...]) -> None:
        """Owe every one of the seats this much for the winner's hand."""
        self.winners[winner] = dict.fromkeys(seats, cents)

    def pay(self, seat: int) -> int:
        """Pay all that a seat is owed."""
        self.paid_for |= {winner for winner, unpaid in self.winners.items() if seat in unpaid}
        return sum(unpaid.pop(seat, 0) for unpaid in self.winners.values())

    def withdraw(self, winner: int) -> tuple[int, ...]:
        """The hand of a seat was none: nobody is owed anything for it any more. Who was paid already keeps it."""
        return tuple(sorted(self.winners.pop(winner)))
