"""What the server refuses, as problem details (RFC 9457): a stable code, the reason in a sentence, what is allowed."""

from dataclasses import dataclass
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from pitboss.errors import PitbossError
from pitboss.games.command import CommandError
from pitboss.games.round import NotAllowedError
from pitboss.house.errors import (
    CommandReusedError,
    MoneyError,
    NotPermittedError,
    PrintingError,
    RefusedError,
    StaleVersionError,
    StorageError,
    UnknownError,
)

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
    """Somebody who has not come in.

    >>> problem_of(NotLoggedInError("log in first")).status
    401
    """


class ForgedError(PitbossError):
    """A command that may have been sent by another page.

    >>> problem_of(ForgedError("the CSRF token is missing")).code
    'forged'
    """


class TooManyTriesError(PitbossError):
    """Somebody who knocks too often.

    >>> problem_of(TooManyTriesError("wait a minute")).status
    429
    """


PROBLEMS: Final[dict[type[PitbossError], Problem]] = {
    NotLoggedInError: Problem("not-logged-in", 401, "Nobody has come in with this request"),
    ForgedError: Problem("forged", 403, "The request may come from another page"),
    TooManyTriesError: Problem("too-many-tries", 429, "Too many tries"),
    NotPermittedError: Problem("not-permitted", 403, "The role does not allow it"),
    UnknownError: Problem("unknown", 404, "It is not there"),
    StaleVersionError: Problem("stale-version", 409, "Somebody else was faster"),
    CommandReusedError: Problem("command-reused", 409, "The command id was used for something else"),
    MoneyError: Problem("money", 409, "The money is not there"),
    NotAllowedError: Problem("not-allowed", 409, "The rules of the game do not allow it now"),
    RefusedError: Problem("refused", 409, "The room does not allow it now"),
    CommandError: Problem("not-a-command", 422, "It cannot be read as a command"),
    PrintingError: Problem("printing", 503, "The page cannot be made on this machine"),
    StorageError: Problem("storage", 503, "The database does not answer as it must"),
}
"""Every kind, by the error behind it."""

UNREADABLE: Final = Problem("unreadable", 422, "The request cannot be read")
OTHER: Final = Problem("refused", 409, "It is not allowed")


def problem_of(error: PitbossError) -> Problem:
    """The kind of problem that an error is.

    >>> problem_of(RefusedError("table T1 is closed")).code
    'refused'
    """
    return next((PROBLEMS[kind] for kind in type(error).__mro__ if kind in PROBLEMS), OTHER)


def details(problem: Problem, sentence: str, **more: Any) -> dict[str, Any]:
    """The body of an answer that is a problem.

    >>> details(UNREADABLE, "cents must be a whole number")["type"]
    '/problems/unreadable'
    """
    known = {name: value for name, value in more.items() if value is not None}
    return {
        "type": f"/problems/{problem.code}",
        "title": problem.title,
        "status": problem.status,
        "code": problem.code,
        "detail": sentence,
    } | known


def answer(problem: Problem, sentence: str, **more: Any) -> JSONResponse:
    """An answer that is a problem."""
    return JSONResponse(jsonable_encoder(details(problem, sentence, **more)), problem.status, media_type=MEDIA_TYPE)


def add_problems(app: FastAPI) -> None:
    """Let every error leave as a problem, never as a traceback."""

    @app.exception_handler(PitbossError)
    async def refused(request: Request, error: PitbossError) -> JSONResponse:
        rule, allowed = getattr(error, "rule", None), getattr(error, "allowed", None)
        return answer(problem_of(error), str(error), rule=rule, allowed=allowed, instance=request.url.path)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> JSONResponse:
        found = [f"{'.'.join(map(str, one['loc'][1:])) or 'the request'}: {one['msg']}" for one in error.errors()]
        return answer(UNREADABLE, "; ".join(found), instance=request.url.path)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> JSONResponse:
        problem = Problem({404: "unknown", 405: "not-allowed"}.get(error.status_code, "http"), error.status_code, "")
        return answer(problem, str(error.detail), instance=request.url.path)
