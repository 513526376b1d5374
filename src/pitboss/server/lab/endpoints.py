"""What the lab is asked: short questions that the bench answers at once, and jobs. Who may ask stands in the grid."""

from collections.abc import Callable
from inspect import signature
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Request
from msgspec import Meta, Struct
from pydantic import BaseModel, ConfigDict, Field

from pitboss.games.table import PRACTICE
from pitboss.house.actor import Role
from pitboss.house.errors import NotPermittedError
from pitboss.house.people.sessions import SESSION
from pitboss.house.permissions import ASKS, verify_may_ask
from pitboss.jobs.desk import ASK, CANCEL
from pitboss.paytables import Game
from pitboss.server.authentication import Caller, caller_of, client_of, context_of, get_context
from pitboss.server.commands import Text
from pitboss.server.context import ServerContext
from pitboss.server.encoding import answering, answers
from pitboss.server.guarded_routes import Guard, GuardedRoute, asked_first
from pitboss.server.problems import documented
from pitboss.server.queries.lab import JobId, JobWithResult, with_result

MARK: Final = "x-ask"
"""Where the document of the interface says which line of the grid an address is."""

router = APIRouter(prefix="/api/lab", tags=["the lab"], route_class=GuardedRoute)

Context = Annotated[ServerContext, Depends(get_context)]
Handler = TypeVar("Handler", bound=Callable[..., Any])


def _may_ask(name: str, *, is_question: bool) -> Guard:
    """A guard that lets nobody through whom the grid does not let ask; short questions have a limit."""
    assert name in ASKS, f"{name!r} has no line in the grid of what the lab is asked"

    async def verify(request: Request) -> None:
        session, context = await caller_of(request), context_of(request)
        if session.kind != SESSION:
            raise NotPermittedError(f"{name} is not for a {session.kind}")
        verify_may_ask(session.actor, name)
        if session.actor.role is Role.PLAYER and context.room.house.jurisdiction is not PRACTICE:
            raise NotPermittedError(f"{name} is for players in a room for practice only")
        if is_question:
            context.limits.verify_question(client_of(request, context), session, context.clock.now())

    return verify


def ask(path: str, name: str, *statuses: int, is_question: bool = False) -> Callable[[Handler], Handler]:
    """Put something that can be asked at an address. Its docstring is its summary."""

    refused = documented(401, 403, 404, 409, 413, 422, *statuses)

    def put(handler: Handler) -> Handler:
        router.add_api_route(
            path,
            answering(asked_first(_may_ask(name, is_question=is_question))(handler)),
            methods=["POST"],
            summary=(handler.__doc__ or "").split("\n")[0],
            operation_id=f"ask_{handler.__name__}",
            response_model=None,
            responses=refused | answers(signature(handler).return_annotation),
            openapi_extra={MARK: name},
        )
        return handler

    return put


# ---- short questions


class Advise(BaseModel):
    """Cards, and what is known beside them."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"example": {"game": "double-draw", "cards": "Ks Kd 7h 4c Jk", "draw": 1}},
    )

    game: Game = Field(strict=False)
    cards: str = Field(max_length=200)
    up_card: str | None = Field(None, max_length=10, description="Power Blackjack: the dealer's card that shows.")
    hands: int | None = Field(None, description="Power Blackjack: how many hands the seat has after its splits.")
    decks: int | None = Field(None, description="Power Blackjack: how many decks, 1 to 8.")
    draw: int | None = Field(None, description="Double Draw Poker: which draw, 1 or 2.")
    dead: str | None = Field(None, max_length=50, description="Double Draw Poker: the cards that were replaced.")
    paytable: str | None = Field(None, max_length=64, description="Whose pays decide, where not the usual ones.")


class Decision(Struct, frozen=True, kw_only=True):
    """A decision and what it is worth."""

    words: Annotated[str, Meta(examples=["replace 7h 4c"])]
    value: Annotated[float, Meta(examples=[-0.178])]
    fraction: Annotated[str | None, Meta(description="The same exactly, where it is counted.", examples=["-63/23"])]
    figures: Annotated[list[str], Meta(description="The cells of its line, under the columns.")]


class Advice(Struct, frozen=True, kw_only=True):
    """All decisions, the best first."""

    game: str
    cards: Annotated[str, Meta(examples=["Ks Kd 7h 4c Jk"])]
    per: Annotated[str, Meta(description="What the worth is measured by.", examples=["per Ante"])]
    columns: Annotated[list[str], Meta(examples=[["Worth", "Costs"]])]
    options: list[Decision]


@ask("/advise", "advise", is_question=True)
async def advise(
    _session: Caller,
    body: Advise,
    context: Context,
) -> Advice:
    """What each decision is worth with some cards, exactly."""
    # The lab is loaded by the bench, where the first question starts it, and not by the server.
    from pitboss.server.lab.quick_answers import advise as work  # noqa: PLC0415

    said = body.model_dump(exclude={"game", "cards"}, exclude_none=True)
    return Advice(**await context.bench.do(work, body.game, body.cards, said))


class DesignText(BaseModel):
    """A design."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"example": {"text": 'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = "3 to 1"'}},
    )

    text: str = Field(
        max_length=20_000, description="The paytable it begins with, what is changed, what is solved for."
    )


class Designed(Struct, frozen=True, kw_only=True):
    """What a design brings."""

    format: int
    edits: Annotated[list[dict[str, Any]], Meta(description="Each with its place, before and after.")]
    before: Annotated[dict[str, Any], Meta(description="The par sheet of the paytable as it is.")]
    after: Annotated[dict[str, Any], Meta(description="The par sheet of the paytable as it is edited.")]
    progressives: Annotated[dict[str, Any], Meta(description="The sheet of its progressive, by reading.")]
    solution: Annotated[
        dict[str, Any] | None, Meta(description="The amount that meets the target, where one is asked for.")
    ]


@ask("/design", "design", is_question=True)
async def design(
    _session: Caller,
    body: DesignText,
    context: Context,
) -> Designed:
    """The exact consequences of an edited paytable, and the amount that meets a target."""
    from pitboss.server.lab.quick_answers import design as work  # noqa: PLC0415

    return Designed(**await context.bench.do(work, body.text))


# ---- jobs

CommandId = Annotated[
    Text, Field(min_length=1, max_length=200, description="Made by the sender: the same id again asks once.")
]


class AskJob(BaseModel):
    """A job."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"example": {"command_id": "7b3f0c52", "kind": "par", "inputs": {"designator": "TCP-01"}}},
    )

    command_id: CommandId
    kind: str = Field(max_length=64)
    inputs: dict[str, Any]


@ask("/jobs", ASK)
async def ask_job(session: Caller, body: AskJob, context: Context) -> JobWithResult:
    """Ask for a job; where the same was worked out before, it is done already."""

    def work() -> JobWithResult:
        job = context.jobs.ask(body.kind, body.inputs, by=session.actor, command_id=body.command_id)
        return with_result(*context.jobs.get(job.job_id))

    return await context.do(work)


class CancelJob(BaseModel):
    """No more of a job."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"example": {"command_id": "7b3f0c53"}})

    command_id: CommandId


@ask("/jobs/{job_id}/cancel", CANCEL)
async def cancel_job(job_id: JobId, session: Caller, _body: CancelJob, context: Context) -> JobWithResult:
    """Cancel a job: it stops at its next block, and what it has is kept for the next time."""
    job = await context.do(lambda: context.jobs.cancel(job_id, by=session.actor))
    return with_result(job, None)
