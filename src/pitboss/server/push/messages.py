"""The messages that the server sends over a socket, as tagged Structs that the OpenAPI document describes."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from pitboss.house.posted.display import LastWin, MeterDisplay
from pitboss.house.tables.views import ListedTable, TableView
from pitboss.server.encoding import schema_of
from pitboss.server.problems import ProblemDetails
from pitboss.server.queries.lab import JobStatus

_NAMED: Final = {"properties": {"event": {"type": "string"}}, "required": ["event"], "additionalProperties": True}
"""An event has its name, and fields of its own."""


class Happening(Struct, frozen=True, kw_only=True):
    """An event of a table."""

    version: Annotated[int, Meta(description="The number of its record.")]
    event: Annotated[dict[str, Any], Meta(description="The event as the viewer may see it.", extra_json_schema=_NAMED)]


class MeterLine(Struct, frozen=True, kw_only=True):
    """A progressive in one line."""

    meter: str
    version: int
    shown_cents: int
    maximum_cents: int | None
    pending: int
    is_suspended: bool
    last_win: LastWin | None


class RoomView(Struct, frozen=True, kw_only=True):
    """Every table and every progressive."""

    tables: list[ListedTable]
    meters: list[MeterLine]


class JobsView(Struct, frozen=True, kw_only=True):
    """The last jobs of the lab."""

    jobs: list[JobStatus]


class Push(Struct, frozen=True, kw_only=True, tag_field="message"):
    """The newest view of a feed."""

    watch: Annotated[str, Meta(description="room, jobs, table:ID or meter:ID.", examples=["table:T1"])]
    now: Annotated[str, Meta(description="The time by the clock of the house.")]
    version: int
    fresh: Annotated[bool, Meta(description="Whether it starts over: earlier events are left out.")]
    events: list[Happening]


class TablePush(Push, frozen=True, kw_only=True, tag="table", tag_field="message"):
    """The view of a table."""

    view: TableView


class MeterPush(Push, frozen=True, kw_only=True, tag="meter", tag_field="message"):
    """The view of a progressive."""

    view: MeterDisplay


class RoomPush(Push, frozen=True, kw_only=True, tag="room", tag_field="message"):
    """The view of the room."""

    view: RoomView


class JobsPush(Push, frozen=True, kw_only=True, tag="jobs", tag_field="message"):
    """The view of the jobs of the lab."""

    view: JobsView


class Refused(Struct, frozen=True, kw_only=True, tag="problem", tag_field="message"):
    """Why a request over the socket was refused or not understood."""

    problem: ProblemDetails


class Ping(Struct, frozen=True, kw_only=True, tag="ping", tag_field="message"):
    """A sign that the server is still there."""

    ping: int


Message = TablePush | MeterPush | RoomPush | JobsPush | Refused | Ping
"""All messages that the server sends over a socket."""

for _kind in Message.__args__:
    schema_of(_kind)
