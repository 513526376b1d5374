"""Who calls: by the session in a cookie, or by the token of a device. One door for every request."""

import hmac
from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.requests import HTTPConnection

from pitboss.games import audience as audiences
from pitboss.games.audience import PUBLIC, Audience
from pitboss.house import permissions
from pitboss.house.actor import Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.people import sessions
from pitboss.house.people.sessions import CONTROLLER, Session
from pitboss.house.records.card_proofs import staff_audience
from pitboss.house.tables import Table
from pitboss.server.context import ServerContext
from pitboss.server.limits import Client
from pitboss.server.problems import ForgedError, NotLoggedInError

COOKIE: Final = "pitboss_session"
CSRF_HEADER: Final = "x-csrf-token"

CONTROLLERS_COMMANDS: Final = frozenset({"press"})
"""What the controller of a table may send."""


def context_of(connection: HTTPConnection) -> ServerContext:
    """The hall of this server."""
    context: ServerContext = connection.app.state.context
    return context


async def get_context(connection: HTTPConnection) -> ServerContext:
    """The same, for whoever depends on it. What is not asynchronous would be asked in a thread of its own."""
    return context_of(connection)


async def caller_or_nobody(
    connection: HTTPConnection, context: Annotated[ServerContext, Depends(get_context)]
) -> Session | None:
    """Who calls, if they have come in. A token that is not known is nobody's, and is said so."""
    token = token_of(connection)
    if token is None:
        return None
    session = context.known.find(token, context.clock.now()) or await context.do(find_session, context, token)
    if session is None and "authorization" in connection.headers:
        raise NotLoggedInError("the token is not known here, or was revoked: ask an admin for another one")
    return session


def find_session(context: ServerContext, token: str) -> Session | None:
    """Whose token it is."""
    now = context.clock.now()
    return context.known.keep(token, sessions.find_noting(context.room, token, now), now)


def client_of(connection: HTTPConnection, context: ServerContext) -> Client:
    """Who sends something, as the limits count it: by the session that this process knows, or by the address."""
    token, address = token_of(connection) or "", connection.client.host if connection.client else ""
    return context.limits.client(address, context.known.last(token), token, context.clock.now())


def token_of(connection: HTTPConnection) -> str | None:
    """The token that came along: of a device in its header, of a browser in its cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


MaybeCaller = Annotated[Session | None, Depends(caller_or_nobody)]


async def caller(
    connection: HTTPConnection, session: MaybeCaller, context: Annotated[ServerContext, Depends(get_context)]
) -> Session:
    """Who calls; nobody else goes on. What changes something must also show that no other page sent it.

    Only that shows that somebody is there: pages look by themselves for as long as they are open.
    """
    if session is None:
        raise NotLoggedInError("nobody has come in: log in with badge and PIN, or as a guest")
    if connection.scope.get("method") not in (None, "GET", "HEAD") and session.kind == sessions.SESSION:
        shown = connection.headers.get(CSRF_HEADER, "")
        if not hmac.compare_digest(shown.encode(), session.csrf.encode()):
            raise ForgedError(f"send the header {CSRF_HEADER} with the value that log-in gave")
        token = token_of(connection) or ""
        if session.actor.is_staff and context.known.is_to_be_touched(token, context.clock.now()):
            await context.do(_touch, context, token)
    return session


def _touch(context: ServerContext, token: str) -> None:
    with context.room.database.transaction() as connection:
        sessions.touch(connection, context.room.box, context.room.house.property_id, token, context.clock.now())


Caller = Annotated[Session, Depends(caller)]


async def caller_of(request: Request) -> Session:
    """The same for a guard, which is asked before FastAPI solves any dependency."""
    context = context_of(request)
    return await caller(request, await caller_or_nobody(request, context), context)


def verify_may_send(session: Session, slug: str, table_id: str | None) -> None:
    """Refuse whoever may not send a command, before anything of it is done.

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
    """As whom somebody looks at a table. The cards of a round that lies there are not those of who sat down since.

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
    """As whom somebody looks at a table with these players at its seats.

    >>> from pitboss.house.actor import Actor
    >>> sorted(audience_from({1: "ann", 2: "bob"}, Session("session", Actor("bob", Role.PLAYER), None, "")).seats)
    [2]
    """
    if session is None or session.table_id is not None:
        return PUBLIC
    if session.actor.role is Role.PLAYER:
        return audiences.player(*(seat for seat, player in seats.items() if player == session.actor.name))
    return staff_audience(session.actor.role)
