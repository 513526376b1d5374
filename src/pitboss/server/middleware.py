"""The gate: what every request passes. It gives an id, sets limits, adds headers, logs and counts."""

import asyncio
import logging
import re
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
    """Whether a page comes from this host, by the same scheme: a page over HTTP is not one of ours over HTTPS.

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
    """How browsers reach this server: https where it is set so, or where a proxy that is believed says so.

    >>> _SCHEMES["wss"]
    'https'
    """
    return "https" if context.settings.is_https else _SCHEMES.get(scope.get("scheme", ""), "http")


MOST_BYTES: Final = 1_048_576
"""A longer body is not read."""

MOST_BYTES_OF_STRANGERS: Final = 32_768
"""Nor a longer one of a client that is not logged in: the longest that players send is a design for the lab."""

HOLD_SECONDS: Final = 1.0
"""A request that is one too many is answered so late: a client that does not wait cannot ask faster than this."""

COUNTED_APART: Final = frozenset({"/health", "/api/log-in"})
"""Addresses with a count of their own: health checks and log-ins are not refused because of other requests."""

REQUEST_ID_HEADER: Final = "x-request-id"

HEADERS: Final = {
    # Pages for the printer carry their style with them; scripts come from files of ours only.
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""With every answer."""

QUIET: Final = frozenset({"/health", "/ready", "/metrics"})
"""Asked for all day long; logged only when something is wrong."""

FILES: Final = tuple(f"/{name}/" for name in BUILT)
"""How the addresses begin of what pages load."""

_LOOKING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Middleware:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, context: ServerContext) -> None:
        self._app, self._hall = app, context
        self._hosts = context.settings.names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        before = REQUEST_ID.set(sane_id(headers.get(REQUEST_ID_HEADER, "")) or self._hall.ids.new())
        try:
            connection = HTTPConnection(scope)
            client = client_of(connection, self._hall)
            line: Connection | None = connection.scope.setdefault("state", {}).get(STATE)
            if client.is_own:
                trust_connection(scope, client.key)
            if scope["type"] == "websocket":
                await self._socket(client, scope, receive, send)
                if line is not None:
                    line.leave()
            else:
                visit = _Visit(scope, send, is_secure=self._hall.settings.is_https)
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
            client = await self._looked_up(client, scope)
        refused = refused or no_socket(client, self._hall)
        if refused is not None:
            await WebSocket(scope, receive, send).send_denial_response(refusal(refused, path))
            return
        log(f"{path}: a socket opens", path=path)
        self._hall.metrics.sockets.inc()
        try:
            with self._hall.limits.sockets_of(client).held(client.key) as place:
                scope["state"][PLACE] = place
                await self._app(scope, receive, send)
        finally:
            self._hall.metrics.sockets.dec()
            log(f"{path}: the socket has closed", path=path)

    async def _looked_up(self, client: Client, scope: Scope) -> Client:
        """The client with its session, which this process does not know yet: it has just started, or another process
        opened the session. A socket stays open for hours, so it must not be counted for the address until it ends."""
        with suppress(PitbossError):  # where the database does not answer, the socket itself says so
            await self._hall.do(find_session, self._hall, client.token)
        client = client_of(HTTPConnection(scope), self._hall)
        if client.is_own:
            trust_connection(scope, client.key)
        return client

    async def _refused(self, client: Client, path: str) -> TooManyTriesError | None:
        """Count a request; what refuses it, where it is one too many."""
        limits = self._hall.limits
        cost = FILE_COST if path.startswith(FILES) else 1.0
        apart = path if path in COUNTED_APART else ""
        wait = limits.request(client, self._hall.clock.now(), cost, apart)
        if not wait:
            return None
        await asyncio.sleep(HOLD_SECONDS)
        return TooManyTriesError(f"{limits.request_words(client)}: try again in {print_seconds(wait)}", wait)

    async def _request(self, visit: "_Visit", client: Client, headers: Headers, receive: Receive) -> None:
        began = self._hall.clock.now()
        most = MOST_BYTES if client.is_own else MOST_BYTES_OF_STRANGERS
        try:
            if (refused := await self._refused(client, visit.path)) is not None:
                await refusal(refused, visit.path)(visit.scope, receive, visit.send)
            elif not self._is_ours(headers):
                await answer(WRONG_HOST, "this server has another name")(visit.scope, receive, visit.send)
            elif self._is_foreign(visit, headers):
                await answer(FORGED, FROM_ELSEWHERE)(visit.scope, receive, visit.send)
            elif _told_length(headers) > most:
                await answer(TOO_LARGE, too_long(most))(visit.scope, receive, visit.send)
            else:
                await self._app(visit.scope, _limited(receive, most), visit.send)
        except Exception:
            # The last resort: whoever asked gets a problem and the id under which the log has the rest.
            LOG.exception("%s %s: an error of ours", visit.method, visit.path)
            if visit.status:
                raise
            await answer(BROKEN, "an error of ours; the log has it under this request_id")(
                visit.scope, receive, visit.send
            )
        finally:
            self._note(visit, (self._hall.clock.now() - began).total_seconds())

    def _is_foreign(self, visit: "_Visit", headers: Headers) -> bool:
        return is_foreign(visit.method, headers, scheme_of(visit.scope, self._hall))

    def _note(self, visit: "_Visit", seconds: float) -> None:
        route, metrics = visit.route, self._hall.metrics
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


def too_long(most: int) -> str:
    """What is said of a body that is too long.

    >>> too_long(32_768)
    'a request may be 32,768 bytes long, and this one is longer'
    """
    return f"a request may be {most:,} bytes long, and this one is longer"


def no_socket(client: Client, context: ServerContext) -> TooManyTriesError | None:
    """What refuses a socket to a client that has as many as it may; nothing where it may have one more."""
    sockets = context.limits.sockets_of(client)
    if not sockets.is_full(client.key):
        return None
    whose = "one session has" if client.is_own else "clients of one address that are not logged in have"
    return TooManyTriesError(f"{whose} {sockets.most} sockets at most: close one first", HOLD_SECONDS)


class _Visit:
    """A request on its way, and what was answered."""

    def __init__(self, scope: Scope, send: Send, *, is_secure: bool) -> None:
        self.scope, self._send, self._is_secure = scope, send, is_secure
        self.status = 0
        self.path = quote(scope["path"])

    @property
    def method(self) -> str:
        """One of those that there are: figures must not grow with what people make up."""
        return self.scope["method"] if self.scope["method"] in _METHODS else "OTHER"

    @property
    def route(self) -> str:
        """The address as a template, such as /api/tables/{table_id}/fill."""
        return str(getattr(self.scope.get("route"), "path", "")) or template_of(self.path)

    async def send(self, message: Message) -> None:
        """Send on, with our headers."""
        if message["type"] == "http.response.start":
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


def is_foreign(method: str, headers: Headers, scheme: str) -> bool:
    """Whether a page of another site sends a command. Only browsers say where a page comes from, and they always do.

    >>> is_foreign("POST", Headers({"host": "ace.example", "origin": "https://evil.example"}), "https")
    True
    >>> is_foreign("POST", Headers({"host": "ace.example"}), "https")
    False
    """
    origin = headers.get("origin")
    return method not in _LOOKING and origin is not None and not is_same_origin(origin, headers.get("host", ""), scheme)


FROM_ELSEWHERE: Final = "a page of another site cannot send anything here"


def _told_length(headers: Headers) -> int:
    told = headers.get("content-length", "")
    return int(told) if told.isdecimal() and len(told) < 20 else 0


def _limited(receive: Receive, most: int) -> Receive:
    """Also a body whose length was not told ends somewhere."""
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
    """An id that somebody else gave to a request, if it can be one.

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
