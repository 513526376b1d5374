"""Rounds at a table with electronic cards."""

from cyclopts import App

from pitboss.cli.house.tables.names import TableId
from pitboss.cli.house.tables.typed import read_typed
from pitboss.cli.house.work import ME, Working, at_table, on_shift
from pitboss.games.rounds import ROUNDS
from pitboss.house.tables.commands import Act, DealCards, StartRound

app = App(name="round", help="Rounds at a table with electronic cards.")


@app.command
def start(table: TableId, /, *, me: Working = ME) -> None:
    """Open the bets of a new round."""
    at_table(me, table, StartRound())


@app.command
def deal(table: TableId, /, *, me: Working = ME) -> None:
    """Let the cards come that the round waits for."""
    at_table(me, table, DealCards())


@app.command
def act(table: TableId, what: str, /, *values: str, me: Working = ME) -> None:
    """A wager, a decision or an act of the dealer, such as: act T1 place-wager 3 ante '$5'.

    Parameters
    ----------
    what
        The name of the act; `pitboss table show` says what the round waits for.
    values
        Its values in order: a seat, a wager, an amount, cards in quotes.
    """
    with on_shift(me) as shift:
        game = shift.room.table(table).settings.game
        shift.at_table(table, Act(read_typed(what, values, ROUNDS[game].operations)))
