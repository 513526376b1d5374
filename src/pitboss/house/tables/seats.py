"""Seats players, sells and cashes out chips, and frees seats."""

from typing import Final

from pitboss.house.cage.ledger import account
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import verify_cents
from pitboss.house.tables.commands import BuyInFromWallet, BuyInWithCash, CashOut, LeaveSeat, TakeSeat
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying, wallet_of
from pitboss.house.tables.events import MoneyMoved, SeatLeft, SeatTaken
from pitboss.house.tables.preconditions import seating_of, verify_chips, verify_open
from pitboss.house.tables.state import Seating
from pitboss.paytables import print_dollars


def verify_take_seat(asking: Verifying, seat: int, player: str) -> None:
    """The seat must be free; a player may have two seats if they are adjacent and the table allows it."""
    state = asking.state
    verify_open(state)
    rules = state.settings.rules
    if not 1 <= seat <= rules.seats:
        raise RefusedError(f"there is no seat {seat}: table {state.table_id} has seats 1 to {rules.seats}")
    if seat in state.seatings:
        raise RefusedError(f"{state.seatings[seat].player} sits at seat {seat}")
    if state.round is not None and state.is_playing and seat in state.round.seats:
        raise RefusedError(f"seat {seat} was left in this round: it is free when the round is over")
    if not player.strip():
        raise RefusedError("a seat needs the name of a player")
    asking.host.verify_player(player)
    own = [number for number, seating in state.seatings.items() if seating.player == player]
    if own and not (rules.adjacent_seats and len(own) == 1 and abs(own[0] - seat) == 1):
        raise RefusedError(f"{player} has seat {own[0]}: one player may have two adjacent seats at most")


def take_seat(doing: Doing, seat: int, player: str) -> None:
    """Seat a player."""
    doing.state.seatings[seat] = Seating(player)
    doing.tell(SeatTaken(seat, player))


def verify_leave_seat(asking: Verifying, seat: int) -> None:
    """A seat is left when its wagers are settled and its wins are paid."""
    state = asking.state
    seating_of(state, seat)
    if state.has_wagers_at(seat):
        raise RefusedError(f"seat {seat} has wagers in action: it can be left when they are settled")
    if seat in state.held_wins:
        raise RefusedError(f"surveillance must see the win of seat {seat} first: it can be left when the win is paid")


def leave_seat(doing: Doing, seat: int) -> None:
    """Free a seat; its chips go to the player's wallet."""
    state = doing.state
    seating, chips_cents = state.seatings.pop(seat), state.chips_cents(seat)
    wallet = wallet_of(seating.player)
    if seating.lit_cents:
        # A progressive wager kept from a void round cannot be played any more: the house refunds it.
        doing.move(account("house", "expense"), wallet, seating.lit_cents)
    doing.move(state.chips_account(seat), wallet, chips_cents)
    doing.tell(SeatLeft(seat, seating.player, chips_cents + seating.lit_cents))


def verify_buy_in_with_cash(asking: Verifying, seat: int, cents: int) -> None:
    """The tray must have enough chips. Guests cannot buy in with cash."""
    _verify_buy_in(asking, seat, cents, by_cash=True)


def buy_in_with_cash(doing: Doing, seat: int, cents: int) -> None:
    """Give chips for cash."""
    _buy_in(doing, seat, cents, "desk")


def verify_buy_in_from_wallet(asking: Verifying, seat: int, cents: int) -> None:
    """The tray must have enough chips. At a live-card table only the staff hands out chips."""
    _verify_buy_in(asking, seat, cents, by_cash=False)
    state, by = asking.state, asking.by
    if state.is_live and not by.is_staff:
        raise NotPermittedError(f"chips of table {state.table_id} are handed out by its dealer, not to {by}")


def buy_in_from_wallet(doing: Doing, seat: int, cents: int) -> None:
    """Give chips for money in the player's wallet."""
    _buy_in(doing, seat, cents, wallet_of(doing.state.seatings[seat].player))
    doing.state.slips_cents += cents


def _verify_buy_in(asking: Verifying, seat: int, cents: int, *, by_cash: bool) -> None:
    state, host = asking.state, asking.host
    verify_open(state)
    host.verify_clock()
    host.verify_player(seating_of(state, seat).player, by_cash=by_cash)
    verify_cents(cents, "buy-in")
    if cents > state.tray_cents:
        raise RefusedError(
            f"the tray of table {state.table_id} has {print_dollars(state.tray_cents)}, and a buy-in of "
            f"{print_dollars(cents)} needs a fill first"
        )


def _buy_in(doing: Doing, seat: int, cents: int, paying: str) -> None:
    state = doing.state
    doing.move(paying, state.drop_account, cents)
    # With live cards Pitboss does not see where chips go: they leave the books until the cage takes them back.
    doing.move(state.tray_account, "desk" if state.is_live else state.chips_account(seat), cents)
    doing.tell(MoneyMoved("buy-in", cents, seat))


def verify_cash_out(asking: Verifying, seat: int, cents: int) -> None:
    """A cash-out is at most the chips of the seat."""
    verify_cents(cents, "cash-out")
    verify_chips(asking.state, seat, cents)


def cash_out(doing: Doing, seat: int, cents: int) -> None:
    """Move chips of a seat to the player's wallet."""
    state = doing.state
    doing.move(state.chips_account(seat), wallet_of(state.seatings[seat].player), cents)
    doing.tell(MoneyMoved("cash-out", cents, seat))


SEATS: Final[Part] = {
    TakeSeat: Handler(verify_take_seat, take_seat),
    LeaveSeat: Handler(verify_leave_seat, leave_seat),
    BuyInWithCash: Handler(verify_buy_in_with_cash, buy_in_with_cash),
    BuyInFromWallet: Handler(verify_buy_in_from_wallet, buy_in_from_wallet),
    CashOut: Handler(verify_cash_out, cash_out),
}
"""Commands about seats and chips."""
