"""Seats and chips: who sits down, buys in, cashes out and leaves."""

from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.house.amounts import read_dollars
from pitboss.cli.house.tables.names import Amount, Seat, TableId
from pitboss.cli.house.work import ME, Working, at_table
from pitboss.house.tables.commands import BuyInFromWallet, BuyInWithCash, CashOut, LeaveSeat, TakeSeat

app = App(name="seat", help="Who sits at a table.")


@app.command
def sit(table: TableId, seat: Seat, player: str, /, *, me: Working = ME) -> None:
    """Somebody takes a seat.

    Parameters
    ----------
    player
        The player's id, such as ann.
    """
    at_table(me, table, TakeSeat(seat, player))


@app.command
def leave(table: TableId, seat: Seat, /, *, me: Working = ME) -> None:
    """Somebody leaves, and takes the chips along to the cash desk."""
    at_table(me, table, LeaveSeat(seat))


def buy_in(
    table: TableId,
    seat: Seat,
    amount: Amount,
    /,
    *,
    cash: Annotated[
        bool, Parameter(negative="", help="Paid in cash rather than from what the player has at the cash desk.")
    ] = False,
    me: Working = ME,
) -> None:
    """A player gets chips."""
    at_table(me, table, (BuyInWithCash if cash else BuyInFromWallet)(seat, read_dollars(amount)))


def cash_out(table: TableId, seat: Seat, amount: Amount, /, *, me: Working = ME) -> None:
    """A player takes chips from the table to the cash desk."""
    at_table(me, table, CashOut(seat, read_dollars(amount)))
