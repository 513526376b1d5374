"""Answers what the pages show of a game: the felt of a table, its house rules, and paytables as they are posted.

A posted paytable has every hand with its pay, the source, and the figures printed about it.
"""

from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct

from pitboss.games.rounds import HANDS
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.posted.placard import OddsTable, Spot, placard, spots
from pitboss.house.posted.rule_book import rule_book
from pitboss.house.tables.queries import table_and_meter
from pitboss.house.tables.settings import CardKind, TableSettings
from pitboss.server.caches import Document, as_document
from pitboss.server.queries.endpoint import Context, TableId, query, read

router = APIRouter(tags=["tables"])

_LIMIT: Final = ("minimum_cents", "maximum_cents", "unit_cents")


class FeltWager(Struct, frozen=True, kw_only=True):
    """A betting spot."""

    wager: Annotated[str, Meta(description="Its name in commands and views.", examples=["ante"])]
    label: Annotated[str, Meta(description="Its name on the felt.", examples=["Ante"])]
    minimum_cents: Annotated[int | None, Meta(description="Null if it is made later.", examples=[500])]
    maximum_cents: Annotated[int | None, Meta(examples=[30_000])]
    unit_cents: Annotated[int | None, Meta(description="It is a multiple of this.", examples=[500])]
    is_base: Annotated[
        bool,
        Meta(
            description="Whether every player makes it to be in the round. At Three Card Poker a Pair Plus alone is a "
            "bet too, if the Ante is not mandatory."
        ),
    ]
    is_later: Annotated[
        bool, Meta(description="Whether it is made during the round; its amount follows from the bets before.")
    ]


class OddsRow(Struct, frozen=True, kw_only=True):
    """The pay of one hand."""

    hand: Annotated[str, Meta(examples=["Straight flush"])]
    pay: Annotated[str, Meta(examples=["40 to 1"])]
    envy_cents: Annotated[
        int | None, Meta(description="The award envy of every other progressive wager.", examples=[None])
    ]


class Odds(Struct, frozen=True, kw_only=True):
    """The pays of a wager."""

    title: Annotated[str, Meta(examples=["Pair Plus"])]
    designator: Annotated[str, Meta(description="Of the paytable; empty if there is none.", examples=["TCP-01"])]
    wager: Annotated[str | None, Meta(description="The wager; null if it is about several.", examples=["pair-plus"])]
    rows: Annotated[list[OddsRow], Meta(description="The best hand first.")]


class Felt(Struct, frozen=True, kw_only=True):
    """The felt of a table."""

    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]
    title: Annotated[str, Meta(description="The name of the game.", examples=["Three Card Poker"])]
    seats: Annotated[int, Meta(examples=[7])]
    cards: Annotated[str, Meta(description="electronic or live.", examples=["electronic"])]
    controller: Annotated[
        str | None,
        Meta(description="The keypad of a table with live cards; null at electronic tables.", examples=[None]),
    ]
    meter: Annotated[str | None, Meta(description="The progressive that it feeds.", examples=["M1"])]
    wagers: Annotated[list[FeltWager], Meta(description="In the order in which a player makes them; later ones last.")]
    odds: list[Odds]
    dealer: Annotated[list[str], Meta(description="How the dealer plays, in words.")]
    time_out: Annotated[str, Meta(description="What happens if a player does not decide in time, in words.")]
    ranking: Annotated[
        list[str], Meta(description="The hands, the highest first.", examples=[["Straight flush", "Straight"]])
    ]


@query(router, "/tables/{table_id}/felt", "felt", model=Felt)
async def show_felt(table_id: TableId, context: Context, request: Request) -> Response:
    """The felt of a table: its spots with their limits, what hands pay, how they rank, how the dealer plays."""
    settings, meter = await read(
        context, lambda connection, house: table_and_meter(connection, house.property_id, table_id)
    )
    house = context.room.house.name

    async def make() -> Document:
        return as_document(_felt(house, table_id, settings, meter))

    return (await context.documents.get(("felt", table_id), (house, settings, meter), make)).answer(request)


def _felt(house: str, table_id: str, settings: TableSettings, meter: StoredMeter | None) -> Felt:
    posted = placard(house, table_id, settings, meter)
    is_live = settings.cards is CardKind.LIVE
    return Felt(
        table=table_id,
        game=settings.game.value,
        title=settings.game.label,
        seats=settings.rules.seats,
        cards=settings.cards.value,
        controller=settings.controller.value if is_live else None,
        meter=settings.meter_id,
        wagers=[_wager(spot) for spot in spots(settings.rules)],
        odds=[_odds(table) for table in posted.odds],
        dealer=list(posted.dealer),
        time_out=posted.time_out,
        ranking=list(HANDS[settings.game]),
    )


def _wager(spot: Spot) -> FeltWager:
    limit = vars(spot.limit) if spot.limit is not None else dict.fromkeys(_LIMIT)
    return FeltWager(wager=spot.wager, label=spot.label, is_base=spot.is_base, is_later=spot.is_later, **limit)


def _odds(table: OddsTable) -> Odds:
    rows = [OddsRow(hand=hand, pay=pay, envy_cents=envy) for hand, pay, envy in table.rows]
    return Odds(title=table.title, designator=table.designator, wager=table.wager, rows=rows)


class Example(Struct, frozen=True, kw_only=True):
    """A hand with example cards."""

    hand: Annotated[str, Meta(examples=["straight flush"])]
    cards: Annotated[str, Meta(examples=["Qs Js Ts"])]
    words: Annotated[str, Meta(examples=["three in a row of one suit"])]


class Hands(Struct, frozen=True, kw_only=True):
    """Hands that are compared with each other."""

    title: Annotated[str, Meta(examples=["Three cards, best first"])]
    rows: list[Example]


class Ruling(Struct, frozen=True, kw_only=True):
    """A point that the approval leaves open, and the house rule for it."""

    about: Annotated[str, Meta(examples=["Equal hands"])]
    gap: Annotated[str, Meta(description="The point that is left open.", examples=["Not said for Ante and Play."])]
    here: Annotated[str, Meta(description="The house rule at this table.", examples=["Both push."])]


class Rules(Struct, frozen=True, kw_only=True):
    """The rule book of a table."""

    table: Annotated[str, Meta(examples=["T1"])]
    game: Annotated[str, Meta(examples=["three-card-poker"])]
    title: Annotated[str, Meta(examples=["Three Card Poker"])]
    steps: Annotated[list[str], Meta(description="How a round goes.")]
    hands: Annotated[list[Hands], Meta(description="Hands with examples.")]
    rulings: Annotated[list[Ruling], Meta(description="What the approval leaves open.")]
    fairness: Annotated[list[str], Meta(description="How anyone can check the shuffle.")]


@query(router, "/tables/{table_id}/rules", "rules", model=Rules)
async def show_rules(table_id: TableId, context: Context, request: Request) -> Response:
    """The rules of a table: the round, the hands, the house rules, and how to check the shuffle."""
    settings, _ = await read(
        context, lambda connection, house: table_and_meter(connection, house.property_id, table_id)
    )

    async def make() -> Document:
        game = settings.game
        return as_document(Rules(table=table_id, game=game.value, title=game.label, **asdict(rule_book(settings))))

    return (await context.documents.get(("rules", table_id), settings, make)).answer(request)
