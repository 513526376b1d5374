"""Chance that can be told again: what the generator gave to a command is kept, under lock, with its record.

So a round in progress resumes after a restart from the same deck, and a disputed one can be dealt again.
"""

from typing import Final

from pitboss.house.errors import StorageError
from pitboss.sources import Entropy


class RecordedEntropy:
    """A live generator whose bytes are remembered.

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
        """Whether the generator behind it is live."""
        return self._source.is_live

    def token(self, size: int) -> bytes:
        """The next bytes."""
        token = self._source.token(size)
        self._drawn += token
        return token

    @property
    def drawn(self) -> bytes:
        """All that was given so far."""
        return bytes(self._drawn)


class RepeatedEntropy:
    """The same bytes again. They were live when they were drawn, and a live table was dealt from them.

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
