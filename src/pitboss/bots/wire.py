"""A fast HTTP client for bots that sends requests over a few open connections.

Hundreds of bots share two cores with the server they play against, and a general HTTP client took more time than the
server. This one writes a request as bytes, lets a parser in C read the answer, and decodes its body only when needed.
"""

import asyncio
import json
import ssl
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlsplit

from httptools import HttpParserError, HttpResponseParser

from pitboss.bots.errors import BotsError, WireError

TIMEOUT_SECONDS: Final = 30.0
"""How long to wait for an answer."""


@dataclass(frozen=True)
class Address:
    """The address of a card room.

    >>> Address.parse("http://127.0.0.1:8022/").live
    'ws://127.0.0.1:8022/api/live'
    """

    host: str
    port: int
    is_secure: bool = False

    @staticmethod
    def parse(url: str) -> "Address":
        """Parse a URL."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BotsError(f"{url!r} is no address of a card room: write http://127.0.0.1:8022")
        is_secure = parts.scheme == "https"
        return Address(parts.hostname, port or (443 if is_secure else 80), is_secure)

    @property
    def netloc(self) -> str:
        """Host and port for the Host header."""
        return f"{self.host}:{self.port}"

    @property
    def origin(self) -> str:
        """The origin, as a browser would name it."""
        return f"{'https' if self.is_secure else 'http'}://{self.netloc}"

    @property
    def live(self) -> str:
        """The address of the socket for pushes."""
        return f"{'wss' if self.is_secure else 'ws'}://{self.netloc}/api/live"


@dataclass
class Reply:
    """An answer.

    >>> Reply(404, b'{"code": "unknown"}').json()
    {'code': 'unknown'}
    """

    status: int = 0
    body: bytes = b""
    cookie: str = ""
    """The session cookie that the answer set, if any."""

    @property
    def is_fine(self) -> bool:
        """Whether the request succeeded."""
        return self.status < 400

    def json(self) -> Any:
        """The body."""
        try:
            return json.loads(self.body)
        except ValueError:
            raise WireError(f"the card room answered {self.status} with something that is not JSON") from None


@dataclass
class SessionPass:
    """The credentials that go with every request: the session cookie and the CSRF token.

    >>> SessionPass("pitboss_session=abc", "xyz").lines
    b'Cookie: pitboss_session=abc\\r\\nX-CSRF-Token: xyz\\r\\n'
    """

    cookie: str = ""
    csrf: str = ""
    lines: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        shown = f"Cookie: {self.cookie}\r\nX-CSRF-Token: {self.csrf}\r\n" if self.cookie else ""
        self.lines = shown.encode("latin-1")


NOBODY: Final = SessionPass()
"""The credentials of a client that is not logged in."""


class _Line(asyncio.Protocol):
    """One connection, which carries one request at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.is_open = False
        self._reply, self._body = Reply(), bytearray()
        self._answered: asyncio.Future[Reply] | None = None
        self._parser: HttpResponseParser

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.is_open = cast(asyncio.Transport, transport), True
        self._parser = HttpResponseParser(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        self._fail("the connection was closed")

    def _fail(self, words: str) -> None:
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(WireError(words))

    def data_received(self, data: bytes) -> None:
        try:
            self._parser.feed_data(data)
        except HttpParserError as error:
            self._fail(f"the answer cannot be read: {error}")
            self.close()

    def close(self) -> None:
        self.is_open = False
        self.transport.close()

    async def ask(self, request: bytes) -> Reply:
        self._reply, self._body = Reply(), bytearray()
        self._answered = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._answered

    # ---- what the parser calls

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"set-cookie":
            self._reply.cookie = value.partition(b";")[0].decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self._body += body

    def on_message_complete(self) -> None:
        self._reply.status, self._reply.body = self._parser.get_status_code(), bytes(self._body)
        if not self._parser.should_keep_alive():
            self.close()
        if self._answered is not None and not self._answered.done():
            self._answered.set_result(self._reply)


def trusting(ca: Path | None) -> ssl.SSLContext:
    """The TLS settings that trust the certificates in a file, or those that this machine trusts.

    >>> trusting(None).check_hostname
    True
    """
    try:
        return ssl.create_default_context(cafile=ca)
    except (OSError, ssl.SSLError):
        raise BotsError(f"--ca: there is no certificate in {ca} that can be read: it must be in PEM form") from None


class Wire:
    """An HTTP client for one card room, with a limited number of connections that are reused."""

    def __init__(self, address: Address, connections: int = 64, *, ca: Path | None = None, own: str = "") -> None:
        self.address = address
        self.own = (own, 0) if own else None
        """The local address to connect from, if this machine has several."""
        self._idle: deque[_Line] = deque()
        self._places = asyncio.Semaphore(connections)
        self.ssl = trusting(ca) if address.is_secure else None

    async def post(self, path: str, body: Any, shown: SessionPass = NOBODY) -> Reply:
        """Send a POST request. Every command has an id, so one without an answer may be sent again."""
        text = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.address.netloc}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(text)}\r\n"
        )
        return await self._ask(head.encode("latin-1") + shown.lines + b"\r\n" + text)

    async def get(self, path: str, shown: SessionPass = NOBODY) -> Reply:
        """Send a GET request."""
        head = f"GET {path} HTTP/1.1\r\nHost: {self.address.netloc}\r\n"
        return await self._ask(head.encode("latin-1") + shown.lines + b"\r\n")

    async def _ask(self, request: bytes) -> Reply:
        async with self._places:
            line, is_new = await self._line()
            try:
                return await self._ask_on(line, request)
            except WireError:
                if is_new:
                    raise
            # The server closes connections that are idle for long, and may have done so just now.
            line, _ = await self._line(reuse=False)
            return await self._ask_on(line, request)

    async def _ask_on(self, line: _Line, request: bytes) -> Reply:
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                reply = await line.ask(request)
        except TimeoutError:
            line.close()
            raise WireError(f"no answer within {TIMEOUT_SECONDS:.0f} seconds") from None
        except asyncio.CancelledError:
            line.close()
            raise
        if line.is_open:
            self._idle.append(line)
        return reply

    async def _line(self, *, reuse: bool = True) -> tuple[_Line, bool]:
        # The connection that was used last is the least likely to have been closed.
        while self._idle and reuse:
            line = self._idle.pop()
            if line.is_open:
                return line, False
        loop, place = asyncio.get_running_loop(), (self.address.host, self.address.port)
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                _, line = await loop.create_connection(_Line, *place, ssl=self.ssl, local_addr=self.own)
        except (OSError, TimeoutError) as error:
            raise WireError(f"nobody answers at {self.address.origin}: {error or 'it takes too long'}") from None
        return line, True

    def close(self) -> None:
        """Close all idle connections."""
        while self._idle:
            with suppress(RuntimeError):  # the loop has ended before
                self._idle.pop().transport.abort()  # closing TLS in order would outlast the loop
