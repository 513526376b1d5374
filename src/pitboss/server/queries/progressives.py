"""Answers queries about progressives: displays, meter status, meter history, and jackpots from claim to payment."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from msgspec import Meta, Struct
from sqlalchemy import Connection

from pitboss.house.jackpots import meters
from pitboss.house.jackpots.queries import (
    ListedJackpot,
    MeterStatus,
    Movement,
    jackpot_list,
    last_hits,
    meter_status,
    movements_after,
)
from pitboss.house.jackpots.win_page import read_win_page
from pitboss.house.posted.display import MeterDisplay, display
from pitboss.house.property import Property
from pitboss.house.tables.rules_form import paytable_choice
from pitboss.paytables import Game, load_catalogue
from pitboss.progressive import usual_parameters
from pitboss.server.queries.endpoint import ID, After, Context, Limit, MeterId, PageFormat, path_id, query, read
from pitboss.server.queries.pages import page

router = APIRouter(tags=["progressives"])


class Meters(Struct, frozen=True, kw_only=True):
    """Every progressive."""

    meters: list[MeterDisplay]


@query(router, "/meters", "meters")
async def show_meters(context: Context) -> Meters:
    """Every progressive, as its displays show it."""
    return Meters(meters=await read(context, _displays))


def _displays(connection: Connection, house: Property) -> list[MeterDisplay]:
    found = meters.all_of(connection, house.property_id)
    return [display(connection, house.property_id, each.meter_id) for each in found]


class MeterTemplate(Struct, frozen=True, kw_only=True):
    """The approved parameters of a paytable for a new progressive, to be edited and proposed."""

    paytable: Annotated[str, Meta(examples=["TCPP-1"])]
    words: Annotated[str, Meta(description="The name of the paytable.", examples=["TCPP-1, progressive 1"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]
    parameters: Annotated[
        dict[str, Any], Meta(description="The approved contribution and seed, and usual values for the rest.")
    ]


class MeterTemplates(Struct, frozen=True, kw_only=True):
    """The parameters for a new progressive, by paytable."""

    templates: list[MeterTemplate]


@query(router, "/progressives/templates", "template")
async def show_meter_templates() -> MeterTemplates:
    """The parameters of each progressive paytable for a new progressive."""
    return MeterTemplates(
        templates=[
            MeterTemplate(
                paytable=paytable.designator,
                words=paytable_choice(paytable).words,
                game=paytable.game.value,
                parameters=usual_parameters(paytable.designator).as_json(),
            )
            for game in Game
            for paytable in load_catalogue().for_wager(game, "progressive")
        ]
    )


class OneMeter(Struct, frozen=True, kw_only=True):
    """One progressive."""

    meter: Annotated[str, Meta(examples=["M1"])]
    version: Annotated[int, Meta(examples=[7])]
    display: MeterDisplay


@query(router, "/meters/{meter_id}", "meter")
async def show_meter(meter_id: MeterId, context: Context) -> OneMeter:
    """One progressive, as its displays show it."""
    found = await read(context, lambda connection, house: display(connection, house.property_id, meter_id))
    return OneMeter(meter=meter_id, version=found.version, display=found)


@query(router, "/meters/{meter_id}/status", "meter-status")
async def show_status(meter_id: MeterId, context: Context) -> MeterStatus:
    """The meter status of a progressive: value, base, limit, overflow, reserve and parameters."""
    return await read(context, lambda connection, house: _status(connection, house, meter_id))


def _status(connection: Connection, house: Property, meter_id: str) -> MeterStatus:
    return meter_status(connection, house.property_id, meters.look(connection, house.property_id, meter_id))


class Movements(Struct, frozen=True, kw_only=True):
    """The meter history, oldest first."""

    meter: Annotated[str, Meta(examples=["M1"])]
    movements: list[Movement]


@query(router, "/meters/{meter_id}/history", "meter-history")
async def show_history(meter_id: MeterId, context: Context, after: After = 0, limit: Limit = 100) -> Movements:
    """The meter history of a progressive, a page at a time."""
    found = await read(
        context, lambda connection, house: movements_after(connection, house.property_id, meter_id, after, limit)
    )
    return Movements(meter=meter_id, movements=found)


# ---- jackpots


class Jackpots(Struct, frozen=True, kw_only=True):
    """Jackpots, oldest first."""

    jackpots: list[ListedJackpot]


@query(router, "/jackpots", "jackpots")
async def show_jackpots(
    context: Context,
    table: Annotated[str | None, Query(pattern=ID, description="One table; all by default.")] = None,
    waiting: Annotated[bool, Query(description="Only pending jackpots.")] = False,
) -> Jackpots:
    """The jackpots of the room, and what each waits for."""
    found = await read(
        context, lambda connection, house: jackpot_list(connection, house.property_id, table, everything=not waiting)
    )
    return Jackpots(jackpots=found)


@query(router, "/meters/{meter_id}/hits", "hits")
async def show_hits(meter_id: MeterId, context: Context) -> Jackpots:
    """The last 25 progressive hits of a meter, newest first."""
    found = await read(context, lambda connection, house: last_hits(connection, house.property_id, meter_id))
    return Jackpots(jackpots=found)


@query(router, "/jackpots/{jackpot_id}/win-page", "win-page", forms=("html", "pdf"), registered="WinPage")
async def show_win_page(
    jackpot_id: Annotated[str, path_id("Table, round and seat.", "T1-12-3")],
    context: Context,
    form: PageFormat = "html",
) -> Response:
    """All details of one jackpot on one page, for the winner's file and the accounts."""
    found = await read(context, lambda connection, house: read_win_page(connection, house, jackpot_id))
    document = await page(context, found.as_json(), found.as_html, form)
    return Response(document.content, media_type=document.media_type)
