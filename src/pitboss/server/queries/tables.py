"""Answers queries about tables: the list, the floor, one table, its money, placard, approval and equipment."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct, structs
from sqlalchemy import Connection

from pitboss.games.audience import Audience
from pitboss.house.answers import view_of
from pitboss.house.errors import UnknownError
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.people.sessions import Session
from pitboss.house.posted.placard import placard
from pitboss.house.property import Property
from pitboss.house.records import journal
from pitboss.house.records.journal import chain_of
from pitboss.house.room import Room
from pitboss.house.tables.approval import Approval, Departure
from pitboss.house.tables.conditions import RegisteredCondition
from pitboss.house.tables.equipment import Component
from pitboss.house.tables.queries import approval_of, books_of, posted, short, table_and_meter, table_ids
from pitboss.house.tables.settings import TableSettings
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import FloorLine, TableBooks, TableLine, TableView
from pitboss.server.authentication import MaybeCaller, audience_at, table_for
from pitboss.server.caches import Document, as_document
from pitboss.server.context import ServerContext
from pitboss.server.deal_clock import with_deadline
from pitboss.server.queries.endpoint import Context, PageFormat, TableId, query, read
from pitboss.server.queries.pages import is_known, page

router = APIRouter(tags=["tables"])


class Tables(Struct, frozen=True, kw_only=True):
    """Every table of the room."""

    tables: list[TableLine]


@query(router, "/tables", "tables", model=Tables)
async def show_tables(context: Context, request: Request) -> Response:
    """The public list of all tables of the room."""
    versions = await read(context, table_versions)

    async def make() -> Document:
        lines = await context.do(_posted_lines, context, versions)
        return as_document(Tables(tables=lines))

    return (await context.documents.get("tables", versions, make)).answer(request)


def table_versions(connection: Connection, house: Property) -> tuple[tuple[str, int], ...]:
    """Every table with its version; the public list changes only when one of these does."""
    heads = journal.heads(connection, house.property_id)
    start = chain_of("")
    return tuple((chain.removeprefix(start), heads[chain]) for chain in sorted(heads) if chain.startswith(start))


def _posted_lines(context: ServerContext, versions: tuple[tuple[str, int], ...]) -> list[TableLine]:
    return [
        context.room.query_cached(table_id, lambda table, _: posted(table), version) for table_id, version in versions
    ]


def _lines(room: Room) -> list[FloorLine]:
    """One line for every table, read from the database, because another process may have written."""
    return [room.query_table(table_id, lambda table, _: short(table)) for table_id in table_ids(room)]


class TheFloor(Struct, frozen=True, kw_only=True):
    """Every table with its money."""

    tables: list[FloorLine]


@query(router, "/floor", "floor")
async def show_floor(context: Context) -> TheFloor:
    """Every table with its tray and its drop box."""
    return TheFloor(tables=await context.do(_lines, context.room))


@query(router, "/tables/{table_id}", "table")
async def show_table(table_id: TableId, context: Context, session: MaybeCaller) -> TableView:
    """One table as the caller may see it: players see the cards of their own seats."""
    return await context.do(_view, context, table_id, session)


def _view(context: ServerContext, table_id: str, session: Session | None) -> TableView:
    def seen(table: Table, version: int) -> tuple[Audience, TableView]:
        if not version:
            raise UnknownError(f"there is no table {table_id!r}")
        audience = audience_at(table, session)
        return audience, table.view(audience, version)

    audience, view = context.room.query_table(table_id, seen)
    return table_for(audience, with_deadline(context, view))


@query(router, "/tables/{table_id}/books", "floor")
async def show_books(table_id: TableId, context: Context) -> TableBooks:
    """One table with its money, what is booked there, and its settings."""
    return await context.do(books_of, context.room, table_id)


@query(router, "/tables/{table_id}/placard", "placard", forms=("html", "pdf"))
async def show_placard(
    table_id: TableId, context: Context, request: Request, session: MaybeCaller, form: PageFormat = "html"
) -> Response:
    """The placard of a table: limits, odds, jackpot, time-out policy, how to dispute."""
    settings, meter = await _set_to(context, table_id)
    house = context.room.house.name

    async def make() -> Document:
        posted_there = placard(house, table_id, settings, meter)
        return await page(context, posted_there, posted_there.as_html, form, is_known=is_known(session))

    return (await context.documents.get(("placard", table_id, form), (house, settings, meter), make)).answer(request)


async def _set_to(context: ServerContext, table_id: str) -> tuple[TableSettings, StoredMeter | None]:
    return await read(context, lambda connection, house: table_and_meter(connection, house.property_id, table_id))


class Policy(Struct, frozen=True, kw_only=True):
    """The posted policy for a player who does not answer in time."""

    table: Annotated[str, Meta(examples=["T1"])]
    time_out: Annotated[str, Meta(description="The posted policy, in words.")]
    dealer: Annotated[list[str], Meta(description="How the dealer plays, in words.")]


@query(router, "/tables/{table_id}/policy", "placard")
async def show_policy(table_id: TableId, context: Context) -> Policy:
    """The posted policy of a table for time-outs and lost connections."""
    found = await read(
        context,
        lambda connection, house: placard(
            house.name, table_id, *table_and_meter(connection, house.property_id, table_id)
        ),
    )
    return Policy(table=table_id, time_out=found.time_out, dealer=list(found.dealer))


@query(router, "/tables/{table_id}/approval", "approval")
async def show_approval(table_id: TableId, context: Context) -> Approval:
    """Whether a table runs as approved, and every setting that departs."""
    _, _, found = await read(context, lambda connection, house: approval_of(connection, house, table_id))
    return found.view(table_id)


class Registered(Struct, frozen=True, kw_only=True):
    """A component of a table."""

    table: Annotated[str, Meta(examples=["T1"])]
    name: Annotated[str, Meta(examples=["i-Deal"])]
    version: Annotated[str, Meta(examples=["3.8.024"])]


class ConditionLine(RegisteredCondition, frozen=True, kw_only=True):
    """Whether a table meets a condition of the letter that approves its game."""

    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]


class Equipment(Struct, frozen=True, kw_only=True):
    """The registers of all tables: equipment, and conditions of the letters of approval."""

    kind: Annotated[str, Meta(description="The kind of room: commercial or tribal.", examples=["commercial"])]
    components: list[Registered]
    missing: Annotated[
        list[Departure], Meta(description="Equipment that an approval requires and that is not registered.")
    ]
    conditions: list[ConditionLine]


@query(router, "/equipment", "equipment")
async def show_equipment(context: Context) -> Equipment:
    """Every registered component with its version, missing equipment, and every condition of a letter."""
    return await context.do(_equipment, context.room)


def _equipment(room: Room) -> Equipment:
    components, missing, conditions = [], [], []
    tables = table_ids(room)
    room.read_settings()
    house = room.house
    with room.database.reading() as connection:
        for table_id in tables:
            settings, register, found = approval_of(connection, house, table_id)
            for each in map(Component.read, settings.equipment):
                components.append(Registered(table=table_id, name=each.name, version=each.version))
            for line in register.lines():
                conditions.append(view_of(ConditionLine, line, table=table_id, game=settings.game.value))
            for departure in found.departures:
                if departure.setting == "equipment":
                    missing.append(structs.replace(departure, setting=f"{table_id}: equipment"))
    return Equipment(kind=house.settings.kind, components=components, missing=missing, conditions=conditions)
