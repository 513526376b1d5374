"""Rounds at a table with electronic cards."""

import json
from typing import Annotated, Any

from cyclopts import App, Parameter

from pitboss.cli.house.showing import show
from pitboss.cli.house.tables.names import TableId
from pitboss.cli.house.tables.typed import read_typed
from pitboss.cli.house.work import ME, Working, at_table, on_shift
from pitboss.cli.output import written
from pitboss.games.rounds import ROUNDS
from pitboss.house.openings import audience_of, openings
from pitboss.house.tables.commands import Act, DealCards, StartRound, TimeOut

app = App(name="round", help="Rounds at a table with electronic cards.")


@app.command
def start(table: TableId, /, *, me: Working = ME) -> None:
    """Open the bets of a new round."""
    at_table(me, table, StartRound())


@app.command
def deal(table: TableId, /, *, me: Working = ME) -> None:
    """Let the cards come that the round waits for."""
    at_table(me, table, DealCards())


@app.command(name="time-out")
def time_out(
    table: TableId, seat: Annotated[int, Parameter(help="The seat of the player who is away.")], /, *, me: Working = ME
) -> None:
    """Decide for a player who has not answered in time, by the posted policy."""
    at_table(me, table, TimeOut(seat))


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


@app.command(name="openings")
def save_openings(
    table: TableId, number: Annotated[int, Parameter(help="The round, such as 12.")], /, *, me: Working = ME
) -> None:
    """Save what proves the cards of a round that you may see; `pitboss fair` checks each file.

    You get what lay face up; surveillance and auditors get every card that was dealt, when the round is over.
    """
    with on_shift(me) as shift:
        looking = audience_of(shift.room, table, number, shift.actor)
        records = [seen.as_json() for seen in openings(shift.room, table, number, looking)]
        lines = [] if me.as_json else [_save(table, number, part, seen) for part, seen in enumerate(records, start=1)]
        show(me, records, *(lines or ["You saw no card in this round, so there is nothing to save."]))


def _save(table: str, number: int, part: int, seen: dict[str, Any]) -> str:
    """A file for each root that was shown: a shoe that ran out in the round has two."""
    name = f"{table}-round-{number}{f'-{part}' if part > 1 else ''}.json"
    with written(name, for_everybody=True) as file:
        file.write(json.dumps(seen, indent=2) + "\n")
    return f"{len(seen['openings'])} cards saved; check them with: pitboss fair {name}"
