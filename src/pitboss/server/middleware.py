"""Handles every request first: gives it an id, enforces limits, refuses forged ones, adds headers, logs and counts."""

import asyncio
import logging
import re
from asyncio import Semaphore
from contextlib import suppress
from typing import Final
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from pitboss.errors import PitbossError
from pitboss.server.authentication import client_of, find_session
from pitboss.server.connections import STATE, Connection, trust_connection
from pitboss.server.context import ServerContext
from pitboss.server.limits import FILE_COST, PLACE, Client, print_seconds
from pitboss.server.logs import LOG, REQUEST_ID, log
from pitboss.server.pages import template_of
from pitboss.server.pages.web import BUILT
from pitboss.server.problems import BROKEN, FORGED, TOO_LARGE, WRONG_HOST, TooManyTriesError, answer, refusal

_PORTS: Final = {"http": 80, "https": 443}
_SCHEMES: Final = {"ws": "http", "wss": "https", "http": "http", "https": "https"}


def is_same_origin(origin: str, host: str, scheme: str) -> bool:
    """Whether a page comes from this host, by the same scheme: a page over HTTP is not the same as one over HTTPS.

    >>> is_same_origin("https://ace.example", "ace.example", "https")
    True
    >>> is_same_origin("http://ace.example:443", "ace.example", "https")
    False
    >>> is_same_origin("http://localhost:8022", "localhost:8022", "http"), is_same_origin("null", "localhost", "http")
    (True, False)
    """
    try:
        page, here = urlsplit(origin), urlsplit(f"//{host}")
        usual = _PORTS[scheme]
        is_here = (page.hostname, page.port or usual) == (here.hostname, here.port or usual)
        return bool(here.hostname) and page.scheme == scheme and is_here
    except ValueError:
        return False


def scheme_of(scope: Scope, context: ServerContext) -> str:
    """The scheme by which browsers reach this server: https if it is set, or if a trusted proxy says so.

    >>> _SCHEMES["wss"]
    'https'
    """
    return "https" if context.settings.is_https else _SCHEMES.get(scope.get("scheme", ""), "http")


MAX_BYTES: Final = 1_048_576
"""The longest body that a logged-in client may send."""

MAX_BYTES_OF_STRANGERS: Final = 32_768
"""The longest body of any other client: the longest that players send is a design for the lab."""

HOLD_SECONDS: Final = 1.0
"""A request over the limit is answered after this delay, so that a client that retries at once is slowed down."""

COUNTED_APART: Final = frozenset({"/health", "/api/log-in"})
"""Paths that are counted separately: other requests must not block health checks and log-ins."""

REQUEST_ID_HEADER: Final = "x-request-id"

HEADERS: Final = {
    # Printed pages carry their own style; scripts come only from our own files.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""Sent with every answer."""

QUIET: Final = frozenset({"/health", "/ready", "/metrics"})
"""Monitors ask for these all day long; they are logged only when they fail."""

FILES: Final = tuple(f"/{name}/" for name in BUILT)
"""The paths of the files that pages load start with these."""

_READ_ONLY: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Middleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, context: ServerContext) -> None:
        self._app, self._context = app, context
        self._hosts = context.settings.names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request or socket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        before = REQUEST_ID.set(sane_id(headers.get(REQUEST_ID_HEADER, "")) or self._context.ids.new())
        try:
            connection = HTTPConnection(scope)
            client = client_of(connection, self._context)
            line: Connection | None = connection.scope.setdefault("state", {}).get(STATE)
            if client.is_own:
                trust_connection(scope, client.key)
            if scope["type"] == "websocket":
                await self._socket(client, scope, receive, send)
                if line is not None:
                    line.leave()
            else:
                visit = _Visit(scope, send, is_secure=self._context.settings.is_https)
                await self._request(visit, client, headers, receive)
        finally:
            REQUEST_ID.reset(before)

    async def _socket(self, client: Client, scope: Scope, receive: Receive, send: Send) -> None:
        path = quote(scope["path"])
        refused = await self._refused(client, path)
        if refused is None and not self._is_ours(Headers(scope=scope)):
            await send({"type": "websocket.close", "code": 1008, "reason": "this server has another name"})
            return
        if refused is None and client.token and client.session is None:
            client = await self._with_session(client, scope)
        refused = refused or no_socket(client, self._context)
        if refused is not None:
            await WebSocket(scope, receive, send).send_denial_response(refusal(refused, path))
            return
        log(f"{path}: a socket opens", path=path)
        self._context.metrics.sockets.inc()
        try:
            with self._context.limits.sockets_of(client).held(client.key) as place:
                scope["state"][PLACE] = place
                await self._app(scope, receive, send)
        finally:
            self._context.metrics.sockets.dec()
            log(f"{path}: the socket has closed", path=path)

    async def _with_session(self, client: Client, scope: Scope) -> Client:
        """Look up a session that this process does not know yet: it has just started, or another process opened the
        session. A socket stays open for hours, so it must not be counted for the address all that time."""
        with suppress(PitbossError):  # if the database does not answer, the socket itself reports it
            await self._context.do(find_session, self._context, client.token)
        client = client_of(HTTPConnection(scope), self._context)
        if client.is_own:
            trust_connection(scope, client.key)
        return client

    async def _refused(self, client: Client, path: str) -> TooManyTriesError | None:
        """Count a request; returns the refusal if it is over the limit."""
        limits = self._context.limits
        cost = FILE_COST if path.startswith(FILES) else 1.0
        wait = limits.request(client, self._context.clock.now(), cost, _apart(path))
        if not wait:
            return None
        await asyncio.sleep(HOLD_SECONDS)
        return TooManyTriesError(f"{limits.request_words(client)}: try again in {print_seconds(wait)}", wait)

    async def _request(self, visit: "_Visit", client: Client, headers: Headers, receive: Receive) -> None:
        began = self._context.clock.now()
        most = MAX_BYTES if client.is_own else MAX_BYTES_OF_STRANGERS
        try:
            if (refused := await self._refused(client, visit.path)) is not None:
                await refusal(refused, visit.path)(visit.scope, receive, visit.send)
            elif not self._is_ours(headers):
                await answer(WRONG_HOST, "this server has another name")(visit.scope, receive, visit.send)
            elif self._is_foreign(visit, headers):
                await answer(FORGED, FROM_ELSEWHERE)(visit.scope, receive, visit.send)
            elif _declared_length(headers) > most:
                await answer(TOO_LARGE, too_long(most))(visit.scope, receive, visit.send)
            else:
                await self._wait_in_line(visit, client)
                await self._app(visit.scope, _limited(receive, most), visit.send)
        except Exception:
            # The last resort: the client gets a problem with the id under which the log has the details.
            LOG.exception("%s %s: an error of ours", visit.method, visit.path)
            if visit.status:
                raise
            await answer(BROKEN, "an error of ours; the log has it under this request_id")(
                visit.scope, receive, visit.send
            )
        finally:
            visit.leave_line()
            self._note(visit, (self._context.clock.now() - began).total_seconds())

    async def _wait_in_line(self, visit: "_Visit", client: Client) -> None:
        """Wait until it is the turn of the client's address, if it only reads. A request with a body never waits, since
        a client that sends it slowly must not keep others at its address from logging in."""
        if visit.method in _READ_ONLY:
            line = self._context.limits.line(client, _apart(visit.path))
            if line is not None:
                await line.acquire()
                visit.line = line

    def _is_foreign(self, visit: "_Visit", headers: Headers) -> bool:
        return is_foreign(visit.method, headers, scheme_of(visit.scope, self._context))

    def _note(self, visit: "_Visit", seconds: float) -> None:
        route, metrics = visit.route, self._context.metrics
        metrics.requests.labels(visit.method, route, str(visit.status)).inc()
        metrics.request_seconds.labels(route).observe(seconds)
        is_quiet = visit.path in QUIET and visit.status < 400
        log(
            f"{visit.method} {visit.path} {visit.status}, {seconds * 1000:.0f} ms",
            logging.DEBUG if is_quiet else logging.INFO,
            method=visit.method,
            path=visit.path,
            route=route,
            status=visit.status,
            ms=round(seconds * 1000, 1),
            client=(visit.scope.get("client") or [""])[0],
        )

    def _is_ours(self, headers: Headers) -> bool:
        return self._hosts is None or host_of(headers.get("host", "")) in self._hosts


def _apart(path: str) -> str:
    """The path, if its requests are counted separately from others of the same address; otherwise nothing."""
    return path if path in COUNTED_APART else ""


def too_long(most: int) -> str:
    """The message for a body that is too long.

    >>> too_long(32_768)
    'a request may be 32,768 bytes long, and this one is longer'
    """
    return f"a request may be {most:,} bytes long, and this one is longer"


def no_socket(client: Client, context: ServerContext) -> TooManyTriesError | None:
    """The refusal of a socket to a client that is at its limit; nothing if it may open one more."""
    sockets = context.limits.sockets_of(client)
    if not sockets.is_full(client.key):
        return None
    whose = "one session has" if client.is_own else "clients of one address that are not logged in have"
    return TooManyTriesError(f"{whose} {sockets.most} sockets at most: close one first", HOLD_SECONDS)


class _Visit:
    """A request in progress, with its path, route and answer status."""

    def __init__(self, scope: Scope, send: Send, *, is_secure: bool) -> None:
        self.scope, self._send, self._is_secure = scope, send, is_secure
        self.status = 0
        self.path = quote(scope["path"])
        self.line: Semaphore | None = None
        """The line of its address, while it is its turn."""

    @property
    def method(self) -> str:
        """The method, or OTHER: made-up methods must not add to the figures."""
        return self.scope["method"] if self.scope["method"] in _METHODS else "OTHER"

    @property
    def route(self) -> str:
        """The address as a template, such as /api/tables/{table_id}/fill."""
        return str(getattr(self.scope.get("route"), "path", "")) or template_of(self.path)

    async def send(self, message: Message) -> None:
        """Pass a message on, with our headers."""
        if message["type"] == "http.response.start":
            self.leave_line()
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers[REQUEST_ID_HEADER] = REQUEST_ID.get()
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self.scope["path"].startswith("/api"):
                headers.setdefault("cache-control", "no-store")
            if self._is_secure:
                headers.setdefault("strict-transport-security", "max-age=31536000")
        await self._send(message)

    def leave_line(self) -> None:
        """Let the next one have its turn: when the answer begins, since a client may read it slowly, or at the end."""
        if self.line is not None:
            self.line.release()
            self.line = None


def is_foreign(method: str, headers: Headers, scheme: str) -> bool:
    """Whether a page of another site sent the request. Browsers always name the origin of a page; other clients do not.

    >>> is_foreign("POST", Headers({"host": "ace.example", "origin": "https://evil.example"}), "https")
    True
    >>> is_foreign("POST", Headers({"host": "ace.example"}), "https")
    False
    """
    origin = headers.get("origin")
    return (
        method not in _READ_ONLY and origin is not None and not is_same_origin(origin, headers.get("host", ""), scheme)
    )


FROM_ELSEWHERE: Final = "a page of another site cannot send anything here"


def _declared_length(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def _limited(receive: Receive, most: int) -> Receive:
    """Enforce the limit on a body that was sent without its length, too."""
    read = 0

    async def receive_some() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise HTTPException(TOO_LARGE.status, too_long(most))
        return message

    return receive_some


def sane_id(text: str) -> str:
    """The id that the client gave to a request, or nothing if it is not a usable id.

    >>> sane_id("7b3f0c52-1"), sane_id("drop table"), sane_id("")
    ('7b3f0c52-1', '', '')
    """
    return text if re.fullmatch(r"[A-Za-z0-9._:-]{8,64}", text) else ""


def host_of(header: str) -> str:
    """The name in a Host header, without its port.

    >>> host_of("Room.example:8022"), host_of("[::1]:8022")
    ('room.example', '::1')
    """
    name = header.partition("]")[0].lstrip("[") if header.startswith("[") else header.partition(":")[0]
    return name.lower()
