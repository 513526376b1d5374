"""Closes connections of clients that send a request too slowly, send endless headers, or do not read the answer.

A request may take long to answer, but not to arrive.
"""

from asyncio import TimerHandle, Transport
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.connections import STATE, Connection, Connections

REQUEST_SECONDS: Final = 30.0
"""A whole request must arrive within this time after its first byte."""

SILENT_SECONDS: Final = 10.0
"""A client that connects and sends nothing is disconnected after this time."""

MOST_HEAD_BYTES: Final = 65_536
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

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
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
        if self._loose_bytes > MOST_HEAD_BYTES:
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
