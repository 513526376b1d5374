"""Connections: how many may be open, and which one is closed first when there are too many.

A connection is anonymous until a request with a session that counts by itself came through it. Anonymous ones are
limited per address, and are closed to make room. One that somebody is logged in with stays, but a session has a limit
of its own: a guest with chips is logged in, and must not take every file descriptor.
"""

import resource
from typing import Final, Protocol

from starlette.types import Scope

from pitboss.server.limits import is_listed, line_of

SPARE_FILES: Final = 256
"""File descriptors that are not for connections: the database, logs, pipes to other processes."""

MOST_FILES: Final = 65_536
"""No process of ours asks for more descriptors than this."""

STATE: Final = "connection"
"""Under which name requests carry their connection."""


class Transport(Protocol):
    """A transport, as far as connections know it."""

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
        """Whether no limit holds for its address, such as that of a proxy."""
        self.session = ""
        """What the session is counted by that came through it first; empty while it is anonymous."""
        self.is_crowded = False
        """Whether its address had as many as it may when it came: then it waits before it is read."""
        self.room: Connections | None = None
        """Where it is counted; nothing once it is closed."""

    @property
    def is_anonymous(self) -> bool:
        """Whether nobody is logged in with it."""
        return not self.session

    def trust(self, session: str) -> None:
        """Somebody is logged in with it: it counts for the session from now on, and not for its address."""
        if self.is_anonymous and self.room is not None:
            self.room.trust(self, session)

    def leave(self) -> None:
        """It is closed."""
        if self.room is not None:
            self.room.leave(self)
            self.room = None


class Connections:
    """All connections of one process. The oldest anonymous one makes room for a newcomer.

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
        """By address, the oldest first."""
        self._own: dict[str, dict[Connection, None]] = {}
        """By session, the oldest first."""
        self._number = 0

    def enter(self, address: str, line: Transport) -> Connection:
        """Somebody has connected."""
        connection = Connection(line_of(address), line, is_free=is_listed(address, self._uncounted))
        connection.room = self
        own = self._anonymous.get(connection.address, {})
        if self._per_address and len(own) >= self._per_address and not connection.is_free:
            self._close_oldest(own)
            connection.is_crowded = True
        elif self._most and self._number >= self._most:
            # The address with the most anonymous connections pays.
            self._close_oldest(max(self._anonymous.values(), key=len, default={}))
        self.add(connection)
        return connection

    def trust(self, connection: Connection, session: str) -> None:
        """Count a connection for a session. The oldest one of the session makes room where it has as many as it may.

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
        """Count it no more."""
        self._number -= 1
        kept, whose = self._counted_in(connection)
        own = kept[whose]
        del own[connection]
        if not own:
            del kept[whose]

    def _counted_in(self, connection: Connection) -> tuple[dict[str, dict[Connection, None]], str]:
        """Where a connection is counted, and for whom."""
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
    """Note that somebody is logged in with the connection of a request or WebSocket.

    >>> connection = Connection("10.0.0.7", None)
    >>> trust_connection({"state": {STATE: connection}}, "lobby")
    """
    connection: Connection | None = scope["state"].get(STATE)
    if connection is not None:
        connection.trust(session)


def open_files() -> int:
    """Ask the system for as many file descriptors as it grants, and say for how many connections they are enough.

    >>> open_files() > 0
    True
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(64, (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - SPARE_FILES)
