"""The settlement: an itemised statement per seat and wager, in whole cents."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from pitboss.paytables import Pay, PayKind, print_dollars


class Source(StrEnum):
    """Where the money of a pay comes from.

    >>> Source.TRAY.value
    'tray'
    """

    TRAY = "tray"
    METER = "meter"


class Line(NamedTuple):
    """What became of one wager.

    >>> Line(1, "ante", 500, "wins 1 to 1", 1000).net_cents
    500
    """

    seat: int
    wager: str
    stake_cents: int
    outcome: str
    """In words."""
    pay_cents: int
    """All that the player receives for it, a returned stake included."""
    source: Source = Source.TRAY
    hand: str | None = None
    """The hand that decided it, in words."""

    @property
    def net_cents(self) -> int:
        """What the player gains by it, or loses."""
        return self.pay_cents - self.stake_cents

    @property
    def sentence(self) -> str:
        """The line in words.

        >>> Line(1, "ante", 500, "loses", 0).sentence
        'ante $5 loses'
        """
        stake = f" {print_dollars(self.stake_cents)}" if self.stake_cents else ""
        return f"{self.wager}{stake} {self.outcome}"

    def as_json(self) -> dict[str, Any]:
        """The line for machines."""
        return self._asdict() | {"source": self.source.value}


@dataclass(frozen=True)
class Statement:
    """All lines of a round, in the order in which they were settled.

    >>> statement = Statement((Line(1, "ante", 500, "wins", 1000), Line(1, "play", 500, "pushes", 500)))
    >>> statement.staked_cents, statement.paid_cents, statement.running_totals()
    (1000, 1500, (500, 500))
    """

    lines: tuple[Line, ...]

    @property
    def staked_cents(self) -> int:
        """All that was wagered."""
        return sum(line.stake_cents for line in self.lines)

    @property
    def paid_cents(self) -> int:
        """All that was paid or returned."""
        return sum(line.pay_cents for line in self.lines)

    @property
    def house_cents(self) -> int:
        """What the house keeps, or adds if it is negative."""
        return self.staked_cents - self.paid_cents

    def of_seat(self, seat: int) -> "Statement":
        """The lines of one seat."""
        return Statement(tuple(line for line in self.lines if line.seat == seat))

    def running_totals(self) -> tuple[int, ...]:
        """The player's gain after each line."""
        totals: list[int] = []
        for line in self.lines:
            totals.append((totals[-1] if totals else 0) + line.net_cents)
        return tuple(totals)


def payout_cents(stake_cents: int, pay: Pay) -> int:
    """What a pay returns for a stake, the stake itself included where it comes back.

    >>> payout_cents(500, Pay.parse("40 to 1")), payout_cents(500, Pay.parse("push"))
    (20500, 500)
    """
    if pay.kind is PayKind.METER:
        raise ValueError(f"{pay} is priced by the progressive, not by the round")
    won, rest = divmod(stake_cents * pay.amount.numerator, pay.amount.denominator)
    assert rest == 0, "the table rules refuse wager units whose pays fall between cents"
    return won if pay.kind is PayKind.FOR else won + stake_cents


def lost(seat: int, wager: str, stake_cents: int, why: str = "loses", hand: str | None = None) -> Line:
    """A wager that is taken.

    >>> lost(1, "ante", 500).pay_cents
    0
    """
    return Line(seat, wager, stake_cents, why, 0, hand=hand)


def pushed(seat: int, wager: str, stake_cents: int, why: str = "pushes", hand: str | None = None) -> Line:
    """A wager that goes back.

    >>> pushed(1, "ante", 500).net_cents
    0
    """
    return Line(seat, wager, stake_cents, why, stake_cents, hand=hand)


def won(seat: int, wager: str, stake_cents: int, pay: Pay, hand: str | None = None) -> Line:
    """A wager that is paid by odds.

    >>> won(1, "pair-plus", 500, Pay.parse("6 to 1")).outcome
    'wins 6 to 1, $30'
    """
    if pay.kind is PayKind.PUSH:
        return pushed(seat, wager, stake_cents, hand=hand)
    paid = payout_cents(stake_cents, pay)
    profit = paid - (0 if pay.kind is PayKind.FOR else stake_cents)
    return Line(seat, wager, stake_cents, f"wins {pay}, {print_dollars(profit)}", paid, hand=hand)
