"""Drop boxes: each hangs at its table while that is open, is taken when it closes, and is counted once."""

from typing import Final

from sqlalchemy import Connection

from pitboss.house import journal
from pitboss.house.errors import RefusedError
from pitboss.house.schema import JOURNAL

_HUNG_OR_COUNTED: Final = ("open-table", "count-drop")


def verify_uncounted(connection: Connection, property_id: str, chain: str, table_id: str) -> None:
    """Refuse a second count of one box: a box is counted once for every time that its table was open.

    What the books say of it does not matter. A box may hold cash that nobody has booked, or nothing of what was, and
    the first count says so; whoever could count again would find money that the desk never got.
    """
    last = journal.last(connection, property_id, chain, JOURNAL.c.kind.in_(_HUNG_OR_COUNTED))
    if last is None:
        raise RefusedError(f"table {table_id} was never open: there is no drop box to count")
    if last.kind == "count-drop":
        once = "once for every time that the table was open"
        raise RefusedError(f"the drop box of table {table_id} was counted already: it is counted {once}")
