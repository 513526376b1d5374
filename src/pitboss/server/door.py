"""The door: log-in with badge and PIN, guests with play money, log-out. Tries are counted by address and by badge."""

from collections import deque
from datetime import datetime, timedelta
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.games.table import PRACTICE
from pitboss.house.actor import Actor, Role
from pitboss.house.cash_desk import GiveGuestChips
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people import sessions
from pitboss.house.people.door import let_in as let_in_staff
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.sessions import Session
from pitboss.house.people.staff import has_pin, verify_on_duty
from pitboss.server.callers import COOKIE, Caller, MaybeCaller, find_session, the_hall, token_of
from pitboss.server.hall import Hall
from pitboss.server.problems import TooManyTriesError, documented

router = APIRouter(prefix="/api", tags=["the door"])

TheHall = Annotated[Hall, Depends(the_hall)]


class LogIn(BaseModel):
    """A badge and its PIN."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"badge": "17", "pin": "4711"}})

    badge: str = Field(max_length=64)
    pin: str = Field(max_length=64, repr=False)


class ComeIn(BaseModel):
    """A guest's name."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"name": "Ann"}})

    name: str = Field(min_length=1, max_length=60)


class Me(BaseModel):
    """Who somebody is here."""

    role: str = Field(description="The role, or nobody.")
    name: str = Field(description="The badge of staff, the id of a player.")
    csrf: str = Field(description="To be sent with every command in the header X-CSRF-Token.")


class Knocks:
    """Log-in tries of the last minute, by address.

    >>> knocks = Knocks(2)
    >>> noon = datetime(2026, 11, 15, 12)
    >>> [knocks.is_too_many("10.0.0.7", noon) for _ in range(3)]
    [False, False, True]
    """

    MOST_ADDRESSES = 10_000

    def __init__(self, allowed: int) -> None:
        self._allowed = allowed
        self._tries: dict[str, deque[datetime]] = {}

    def is_too_many(self, address: str, now: datetime) -> bool:
        """Count a try, and say whether it is one too many."""
        if len(self._tries) > self.MOST_ADDRESSES:
            self._tries.clear()
        tries = self._tries.setdefault(address, deque())
        while tries and tries[0] < now - timedelta(minutes=1):
            tries.popleft()
        if len(tries) >= self._allowed:
            return True
        tries.append(now)
        return False


def line_of(address: str) -> str:
    """Whose line an address is: of the newer kind everybody has more of them than there are badges.

    >>> line_of("10.0.0.7"), line_of("2001:db8:1:2:aa::7"), line_of("::ffff:10.0.0.7"), line_of("testclient")
    ('10.0.0.7', '2001:db8:1:2::/64', '10.0.0.7', 'testclient')
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or IPv6Network((known, 64), strict=False))


async def verify_not_too_often(request: Request, hall: TheHall) -> None:
    """Refuse whoever knocks too often."""
    knocks: Knocks = request.app.state.knocks
    if knocks.is_too_many(line_of(request.client.host if request.client else ""), hall.clock.now()):
        raise TooManyTriesError(f"more than {hall.settings.log_ins_a_minute} tries in a minute: wait a minute")


@router.post(
    "/log-in",
    dependencies=[Depends(verify_not_too_often)],
    summary="Come in with badge and PIN.",
    responses=documented(403, 413, 422, 429),
)
async def log_in(body: LogIn, request: Request, response: Response, hall: TheHall) -> Me:
    """Staff come in. Every try is on record; after too many wrong ones the badge is locked."""
    actor, pin_mark = await hall.do(let_in_staff, hall.room, body.badge, body.pin, hall.ids)
    return await _let_in(actor, request, response, hall, pin_mark)


@router.post(
    "/guest",
    dependencies=[Depends(verify_not_too_often)],
    summary="Come in as a guest with play money.",
    responses=documented(409, 413, 422, 429),
)
async def come_in(body: ComeIn, request: Request, response: Response, hall: TheHall) -> Me:
    """A guest comes in, in a room that is for practice, and gets the play money of the day."""
    if not hall.settings.guests or hall.room.house.jurisdiction is not PRACTICE:
        raise RefusedError("this room takes no guests: its players are registered by the floor")
    actor = await hall.do(_register, hall, body.name)
    return await _let_in(actor, request, response, hall)


def _register(hall: Hall, name: str) -> Actor:
    actor = Actor(f"guest-{hall.ids.new()[-12:]}", Role.PLAYER)
    newcomer = RegisterPlayer(actor.name, name.strip(), None, is_guest=True)
    hall.in_office(newcomer, by=actor, command_id=f"{actor.name} comes in")
    hall.in_office(GiveGuestChips(actor.name), by=actor, command_id=f"{actor.name} gets play money")
    return actor


async def _let_in(actor: Actor, request: Request, response: Response, hall: Hall, pin_mark: str | None = None) -> Me:
    """A new session every time: whoever knew an old token has nothing of it."""
    old = token_of(request)
    token, session = await hall.do(_open, hall, actor, old, pin_mark)
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(hall.settings.session_hours * 3600),
        httponly=True,
        samesite="strict",
        secure=hall.settings.is_https,
        path="/",
    )
    return _me(session)


def _open(hall: Hall, actor: Actor, old: str | None, pin_mark: str | None) -> tuple[str, Session]:
    now = hall.clock.now()
    lasts = (now, now + timedelta(hours=hall.settings.session_hours))
    if old is not None:
        _close(hall, old)
    with hall.room.database.transaction() as connection:
        if pin_mark is not None:
            # Between the log-in and this somebody may have sent them away, or given them another PIN.
            verify_on_duty(connection, hall.room.house.property_id, actor)
            if not has_pin(connection, hall.room.house.property_id, actor.name, pin_mark):
                raise NotPermittedError(f"badge {actor.name} has another PIN now: log in with that one")
        place = (connection, hall.room.box, hall.room.house.property_id)
        return sessions.open_session(*place, actor, lasts, hall.entropy)


@router.post("/log-out", summary="Leave.", responses=documented(401, 403))
async def log_out(request: Request, response: Response, session: Caller, hall: TheHall) -> dict[str, Any]:
    """The session ends; its token is worth nothing any more."""
    await hall.do(_close, hall, token_of(request) or "")
    response.delete_cookie(COOKIE, path="/")
    return {"left": session.actor.name}


def _close(hall: Hall, token: str) -> None:
    session = find_session(hall, token)
    if session is not None and session.kind == sessions.SESSION:
        sessions.log_out(hall.room, session.actor, token)
    hall.known.forget(token)


@router.get("/me", summary="Who am I here?", responses=documented(401))
async def me(session: MaybeCaller) -> Me:
    """The role and name of the caller; nobody where nobody has come in."""
    return _me(session)


def _me(session: Session | None) -> Me:
    if session is None:
        return Me(role="nobody", name="", csrf="")
    role = session.actor.role.value if session.kind == sessions.SESSION else session.kind
    return Me(role=role, name=session.actor.name, csrf=session.csrf)
