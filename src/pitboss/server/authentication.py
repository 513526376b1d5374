"""Finds the session of a request, by its cookie or the token of a device, and checks what that session may do."""

import hmac
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Annotated, Any, Final, TypeVar

from fastapi import Depends, Request, Response
from fastapi.requests import HTTPConnection
from fastapi.routing import APIRoute
from msgspec import structs

from pitboss.games import audience as audiences
from pitboss.games.audience import PUBLIC, Audience
from pitboss.house import permissions
from pitboss.house.actor import Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.people import sessions
from pitboss.house.people.sessions import CONTROLLER, Session
from pitboss.house.records.card_proofs import staff_audience
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.server.context import ServerContext
from pitboss.server.limits import Client
from pitboss.server.problems import ForgedError, NotLoggedInError

COOKIE: Final = "pitboss_session"
CSRF_HEADER: Final = "x-csrf-token"

CONTROLLERS_COMMANDS: Final = frozenset({"press"})
"""The commands that the controller of a table may send."""


def context_of(connection: HTTPConnection) -> ServerContext:
    """The context of this server."""
    context: ServerContext = connection.app.state.context
    return context


async def get_context(connection: HTTPConnection) -> ServerContext:
    """The context as a dependency. It is asynchronous because FastAPI runs other dependencies in a thread."""
    return context_of(connection)


async def caller_or_nobody(
    connection: HTTPConnection, context: Annotated[ServerContext, Depends(get_context)]
) -> Session | None:
    """The session of the caller, if logged in. Refuses the unknown token of a device."""
    token = token_of(connection)
    if token is None:
        return None
    session = context.sessions.find(token, context.clock.now()) or await context.do(find_session, context, token)
    if session is None and "authorization" in connection.headers:
        raise NotLoggedInError("the token is not known here, or was revoked: ask an admin for another one")
    return session


def find_session(context: ServerContext, token: str) -> Session | None:
    """Look up the session of a token in the database."""
    now = context.clock.now()
    return context.sessions.keep(token, sessions.find_noting(context.room, token, now), now)


def client_of(connection: HTTPConnection, context: ServerContext) -> Client:
    """The sender as the limits count it: by the session that this process knows, or by the address."""
    token, address = token_of(connection) or "", connection.client.host if connection.client else ""
    return context.limits.client(address, context.sessions.last(token), token, context.clock.now())


def token_of(connection: HTTPConnection) -> str | None:
    """The token of a request: in the header for a device, in the cookie for a browser."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


MaybeCaller = Annotated[Session | None, Depends(caller_or_nobody)]


async def caller(
    connection: HTTPConnection, session: MaybeCaller, context: Annotated[ServerContext, Depends(get_context)]
) -> Session:
    """The session of the caller; refuses a caller who is not logged in, or a command without its CSRF token.

    Only commands keep a staff session alive: open pages send queries even when no person is there.
    """
    if session is None:
        raise NotLoggedInError("you are not logged in: log in with badge and PIN, or as a guest")
    if connection.scope.get("method") not in (None, "GET", "HEAD") and session.kind == sessions.SESSION:
        csrf = connection.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(csrf.encode(), session.csrf.encode()):
            raise ForgedError(f"send the header {CSRF_HEADER} with the value that log-in gave")
        token = token_of(connection) or ""
        if session.actor.is_staff and context.sessions.is_to_be_touched(token, context.clock.now()):
            await context.do(_touch, context, token)
    return session


def _touch(context: ServerContext, token: str) -> None:
    with context.room.database.transaction() as connection:
        sessions.touch(connection, context.room.box, context.room.house.property_id, token, context.clock.now())


Caller = Annotated[Session, Depends(caller)]


async def caller_of(request: Request) -> Session:
    """The session of the caller, for a guard, which runs before FastAPI resolves any dependency."""
    context = context_of(request)
    return await caller(request, await caller_or_nobody(request, context), context)


def verify_may_send(session: Session, slug: str, table_id: str | None) -> None:
    """Refuse a caller who may not send a command, before it is done.

    >>> from pitboss.house.actor import Actor
    >>> verify_may_send(Session("session", Actor("17", Role.DEALER), None, ""), "count-drop", "T1")
    Traceback (most recent call last):
    pitboss.house.errors.NotPermittedError: count-drop is not for dealer 17; it is for: accounting
    """
    if session.table_id is not None:
        _verify_device(session, slug, table_id)
    permissions.verify_may_send(session.actor, slug)


def _verify_device(session: Session, slug: str, table_id: str | None) -> None:
    if session.kind != CONTROLLER or slug not in CONTROLLERS_COMMANDS:
        raise NotPermittedError(f"{slug} is not for a {session.kind}")
    if table_id != session.table_id:
        raise NotPermittedError(f"this {session.kind} is bound to table {session.table_id}, not to {table_id}")


def audience_at(table: Table, session: Session | None) -> Audience:
    """The audience of a session at a table. A player who sat down after the deal may not see the cards of the seat.

    >>> audience_at(Table("T1"), None).role.value
    'public'
    """
    dealt = {} if table.round is None else table.round.seats
    return audience_from(
        {
            seat: seating.player
            for seat, seating in table.seatings.items()
            if seat not in dealt or dealt[seat].player == seating.player
        },
        session,
    )


def audience_from(seats: Mapping[int, str], session: Session | None) -> Audience:
    """The audience of a session at a table with these players at its seats.

    >>> from pitboss.house.actor import Actor
    >>> sorted(audience_from({1: "ann", 2: "bob"}, Session("session", Actor("bob", Role.PLAYER), None, "")).seats)
    [2]
    """
    if session is None or session.table_id is not None:
        return PUBLIC
    if session.actor.role is Role.PLAYER:
        return audiences.player(*(seat for seat, player in seats.items() if player == session.actor.name))
    return staff_audience(session.actor.role)


_GUARD: Final = "guard"

Guard = Callable[[Request], Awaitable[object]]
Handler = TypeVar("Handler", bound=Callable[..., Any])


def asked_first(guard: Guard) -> Callable[[Handler], Handler]:
    """Call a guard before the body of a request is read; the guard raises an error to refuse the request."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _GUARD, guard)
        return handler

    return mark


class GuardedRoute(APIRoute):
    """A route with a guard, because FastAPI reads and parses the body before any dependency can refuse."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Call the guard, then answer."""
        answer, guard = super().get_route_handler(), getattr(self.endpoint, _GUARD, None)
        if guard is None:
            return answer

        async def ask_first(request: Request) -> Response:
            await guard(request)
            return await answer(request)

        return ask_first


_IDS: Final = frozenset({"player"})
"""The fields that name a player."""


def table_for(audience: Audience, view: TableView) -> TableView:
    """A table as this audience may see it; the ids of players are for those who are logged in."""
    if audience != PUBLIC:
        return view
    seats = {number: structs.replace(seat, player="") for number, seat in view.seats.items()}
    if view.round is None:
        return structs.replace(view, seats=seats)
    played = {number: structs.replace(seat, player="") for number, seat in view.round.seats.items()}
    return structs.replace(view, seats=seats, round=structs.replace(view.round, seats=played))


def shown_to(audience: Audience, value: Any) -> Any:
    """An event as this audience may see it, without the ids of players too.

    >>> shown_to(PUBLIC, {"event": "seat-taken", "seat": 2, "player": "ann"})
    {'event': 'seat-taken', 'seat': 2}
    """
    return _without_ids(value) if audience == PUBLIC else value


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_ids(inner) for name, inner in value.items() if name not in _IDS}
    if isinstance(value, list | tuple):
        return [_without_ids(inner) for inner in value]
    return value
