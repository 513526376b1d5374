"""Answers what a player may do now, a hint, and the value of a proposed setting of six cards."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from msgspec import Meta, Struct

from pitboss.cards import Card, HandValue
from pitboss.games.decisions import hint
from pitboss.games.fortune_san_lo import FortuneSanLoRound, Setting
from pitboss.games.round import Round
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError, UnknownError
from pitboss.house.people.sessions import Session
from pitboss.house.tables.dry_run import choices
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import SeatChoice
from pitboss.paytables import Game
from pitboss.server.authentication import Caller, audience_at
from pitboss.server.queries.endpoint import Context, TableId, query

router = APIRouter(tags=["tables"])

SeatNumber = Annotated[int, Path(ge=1, le=99, description="The seat.", examples=[1])]
SixPlaces = Annotated[
    str,
    Query(
        pattern="^[1-6]{6}$",
        description="The places of the six cards in the dealt hand, 1 to 6: three for the high hand, two for the mid "
        "hand, one for the low hand. Cards are not named, because proxies log the addresses of requests.",
        examples=["123456"],
    ),
]


# ---- choices


class Choices(Struct, frozen=True, kw_only=True):
    """All decisions of a player at a game."""

    seat: Annotated[int, Meta(examples=[2])]
    choices: Annotated[list[SeatChoice], Meta(description="In the usual order; none at live cards.")]
    hand: Annotated[
        str | None,
        Meta(
            description="The hand in words; nothing if the cards are hidden or are not one hand.",
            examples=["pair of queens, six kicker"],
        ),
    ]
    misfit: Annotated[
        str | None,
        Meta(
            description="Why the bets do not match; then they are returned when betting closes. Nothing if they match.",
            examples=[None],
        ),
    ]


@query(router, "/tables/{table_id}/seats/{seat}/choices", "choices")
async def show_choices(table_id: TableId, seat: SeatNumber, context: Context, session: Caller) -> Choices:
    """The decisions of the player at a seat, their cost, or why they are refused. Players see only their own seats."""

    def seen(table: Table, version: int) -> Choices:
        _verify_seat(table, version, seat, session.actor)
        round = table.round if table.round is not None and seat in table.round.seats else None
        may_look = round is not None and audience_at(table, session).may_look_at(seat)
        return Choices(
            seat=seat,
            choices=choices(table, seat),
            hand=round.held(seat) if round is not None and may_look else None,
            misfit=None if round is None else round.misfit(seat),
        )

    return await context.do(context.room.query_table, table_id, seen)


def _verify_seat(table: Table, version: int, seat: int, by: Actor) -> None:
    """Refuse an empty seat, and refuse a player the seat of another."""
    if not version:
        raise UnknownError(f"there is no table {table.table_id!r}")
    if seat not in table.seatings:
        raise UnknownError(f"nobody sits at seat {seat} of table {table.table_id}")
    if by.role is Role.PLAYER and table.seatings[seat].player != by.name:
        raise NotPermittedError(f"{by.name} does not sit at seat {seat} of table {table.table_id}")


# ---- hints


class SeatHint(Struct, frozen=True, kw_only=True):
    """The decision of the posted basic strategy."""

    do: Annotated[str, Meta(description="The name of the command.", examples=["draw"])]
    words: Annotated[str, Meta(description="The decision with its reason.", examples=["Draw: keep a pair"])]
    cards: Annotated[
        list[str] | None,
        Meta(
            description="The discards of a draw, or six cards as high, mid and low hand; else nothing.",
            examples=[["9d", "5c", "2h"]],
        ),
    ]


@query(router, "/tables/{table_id}/seats/{seat}/hint", "hint")
async def show_hint(table_id: TableId, seat: SeatNumber, context: Context, session: Caller) -> SeatHint:
    """The decision of basic strategy for the caller's own seat; the house way once its display may be used."""

    def seen(table: Table, version: int) -> SeatHint:
        found = hint(_own_round(table, version, seat, session), seat)
        cards: tuple[Card, ...] | None = getattr(found.command, "cards", None)
        return SeatHint(
            do=found.command.slug(), words=found.words, cards=None if cards is None else list(map(str, cards))
        )

    return await context.do(context.room.query_table, table_id, seen)


def _own_round(table: Table, version: int, seat: int, session: Session) -> Round[Any, Any]:
    """The round in which the player has cards at a seat."""
    _verify_seat(table, version, seat, session.actor)
    if table.round is None or seat not in table.round.seats or not audience_at(table, session).may_look_at(seat):
        raise RefusedError(f"seat {seat} of table {table.table_id} is not in a round: there is nothing to decide")
    return table.round


# ---- setting


class SetHandValue(Struct, frozen=True, kw_only=True):
    """One of the three hands."""

    cards: Annotated[list[str], Meta(description="In the order of the hand.", examples=[["Ks", "Kd", "4h"]])]
    hand: Annotated[str, Meta(description="The rank of the hand.", examples=["pair of kings, four kicker"])]


class ProposedSetting(Struct, frozen=True, kw_only=True):
    """A proposed setting of six cards."""

    high: SetHandValue
    mid: SetHandValue
    low: SetHandValue
    is_foul: Annotated[bool, Meta(description="Whether the setting is a foul.")]
    words: Annotated[
        str,
        Meta(
            description="The three hands, or why it is a foul.",
            examples=["pair of kings, four kicker / ace-jack high / queen high"],
        ),
    ]


@query(router, "/tables/{table_id}/seats/{seat}/setting", "setting")
async def show_setting(
    table_id: TableId, seat: SeatNumber, context: Context, session: Caller, places: SixPlaces = "123456"
) -> ProposedSetting:
    """The value of the caller's six cards in a proposed setting. It does not set the hand."""

    def seen(table: Table, version: int) -> ProposedSetting:
        round = _own_round(table, version, seat, session)
        if not isinstance(round, FortuneSanLoRound):
            raise RefusedError(f"hands are set at {Game.FORTUNE_SAN_LO.label}, and table {table_id} has another game")
        dealt = dict(enumerate(round.seats[seat].cards, 1))
        proposed = tuple(dealt[int(place)] for place in places if int(place) in dealt)
        round.verify_set_hand(seat, proposed)
        return _proposed(Setting.of(proposed))

    return await context.do(context.room.query_table, table_id, seen)


def _proposed(setting: Setting) -> ProposedSetting:
    foul = setting.is_fouled
    return ProposedSetting(
        high=_value(setting.high_value),
        mid=_value(setting.mid_value),
        low=_value(setting.low_value),
        is_foul=foul is not None,
        words=foul or setting.words,
    )


def _value(value: HandValue) -> SetHandValue:
    return SetHandValue(cards=list(map(str, value.cards)), hand=value.sentence)
