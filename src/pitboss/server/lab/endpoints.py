"""The POST endpoints of the lab: short questions that are answered at once, and jobs.

The permission matrix says who may ask for what.
"""

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
from pitboss.server.authentication import (
    Caller,
    Guard,
    GuardedRoute,
    asked_first,
    caller_of,
    client_of,
    context_of,
    get_context,
)
from pitboss.server.commands import Text
from pitboss.server.context import ServerContext
from pitboss.server.encoding import answering, answers
from pitboss.server.problems import documented
from pitboss.server.queries.lab import JobId, JobWithResult, with_result

MARK: Final = "x-ask"
"""The OpenAPI field that names the line of the permission matrix for an endpoint."""

router = APIRouter(prefix="/api/lab", tags=["the lab"], route_class=GuardedRoute)

Context = Annotated[ServerContext, Depends(get_context)]
Handler = TypeVar("Handler", bound=Callable[..., Any])


def _may_ask(name: str, *, is_question: bool) -> Guard:
    """A guard that checks the permission matrix, and counts short questions."""
    assert name in ASKS, f"{name!r} has no line in the permission matrix of the lab"

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
    """Register an endpoint of the lab. The first line of its docstring is its summary."""

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
    """Cards, and what else is known."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"example": {"game": "double-draw", "cards": "Ks Kd 7h 4c Jk", "draw": 1}},
    )

    game: Game = Field(strict=False)
    cards: str = Field(max_length=200)
    up_card: str | None = Field(None, max_length=10, description="Power Blackjack: the dealer's up card.")
    hands: int | None = Field(None, description="Power Blackjack: how many hands the seat has after its splits.")
    decks: int | None = Field(None, description="Power Blackjack: how many decks, 1 to 8.")
    draw: int | None = Field(None, description="Double Draw Poker: which draw, 1 or 2.")
    dead: str | None = Field(None, max_length=50, description="Double Draw Poker: the cards that were replaced.")
    paytable: str | None = Field(None, max_length=64, description="The paytable, if it is not the usual one.")


class Decision(Struct, frozen=True, kw_only=True):
    """A decision and what it is worth."""

    words: Annotated[str, Meta(examples=["replace 7h 4c"])]
    value: Annotated[float, Meta(examples=[-0.178])]
    fraction: Annotated[str | None, Meta(description="The exact value, if it is counted.", examples=["-63/23"])]
    figures: Annotated[list[str], Meta(description="The values for the columns.")]


class Advice(Struct, frozen=True, kw_only=True):
    """All decisions, the best first."""

    game: str
    cards: Annotated[str, Meta(examples=["Ks Kd 7h 4c Jk"])]
    per: Annotated[str, Meta(description="The unit of the value.", examples=["per Ante"])]
    columns: Annotated[list[str], Meta(examples=[["Worth", "Costs"]])]
    options: list[Decision]


@ask("/advise", "advise", is_question=True)
async def advise(
    _session: Caller,
    body: Advise,
    context: Context,
) -> Advice:
    """What each decision with some cards is worth, exactly."""
    # Only the quick process loads the lab, at the first question; the server does not.
    from pitboss.server.lab.quick_answers import advise as work  # noqa: PLC0415

    values = body.model_dump(exclude={"game", "cards"}, exclude_none=True)
    return Advice(**await context.lab_process.do(work, body.game, body.cards, values))


class DesignText(BaseModel):
    """The text of a paytable design."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"example": {"text": 'base = "TCP-01"\n[wagers.pair-plus.pays]\nflush = "3 to 1"'}},
    )

    text: str = Field(max_length=20_000, description="The base paytable, its changes, and what to solve for.")


class Designed(Struct, frozen=True, kw_only=True):
    """The consequences of a paytable design."""

    format: int
    edits: Annotated[list[dict[str, Any]], Meta(description="Each with its place, before and after.")]
    before: Annotated[dict[str, Any], Meta(description="The par sheet of the paytable before the edits.")]
    after: Annotated[dict[str, Any], Meta(description="The par sheet of the edited paytable.")]
    progressives: Annotated[dict[str, Any], Meta(description="The sheet of its progressive, by reading.")]
    solution: Annotated[dict[str, Any] | None, Meta(description="The amount that meets the target, if there is one.")]


@ask("/design", "design", is_question=True)
async def design(
    _session: Caller,
    body: DesignText,
    context: Context,
) -> Designed:
    """The exact consequences of an edited paytable, and the amount that meets a target."""
    from pitboss.server.lab.quick_answers import design as work  # noqa: PLC0415

    return Designed(**await context.lab_process.do(work, body.text))


# ---- jobs

CommandId = Annotated[
    Text, Field(min_length=1, max_length=200, description="Chosen by the sender: the same id asks only once.")
]


class AskJob(BaseModel):
    """A job to ask for."""

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
    """Ask for a job; one that was computed before is done at once."""

    def work() -> JobWithResult:
        job = context.jobs.ask(body.kind, body.inputs, by=session.actor, command_id=body.command_id)
        return with_result(*context.jobs.get(job.job_id))

    return await context.do(work)


class CancelJob(BaseModel):
    """The cancellation of a job."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"example": {"command_id": "7b3f0c53"}})

    command_id: CommandId


@ask("/jobs/{job_id}/cancel", CANCEL)
async def cancel_job(job_id: JobId, session: Caller, _body: CancelJob, context: Context) -> JobWithResult:
    """Cancel a job: it stops at its next block, and its results so far are kept for the next time."""
    job = await context.do(lambda: context.jobs.cancel(job_id, by=session.actor))
    return with_result(job, None)
