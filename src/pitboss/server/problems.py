"""Turns errors into problem details (RFC 9457): a stable code, the reason in a sentence, and what is allowed."""

import logging
from dataclasses import dataclass
from math import ceil
from typing import Annotated, Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from msgspec import Meta, Struct, to_builtins
from starlette.exceptions import HTTPException

from pitboss.errors import PitbossError
from pitboss.games.command import CommandError
from pitboss.games.round import NotAllowedError
from pitboss.games.round_view import Awaiting
from pitboss.house.errors import (
    CommandReusedError,
    MoneyError,
    NotPermittedError,
    PinNeededError,
    RefusedError,
    StaleVersionError,
    StorageError,
    UnknownError,
    WrongPinError,
)
from pitboss.house.property import Schema
from pitboss.printing import PrintingError
from pitboss.server.encoding import encode, schema_of
from pitboss.server.logs import REQUEST_ID, log


class BusyError(PitbossError):
    """The lab is busy or has stopped: ask again later.

    >>> from pitboss.server.problems import problem_of
    >>> problem_of(BusyError("ask again in a minute")).status
    503
    """


class TooLongError(PitbossError):
    """The question takes too long to answer while the caller waits: ask for it as a job.

    >>> from pitboss.server.problems import problem_of
    >>> problem_of(TooLongError("ask for it as a job")).code
    'too-long'
    """


MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True)
class Problem:
    """A kind of problem.

    >>> problem_of(UnknownError("there is no table 'T9'")).status
    404
    """

    code: str
    status: int
    title: str


class NotLoggedInError(PitbossError):
    """The caller is not logged in.

    >>> problem_of(NotLoggedInError("log in first")).status
    401
    """


class ForgedError(PitbossError):
    """A page of another site may have sent the command.

    >>> problem_of(ForgedError("the CSRF token is missing")).code
    'forged'
    """


class TooManyTriesError(PitbossError):
    """The client is over a limit.

    >>> problem_of(TooManyTriesError("try again in 1 second", 0.2)).status
    429
    """

    def __init__(self, words: str, seconds: float = 60) -> None:
        super().__init__(words)
        self.seconds = max(1, ceil(seconds))
        """When the client may try again, in whole seconds."""


FORGED: Final = Problem("forged", 403, "The request may come from another page")

PROBLEMS: Final[dict[type[PitbossError], Problem]] = {
    NotLoggedInError: Problem("not-logged-in", 401, "The caller is not logged in"),
    ForgedError: FORGED,
    TooManyTriesError: Problem("too-many-tries", 429, "Too many tries"),
    PinNeededError: Problem("pin-needed", 403, "It asks for your PIN again"),
    WrongPinError: Problem("wrong-pin", 403, "The PIN is not right"),
    NotPermittedError: Problem("not-permitted", 403, "The role does not allow it"),
    UnknownError: Problem("unknown", 404, "It is not there"),
    StaleVersionError: Problem("stale-version", 409, "The table has changed since"),
    CommandReusedError: Problem("command-reused", 409, "The command id was used for something else"),
    MoneyError: Problem("money", 409, "The money is not there"),
    NotAllowedError: Problem("not-allowed", 409, "The rules of the game do not allow it now"),
    RefusedError: Problem("refused", 409, "The room does not allow it now"),
    CommandError: Problem("not-a-command", 422, "It cannot be read as a command"),
    BusyError: Problem("busy", 503, "The lab has no turn for it now"),
    TooLongError: Problem("too-long", 503, "It takes too long to answer at once"),
    PrintingError: Problem("printing", 503, "The page cannot be made on this machine"),
    StorageError: Problem("storage", 503, "The database does not answer correctly"),
}
"""The kind of problem of each error class."""

MAX_FAULTS: Final = 10
"""How many faults of a request an answer lists: a request may have a hundred thousand."""

UNREADABLE: Final = Problem("unreadable", 422, "The request cannot be read")
OTHER: Final = Problem("refused", 409, "It is not allowed")
NOT_OPEN: Final = Problem("not-open", 403, "It is not open to everybody")
TOO_LARGE: Final = Problem("too-large", 413, "The request is too long")
WRONG_HOST: Final = Problem("wrong-host", 421, "The request was meant for another server")
BROKEN: Final = Problem("broken", 500, "Something is broken here")
NOT_READY: Final = Problem("not-ready", 503, "The server cannot work now")


CANNOT: Final = {
    400: Problem("unreadable", 400, "The request cannot be read"),
    404: Problem("unknown", 404, "It is not there"),
    405: Problem("wrong-method", 405, "The address does not take this method"),
    413: TOO_LARGE,
}
"""The problems that HTTP itself reports, by status."""


def all_problems() -> list[Problem]:
    """Every kind of problem once, sorted by status and code.

    >>> [problem.code for problem in all_problems() if problem.status == 401]
    ['not-logged-in']
    """
    others = (UNREADABLE, NOT_OPEN, WRONG_HOST, BROKEN, NOT_READY, *CANNOT.values())
    by_code = {problem.code: problem for problem in (*others, *PROBLEMS.values())}
    return sorted(by_code.values(), key=lambda problem: (problem.status, problem.code))


def problem_of(error: PitbossError) -> Problem:
    """The kind of problem for an error.

    >>> problem_of(RefusedError("table T1 is closed")).code
    'refused'
    """
    return next((PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS), OTHER)


class ProblemDetails(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was refused (RFC 9457)."""

    type: Annotated[str, Meta(description="A path that names the kind of problem.")]
    title: Annotated[str, Meta(description="The kind of problem, in words.")]
    status: Annotated[int, Meta(description="The HTTP status.")]
    code: Annotated[str, Meta(description="The kind of problem for machines: it never changes.")]
    detail: Annotated[str, Meta(description="The reason in a sentence.")]
    instance: Annotated[str | None, Meta(description="The path of the request.")] = None
    rule: Annotated[str | None, Meta(description="The rule that was broken, in words.")] = None
    allowed: Annotated[Awaiting | None, Meta(description="What a round waits for, and what may answer.")] = None
    request_id: Annotated[str | None, Meta(description="Under which the log has it.")] = None
    watch: Annotated[str | None, Meta(description="At a socket, what was to be watched.")] = None
    retry_after: Annotated[int | None, Meta(description="At a socket, after how many seconds to ask again.")] = None


def details(problem: Problem, sentence: str, **more: Any) -> ProblemDetails:
    """The body of a problem response.

    >>> details(UNREADABLE, "cents must be a whole number").type
    '/problems/unreadable'
    """
    return ProblemDetails(
        type=f"/problems/{problem.code}",
        title=problem.title,
        status=problem.status,
        code=problem.code,
        detail=sentence,
        **more,
    )


def answer(problem: Problem, sentence: str, **more: Any) -> Response:
    """A problem response with the id of the request, as in the log. Errors of the server are also logged."""
    if problem.status >= 500:
        log(f"{problem.title}: {sentence}", logging.WARNING, code=problem.code)
    more["request_id"] = REQUEST_ID.get() or None
    return Response(encode(details(problem, sentence, **more)), problem.status, media_type=MEDIA_TYPE)


def refusal(error: PitbossError, instance: str | None = None) -> Response:
    """The response for an error; if the client is over a limit, it says when to try again."""
    rule, allowed = getattr(error, "rule", None), getattr(error, "allowed", None)
    response = answer(problem_of(error), str(error), rule=rule, allowed=allowed, instance=instance)
    if isinstance(error, TooManyTriesError):
        response.headers["retry-after"] = str(error.seconds)
    return response


def add_problems(app: FastAPI) -> None:
    """Make the application answer every error with a problem, never with a traceback."""

    @app.exception_handler(PitbossError)
    async def refused(request: Request, error: PitbossError) -> Response:
        return refusal(error, request.url.path)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        errors = error.errors()
        faults = [f"{'.'.join(map(str, one['loc'][1:])) or 'the request'}: {one['msg']}" for one in errors[:MAX_FAULTS]]
        more = [f"and {len(errors) - MAX_FAULTS} more"] if len(errors) > MAX_FAULTS else []
        return answer(UNREADABLE, "; ".join([*(words[:200] for words in faults), *more]), instance=request.url.path)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        return cannot(request, error)


def cannot(request: Request, error: HTTPException) -> Response:
    """The response for an error that HTTP itself reports, such as a wrong method."""
    problem = CANNOT.get(error.status_code) or Problem("http", error.status_code, "It cannot be done")
    response = answer(problem, str(error.detail), instance=request.url.path)
    response.headers.update(error.headers or {})  # such as the methods that a path allows
    return response


# ---- in the document of the interface

_SHOWN: Final = {
    400: (CANNOT[400], "there was an error parsing the body"),
    401: (PROBLEMS[NotLoggedInError], "you are not logged in: log in with badge and PIN, or as a guest"),
    403: (PROBLEMS[NotPermittedError], "count-drop is not for dealer 17; it is for: accounting"),
    404: (PROBLEMS[UnknownError], "there is no table 'T9'"),
    409: (PROBLEMS[RefusedError], "table T1 is closed"),
    413: (TOO_LARGE, "a request may be 1,048,576 bytes long, and this one is longer"),
    422: (UNREADABLE, "cents: Input should be a valid integer"),
    429: (PROBLEMS[TooManyTriesError], "more than 20 log-in tries a minute from one address: try again in 3 seconds"),
    503: (PROBLEMS[StorageError], "the database is away"),
}


def documented(*statuses: int) -> dict[int | str, Schema]:
    """The refusals of an endpoint for OpenAPI, each with an example.

    >>> documented(404)[404]["description"]
    'It is not there'
    """
    shown = {status: _SHOWN[status] for status in (400, *statuses, 429, 503)}
    return {
        status: {
            "description": problem.title,
            "content": {
                MEDIA_TYPE: {
                    "schema": schema_of(ProblemDetails),
                    "example": to_builtins(details(problem, sentence)),
                }
            },
        }
        for status, (problem, sentence) in shown.items()
    }
