"""Handles the WebSocket of a client: its log-in, its requests to watch something, and the messages it is sent."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import anyio
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy import select

from pitboss.errors import PitbossError
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people.sessions import Session
from pitboss.house.storage.schema import TABLES
from pitboss.server.authentication import caller_or_nobody, context_of, find_session, token_of
from pitboss.server.connections import trust_connection
from pitboss.server.context import ServerContext, sessions_chain
from pitboss.server.encoding import encode
from pitboss.server.limits import PLACE, Client, print_seconds
from pitboss.server.middleware import HOLD_SECONDS, is_same_origin, no_socket, scheme_of
from pitboss.server.problems import (
    UNREADABLE,
    ForgedError,
    NotLoggedInError,
    TooManyTriesError,
    details,
    problem_of,
    refusal,
)
from pitboss.server.push.board import PushBoard
from pitboss.server.push.feed import Feed, Watch, viewer_of
from pitboss.server.push.feeds import JOBS
from pitboss.server.push.messages import Message, Ping, Refused
from pitboss.server.queries.endpoint import verify_sees

router = APIRouter()

PING_SECONDS: Final = 20.0
"""After this much silence the server sends a ping, so that both sides know that the other is still there."""

CHECK_SECONDS: Final = 30.0
"""How often the server checks that the session is still valid."""

MAX_CHARACTERS: Final = 4096
"""The longest message from a client."""

MAX_WATCHES: Final = 200
"""How many things one socket may watch."""

POLICY, RESTART = 1008, 1012
"""The close codes of a socket: its session has ended, or the server stops."""


@router.websocket("/api/live")
async def live(websocket: WebSocket) -> None:
    """Watch tables, meters and the room."""
    context = context_of(websocket)
    try:
        verify_origin(websocket)
        session = await caller_or_nobody(websocket, context)
    except PitbossError as error:
        await websocket.send_denial_response(refusal(error, "/api/live"))
        return
    await websocket.accept()
    board: PushBoard = websocket.app.state.board
    await Socket(websocket, board, session, token_of(websocket)).run()


def verify_origin(websocket: WebSocket) -> None:
    """Refuse a page of another site: it could watch through the browser of a visitor inside the card room's network.

    Only browsers send an origin.
    """
    origin = websocket.headers.get("origin")
    if origin is None:
        return
    if not is_same_origin(origin, websocket.headers.get("host", ""), scheme_of(websocket.scope, context_of(websocket))):
        raise ForgedError(f"a page of {origin!r} cannot watch this card room")


class Socket:
    """One socket: reads requests and sends pushes. A slow socket delays no other."""

    def __init__(self, websocket: WebSocket, board: PushBoard, session: Session | None, token: str | None) -> None:
        self._websocket, self._board = websocket, board
        self._session, self._token = session, token if session is not None else None
        self._watches: dict[str, tuple[Feed, Watch]] = {}
        self._new: dict[str, Watch] = {}
        self._refusals: dict[str, PitbossError] = {}
        self._some = asyncio.Event()
        self._sending = asyncio.Lock()
        self._is_stopped = self._is_doubted = False
        self._pings = 0
        self.session_chain = sessions_chain(self._token) if self._token else ""

    @property
    def _context(self) -> ServerContext:
        return self._board.context

    async def run(self) -> None:
        """Serve the socket until either side closes it."""
        self._board.sockets.add(self)
        if self.session_chain:
            # The session may have ended after it was looked up and before this socket joined the board: check again.
            self.doubt()
        try:
            async with anyio.create_task_group() as both:
                for work in (self._read, self._send):
                    both.start_soon(self._until_it_ends, work, both.cancel_scope)
        finally:
            self._board.sockets.discard(self)
            for name in list(self._watches):
                self._unwatch(name)

    async def _until_it_ends(self, work: Callable[[], Awaitable[None]], both: anyio.CancelScope) -> None:
        with suppress(WebSocketDisconnect):
            await work()
        both.cancel()

    def stop(self) -> None:
        """Close the socket, because the server stops."""
        self._is_stopped = True
        self._some.set()

    def doubt(self) -> None:
        """Check the session soon, because it may have ended."""
        self._is_doubted = True
        self._some.set()

    # ---- requests

    async def _read(self) -> None:
        while True:
            text = await self._receive()
            request = _read_json(text)
            try:
                self._verify_not_too_often()
                match request:
                    case {"token": str(token)}:
                        await self._log_in_device(token)
                    case {"watch": str(name)}:
                        await self._watch(name, request.get("after"))
                    case {"unwatch": str(name)}:
                        self._unwatch(name)
                    case _:
                        what = "write {'watch': 'table:T1'}, {'unwatch': 'table:T1'} or {'token': '...'} as JSON"
                        await self._say(Refused(problem=details(UNREADABLE, what)))
            except NotLoggedInError as error:
                await self._refuse(error)
                await self._close(POLICY)
                return
            except TooManyTriesError as error:
                await self._refuse(error, request.get("watch"))
                await asyncio.sleep(HOLD_SECONDS)  # slows down a client that does not wait
            except PitbossError as error:
                await self._refuse(error, request.get("watch"))

    def _client(self) -> Client:
        address = self._websocket.client.host if self._websocket.client else ""
        return self._context.limits.client(address, self._session, self._token or "", self._context.clock.now())

    def _verify_not_too_often(self) -> None:
        wait = self._context.limits.message(self._client(), self._context.clock.now())
        if wait:
            most = self._context.settings.messages_a_second
            words = f"more than {most:g} messages a second through a socket: try again in {print_seconds(wait)}"
            raise TooManyTriesError(words, wait)

    async def _receive(self) -> str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message.get("text") or ""

    async def _log_in_device(self, token: str) -> None:
        """Log in a device that runs in a browser, which cannot send the token in a header."""
        if self._watches:
            raise RefusedError("send the token first, before anything is watched")
        session = await self._context.do(find_session, self._context, token)
        if session is None:
            raise NotLoggedInError("the token is not known here, or was revoked: ask an admin for another one")
        self._session, self._token, self.session_chain = session, token, sessions_chain(token)
        client = self._client()
        refused = no_socket(client, self._context)
        if refused is not None:
            raise NotLoggedInError(str(refused))
        self._websocket.scope["state"][PLACE].move(self._context.limits.sockets_of(client), client.key)
        trust_connection(self._websocket.scope, client.key)
        self.doubt()  # as in run: the session may have ended since it was looked up

    async def _watch(self, name: str, after: object) -> None:
        if after is not None and (type(after) is not int or not 0 <= after < 2**63):
            raise RefusedError(f"after {after!r}: it is the version that was seen last, a whole number")
        await self._context.do(verify_may_watch, self._context, self._session, name)
        if len(self._watches) >= MAX_WATCHES:
            raise RefusedError(f"one socket watches {MAX_WATCHES} things at most")
        self._unwatch(name)
        watch = Watch(viewer_of(self._session), after, lambda _: self._hear(name), self._drop)
        self._watches[name] = (self._board.join(name, watch), watch)

    def _unwatch(self, name: str) -> None:
        self._new.pop(name, None)
        if name in self._watches:
            self._board.leave(*self._watches.pop(name))

    # ---- messages

    def _hear(self, name: str) -> None:
        if name in self._watches:
            self._new[name] = self._watches[name][1]
            self._some.set()

    def _drop(self, watch: Watch, error: PitbossError) -> None:
        """Stop watching something that is refused, and tell the client why."""
        for name in [name for name, (_, own) in self._watches.items() if own is watch]:
            self._unwatch(name)
            self._refusals[name] = error
            self._some.set()

    async def _send(self) -> None:
        clock = anyio.current_time
        last_message = last_check = clock()
        while not self._is_stopped:
            with anyio.CancelScope(deadline=min(last_message + PING_SECONDS, last_check + CHECK_SECONDS)):
                await self._some.wait()
            self._some.clear()
            if self._is_doubted or clock() >= last_check + CHECK_SECONDS:
                self._is_doubted, last_check = False, clock()
                if not await self._is_still_logged_in():
                    await self._refuse(NotLoggedInError("the session is over: log in again"))
                    await self._close(POLICY)
                    return
            if await self._send_new():
                last_message = clock()
            elif clock() >= last_message + PING_SECONDS:
                last_message = clock()
                self._pings += 1
                await self._say(Ping(ping=self._pings))
        await self._close(RESTART)

    async def _send_new(self) -> bool:
        """Send new messages until the session is in doubt. Returns whether there were any."""
        refusals, self._refusals = self._refusals, {}
        for name, error in refusals.items():
            await self._refuse(error, name)
        is_some = bool(refusals)
        while self._new and not self._is_doubted:
            name = next(iter(self._new))
            watch = self._new.pop(name)
            feed, _ = self._watches[name]
            message = feed.message(watch)
            if message is not None:
                is_some = True
                await self._say_text(message)
                self._context.metrics.pushes.inc()
                self._context.metrics.push_seconds.observe(feed.seconds_since_news)
        return is_some

    async def _is_still_logged_in(self) -> bool:
        if self._token is None:
            return True
        with suppress(PitbossError):
            session = await self._context.do(find_session, self._context, self._token)
            return session == self._session
        return True  # the database does not answer: keep the session until it does

    async def _refuse(self, error: PitbossError, name: object = None) -> None:
        about = name if isinstance(name, str) else None
        again = error.seconds if isinstance(error, TooManyTriesError) else None
        await self._say(Refused(problem=details(problem_of(error), str(error), watch=about, retry_after=again)))

    async def _say(self, message: Message) -> None:
        await self._say_text(encode(message).decode())

    async def _say_text(self, text: str) -> None:
        async with self._sending:
            await self._websocket.send_text(text)

    async def _close(self, code: int) -> None:
        async with self._sending:
            with suppress(RuntimeError, WebSocketDisconnect):  # the other side was faster
                await self._websocket.close(code)


def verify_may_watch(context: ServerContext, session: Session | None, name: str) -> None:
    """Everybody watches everything but the jobs of the lab; a device only its table, and the meter of that."""
    if name == JOBS:
        verify_sees(session, "lab-jobs")
    if session is None or session.table_id is None:
        return
    allowed = [f"table:{session.table_id}"]
    own = (TABLES.c.property_id == context.room.house.property_id) & (TABLES.c.table_id == session.table_id)
    with context.room.database.reading() as connection:
        meter_id = connection.scalar(select(TABLES.c.meter_id).where(own))
    if meter_id is not None:
        allowed.append(f"meter:{meter_id}")
    if name not in allowed:
        raise NotPermittedError(f"this {session.kind} watches {' and '.join(allowed)}, not {name}")


def _read_json(text: str) -> dict[str, Any]:
    """The request of a client; an empty one if the text is not JSON or too long."""
    if len(text) <= MAX_CHARACTERS:
        with suppress(ValueError, RecursionError):
            request = json.loads(text)
            if isinstance(request, dict):
                return request
    return {}
