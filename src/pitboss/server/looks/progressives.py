"""Progressives: what displays show, how meters stand, their history, and jackpots from claim to payment."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from msgspec import Meta, Struct, convert
from sqlalchemy import Connection

from pitboss.house import jackpots, meters
from pitboss.house.display import display
from pitboss.house.forms import paytable_choice
from pitboss.house.looking import as_values, jackpot_list, meter_status, movements_after, needs_of
from pitboss.house.property import Property
from pitboss.house.win_page import read_win_page
from pitboss.paytables import Game, load_catalogue
from pitboss.progressive import usual_parameters
from pitboss.server.looks.asking import ID, After, Limit, MeterId, PageFormat, TheHall, look, path_id, read
from pitboss.server.looks.pages import page

router = APIRouter(tags=["progressives"])


class Pay(Struct, frozen=True, kw_only=True):
    """What a hand wins of a progressive."""

    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    envy_cents: Annotated[int | None, Meta(description="What it brings to the others, in cents.", examples=[10_000])]


class LastWin(Struct, frozen=True, kw_only=True):
    """The newest win that more than the dealer confirmed, for the show. The winner is not named."""

    jackpot_id: Annotated[str, Meta(examples=["T1-12-3"])]
    table: Annotated[str, Meta(examples=["T1"])]
    seat: Annotated[int, Meta(examples=[3])]
    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    cents: Annotated[int, Meta(description="As paid.", examples=[1_234_567])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


class Display(Struct, frozen=True, kw_only=True):
    """A meter as its displays show it."""

    meter: Annotated[str, Meta(examples=["M1"])]
    version: Annotated[int, Meta(description="It counts the movements of the meter.", examples=[7])]
    shown_cents: Annotated[int, Meta(examples=[1_234_567])]
    maximum_cents: Annotated[int | None, Meta(examples=[None])]
    wager_cents: Annotated[int, Meta(examples=[100])]
    pending: Annotated[int, Meta(description="How many wins are being verified.", examples=[0])]
    is_suspended: Annotated[bool, Meta(description="Whether nobody plays for it now.", examples=[False])]
    last_win: Annotated[LastWin | None, Meta(description="The newest big win that was paid.", examples=[None])]
    pays: list[Pay]


class Meters(Struct, frozen=True, kw_only=True):
    """Every progressive."""

    meters: list[Display]


@look(router, "/meters", "meters")
async def show_meters(hall: TheHall) -> Meters:
    """Every progressive, as its displays show it."""
    return Meters(meters=[Display(**each) for each in await read(hall, _displays)])


def _displays(connection: Connection, house: Property) -> list[dict[str, Any]]:
    found = meters.all_of(connection, house.property_id)
    return [display(connection, house.property_id, each.meter_id) for each in found]


class MeterTemplate(Struct, frozen=True, kw_only=True):
    """What a paytable of the approvals gives a progressive, to be changed and proposed."""

    paytable: Annotated[str, Meta(examples=["TCPP-1"])]
    words: Annotated[str, Meta(description="What the paytable is called.", examples=["TCPP-1, progressive 1"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]
    parameters: Annotated[
        dict[str, Any], Meta(description="The approved contribution and seed, and the usual of the rest.")
    ]


class MeterTemplates(Struct, frozen=True, kw_only=True):
    """What a new progressive can begin with, by paytable."""

    templates: list[MeterTemplate]


@look(router, "/progressives/templates", "template")
async def show_meter_templates() -> MeterTemplates:
    """The parameters that each paytable of a progressive gives a new one."""
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
    display: Display


@look(router, "/meters/{meter_id}", "meter")
async def show_meter(meter_id: MeterId, hall: TheHall) -> OneMeter:
    """One progressive, as its displays show it."""
    found = await read(hall, lambda connection, house: display(connection, house.property_id, meter_id))
    return OneMeter(meter=meter_id, version=found["version"], display=Display(**found))


class MeterStatus(Struct, frozen=True, kw_only=True):
    """All of a meter, also what is set aside."""

    meter: Annotated[str, Meta(examples=["M1"])]
    shown_cents: Annotated[int, Meta(examples=[1_234_567])]
    suspended: Annotated[str | None, Meta(description="Why nobody plays for it now.", examples=[None])]
    pending: Annotated[int, Meta(examples=[0])]
    hits: Annotated[int, Meta(description="How often it was hit.", examples=[3])]
    tables: Annotated[list[str], Meta(description="The tables that feed it.", examples=[["T1", "T5"]])]
    millicents: Annotated[dict[str, int], Meta(description="Every pot, in thousandths of a cent.")]
    parameters: Annotated[dict[str, Any], Meta(description="What it is set to.")]
    not_as_approved: Annotated[list[str], Meta(description="What of it departs from the approval.")]


@look(router, "/meters/{meter_id}/status", "meter-status")
async def show_status(meter_id: MeterId, hall: TheHall) -> MeterStatus:
    """The status page of a progressive: value, base, limit, overflow, reserve and parameters."""
    return MeterStatus(**await read(hall, lambda connection, house: _status(connection, house, meter_id)))


def _status(connection: Connection, house: Property, meter_id: str) -> dict[str, Any]:
    return meter_status(connection, house.property_id, meters.look(connection, house.property_id, meter_id))


class Movement(Struct, frozen=True, kw_only=True):
    """A rise or a fall of a meter."""

    number: Annotated[int, Meta(examples=[7])]
    at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]
    day: Annotated[str, Meta(examples=["2026-11-15"])]
    chain: Annotated[str, Meta(description="The record that it belongs to, with seq.", examples=["table:T1"])]
    seq: Annotated[int, Meta(examples=[12])]
    act: Annotated[
        str,
        Meta(
            description="What it is part of: start, wagers, claim, win, rejection, reversal, adjustment or parameters.",
            examples=["wagers"],
        ),
    ]
    actor: Annotated[
        str, Meta(description="Who did it; of an adjustment or a reversal, who approved it.", examples=["dealer:7"])
    ]
    proposed_by: Annotated[
        str | None,
        Meta(description="The badge of the person who proposed it, where two people agreed on it.", examples=[None]),
    ]
    source: Annotated[
        str, Meta(description="Where it lay; adjustments where it was made good by hand.", examples=["tray"])
    ]
    target: Annotated[str, Meta(examples=["shown"])]
    millicents: Annotated[int, Meta(examples=[14_000])]
    reason: Annotated[str, Meta(examples=["contribution"])]
    note: str | None
    shown_after: Annotated[
        int, Meta(description="What it showed then, in thousandths of a cent.", examples=[100_014_000])
    ]


class Movements(Struct, frozen=True, kw_only=True):
    """Rises and falls, the oldest first."""

    meter: Annotated[str, Meta(examples=["M1"])]
    movements: list[Movement]


@look(router, "/meters/{meter_id}/history", "meter-history")
async def show_history(meter_id: MeterId, hall: TheHall, after: After = 0, limit: Limit = 100) -> Movements:
    """The rises and falls of a progressive, a page at a time."""
    found = await read(hall, lambda connection, house: _history(connection, house, meter_id, after, limit))
    return Movements(meter=meter_id, movements=convert(found, list[Movement]))


def _history(connection: Connection, house: Property, meter_id: str, after: int, limit: int) -> list[dict[str, Any]]:
    meters.look(connection, house.property_id, meter_id)
    return movements_after(connection, house.property_id, meter_id, after, limit)


# ---- jackpots


class Jackpot(Struct, frozen=True, kw_only=True):
    """A win that people verify. The winner's papers are on the win page only."""

    jackpot_id: Annotated[str, Meta(examples=["T1-12-3"])]
    table_id: Annotated[str, Meta(examples=["T1"])]
    round_number: Annotated[int, Meta(examples=[12])]
    seat: Annotated[int, Meta(examples=[3])]
    player: Annotated[str, Meta(examples=["ann"])]
    meter_id: Annotated[str, Meta(examples=["M1"])]
    hand: Annotated[str, Meta(examples=["A-K-Q of spades"])]
    pay: Annotated[str, Meta(examples=["100% of meter"])]
    cents: Annotated[
        int, Meta(description="As quoted when it was claimed; as paid when it is paid.", examples=[1_234_567])
    ]
    source: Annotated[str, Meta(description="meter or tray.", examples=["meter"])]
    status: Annotated[
        str,
        Meta(description="claimed, verified, authorised, booked, paid, rejected or reversed.", examples=["claimed"]),
    ]
    waits_for: Annotated[
        list[str], Meta(description="Who or what it waits for.", examples=[["executive", "surveillance"]])
    ]
    shown_before_cents: int
    shown_after_cents: int
    named_by: Annotated[
        str | None,
        Meta(
            description="At live cards, who named the winning seat, and the answer about seats that are paid first.",
            examples=["supervisor:4; seats 6, 7: no meter hand"],
        ),
    ]
    verified_by: str | None
    checked_by: str | None
    decided_by: str | None
    reason: str | None
    claimed_at: str
    claimed_day: str
    decided_at: str | None
    decided_day: str | None


class Jackpots(Struct, frozen=True, kw_only=True):
    """Jackpots, the oldest first."""

    jackpots: list[Jackpot]


@look(router, "/jackpots", "jackpots")
async def show_jackpots(
    hall: TheHall,
    table: Annotated[str | None, Query(pattern=ID, description="One table; all where none is named.")] = None,
    waiting: Annotated[bool, Query(description="Only those that wait for somebody.")] = False,
) -> Jackpots:
    """The jackpots of the room and what each waits for."""
    found = await read(
        hall, lambda connection, house: jackpot_list(connection, house.property_id, table, everything=not waiting)
    )
    return Jackpots(jackpots=[_jackpot(row) for row in found])


@look(router, "/meters/{meter_id}/hits", "hits")
async def show_hits(meter_id: MeterId, hall: TheHall) -> Jackpots:
    """The last 25 wins of a progressive, the newest first."""
    found = await read(hall, lambda connection, house: _hits(connection, house, meter_id))
    return Jackpots(jackpots=[_jackpot(row) for row in found])


def _hits(connection: Connection, house: Property, meter_id: str) -> list[Any]:
    meters.look(connection, house.property_id, meter_id)
    return list(jackpots.last_hits(connection, house.property_id, meter_id))


def _jackpot(row: Any) -> Jackpot:
    return convert(as_values(row) | {"waits_for": needs_of(row)}, Jackpot)


@look(router, "/jackpots/{jackpot_id}/win-page", "win-page", forms=("html", "pdf"))
async def show_win_page(
    jackpot_id: Annotated[str, path_id("Table, round and seat.", "T1-12-3")], hall: TheHall, form: PageFormat = "html"
) -> Response:
    """Everything about one jackpot on one sheet, for the winner's file and the accounts."""
    found = await read(hall, lambda connection, house: read_win_page(connection, house, jackpot_id))
    document = await page(hall, found, form)
    return Response(document.content, media_type=document.media_type)
