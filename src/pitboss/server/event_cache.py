"""Keeps the latest records that this process wrote, so that they can be pushed without reading the database."""

from collections import deque
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

CachedRecord = tuple[int, Sequence[dict[str, Any]]]
"""A record's number and its events as stored."""

KEPT: Final = 50
"""How many records of each chain are kept."""


class EventCache:
    """Keeps the last records of each chain, as far back as this process wrote them without a gap.

    >>> recent = EventCache()
    >>> for version in (7, 8, 9):
    ...     recent.keep("table:T1", version, [{"all": {"event": "announced"}}])
    >>> [version for version, _ in recent.between("table:T1", 7, 9)], recent.between("table:T1", 5, 9)
    ([8, 9], None)
    """

    def __init__(self) -> None:
        self._chains: dict[str, deque[CachedRecord]] = {}
        self._guard = Lock()

    def keep(self, chain: str, version: int, events: Sequence[dict[str, Any]]) -> None:
        """Keep a record that this process has written."""
        with self._guard:
            records = self._chains.setdefault(chain, deque(maxlen=KEPT))
            if records and records[-1][0] != version - 1:
                # Another process has written in between, or two threads of this one arrive out of order.
                records.clear()
            records.append((version, events))

    def between(self, chain: str, after: int, until: int) -> list[CachedRecord] | None:
        """The records after one version up to another; nothing if any of them is missing."""
        with self._guard:
            records = [record for record in self._chains.get(chain, ()) if after < record[0] <= until]
        return records if len(records) == until - after else None
