"""What this process itself has written lately, so that it need not be read again to be pushed."""

from collections import deque
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final

Told = tuple[int, Sequence[dict[str, Any]]]
"""The number of a record, and its events as stored."""

KEPT: Final = 50
"""So many records of each chain."""


class EventCache:
    """The last records of each chain, as far as this process wrote them without a gap.

    >>> recent = EventCache()
    >>> for version in (7, 8, 9):
    ...     recent.keep("table:T1", version, [{"all": {"event": "announced"}}])
    >>> [version for version, _ in recent.between("table:T1", 7, 9)], recent.between("table:T1", 5, 9)
    ([8, 9], None)
    """

    def __init__(self) -> None:
        self._chains: dict[str, deque[Told]] = {}
        self._guard = Lock()

    def keep(self, chain: str, version: int, events: Sequence[dict[str, Any]]) -> None:
        """This process has written a record."""
        with self._guard:
            told = self._chains.setdefault(chain, deque(maxlen=KEPT))
            if told and told[-1][0] != version - 1:
                # Another process has written in between, or two threads of this one come in another order.
                told.clear()
            told.append((version, events))

    def between(self, chain: str, after: int, until: int) -> list[Told] | None:
        """The records after one until another; nothing where not all of them are at hand."""
        with self._guard:
            found = [told for told in self._chains.get(chain, ()) if after < told[0] <= until]
        return found if len(found) == until - after else None
