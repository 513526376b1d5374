"""Answers the results of the lab, which are public (par sheets, checked figures, charts), paytables, and its jobs.

A query for a result that is not computed yet asks for the job, if the caller may ask for jobs.
"""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Response
from msgspec import Meta, Struct, convert

from pitboss.errors import UnknownNameError
from pitboss.house.errors import UnknownError
from pitboss.house.people.sessions import Session
from pitboss.house.permissions import ASKS
from pitboss.house.reports.expected import PAR, theory_of
from pitboss.house.tables.queries import table_and_meter
from pitboss.jobs.desk import ASK
from pitboss.jobs.laboratory import question
from pitboss.jobs.room_theory import STRATEGY, VERIFY
from pitboss.jobs.rows import Job, Status
from pitboss.paytables import Game, load_catalogue
from pitboss.server.authentication import MaybeCaller
from pitboss.server.context import ServerContext
from pitboss.server.encoding import content_of, encoded
from pitboss.server.queries.endpoint import ID, Context, Limit, actor_of, path_id, query, read

router = APIRouter(tags=["the lab"])

Designator = Annotated[str, path_id("A paytable or a game.", "TCP-01")]
Decks = Annotated[int | None, Query(ge=1, le=8, description="Power Blackjack: the number of decks.")]
OfTable = Annotated[
    str | None, Query(alias="table", pattern=ID, description="With the settings of this table.", examples=["T4"])
]


class Task(Struct, frozen=True, kw_only=True):
    """A kind of job."""

    kind: Annotated[str, Meta(examples=["par"])]
    words: Annotated[str, Meta(examples=["The par sheet of a paytable or a game"])]
    needs: Annotated[
        dict[str, str],
        Meta(description="Its inputs, and the meaning of each.", examples=[{"designator": "a paytable"}]),
    ]


class Tasks(Struct, frozen=True, kw_only=True):
    """Every kind of job."""

    tasks: list[Task]


@query(router, "/lab/tasks", "lab")
async def show_tasks(context: Context) -> Tasks:
    """The kinds of jobs that the lab can do, and the inputs of each."""
    return Tasks(tasks=[Task(**each) for each in await context.do(context.jobs.lab.kinds)])


# ---- what is stored


class Found(Struct, frozen=True, kw_only=True):
    """A result of the lab."""

    job_id: Annotated[str, Meta(examples=["5f0c77aa12b3c4d5"])]
    finished_at: Annotated[str | None, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    result: Annotated[
        dict[str, Any], Meta(description="Depends on the kind of job: sheet and plots, verdicts, a chart.")
    ]


class Waiting(Struct, frozen=True, kw_only=True):
    """A job that the lab has not finished."""

    job_id: Annotated[str, Meta(examples=["5f0c77aa12b3c4d5"])]
    status: Literal["queued", "running"]
    done_blocks: Annotated[int, Meta(examples=[12])]
    all_blocks: Annotated[int, Meta(examples=[40])]


ALSO: Final[dict[int | str, dict[str, Any]]] = {
    202: {"content": content_of(Waiting), "description": "The lab is working on it: watch the job, then ask again."},
}


async def found(context: ServerContext, session: Session | None, kind: str, inputs: dict[str, Any]) -> Response:
    """The stored result, or the job that will have it, or a refusal that says how to get it."""
    job, result = await context.do(_find, context, session, kind, inputs)
    if result is not None:
        return encoded(Found(job_id=job.job_id, finished_at=job.finished_at, result=result))
    status: Any = job.status.value
    waiting = Waiting(job_id=job.job_id, status=status, done_blocks=job.done_blocks, all_blocks=job.all_blocks)
    return encoded(waiting, 202)


def _find(
    context: ServerContext, session: Session | None, kind: str, inputs: dict[str, Any]
) -> tuple[Job, dict[str, Any] | None]:
    try:
        context.jobs.lab.verify(kind, {name: value for name, value in inputs.items() if value is not None})
    except UnknownNameError as error:
        raise UnknownError(str(error)) from error
    job, actor = context.jobs.find(kind, inputs), actor_of(session)
    if job is None and actor is not None and actor.role in ASKS[ASK]:
        # The command id follows from the question, so the same query sent twice asks only once.
        job = context.jobs.ask(kind, inputs, by=actor, command_id=f"look {question(kind, inputs).job_id}")
    if job is None:
        raise UnknownError("the lab has not computed this yet: staff can ask for it by opening it, or with a job")
    if job.status in (Status.FAILED, Status.CANCELLED):
        raise UnknownError(f"job {job.job_id} is {job.status.value} ({job.reason}): ask for it again by a new job")
    return context.jobs.get(job.job_id) if job.status is Status.DONE else (job, None)


@query(router, "/lab/sheets/{designator}", "lab", model=Found, also=ALSO)
async def show_sheet(
    designator: Designator, context: Context, session: MaybeCaller, decks: Decks = None, table: OfTable = None
) -> Response:
    """The par sheet of a paytable or a game, with its plots."""
    name = _name(designator)
    inputs: dict[str, Any] = {"designator": name} if table is None else await _as_set(context, table, name)
    return await found(context, session, PAR, inputs | {"decks": decks})


async def _as_set(context: ServerContext, table_id: str, designator: str) -> dict[str, Any]:
    settings, _ = await read(
        context, lambda connection, house: table_and_meter(connection, house.property_id, table_id)
    )
    sheets = {inputs["designator"]: inputs for inputs in theory_of(settings.rules)}
    if designator not in sheets:
        raise UnknownError(f"table {table_id} does not play {designator}; it plays: {', '.join(sheets)}")
    return sheets[designator]


def _name(designator: str) -> str:
    """The name as the lab knows it: upper case for paytables, lower case for games, so that one name is one job."""
    games = [game.value for game in Game]
    return designator.lower() if designator.lower() in games else designator.upper()


@query(router, "/lab/verify", "lab", model=Found, also=ALSO)
async def show_verdicts(context: Context, session: MaybeCaller) -> Response:
    """Every printed figure compared with the exact one."""
    return await found(context, session, VERIFY, {})


@query(router, "/lab/strategy", "lab", model=Found, also=ALSO)
async def show_strategy(context: Context, session: MaybeCaller, decks: Decks = None, table: OfTable = None) -> Response:
    """The strategy chart of Power Blackjack, for a number of decks or with the settings of a table."""
    inputs: dict[str, Any] = {}
    if table is not None:
        inputs = await _as_set(context, table, Game.POWER_BLACKJACK.value)
    return await found(context, session, STRATEGY, {"rules": inputs.get("rules"), "decks": decks})


# ---- every paytable


class Edge(Struct, frozen=True, kw_only=True):
    """The edge of a wager, in one line."""

    wager: Annotated[str, Meta(examples=["pair-plus"])]
    title: Annotated[str, Meta(examples=["Pair Plus A"])]
    house_edge: Annotated[dict[str, Any], Meta(examples=[{"fraction": "128/5525", "percent": 2.3167}])]
    hit_frequency: dict[str, Any]
    standard_deviation: float
    printed_figures: Annotated[dict[str, list[str]], Meta(examples=[{"house-advantage": ["2.32%"]}])]


class SheetLine(Struct, frozen=True, kw_only=True):
    """A paytable or a game, with what the lab has computed for it."""

    designator: Annotated[str, Meta(examples=["TCP-01"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]
    title: Annotated[str, Meta(examples=["Three Card Poker, Ante Bonus A with Pair Plus A"])]
    job_id: Annotated[str | None, Meta(description="The job of its par sheet; nothing if no one has asked for it.")]
    status: Annotated[str | None, Meta(description="The status of that job.", examples=["done"])]
    wagers: Annotated[list[Edge], Meta(description="By the rules; empty until its par sheet is done.")]


class SheetLines(Struct, frozen=True, kw_only=True):
    """Every paytable and every game."""

    paytables: list[SheetLine]
    games: list[SheetLine]


@query(router, "/lab/paytables", "lab")
async def show_lab_paytables(context: Context) -> SheetLines:
    """Every paytable of the catalogue and every game, each with the exact edges that are computed so far."""
    return await context.do(_lines, context)


def _lines(context: ServerContext) -> SheetLines:
    known = {each.designator: (each.game.value, each.title) for each in load_catalogue()}
    games = {game.value: (game.value, game.label) for game in Game}
    stored = context.jobs.stored(PAR, [{"designator": each} for each in (*known, *games)])
    lines = [
        _line(designator, *words, *answer)
        for (designator, words), answer in zip((known | games).items(), stored, strict=True)
    ]
    return SheetLines(paytables=lines[: len(known)], games=lines[len(known) :])


def _line(designator: str, game: str, title: str, job: Job | None, result: dict[str, Any] | None) -> SheetLine:
    wagers = [_edge(wager) for wager in result["sheet"]["wagers"]] if result is not None else []
    job_id, status = (job.job_id, job.status.value) if job is not None else (None, None)
    return SheetLine(designator=designator, game=game, title=title, job_id=job_id, status=status, wagers=wagers)


def _edge(wager: dict[str, Any]) -> Edge:
    rules = wager["readings"]["rules"]
    return Edge(
        wager=wager["wager"],
        title=wager["title"],
        house_edge=rules["house_edge"],
        hit_frequency=rules["hit_frequency"],
        standard_deviation=rules["standard_deviation"],
        printed_figures=wager["printed_figures"],
    )


JobId = Annotated[str, path_id("The job.", "5f0c77aa12b3c4d5")]


class JobStatus(Struct, frozen=True, kw_only=True):
    """A job without its lease, which changes even when nothing else does."""

    job_id: Annotated[str, Meta(examples=["5f0c77aa12b3c4d5"])]
    kind: Annotated[str, Meta(examples=["par"])]
    inputs: Annotated[dict[str, Any], Meta(examples=[{"designator": "TCP-01"}])]
    asked_by: Annotated[
        str, Meta(description="Role and badge; the house asks for the theory of its tables.", examples=["admin:1"])
    ]
    asked_at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    done_blocks: Annotated[int, Meta(description="Finished blocks of the current step.", examples=[12])]
    all_blocks: Annotated[int, Meta(description="All blocks of the current step; 0 if not known yet.", examples=[40])]
    worker: Annotated[
        str | None, Meta(description="The worker that computes it, or did last.", examples=["ace-4711-5f0c"])
    ]
    started_at: str | None
    finished_at: str | None
    reason: Annotated[str | None, Meta(description="Why it failed, or who cancelled it.")]


class JobRow(JobStatus, frozen=True, kw_only=True):
    """A job with its lease."""

    lease_until: Annotated[str | None, Meta(description="When the claim of that worker ends.")]


class JobWithResult(JobRow, frozen=True, kw_only=True):
    """A job with its result."""

    result: Annotated[dict[str, Any] | None, Meta(description="Depends on the kind of job; nothing until it is done.")]


class Jobs(Struct, frozen=True, kw_only=True):
    """The last jobs, newest first."""

    jobs: list[JobRow]


@query(router, "/lab/jobs", "lab-jobs")
async def show_jobs(context: Context, limit: Limit = 50) -> Jobs:
    """The last jobs of the lab, newest first, without their results."""
    return Jobs(jobs=[JobRow(**job.as_json()) for job in await context.do(context.jobs.last, limit)])


@query(router, "/lab/jobs/{job_id}", "lab-jobs")
async def show_job(job_id: JobId, context: Context) -> JobWithResult:
    """One job of the lab, with its result."""
    return with_result(*await context.do(context.jobs.get, job_id))


def with_result(job: Job, result: dict[str, Any] | None) -> JobWithResult:
    """The answer for a job with its result."""
    return JobWithResult(**job.as_json(), result=result)


PaytableName = Annotated[str, path_id("A paytable.", "TCP-01")]


class PayRow(Struct, frozen=True, kw_only=True):
    """The pay of one hand."""

    hand: Annotated[str, Meta(examples=["straight-flush"])]
    label: Annotated[str, Meta(examples=["Straight flush"])]
    pay: Annotated[str, Meta(examples=["40 to 1"])]
    kind: Annotated[str, Meta(description="to, for, meter or push.", examples=["to"])]
    amount: Annotated[
        str | None, Meta(description="A ratio, or a share of the meter; a push has none.", examples=["40"])
    ] = None
    envy_cents: Annotated[
        int | None, Meta(description="The award envy of every other progressive wager.", examples=[10_000])
    ] = None


class PaidWager(Struct, frozen=True, kw_only=True):
    """The pays of one wager, best hand first."""

    wager: Annotated[str, Meta(examples=["pair-plus"])]
    name: Annotated[str, Meta(examples=["Pair Plus A"])]
    pays: list[PayRow]
    seed_cents: Annotated[int | None, Meta(description="The seed of a progressive.", examples=[100_000])] = None
    contribution: Annotated[str | None, Meta(description="The share of a wager for the meter.", examples=["7/50"])] = (
        None
    )
    printed: Annotated[dict[str, list[str]], Meta(examples=[{"hit-frequency": ["7.28%"]}])]


class PostedPaytable(Struct, frozen=True, kw_only=True):
    """A paytable."""

    designator: Annotated[str, Meta(examples=["TCP-01"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]
    title: Annotated[str, Meta(examples=["Three Card Poker, Ante Bonus A with Pair Plus A"])]
    source: Annotated[str, Meta(description="The document that it is from.")]
    wagers: list[PaidWager]


@query(router, "/lab/paytables/{designator}", "lab")
async def show_paytable(designator: PaytableName) -> PostedPaytable:
    """A paytable with every pay, as a start for a design."""
    try:
        posted = load_catalogue()[designator]
    except UnknownNameError as error:
        raise UnknownError(str(error)) from error
    return convert(posted.as_json(), PostedPaytable)
