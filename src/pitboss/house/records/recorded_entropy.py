"""Keeps the random bytes that a command used, and gives the same bytes again when its record is replayed.

So a round in progress resumes from the same deck after a restart, and a disputed round can be dealt again. The record
keeps the bytes encrypted.
"""

from typing import Final

from pitboss.house.errors import StorageError
from pitboss.sources import Entropy


class RecordedEntropy:
    """A generator that remembers the bytes it gave.

    >>> from pitboss.sources import SystemEntropy
    >>> recorded = RecordedEntropy(SystemEntropy())
    >>> drawn = recorded.token(4)
    >>> recorded.drawn == drawn, recorded.is_live
    (True, True)
    """

    def __init__(self, source: Entropy) -> None:
        self._source = source
        self._drawn = bytearray()

    @property
    def is_live(self) -> bool:
        """Whether its source is a live generator."""
        return self._source.is_live

    def token(self, size: int) -> bytes:
        """The next bytes."""
        token = self._source.token(size)
        self._drawn += token
        return token

    @property
    def drawn(self) -> bytes:
        """All bytes so far."""
        return bytes(self._drawn)


class RepeatedEntropy:
    """Gives recorded bytes again. It counts as live, since the bytes were live when they were drawn.

    >>> RepeatedEntropy(b"abcd").token(2)
    b'ab'
    """

    is_live: Final = True

    def __init__(self, drawn: bytes) -> None:
        self._rest = drawn

    def token(self, size: int) -> bytes:
        """The next bytes."""
        if size > len(self._rest):
            raise StorageError("a record draws more chance than was kept with it: it was written by other rules")
        token, self._rest = self._rest[:size], self._rest[size:]
        return token
