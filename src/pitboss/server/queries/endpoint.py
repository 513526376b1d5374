"""Registers the GET endpoints: the common parameters, the permission check, and the format of the answer."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import signature
from typing import Annotated, Any, Final, Literal, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from sqlalchemy import Connection

from pitboss.house.actor import Actor
from pitboss.house.errors import NotPermittedError
from pitboss.house.people.sessions import SESSION, Session
from pitboss.house.permissions import NOBODY, QUERIES, verify_may_read
from pitboss.house.property import Property, Schema
from pitboss.server.authentication import MaybeCaller, get_context
from pitboss.server.context import ServerContext
from pitboss.server.encoding import JSON, answering, content_of, ref_to
from pitboss.server.problems import NotLoggedInError, documented

Result = TypeVar("Result")

QUERY_LINE: Final = "x-query"
"""The OpenAPI field that names the line of the permission matrix for an endpoint."""

Context = Annotated[ServerContext, Depends(get_context)]

ID: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
LINE: Final = r"^[ -~]{0,200}$"
DAY: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
BIGGEST: Final = 2**31 - 1


def path_id(words: str, example: str) -> Any:
    """An id in a path."""
    return Path(pattern=ID, description=words, examples=[example])


TableId = Annotated[str, path_id("The table.", "T1")]
MeterId = Annotated[str, path_id("The progressive.", "M1")]
RoundNumber = Annotated[int, Path(ge=1, le=BIGGEST, description="The round, counted from 1.", examples=[1])]

Limit = Annotated[int, Query(ge=1, le=500, description="The maximum number.")]
After = Annotated[int, Query(ge=0, le=BIGGEST, description="Only those after this number; 0 starts at the first.")]
Day = Annotated[str | None, Query(pattern=DAY, description="A gaming day; today by default.")]
Since = Annotated[str | None, Query(pattern=DAY, description="The first gaming day; each report has its default.")]
Everything = Annotated[bool, Query(alias="all", description="Include what is decided or closed.")]

PageFormat = Annotated[Literal["json", "html", "pdf"], Query(alias="format", description="The format.")]
ReportFormat = Annotated[
    Literal["json", "sheets", "csv", "html", "pdf"],
    Query(alias="format", description="The format; sheets is JSON, too, with every cell as it is printed."),
]

MEDIA_TYPES: Final = {"html": "text/html; charset=utf-8", "pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}


def may_read(name: str) -> Callable[..., Awaitable[None]]:
    """A dependency that refuses callers who may not read something by the permission matrix."""
    assert name in QUERIES, f"{name!r} has no line in the permission matrix of queries"

    async def verify(request: Request, session: MaybeCaller) -> None:
        verify_sees(session, name, request.path_params.get("table_id"))

    return verify


def verify_sees(session: Session | None, name: str, table_id: str | None = None) -> None:
    """Refuse a caller who may not read something. A device sees what is public, and only its own table.

    >>> from pitboss.house.actor import Role
    >>> display = Session("display", Actor("display-1", Role.HOUSE), "T1", "")
    >>> verify_sees(display, "placard", "T1")
    >>> verify_sees(display, "placard", "T2")
    Traceback (most recent call last):
    pitboss.house.errors.NotPermittedError: this display is bound to table T1, not to T2
    >>> verify_sees(None, "staff")
    Traceback (most recent call last):
    pitboss.server.problems.NotLoggedInError: staff is not for everybody: log in with badge and PIN
    """
    if session is None:
        if NOBODY not in QUERIES[name]:
            raise NotLoggedInError(f"{name} is not for everybody: log in with badge and PIN")
        return
    if session.kind == SESSION:
        verify_may_read(session.actor, name)
        return
    if NOBODY not in QUERIES[name]:
        raise NotPermittedError(f"{name} is not for a {session.kind}")
    if table_id not in (None, session.table_id):
        raise NotPermittedError(f"this {session.kind} is bound to table {session.table_id}, not to {table_id}")


Handler = TypeVar("Handler", bound=Callable[..., Any])


def query(  # noqa: PLR0913
    router: APIRouter,
    path: str,
    name: str,
    *,
    forms: tuple[str, ...] = (),
    example: Any = None,
    also: Mapping[int | str, Schema] | None = None,
    model: Any = None,
    registered: str | None = None,
) -> Callable[[Handler], Handler]:
    """Register a GET endpoint. Its docstring is its summary; its name is its line in the permission matrix.

    The handler returns a Struct, which is encoded once. ``model`` is what it answers where it encodes by itself;
    ``also`` are other answers than 200 that are no refusals; ``registered`` names the type that it answers where a
    registry describes it.
    """

    def put(handler: Handler) -> Handler:
        kind = model or signature(handler).return_annotation
        content: Schema = {JSON: {}} if issubclass(kind, Response) else content_of(kind)
        if registered is not None:
            content[JSON] = {"schema": ref_to(registered)}
        content |= {MEDIA_TYPES[form].partition(";")[0]: {"schema": {"type": "string"}} for form in forms}
        if example is not None:
            content[JSON]["example"] = example
        router.add_api_route(
            path,
            answering(handler),
            methods=["GET"],
            summary=(handler.__doc__ or "").split("\n")[0],
            operation_id=f"query_{handler.__name__}",
            dependencies=[Depends(may_read(name))],
            response_model=None,
            responses=documented(401, 403, 404, 409, 422) | dict(also or {}) | {200: {"content": content}},
            openapi_extra={QUERY_LINE: name},
        )
        return handler

    return put


async def read(context: ServerContext, work: Callable[[Connection, Property], Result]) -> Result:
    """Read the database in a thread of the house; all of ``work`` sees the same moment."""

    def reading() -> Result:
        context.room.read_settings()
        with context.room.database.reading() as connection:
            return work(connection, context.room.house)

    return await context.do(reading)


def actor_of(session: Session | None) -> Actor | None:
    """The person of a session; nothing for a device or a caller who is not logged in."""
    return session.actor if session is not None and session.kind == SESSION else None
