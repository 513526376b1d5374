"""Drop boxes: each hangs at its table while that is open, is taken when it closes, and is counted once.

At a table that is open over the cut-off the box is taken and another one hung: it is counted for the day that ended.
"""

from typing import Final

from sqlalchemy import Connection

from pitboss.dates import written_day
from pitboss.house.errors import RefusedError
from pitboss.house.records import journal
from pitboss.house.records.journal import Record, Stamp
from pitboss.house.reports.sums import day_after, day_before
from pitboss.house.storage.schema import JOURNAL

COUNTS_OPEN: Final = "count-open-table"

HUNG_OR_COUNTED: Final = ("open-table", "count-drop", COUNTS_OPEN)
"""Every one of these begins or ends what lies in a box."""

LATEST: Final = "9999-12-31"


def verify_uncounted(connection: Connection, property_id: str, chain: str, table_id: str) -> None:
    """Refuse a second count of one box: a box is counted once for every time that its table was open.

    What the books say of it does not matter. A box may hold cash that nobody has booked, or nothing of what was, and
    the first count says so; whoever could count again would find money that the desk never got.
    """
    last = journal.last(connection, property_id, chain, JOURNAL.c.kind.in_(HUNG_OR_COUNTED))
    if last is None:
        raise RefusedError(f"table {table_id} was never open: there is no drop box to count")
    if last.kind == "count-drop":
        once = "once for every time that the table was open"
        raise RefusedError(f"the drop box of table {table_id} was counted already: it is counted {once}")


def last_turn(connection: Connection, property_id: str, chain: str, day: str = LATEST) -> Record | None:
    """The last record by which a table was opened or closed, up to a gaming day; nothing where it never was."""
    turns = JOURNAL.c.kind.in_(("open-table", "close-table")) & (JOURNAL.c.day <= day)
    return journal.last(connection, property_id, chain, turns)


def is_counted_open(connection: Connection, property_id: str, chain: str, day: str) -> bool:
    """Whether a table that was open over the cut-off was counted for the gaming day that ended."""
    counts = (JOURNAL.c.kind == COUNTS_OPEN) & (JOURNAL.c.day == day_after(day))
    return journal.last(connection, property_id, chain, counts) is not None


def verify_open_over_cut_off(connection: Connection, stamp: Stamp, table_id: str) -> None:
    """Refuse to count an open table but for the gaming day that ended with the last cut-off, and once only."""
    ended = day_before(stamp.day)
    last = last_turn(connection, stamp.property_id, stamp.chain)
    if last is not None and last.day >= stamp.day:
        raise RefusedError(
            f"table {table_id} was opened on gaming day {written_day(stamp.day)}: it is counted when it "
            "closes, or after the next cut-off"
        )
    if is_counted_open(connection, stamp.property_id, stamp.chain, ended):
        raise RefusedError(f"table {table_id} was counted for gaming day {written_day(ended)} already")
