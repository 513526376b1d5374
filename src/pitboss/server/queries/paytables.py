"""Answers a paytable as it is posted: every hand with its pay, the source, and the figures printed about it."""

from typing import Annotated

from fastapi import APIRouter
from msgspec import Meta, Struct, convert

from pitboss.errors import UnknownNameError
from pitboss.house.errors import UnknownError
from pitboss.paytables import load_catalogue
from pitboss.server.queries.endpoint import path_id, query

router = APIRouter(tags=["the lab"])

Designator = Annotated[str, path_id("A paytable.", "TCP-01")]


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
async def show_paytable(designator: Designator) -> PostedPaytable:
    """A paytable with every pay, as a start for a design."""
    try:
        posted = load_catalogue()[designator]
    except UnknownNameError as error:
        raise UnknownError(str(error)) from error
    return convert(posted.as_json(), PostedPaytable)
