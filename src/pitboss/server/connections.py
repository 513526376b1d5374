"""Counts open connections per address and per session, and closes the oldest when there are too many, and slow ones.

A connection is anonymous until it carries a request of a session that is counted by itself. Anonymous connections are
limited per address, and are closed to make room. Connections of a session stay open, but a session has a limit of its
own too: a guest with chips must not take every file descriptor. A client that sends a request too slowly, sends endless
headers, or does not read the answer is disconnected. A request may take long to answer, but not to arrive.
"""

import asyncio
import resource
from asyncio import TimerHandle
from typing import ClassVar, Final, Protocol

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.limits import is_listed, line_of

SPARE_FILES: Final = 256
"""File descriptors reserved for the database, logs and pipes to other processes."""

MAX_FILES: Final = 65_536
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
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(64, (MAX_FILES if soft == resource.RLIM_INFINITY else soft) - SPARE_FILES)


REQUEST_SECONDS: Final = 30.0
"""A whole request must arrive within this time after its first byte."""

SILENT_SECONDS: Final = 10.0
"""A client that connects and sends nothing is disconnected after this time."""

MAX_HEAD_BYTES: Final = 65_536
"""An address and its headers may be this long. The longest of our own pages, with the cookie, has a few hundred."""

ANSWER_SECONDS: Final = 60.0
"""A client that reads nothing of an answer for this long does not get the rest."""

CROWDED_SECONDS: Final = 1.0
"""How long a connection waits before it is read when its address is at its limit."""

KEPT_SECONDS: Final = 75
"""A connection of a logged-in client is kept open this long after an answer."""

_TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class SlowClientProtocol(HttpToolsProtocol):
    """An HTTP connection with time limits."""

    room: ClassVar[Connections] = Connections()
    """The connections of the server; each server sets its own (:func:`slow_client_protocol`)."""

    _entry: Connection | None = None
    _is_silent = True
    _request_clock: TimerHandle | None = None
    _answer_clock: TimerHandle | None = None
    _loose_bytes = 0
    """Bytes received since the last complete part: a head, a piece of a body, a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock for the first byte of a new connection."""
        super().connection_made(transport)
        self._entry = self.room.enter(self.client[0] if self.client else "", transport)
        self.app_state = {**self.app_state, STATE: self._entry}
        if self._entry.is_crowded:
            # Most connections of a flood from one address are closed for newer ones before a byte of them is read.
            transport.pause_reading()
            self.loop.call_later(CROWDED_SECONDS, self._read_on)
        self._request_clock = self.loop.call_later(SILENT_SECONDS, self._hang_up, _TOO_LATE)

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def on_response_complete(self) -> None:
        """Keep the connection of a logged-in client open longer after an answer: a new one may be hard to get."""
        if self._entry is not None and not self._entry.is_anonymous:
            self.timeout_keep_alive = KEPT_SECONDS
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        """Count the bytes that arrive, and close a connection whose head is too long."""
        if self._is_silent:
            self._is_silent = False
            self._stop_request_clock()
        self._start_request_clock()
        self._loose_bytes += len(data)
        super().data_received(data)
        if self._loose_bytes > MAX_HEAD_BYTES:
            self._hang_up(_TOO_LONG)

    def on_headers_complete(self) -> None:
        """The head has arrived, and the body may follow."""
        self._loose_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body has arrived; the middleware limits its length."""
        self._loose_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The whole request has arrived. Until the next one, uvicorn's own time limit for idle connections applies."""
        self._loose_bytes = 0
        self._stop_request_clock()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop the clock for a WebSocket, which may be silent: pings find out whether the client is still there."""
        self._stop_request_clock()
        super().handle_websocket_upgrade()
        # The middleware counts an open socket; it never sees a handshake that uvicorn refuses.
        if self._entry is not None and self.transport.is_closing():
            self._entry.leave()

    def pause_writing(self) -> None:
        """Start a clock when the client is slow to read the answer."""
        self._answer_clock = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """Stop that clock when the client reads on."""
        self._stop_answer_clock()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all clocks when the connection ends."""
        self._stop_request_clock()
        self._stop_answer_clock()
        if self._entry is not None:
            self._entry.leave()
        super().connection_lost(exc)

    def _start_request_clock(self) -> None:
        if self._request_clock is None:
            self._request_clock = self.loop.call_later(REQUEST_SECONDS, self._hang_up, _TOO_LATE)

    def _stop_request_clock(self) -> None:
        if self._request_clock is not None:
            self._request_clock.cancel()
            self._request_clock = None

    def _stop_answer_clock(self) -> None:
        if self._answer_clock is not None:
            self._answer_clock.cancel()
            self._answer_clock = None

    def _hang_up(self, words: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(words)
        self.transport.close()


def slow_client_protocol(connections: Connections) -> type[SlowClientProtocol]:
    """The protocol class of a server with these connections.

    >>> slow_client_protocol(Connections(most=100)).__name__
    'SlowClientProtocol'
    """
    return type("SlowClientProtocol", (SlowClientProtocol,), {"room": connections})
