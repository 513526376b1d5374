"""What drop boxes held beyond the recorded buy-ins, by the gaming day on which their tables closed.

At live-card tables nobody has to key in a buy-in, so the drop is known only when the box is counted. The count is often
after the cut-off, but the drop belongs to the day on which it was played.
"""

from collections import Counter
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from sqlalchemy import Connection, and_, select

from pitboss.house.cage.drop_boxes import COUNTS_OPEN
from pitboss.house.records.journal import OF_RECORD
from pitboss.house.reports.sums import day_before
from pitboss.house.storage.schema import JOURNAL, POSTINGS
from pitboss.house.tables.count_differences import result_account
from pitboss.progressive import MILLICENTS

_CLOSE: Final = "close-table"
_COUNT: Final = "count-drop"


class DropBoxes(NamedTuple):
    """The drop boxes of tables that closed in a span of gaming days, by the chains of their tables.

    >>> DropBoxes(Counter({"table:T1": 80_000}), frozenset()).unrecorded_cents["table:T2"]
    0
    """

    unrecorded_cents: Counter[str]
    """What was counted beyond the recorded buy-ins."""
    waiting: AbstractSet[str]
    """Tables whose box is not counted yet."""


def drop_boxes(connection: Connection, property_id: str, first: str, last: str) -> DropBoxes:
    """The drop boxes of tables that closed from one gaming day to another, whenever they were counted."""
    result = and_(OF_RECORD, POSTINGS.c.account.startswith(result_account("")))
    columns = (JOURNAL.c.chain, JOURNAL.c.kind, JOURNAL.c.day, POSTINGS.c.account, POSTINGS.c.millicents)
    since = (
        (JOURNAL.c.property_id == property_id)
        & (JOURNAL.c.day >= first)
        & JOURNAL.c.kind.in_((_CLOSE, _COUNT, COUNTS_OPEN))
    )
    query = select(*columns).join_from(JOURNAL, POSTINGS, result, isouter=True).where(since)
    closed_on: dict[str, str] = {}
    unrecorded: Counter[str] = Counter()
    waiting: set[str] = set()
    for chain, kind, day, account, millicents in connection.execute(query.order_by(JOURNAL.c.chain, JOURNAL.c.seq)):
        if kind == COUNTS_OPEN:
            # The box of a table that was open over the cut-off belongs to the day that ended.
            if first <= day_before(day) <= last and account == result_account(chain.partition(":")[2], "drop"):
                unrecorded[chain] -= int(millicents) // MILLICENTS
            continue
        if kind == _CLOSE:
            closed_on[chain] = day
        is_of_days = first <= closed_on.get(chain, "") <= last
        if kind == _COUNT and is_of_days:
            waiting.discard(chain)
            unrecorded[chain] -= int(millicents or 0) // MILLICENTS
        elif is_of_days:
            waiting.add(chain)
    return DropBoxes(unrecorded, waiting)
