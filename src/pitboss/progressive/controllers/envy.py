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
    paid: dict[int, dict[int, int]] = field(default_factory=dict)
    """What other seats have been paid for the hand of a seat."""

    @property
    def is_paid_in_part(self) -> bool:
        """Whether somebody has been paid."""
        return bool(self.paid)

    @property
    def owed(self) -> dict[int, int]:
        """What every seat is owed, for all hands together."""
        sums: dict[int, int] = {}
        for unpaid in self.winners.values():
            for seat, cents in unpaid.items():
                sums[seat] = sums.get(seat, 0) + cents
        return sums

    def owe(self, winner: int, cents: int, seats: tuple[int, ...]) -> None:
        """Owe every one of the seats this much for the winner's hand, less what it was paid for that hand already."""
        unpaid = {seat: cents - self.paid.get(winner, {}).get(seat, 0) for seat in seats}
        self.winners[winner] = {seat: due for seat, due in unpaid.items() if due > 0}

    def pay(self, seat: int) -> int:
        """Pay all that a seat is owed."""
        cents = 0
        for winner, unpaid in self.winners.items():
            if seat in unpaid:
                paid = self.paid.setdefault(winner, {})
                paid[seat] = paid.get(seat, 0) + unpaid[seat]
                cents += unpaid.pop(seat)
        return cents

    def withdraw(self, winner: int) -> tuple[int, ...]:
        """The hand of a seat was none: nobody is owed anything for it any more. Who was paid already keeps it."""
        return tuple(sorted(self.winners.pop(winner)))
