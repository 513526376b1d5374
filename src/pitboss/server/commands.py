"""Creates the POST endpoints of all commands from the command classes, so that no new command can be forgotten.

The path shows where a command is done: at a table, in its round, on its keypad, or in the office. One more endpoint
takes the sealed requests of the terminal on this machine.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from inspect import cleandoc
from typing import Annotated, Any, Final, get_type_hints

from fastapi import APIRouter, Depends, Path, Request, Response
from msgspec import Meta, Struct
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC, Audience
from pitboss.games.command import Command
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Role
from pitboss.house.answers import Answer
from pitboss.house.errors import NotPermittedError
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.people.enrollment import code_for
from pitboss.house.people.sessions import Session
from pitboss.house.people.signing import OwnPin
from pitboss.house.permissions import MATRIX, SECTIONS, SIGNED
from pitboss.house.tables.commands import Act, Press, TakeSeat
from pitboss.house.tables.preconditions import MACHINES
from pitboss.house.tables.queries import table_ids
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.house.terminal import TERMINAL_PATH, answer_sealed
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.server.authentication import (
    Caller,
    Guard,
    GuardedRoute,
    asked_first,
    audience_at,
    caller_of,
    client_of,
    context_of,
    get_context,
    verify_may_send,
)
from pitboss.server.command_body import SECRETIVE, verify_plain_json
from pitboss.server.context import ServerContext
from pitboss.server.deal_clock import with_deadline
from pitboss.server.encoding import answering, answers
from pitboss.server.limits import is_guest
from pitboss.server.openapi import example_of
from pitboss.server.problems import documented


@contextmanager
def seating(context: ServerContext, session: Session, table_id: str, command: Command) -> Iterator[None]:
    """Run a command in this context: it refuses a guest a seat over the limit. Called from a thread of the house."""
    if not (isinstance(command, TakeSeat) and is_guest(session)):
        yield
        return
    with context.limits.seating:
        taken = {
            (each, seat): name for each in table_ids(context.room) for seat, name in _players(context, each).items()
        }
        taken.pop((table_id, command.seat), None)  # a repeated command gets its first answer
        context.limits.verify_may_sit(session, list(taken.values()))
        yield


def _players(context: ServerContext, table_id: str) -> dict[int, str]:
    def look(table: Table, _version: int) -> dict[int, str]:
        return {seat: seating.player for seat, seating in table.seatings.items()}

    return context.room.query_cached(table_id, look)


def note_chips(context: ServerContext, session: Session, view: TableView) -> None:
    """Let the limits know whether a guest who has just done something at a table has chips there."""
    if is_guest(session):
        own = [seat.chips_cents for seat in view.seats.values() if seat.player == session.actor.name]
        is_betting = view.round is not None and view.round.phase != "over" and bool(own)
        context.limits.note_chips(session, any(own) or is_betting, context.clock.now())


COMMAND: Final = "x-command"
"""The OpenAPI field that names the line of the permission matrix for an endpoint."""

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description="The table.", examples=["T1"])]

Text = Annotated[str, Field(pattern=r"^[^\x00]*$")]
"""Text that the database can store: PostgreSQL takes no NUL."""

WITHOUT_VALUES: Final = frozenset({"swipe-card"})
"""Key presses without values: the holder of the card is known, and the prize comes from the meter."""


@dataclass(frozen=True)
class Sendable:
    """A command that can be sent, with its fields."""

    slug: str
    matrix: str
    """Its line in the permission matrix."""
    is_signed: bool
    """Whether the sender enters the PIN again."""
    words: str
    fields: dict[str, Any]
    make: Callable[[dict[str, Any]], Command]

    def body(self, *, with_version: bool) -> type[BaseModel]:
        """The model of the body that is posted for it."""
        about = "Chosen by the sender, new for every command: sending the same id again returns the same answer."
        posted: dict[str, Any] = {"command_id": (Text, Field(min_length=1, max_length=200, description=about))}
        if with_version:
            seen = "The version that the sender saw; the command is refused if the table has changed since."
            posted["version"] = (int | None, Field(None, ge=0, description=seen))
        if self.is_signed:
            own = "Your PIN, entered again for this command."
            posted["pin"] = (str | None, Field(None, max_length=64, repr=False, description=own))
            code = "The code of your authenticator app, if you have one."
            posted["second"] = (str | None, Field(None, max_length=64, repr=False, description=code))
        posted |= {
            name: (_field_type(kind), ... if type(None) not in getattr(kind, "__args__", ()) else None)
            for name, kind in self.fields.items()
        }
        name = "".join(part.capitalize() for part in self.slug.split("-"))
        shown = example_of(self.slug, ["command_id", *(["pin"] if self.is_signed else []), *self.fields])
        config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"example": shown})
        return create_model(name, __config__=config, **posted)


_SIMPLE: Final[dict[Any, Any]] = {str: Text, str | None: Text | None} | {
    kind: kind for kind in (int, bool, int | None, bool | None)
}


def _field_type(kind: Any) -> Any:
    """The type of a field, restricted to values that a record can store."""
    return _SIMPLE.get(kind) or Annotated[kind, AfterValidator(verify_plain_json)]


class Enrollment(Struct, frozen=True, kw_only=True):
    """The code with which a new person enrolls; only the approver is shown it."""

    badge: Annotated[str, Meta(examples=["17"])]
    code: Annotated[str, Meta(examples=["7KQ2-M4XD"])]
    until: Annotated[str, Meta(examples=["2026-11-15T20:15:00.000000Z"])]


class Done(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a command."""

    version: Annotated[int, Meta(description="The version of the table, or the number of the office's record.")]
    events: Annotated[list[dict[str, Any]], Meta(description="What happened, as far as the caller may see it.")]
    repeat: Annotated[bool, Meta(description="Whether it had been done before, under the same id.")]
    view: Annotated[TableView | None, Meta(description="The table as the caller may see it.")] = None
    token: Annotated[str | None, Meta(description="The token of a device: it is told once.")] = None
    enrollment: Annotated[Enrollment | None, Meta(description="The code that an approver reads to a new person.")] = (
        None
    )


def at_tables() -> list[Sendable]:
    """The commands for a table itself.

    >>> [each.slug for each in at_tables()][:2]
    ['create-table', 'configure-table']
    """
    return [_plain(kind) for kind in Table.operations if kind not in (Act, Press)]


def of_rounds() -> list[Sendable]:
    """The commands for a round of any game.

    >>> "place-wager" in [each.slug for each in of_rounds()]
    True
    """
    kinds = (kind for round in ROUNDS.values() for kind in round.operations)
    return _wrapped(kinds, "act", Act)


def of_keypads() -> list[Sendable]:
    """The keys that can be pressed on a controller.

    >>> "press-coin-in" in [each.slug for each in of_keypads()]
    True
    """
    kinds = (kind for controller in CONTROLLERS.values() for kind in controller.operations)
    return _wrapped(kinds, "press", Press)


def of_the_office() -> list[Sendable]:
    """The commands that people may send to the office, without those that only the house itself records.

    >>> "note-log-in" in [each.slug for each in of_the_office()]
    False
    """
    by_people = (kind for kind in OFFICE_COMMANDS if MATRIX[kind.slug()] - {Role.HOUSE})
    return [_plain(kind) for kind in by_people]


def _plain(kind: type[Command]) -> Sendable:
    secretive = SECRETIVE.get(kind.slug())
    types = secretive.fields if secretive else _fields_of(kind)
    is_signed = kind.slug() in SIGNED
    return Sendable(kind.slug(), kind.slug(), is_signed, _words_of(kind), types, lambda values: kind(**values))


def _wrapped(kinds: Iterable[type[Command]], matrix: str, wrap: Callable[[dict[str, Any]], Command]) -> list[Sendable]:
    sendables: dict[str, Sendable] = {}
    for kind in kinds:
        slug = kind.slug()
        # The shuffler and the meter do some operations themselves: no one can send those.
        if not kind.who & MACHINES:
            types = {} if slug in WITHOUT_VALUES else _fields_of(kind)
            sendable = Sendable(slug, matrix, kind.is_signed, _words_of(kind), types, _wrapping(slug, wrap))
            sendables.setdefault(slug, sendable)
    return list(sendables.values())


def _wrapping(slug: str, wrap: Callable[[dict[str, Any]], Command]) -> Callable[[dict[str, Any]], Command]:
    return lambda values: wrap({"do": slug} | values)


def _fields_of(kind: type[Command]) -> dict[str, Any]:
    """The fields with their types; cards are sent in notation, such as ``As Kd``."""
    hints = get_type_hints(kind)
    return {each.name: str if each.name == "cards" else hints[each.name] for each in fields(kind)}


def _words_of(kind: type[Command]) -> str:
    return cleandoc(kind.__doc__ or "").split("\n\n")[0].replace("\n", " ")


# ---- the addresses


def addresses() -> Iterator[tuple[str, Sendable, str]]:
    """Every path with its command and its heading, in the order in which the router tries them.

    >>> next(path for path, each, _ in addresses() if each.slug == "deposit")
    '/api/office/deposit'
    """
    # Commands of a round come first, because most requests are for them.
    at_table = "/api/tables/{table_id}"
    yield from ((f"{at_table}/round/{each.slug}", each, "the round") for each in of_rounds())
    yield from ((f"{at_table}/{each.slug}", each, _section_of(each.matrix)) for each in at_tables())
    yield from ((f"{at_table}/keypad/{each.slug}", each, "the keypad") for each in of_keypads())
    yield from ((f"/api/office/{each.slug}", each, _section_of(each.matrix)) for each in of_the_office())


def command_routes() -> APIRouter:
    """The router with the endpoints of all commands."""
    router = APIRouter()
    for path, each, heading in addresses():
        _add(router, path, each, heading, (_at_table if "{table_id}" in path else _in_office)(each))
    return router


def _add(router: APIRouter, path: str, each: Sendable, tag: str, answer: Callable[..., Awaitable[Done]]) -> None:
    router.add_api_route(
        path,
        answering(answer),
        methods=["POST"],
        tags=[tag],
        summary=each.words,
        operation_id=path.removeprefix("/api/").replace("/", "_").replace("{table_id}_", "").replace("-", "_"),
        response_model=None,
        responses=documented(401, 403, 404, 409, 413, 422) | answers(Done),
        openapi_extra={COMMAND: each.matrix},
        route_class_override=GuardedRoute,
    )


def _section_of(slug: str) -> str:
    return next((section for section, slugs in SECTIONS.items() if slug in slugs), "other")


def _may_send(each: Sendable) -> Guard:
    """A guard that checks whether the caller may send a command, and how often guests do."""

    async def verify(request: Request) -> None:
        session, context, table_id = await caller_of(request), context_of(request), request.path_params.get("table_id")
        try:
            verify_may_send(session, each.matrix, table_id)
        except NotPermittedError as reason:
            if table_id is not None:
                await context.do(context.room.note_refusal, table_id, (each.slug, None), session.actor, reason)
            raise
        context.limits.verify_command(client_of(request, context), session, context.clock.now())

    return verify


def _at_table(each: Sendable) -> Callable[..., Awaitable[Done]]:
    model = each.body(with_version=True)

    @asked_first(_may_send(each))
    async def answer(
        table_id: TableId,
        session: Caller,
        body: model,  # type: ignore[valid-type]
        context: Annotated[ServerContext, Depends(get_context)],
    ) -> Done:
        return await context.do(_do_at_table, context, session, table_id, each, _values(body))

    return answer


def _do_at_table(context: ServerContext, session: Session, table_id: str, each: Sendable, sent: dict[str, Any]) -> Done:
    command_id, version, pin = sent.pop("command_id"), sent.pop("version"), _own_pin(sent) if each.is_signed else None
    try:
        command = each.make(sent)
        with seating(context, session, table_id, command):
            answer = context.at_table(
                table_id, command, by=session.actor, command_id=command_id, version=version, pin=pin
            )
    except PitbossError as error:
        _explain(context, table_id, each, error)
        raise
    audience, view = context.room.query_cached(table_id, lambda table, version: _seen(table, version, session))
    note_chips(context, session, view)
    return _done(answer, audience, view=with_deadline(context, view))


def _seen(table: Table, version: int, session: Session) -> tuple[Audience, TableView]:
    audience = audience_at(table, session)
    return audience, table.view(audience, version)


def _in_office(each: Sendable) -> Callable[..., Awaitable[Done]]:
    model = each.body(with_version=False)

    @asked_first(_may_send(each))
    async def answer(
        session: Caller,
        body: model,  # type: ignore[valid-type]
        context: Annotated[ServerContext, Depends(get_context)],
    ) -> Done:
        return await context.do(_do_in_office, context, session, each, _values(body))

    return answer


def _do_in_office(context: ServerContext, session: Session, each: Sendable, sent: dict[str, Any]) -> Done:
    command_id, pin = sent.pop("command_id"), _own_pin(sent) if each.is_signed else None
    secretive = SECRETIVE.get(each.slug)
    if secretive:
        answer, token = secretive.do(context, session.actor, command_id, sent)
    else:
        answer, token = context.in_office(each.make(sent), by=session.actor, command_id=command_id, pin=pin), None
    code = code_for(context.room, session.actor, answer)
    return _done(answer, PUBLIC, token=token, enrollment=None if code is None else Enrollment(**vars(code)))


def _own_pin(sent: dict[str, Any]) -> OwnPin | None:
    """Take the PIN out of the values that were sent: it is not a field of the command."""
    pin, second = sent.pop("pin", None), sent.pop("second", None)
    return None if pin is None else OwnPin(pin, second or "")


def _done(answer: Answer, audience: Audience, **more: Any) -> Done:
    return Done(version=answer.version, events=answer.seen_by(audience), repeat=answer.is_repeat, **more)


def _values(body: BaseModel) -> dict[str, Any]:
    return {name: getattr(body, name) for name in type(body).model_fields}


def _explain(context: ServerContext, table_id: str, each: Sendable, error: PitbossError) -> None:
    """Add to a refusal which rule was broken, and what is allowed now."""
    table = context.room.table(table_id)
    rule = _rule_of(table, each)
    error.rule = rule and cleandoc(rule)  # type: ignore[attr-defined]
    is_playing = table.round is not None and not table.round.is_over
    error.allowed = table.round.awaiting if table.round is not None and is_playing else None  # type: ignore[attr-defined]


def _rule_of(table: Table, each: Sendable) -> str | None:
    """The rule that a command must meet, in words."""
    if each.matrix not in ("act", "press"):
        return Table.rule_of(_TABLE_COMMANDS[each.slug])
    machine = table.round if each.matrix == "act" else table.controller
    rule = getattr(machine, f"verify_{each.slug.replace('-', '_')}", None)
    return None if rule is None else rule.__doc__


_TABLE_COMMANDS: Final = {kind.slug(): kind for kind in Table.operations}


def slugs_by_path() -> Mapping[str, str]:
    """The line of the permission matrix for every path, for the test that compares them.

    >>> slugs_by_path()["/api/office/deposit"]
    'deposit'
    """
    return {path: each.matrix for path, each, _ in addresses()}


router: Final = APIRouter()


@router.post(TERMINAL_PATH, include_in_schema=False)
async def at_terminal(request: Request, context: Annotated[ServerContext, Depends(get_context)]) -> Response:
    """Do a request of the terminal on this machine. Request and answer are encrypted with the key of the room."""
    sealed = await request.body()
    answer = await context.do(answer_sealed, context, sealed, context.ids, context.entropy)
    return Response(answer, media_type="application/octet-stream")
