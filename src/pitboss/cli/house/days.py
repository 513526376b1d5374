"""``pitboss day`` and ``pitboss clock``: gaming days and how they are closed; a clock that is in doubt."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.house.place import reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.showing import LOOK, Looking, listed, show
from pitboss.cli.house.work import ME, Working, on_shift
from pitboss.dates import written_day
from pitboss.house.clock_doubts import ACKNOWLEDGE, doubts, open_doubt
from pitboss.house.closed_days import closed_days
from pitboss.house.closing import CLOSE, waiting_days
from pitboss.house.proposals import Propose
from pitboss.outside import SystemClock
from pitboss.paytables import print_dollars

day_app = App(name="day")
clock_app = App(name="clock")

MOST = 25


@day_app.command(name="list")
def list_days(*, look: Looking = LOOK) -> None:
    """The gaming days that are not closed, with what is missing, and the last ones that are."""
    with reading(look) as (connection, house):
        today = house.days.day_of(SystemClock().now()).isoformat()
        waiting = waiting_days(connection, house, today)
        closed = closed_days(connection, house.property_id, MOST)
    open_rows = [(written_day(each.day), _state(each.is_over, each.missing)) for each in waiting]
    columns = ("Gaming day", "Closed by badges", "Slips", "Drop", "Win", "By book")
    rows = [
        (
            written_day(each.day),
            f"{each.proposed_by} and {each.closed_by}",
            each.slips,
            print_dollars(each.drop_cents),
            print_dollars(each.win_cents),
            ", ".join(each.by_book),
        )
        for each in closed
    ]
    data = {"open": [each.as_json() for each in waiting], "closed": [each.as_json() for each in closed]}
    page = (listed("Open gaming days", ("Gaming day", "State"), open_rows), Text())
    show(look, data, *page, listed("Closed gaming days", columns, rows, right=("Slips", "Drop", "Win")))


def _state(is_over: bool, missing: tuple[str, ...]) -> str:
    if not is_over:
        return "not over"
    return "; ".join(missing) or "everything is counted: count the slips and close it"


@day_app.command(name="close")
def close_day(  # noqa: PLR0913 - each is an option of the command
    day: Annotated[str, Parameter(help="The oldest open gaming day, such as 2026-11-15.")],
    /,
    *,
    slips: Annotated[int, Parameter(help="How many slips of fills and credits there are.")],
    by_book: Annotated[
        tuple[str, ...], Parameter(help="A table that was open over the cut-off and cannot be counted any more.")
    ] = (),
    reason: Because = "everything is counted",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to close a gaming day: when another person approves, its reports never change again."""
    content = {"day": day, "slips": slips, "by_book": list(by_book)}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, CLOSE, day, content, reason))


@clock_app.command(name="show")
def show_clock(*, look: Looking = LOOK) -> None:
    """Whether the clock of the room is in doubt, and when it was."""
    with reading(look) as (connection, house):
        waiting = open_doubt(connection, house.property_id)
        found = doubts(connection, house.property_id, MOST)
    rows = [
        (
            house.local_time(row.at),
            row.words,
            f"{row.proposed_by} and {row.acknowledged_by}" if row.acknowledged_by else "nobody",
        )
        for row in found
    ]
    words = "The clock is in order." if waiting is None else f"{waiting.words}: nothing new begins."
    style = "green" if waiting is None else "bold red"
    data = {"doubt": waiting and waiting.words, "doubts": [dict(row._mapping) for row in found]}
    listing = listed("Doubts about the clock", ("When", "What", "Acknowledged by badges"), rows)
    show(look, data, Text(words[0].upper() + words[1:], style=style), Text(), listing)


@clock_app.command
def acknowledge(*, reason: Because, proposal_id: OwnId = "", me: Working = ME) -> None:
    """Propose that the clock is as it should be, or will be: an executive approves, and new games begin again."""
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, ACKNOWLEDGE, "clock", {}, reason))
