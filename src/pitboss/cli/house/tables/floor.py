"""What the floor does with a table: open, fill, credit, suspend, close and count."""

from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.house.amounts import Less, More, read_correction, read_dollars
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.tables.names import Amount, TableId
from pitboss.cli.house.work import ME, Working, at_table, on_shift
from pitboss.house.proposals import Propose
from pitboss.house.tables.commands import (
    CloseTable,
    CountDrop,
    CountOpenTable,
    Credit,
    Fill,
    HandOver,
    OpenTable,
    ResumeTable,
    SuspendTable,
)


def open_table(table: TableId, opener: Amount, /, *, me: Working = ME) -> None:
    """Open a table with chips from the cash desk in its tray."""
    at_table(me, table, OpenTable(read_dollars(opener)))


def close_table(table: TableId, closer: Amount, /, *, me: Working = ME) -> None:
    """Close a table. Its tray is counted first, and goes back to the cash desk."""
    at_table(me, table, CloseTable(read_dollars(closer)))


def suspend(table: TableId, /, *, reason: Annotated[str, Parameter(help="Why.")], me: Working = ME) -> None:
    """Stop play at a table."""
    at_table(me, table, SuspendTable(reason))


def resume(table: TableId, /, *, me: Working = ME) -> None:
    """Let play go on at a suspended table."""
    at_table(me, table, ResumeTable())


def fill(table: TableId, amount: Amount, /, *, me: Working = ME) -> None:
    """Chips from the cash desk to the tray."""
    at_table(me, table, Fill(read_dollars(amount)))


def credit(table: TableId, amount: Amount, /, *, me: Working = ME) -> None:
    """Chips from the tray back to the cash desk."""
    at_table(me, table, Credit(read_dollars(amount)))


def count(table: TableId, counted: Amount, /, *, me: Working = ME) -> None:
    """Empty the drop box of a closed table, and enter what was counted: cash and slips together.

    A buy-in from a wallet leaves a slip in the box. How much of it is slips, table show tells.
    """
    at_table(me, table, CountDrop(read_dollars(counted)))


def count_open(
    table: TableId,
    tray: Annotated[str, Parameter(help="Dollars that were counted in the tray.")],
    drop: Annotated[str, Parameter(help="Dollars that were counted in the drop box: cash and slips together.")],
    /,
    *,
    me: Working = ME,
) -> None:
    """Count a table that was open over the cut-off, for the gaming day that ended: its tray, and its drop box."""
    at_table(me, table, CountOpenTable(read_dollars(tray), read_dollars(drop)))


def correct_count(  # noqa: PLR0913 - each is an option of the command
    table: TableId,
    what: Annotated[str, Parameter(help="drop, or tray.")],
    /,
    *,
    more: More = "",
    less: Less = "",
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to put right the last count of a drop box or a tray."""
    content = {"table_id": table, "what": what, "cents": read_correction(more, less)}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "correct-count", table, content, reason))


def hand_over(
    table: TableId,
    to: Annotated[str, Parameter(help="A badge, or house for the house dealer; nobody where none is named.")] = "",
    /,
    *,
    me: Working = ME,
) -> None:
    """Say who deals from now on, between two rounds."""
    at_table(me, table, HandOver(to))
