"""Counts open connections per address and per session, and closes the oldest when there are too many.

A connection is anonymous until it carries a request of a session that is counted by itself. Anonymous connections are
limited per address, and are closed to make room. Connections of a session stay open, but a session has a limit of its
own too: a guest with chips must not take every file descriptor.
"""

import resource
from typing import Final, Protocol

from starlette.types import Scope

from pitboss.server.limits import is_listed, line_of

SPARE_FILES: Final = 256
"""File descriptors reserved for the database, logs and pipes to other processes."""

MOST_FILES: Final = 65_536
"""A process asks for at most this many file descriptors."""

STATE: Final = "connection"
"""The name under which the state of a request keeps its connection."""


class Transport(Protocol):
    """The part of a transport that connections use."""

    def abort(self) -> None:
        """Close it now."""

    def is_closing(self) -> bool:
        """Whether it is closed, or about to be."""


class Connection:
    """One open connection.

    >>> Connection("10.0.0.7", None).is_anonymous
    True
    """

    def __init__(self, address: str, line: Transport | None, *, is_free: bool = False) -> None:
        self.address, self.line = address, line
        self.is_free = is_free
        """Whether its address is exempt from the limits, such as that of a proxy."""
        self.session = ""
        """The key of the first session that used it; empty while it is anonymous."""
        self.is_crowded = False
        """Whether its address was at its limit when it connected: then the server waits before it reads."""
        self.room: Connections | None = None
        """The connections that count it; nothing once it is closed."""

    @property
    def is_anonymous(self) -> bool:
        """Whether it has not carried a session yet."""
        return not self.session

    def trust(self, session: str) -> None:
        """Count it for a session from now on instead of for its address."""
        if self.is_anonymous and self.room is not None:
            self.room.trust(self, session)

    def leave(self) -> None:
        """Stop counting it, because it is closed."""
        if self.room is not None:
            self.room.leave(self)
            self.room = None


class Connections:
    """All connections of one process. The oldest anonymous one is closed to make room for a new one.

    >>> class Call:
    ...     is_over = False
    ...     def abort(self): self.is_over = True
    ...     def is_closing(self): return self.is_over
    >>> connections, calls = Connections(per_address=2), [Call(), Call(), Call()]
    >>> for call in calls:
    ...     _ = connections.enter("10.0.0.7", call)
    >>> [call.is_over for call in calls]
    [True, False, False]
    """

    def __init__(self, most: int = 0, per_address: int = 0, per_session: int = 0, uncounted: str = "") -> None:
        self._most, self._per_address, self._per_session, self._uncounted = most, per_address, per_session, uncounted
        self._anonymous: dict[str, dict[Connection, None]] = {}
        """By address, oldest first."""
        self._own: dict[str, dict[Connection, None]] = {}
        """By session, oldest first."""
        self._number = 0

    def enter(self, address: str, line: Transport) -> Connection:
        """Count a new connection, and close an old one if there are too many."""
        connection = Connection(line_of(address), line, is_free=is_listed(address, self._uncounted))
        connection.room = self
        own = self._anonymous.get(connection.address, {})
        if self._per_address and len(own) >= self._per_address and not connection.is_free:
            self._close_oldest(own)
            connection.is_crowded = True
        elif self._most and self._number >= self._most:
            # The address with the most anonymous connections loses one.
            self._close_oldest(max(self._anonymous.values(), key=len, default={}))
        self.add(connection)
        return connection

    def trust(self, connection: Connection, session: str) -> None:
        """Count a connection for a session, and close the oldest one of the session if it has too many.

        A proxy sends requests of many sessions through one connection, so those of proxies are not limited.
        """
        self.leave(connection)
        own = self._own.get(session, {})
        if self._per_session and len(own) >= self._per_session and not connection.is_free:
            self._close_oldest(own)
        connection.session = session
        self.add(connection)

    def add(self, connection: Connection) -> None:
        """Count a connection."""
        self._number += 1
        kept, whose = self._counted_in(connection)
        kept.setdefault(whose, {})[connection] = None

    def leave(self, connection: Connection) -> None:
        """Stop counting a connection."""
        self._number -= 1
        kept, whose = self._counted_in(connection)
        own = kept[whose]
        del own[connection]
        if not own:
            del kept[whose]

    def _counted_in(self, connection: Connection) -> tuple[dict[str, dict[Connection, None]], str]:
        """The group that counts a connection, and its key there."""
        if connection.is_anonymous:
            return self._anonymous, connection.address
        return self._own, connection.session

    def _close_oldest(self, own: dict[Connection, None]) -> None:
        oldest = next(iter(own), None)
        if oldest is not None:
            oldest.leave()
            if oldest.line is not None:
                oldest.line.abort()


def trust_connection(scope: Scope, session: str) -> None:
    """Count the connection of a request or WebSocket for a session.

    >>> connection = Connection("10.0.0.7", None)
    >>> trust_connection({"state": {STATE: connection}}, "lobby")
    """
    connection: Connection | None = scope["state"].get(STATE)
    if connection is not None:
        connection.trust(session)


def open_files() -> int:
    """Raise the limit of file descriptors as far as the system allows; returns how many connections that permits.

    >>> open_files() > 0
    True
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(64, (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - SPARE_FILES)
