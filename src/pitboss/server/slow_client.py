"""How long the server waits for a request, and how long its head may be: who sends byte by byte, or headers without an
end, is hung up. What a request asks for may take its time; sending it may not."""

from asyncio import TimerHandle, Transport
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pitboss.server.connections import STATE, Connection, Connections

REQUEST_SECONDS: Final = 30.0
"""A request is there so long after its first byte."""

SILENT_SECONDS: Final = 10.0
"""Who connects and says nothing is hung up after this."""

MOST_HEAD_BYTES: Final = 65_536
"""An address and its headers are not longer. The longest of ours, with the cookie, has a few hundred bytes."""

ANSWER_SECONDS: Final = 60.0
"""Who reads nothing of an answer for so long does not get the rest."""

CROWDED_SECONDS: Final = 1.0
"""So long a connection waits before it is read, where its address has as many as it may."""

KEPT_SECONDS: Final = 75
"""A connection that somebody is logged in with is kept for so long after an answer."""

_TOO_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class SlowClientProtocol(HttpToolsProtocol):
    """A connection that is waited for, but not for ever."""

    room: ClassVar[Connections] = Connections()
    """Those of its server, which gives this class its own (:func:`slow_client_protocol`)."""

    _entry: Connection | None = None
    _is_silent = True
    _waiting: TimerHandle | None = None
    _writing: TimerHandle | None = None
    _loose_bytes = 0
    """What came since the last thing that was whole: a head, a piece of a body, a request."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody is there, and is to say something."""
        super().connection_made(transport)
        self._entry = self.room.enter(self.client[0] if self.client else "", transport)
        self.app_state = {**self.app_state, STATE: self._entry}
        if self._entry.is_crowded:
            # A flood from one address ends itself: most are closed for newer ones before a byte of theirs is read.
            transport.pause_reading()
            self.loop.call_later(CROWDED_SECONDS, self._read_on)
        self._waiting = self.loop.call_later(SILENT_SECONDS, self._hang_up, _TOO_LATE)

    def _read_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def on_response_complete(self) -> None:
        """An answer is sent. Who is logged in keeps the connection for longer: a new one may be hard to get."""
        if self._entry is not None and not self._entry.is_anonymous:
            self.timeout_keep_alive = KEPT_SECONDS
        super().on_response_complete()

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        if self._is_silent:
            self._is_silent = False
            self._stop_waiting()
        self._wait()
        self._loose_bytes += len(data)
        super().data_received(data)
        if self._loose_bytes > MOST_HEAD_BYTES:
            self._hang_up(_TOO_LONG)

    def on_headers_complete(self) -> None:
        """The head is there, and the body may follow."""
        self._loose_bytes = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body; how long it may be, the gate knows."""
        self._loose_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """All of it is there. Before the next one comes, the time of uvicorn's own for idle connections runs."""
        self._loose_bytes = 0
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket, which may be silent; pings find out whether somebody is there."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        # From here on the gate counts it; a handshake that is refused does not get so far.
        if self._entry is not None and self.transport.is_closing():
            self._entry.leave()

    def pause_writing(self) -> None:
        """More of an answer is written than the other side has read."""
        self._writing = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """It has read on."""
        self._stop_writing()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._stop_waiting()
        self._stop_writing()
        if self._entry is not None:
            self._entry.leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(REQUEST_SECONDS, self._hang_up, _TOO_LATE)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _stop_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def _hang_up(self, words: bytes) -> None:
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(words)
        self.transport.close()


def slow_client_protocol(connections: Connections) -> type[SlowClientProtocol]:
    """The protocol of a server that has these connections.

    >>> slow_client_protocol(Connections(most=100)).__name__
    'Patient'
    """
    return type("SlowClientProtocol", (SlowClientProtocol,), {"room": connections})
