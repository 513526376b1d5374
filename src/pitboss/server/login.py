"""Logs people in and out: badge and PIN, guests with play money, first PINs, authenticator apps.

Attempts are counted by address and by badge.
"""

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Request, Response
from msgspec import Meta, Struct
from pydantic import BaseModel, ConfigDict, Field

from pitboss.games.table import PRACTICE
from pitboss.house.actor import Actor, Role
from pitboss.house.cage.wallets import GiveGuestChips
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.people import sessions
from pitboss.house.people.enrollment import Enroll as Enrolled
from pitboss.house.people.login import enroll, open_session, verify_person
from pitboss.house.people.players import RegisterPlayer
from pitboss.house.people.second_factor import in_groups, new_factor, qr_code
from pitboss.house.people.sessions import LOGIN, Session
from pitboss.server.authentication import (
    COOKIE,
    Caller,
    GuardedRoute,
    MaybeCaller,
    asked_first,
    client_of,
    context_of,
    find_session,
    get_context,
    token_of,
)
from pitboss.server.context import ServerContext
from pitboss.server.encoding import answering, answers, encoded
from pitboss.server.limits import GUEST
from pitboss.server.problems import documented

router = APIRouter(prefix="/api", tags=["log-in"], route_class=GuardedRoute)

Context = Annotated[ServerContext, Depends(get_context)]


class LogIn(BaseModel):
    """A badge, its PIN, and the code of the authenticator app if its owner has set one up."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"badge": "17", "pin": "4711"}})

    badge: str = Field(max_length=64)
    pin: str = Field(max_length=64, repr=False)
    second: str = Field("", max_length=16, repr=False)


class Enroll(BaseModel):
    """What a new person and their approver enter together, at one screen."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "example": {"badge": "17", "code": "7KQ2-M4XD", "pin": "4711", "approver": "3", "approver_pin": "470815"}
        },
    )

    badge: str = Field(max_length=64)
    code: str = Field(max_length=64, repr=False, description="The code that the approver was shown.")
    pin: str = Field(max_length=64, repr=False, description="The PIN that the new person chooses.")
    approver: str = Field(max_length=64, description="The badge of the approver.")
    approver_pin: str = Field(max_length=64, repr=False)
    approver_second: str = Field("", max_length=16, repr=False)


class ComeIn(BaseModel):
    """A guest's name."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"name": "Ann"}})

    name: str = Field(min_length=1, max_length=60)


class OfferedFactor(Struct, frozen=True, kw_only=True):
    """What a person puts into an authenticator app."""

    salt: Annotated[str, Meta(description="To be sent with the first code.")]
    secret: Annotated[str, Meta(description="To be keyed in, in groups of four.", examples=["GEZD GNBV GY3T QOJQ"])]
    uri: Annotated[
        str, Meta(description="The same for an app on this device.", examples=["otpauth://totp/Ace:17?secret=GEZ"])
    ]
    qr_size: Annotated[int, Meta(description="The number of modules on each side of its QR code.", examples=[41])]
    qr_path: Annotated[str, Meta(description="The dark modules as an SVG path.", examples=["M0 0h1v1h-1z"])]


class Me(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who somebody is here."""

    role: Annotated[str, Meta(description="The role, or nobody.")]
    name: Annotated[str, Meta(description="The badge of staff, the id of a player.")]
    csrf: Annotated[str, Meta(description="To be sent with every command in the header X-CSRF-Token.")]
    page: Annotated[str, Meta(description="The page that opens after log-in.", examples=["/floor"])] = "/"
    deals: Annotated[bool, Meta(description="Whether the role can tap in at a table.")] = False


class NewPerson(Struct, frozen=True, kw_only=True):
    """A person who has chosen a first PIN."""

    enrolled: Annotated[str, Meta(description="The badge.", examples=["17"])]


class LoggedOut(Struct, frozen=True, kw_only=True):
    """A person whose session has ended."""

    left: Annotated[str, Meta(description="The badge of staff, the id of a player.", examples=["17"])]


Handler = TypeVar("Handler", bound=Callable[..., Any])


def post(path: str, summary: str, kind: type[Struct], *refusals: int) -> Callable[[Handler], Handler]:
    """Register a POST endpoint; its answer is a Struct, or a response with one."""

    def put(handler: Handler) -> Handler:
        responses = documented(*refusals) | answers(kind)
        router.post(path, summary=summary, response_model=None, responses=responses)(answering(handler))
        return handler

    return put


async def not_too_many_log_ins(request: Request) -> None:
    """Refuse a log-in attempt if its address has made too many."""
    context = context_of(request)
    context.limits.verify_log_in(client_of(request, context), context.clock.now())


async def not_too_many_guests(request: Request) -> None:
    """Refuse a new guest if the address has had too many."""
    context = context_of(request)
    context.limits.verify_guest(client_of(request, context), context.clock.now())


@post("/log-in", "Log in with badge and PIN.", Me, 403, 413, 422)
@asked_first(not_too_many_log_ins)
async def log_in(body: LogIn, request: Request, context: Context) -> Response:
    """Log in staff. Every attempt is on record; too many wrong ones lock the badge."""
    actor, pin_mark, _ = await context.check_pin(
        verify_person, context.room, body.badge, body.pin, body.second, ids=context.ids
    )
    return await _start_session(actor, request, context, pin_mark)


@post("/enroll", "Choose a first PIN, with the approver present.", NewPerson, 403, 409, 413, 422)
@asked_first(not_too_many_log_ins)
async def enroll_person(body: Enroll, context: Context) -> NewPerson:
    """Let a person who was hired, or whose PIN was reset, choose a PIN. This does not log the person in."""
    await context.check_pin(_enroll, context, body)
    return NewPerson(enrolled=body.badge)


def _enroll(context: ServerContext, body: Enroll) -> None:
    beside, second = (body.approver, body.approver_pin), body.approver_second
    context.at_login(
        lambda: enroll(context.room, body.badge, body.code, body.pin, approver=beside, second=second, ids=context.ids),
        Enrolled(body.badge, body.approver, "", True, "", ""),
        by=LOGIN,
        command_id=context.ids.new(),
    )


@post("/guest", "Log in as a guest with play money.", Me, 409, 413, 422)
@asked_first(not_too_many_guests)
async def come_in(body: ComeIn, request: Request, context: Context) -> Response:
    """Log in a guest of a practice room, and give the guest the play money of the day."""
    if not context.settings.guests or context.room.house.jurisdiction is not PRACTICE:
        raise RefusedError("this room takes no guests: its players are registered by the floor")
    actor = await context.do(_register, context, body.name)
    return await _start_session(actor, request, context)


def _register(context: ServerContext, name: str) -> Actor:
    actor = Actor(f"{GUEST}{context.ids.new()[-12:]}", Role.PLAYER)
    newcomer = RegisterPlayer(actor.name, name.strip(), None, is_guest=True)
    context.in_office(newcomer, by=actor, command_id=f"{actor.name} comes in")
    context.in_office(GiveGuestChips(actor.name), by=actor, command_id=f"{actor.name} gets play money")
    return actor


async def _start_session(
    actor: Actor, request: Request, context: ServerContext, pin_mark: str | None = None
) -> Response:
    """Open a new session every time, so that a stolen old token is worthless."""
    old = token_of(request)
    token, session = await context.do(_open, context, actor, old, pin_mark)
    context.sessions.expect(token, session)
    answer = encoded(_me(session))
    answer.set_cookie(
        COOKIE,
        token,
        max_age=int(context.session_lasts.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=context.settings.is_https,
        path="/",
    )
    return answer


def _open(context: ServerContext, actor: Actor, old: str | None, pin_mark: str | None) -> tuple[str, Session]:
    if old is not None:
        _close(context, old)
    return open_session(context.room, actor, pin_mark, context.session_lasts, context.entropy)


@post("/second-factor", "A new secret for an authenticator app.", OfferedFactor, 401, 403)
async def offer_factor(session: Caller, context: Context) -> OfferedFactor:
    """The person enters it into an app. It has no effect until its first code is sent with ``add-second-factor``."""
    if not session.actor.is_staff or session.kind != sessions.SESSION:
        raise NotPermittedError("an authenticator app is for staff")
    offered = new_factor(context.room, session.actor.name, context.entropy)
    size, path = qr_code(offered.uri)
    secret = in_groups(offered.secret)
    return OfferedFactor(salt=offered.salt, secret=secret, uri=offered.uri, qr_size=size, qr_path=path)


@post("/here", "Keep the session alive: a person is at this screen.", Me, 401, 403)
async def here(session: Caller) -> Me:
    """A page sends this when a person touches it: a staff session ends after a long time without a touch."""
    return _me(session)


@post("/log-out", "Log out.", LoggedOut, 401, 403)
async def log_out(request: Request, session: Caller, context: Context) -> Response:
    """End the session; its token is no longer valid."""
    await context.do(_close, context, token_of(request) or "")
    answer = encoded(LoggedOut(left=session.actor.name))
    answer.delete_cookie(COOKIE, path="/")
    return answer


def _close(context: ServerContext, token: str) -> None:
    session = find_session(context, token)
    if session is not None and session.kind == sessions.SESSION:
        sessions.log_out(context.room, session.actor, token)
    context.end_sessions(token)


@router.get("/me", summary="Who am I?", response_model=None, responses=documented(401) | answers(Me))
async def me(session: MaybeCaller) -> Response:
    """The role and name of the caller; the role is ``nobody`` for a caller who is not logged in."""
    return encoded(_me(session))


def _me(session: Session | None) -> Me:
    if session is None:
        return Me(role="nobody", name="", csrf="")
    who, role = session.actor, session.actor.role
    if session.kind != sessions.SESSION:
        return Me(role=session.kind, name=who.name, csrf=session.csrf)
    return Me(role=role.value, name=who.name, csrf=session.csrf, page=role.page, deals=role.deals)
