"""Seats and chips: who sits down, buys in, cashes out and leaves."""

from pitboss.house.checks import verify_cents
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.ledger import account
from pitboss.house.tables.events import MoneyMoved, SeatLeft, SeatTaken
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.state import Seating, TableState
from pitboss.paytables import print_dollars


class Seats(TableState):
    """What players do before and after they play."""

    def verify_take_seat(self, seat: int, player: str) -> None:
        """A free seat; two of one player only side by side, where the table allows it."""
        self._verify_open()
        if not 1 <= seat <= self.settings.rules.seats:
            seats = self.settings.rules.seats
            raise RefusedError(f"there is no seat {seat}: table {self.table_id} has seats 1 to {seats}")
        if seat in self.seatings:
            raise RefusedError(f"{self.seatings[seat].player} sits at seat {seat}")
        if self.round is not None and self.is_playing and seat in self.round.seats:
            raise RefusedError(f"seat {seat} was left in this round: it is free when the round is over")
        if not player.strip():
            raise RefusedError("a seat needs the name of a player")
        self._outside.verify_player(player)
        own = [number for number, seating in self.seatings.items() if seating.player == player]
        if own and not (self.settings.rules.adjacent_seats and len(own) == 1 and abs(own[0] - seat) == 1):
            raise RefusedError(f"{player} has seat {own[0]}: one player may have two adjacent seats at most")

    def _take_seat(self, seat: int, player: str) -> None:
        self.seatings[seat] = Seating(player)
        self._tell(SeatTaken(seat, player))

    def verify_leave_seat(self, seat: int) -> None:
        """Nobody leaves with wagers in action."""
        self._seating(seat)
        if self._wagers_at(seat):
            raise RefusedError(f"seat {seat} has wagers in action: it can be left when they are settled")
        if seat in self.held_wins:
            raise RefusedError(f"the win of seat {seat} is seen on camera first: it can be left when it is paid")

    def _leave_seat(self, seat: int) -> None:
        seating = self.seatings.pop(seat)
        wallet = account("wallet", seating.player)
        if seating.lit_cents:
            # A wager of a void round that its player cannot play any more: given back as the house's expense.
            self._move(account("house", "expense"), wallet, seating.lit_cents)
        self._move(self._chips(seat), wallet, seating.chips_cents)
        self._tell(SeatLeft(seat, seating.player, seating.chips_cents + seating.lit_cents))

    def verify_buy_in_with_cash(self, seat: int, cents: int) -> None:
        """Chips come from the tray, so there must be enough. Guests have play money only."""
        self._verify_buy_in(seat, cents, by_cash=True)

    def _buy_in_with_cash(self, seat: int, cents: int) -> None:
        self._buy_in(seat, cents, "desk")

    def verify_buy_in_from_wallet(self, seat: int, cents: int) -> None:
        """Chips come from the tray, so there must be enough. On a real felt a person hands them out."""
        self._verify_buy_in(seat, cents, by_cash=False)
        if self.settings.cards is CardKind.PHYSICAL and not self._by.is_staff:
            raise NotPermittedError(f"chips of table {self.table_id} are handed out by its dealer, not to {self._by}")

    def _buy_in_from_wallet(self, seat: int, cents: int) -> None:
        self._buy_in(seat, cents, account("wallet", self.seatings[seat].player))
        self.slips_cents += cents

    def _verify_buy_in(self, seat: int, cents: int, *, by_cash: bool) -> None:
        self._verify_open()
        self._outside.verify_clock()
        self._outside.verify_player(self._seating(seat).player, by_cash=by_cash)
        verify_cents(cents, "buy-in")
        if cents > self.tray_cents:
            raise RefusedError(
                f"the tray of table {self.table_id} has {print_dollars(self.tray_cents)}, and a buy-in of "
                f"{print_dollars(cents)} needs a fill first"
            )

    def _buy_in(self, seat: int, cents: int, paying: str) -> None:
        self._move(paying, account("drop", self.table_id), cents)
        self.tray_cents -= cents
        self.drop_cents += cents
        if self.settings.cards is CardKind.PHYSICAL:
            # On the felt chips go from hand to hand unseen: they are out of the house until the cash desk takes them.
            self._move(self._tray, "desk", cents)
        else:
            self._move(self._tray, self._chips(seat), cents)
            self.seatings[seat].chips_cents += cents
        self._tell(MoneyMoved("buy-in", cents, seat))

    def verify_cash_out(self, seat: int, cents: int) -> None:
        """Only what lies in front of the seat."""
        verify_cents(cents, "cash-out")
        self._verify_chips(seat, cents)

    def _cash_out(self, seat: int, cents: int) -> None:
        self._move(self._chips(seat), account("wallet", self.seatings[seat].player), cents)
        self.seatings[seat].chips_cents -= cents
        self._tell(MoneyMoved("cash-out", cents, seat))
