"""Sources of random bytes, the time and new ids, which are passed to all code that needs them.

No other code reads the clock or draws random bytes. So a live table, a replay and a drill run the same code, and
nothing is drawn or dated in secret.
"""

import hashlib
import os
import time
from datetime import UTC, datetime
from typing import Final, Protocol


class Entropy(Protocol):
    """A source of random bytes.

    >>> def coin(entropy: Entropy) -> str:
    ...     return "heads" if entropy.token(1)[0] % 2 else "tails"
    >>> coin(SeededEntropy("a drill"))
    'heads'
    """

    @property
    def is_live(self) -> bool:
        """Whether the bytes are unpredictable, so that a live table may be dealt from them."""

    def token(self, size: int) -> bytes:
        """The next ``size`` bytes."""


class Clock(Protocol):
    """A source of the time.

    >>> def is_working_on(clock: Clock, year: int) -> bool:
    ...     return clock.now().year == year
    >>> is_working_on(SystemClock(), 1970)
    False
    """

    def now(self) -> datetime:
        """This instant, in UTC."""


class Ids(Protocol):
    """A source of unique ids.

    >>> def name_a_round(ids: Ids) -> str:
    ...     return f"round-{ids.new()}"
    >>> len(name_a_round(SystemIds()))
    38
    """

    def new(self) -> str:
        """A new id."""


class SystemEntropy:
    """The operating system's random generator, the only one that a live table may use.

    >>> len(SystemEntropy().token(32)), SystemEntropy().is_live
    (32, True)
    """

    is_live: Final = True

    def token(self, size: int) -> bytes:
        """The next ``size`` bytes."""
        return os.urandom(size)


class SystemClock:
    """The machine's clock.

    >>> SystemClock().now().tzname()
    'UTC'
    """

    def now(self) -> datetime:
        """This instant, in UTC."""
        return datetime.now(UTC)


class SystemIds:
    """Ids of 32 hexadecimal digits: the millisecond in which they are made, and 80 random bits.

    Ids made one after another are neighbors in a database index, however large it gets.

    >>> SystemIds().new() != SystemIds().new()
    True
    """

    def new(self) -> str:
        """A new id."""
        return f"{time.time_ns() // 1_000_000:012x}{os.urandom(10).hex()}"


class SeededEntropy:
    """Bytes computed from a seed, the same every time: for tests and drills, or where the seed itself is secret.

    >>> SeededEntropy("a drill").token(4) == SeededEntropy("a drill").token(4), SeededEntropy(7).is_live
    (True, False)
    """

    is_live: Final = False

    def __init__(self, seed: int | str) -> None:
        self._seed = str(seed).encode(errors="surrogatepass")
        self._blocks = 0
        self._unread = b""

    def token(self, size: int) -> bytes:
        """The next ``size`` bytes. The stream is the same, whatever sizes are asked for."""
        while len(self._unread) < size:
            self._unread += self._next_block()
        token, self._unread = self._unread[:size], self._unread[size:]
        return token

    def _next_block(self) -> bytes:
        self._blocks += 1
        return hashlib.sha256(b"pitboss seeded entropy 1\0" + self._seed + self._blocks.to_bytes(8)).digest()
