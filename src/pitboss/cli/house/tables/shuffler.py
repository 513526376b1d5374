"""A shuffler that stops: the report, the guide on it, the backup, and what the local regulator has approved instead."""

from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.house.tables.names import TableId
from pitboss.cli.house.work import ME, Working, at_table
from pitboss.house.tables.commands import FollowGuide, FollowLocalProcedure, ReplaceShuffler, ReportMalfunction

app = App(name="shuffler", help="A shuffler that stops: the report, the guide on it, and the backup in seven steps.")


@app.command
def report(
    table: TableId,
    /,
    *,
    fault: Annotated[str, Parameter(help="What was seen, such as 'cards are stuck at the mouth'.")],
    me: Working = ME,
) -> None:
    """Say that the shuffler has stopped. No card comes and no game begins until the floor has ended it."""
    at_table(me, table, ReportMalfunction(fault))


@app.command
def guide(
    table: TableId,
    /,
    *,
    helped: Annotated[bool, Parameter(negative="--failed", help="Whether the shuffler runs again.")],
    me: Working = ME,
) -> None:
    """Say whether the guide on the shuffler has helped. Where it has, the same cards are dealt on."""
    at_table(me, table, FollowGuide(helped))


@app.command
def replace(
    table: TableId,
    step: Annotated[int, Parameter(help="The step that is done, 1 to 7.")],
    /,
    *,
    me: Working = ME,
) -> None:
    """Confirm a step by which the backup takes the place of the shuffler. A round that needs its cards is void then."""
    at_table(me, table, ReplaceShuffler(step))


@app.command
def local(
    table: TableId,
    /,
    *,
    approval: Annotated[str, Parameter(help="The reference of the approval, such as 'letter of 3 May 2026'.")],
    done: Annotated[str, Parameter(help="What was done.")],
    round_goes_on: Annotated[
        bool, Parameter(negative="--void", help="Whether the round that is on is played to its end, or void.")
    ],
    me: Working = ME,
) -> None:
    """Say that a procedure of the local regulator was followed, in place of the guide and the backup."""
    at_table(me, table, FollowLocalProcedure(approval, done, round_goes_on))
