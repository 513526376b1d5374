"""Paytables as they are posted: every hand with its pay, where it comes from, and what was printed about it."""

from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.errors import UnknownNameError
from pitboss.house.errors import UnknownError
from pitboss.paytables import load_catalogue
from pitboss.server.looks.asking import look, path_id

router = APIRouter(tags=["the lab"])

Designator = Annotated[str, path_id("A paytable.", "TCP-01")]


class PayRow(BaseModel):
    """What one hand pays."""

    hand: str = Field(examples=["straight-flush"])
    label: str = Field(examples=["Straight flush"])
    pay: str = Field(examples=["40 to 1"])
    kind: str = Field(description="to, for, meter or push.", examples=["to"])
    amount: str | None = Field(None, description="A ratio, or a share of the meter; a push has none.", examples=["40"])
    envy_cents: int | None = Field(None, description="What every other progressive wager receives.", examples=[10_000])


class PaidWager(BaseModel):
    """The pays of one wager, the best hand first."""

    wager: str = Field(examples=["pair-plus"])
    name: str = Field(examples=["Pair Plus A"])
    pays: list[PayRow]
    seed_cents: int | None = Field(None, description="Of a progressive.", examples=[100_000])
    contribution: str | None = Field(None, description="The share of a wager for the meter.", examples=["7/50"])
    printed: dict[str, list[str]] = Field(examples=[{"hit-frequency": ["7.28%"]}])


class PostedPaytable(BaseModel):
    """A paytable."""

    designator: str = Field(examples=["TCP-01"])
    game: str = Field(examples=["three-card-poker"])
    title: str = Field(examples=["Three Card Poker, Ante Bonus A with Pair Plus A"])
    source: str = Field(description="Where it comes from.")
    wagers: list[PaidWager]


@look(router, "/lab/paytables/{designator}", "lab")
async def show_paytable(designator: Designator) -> PostedPaytable:
    """A paytable with every pay, from which a design can begin."""
    try:
        told: dict[str, Any] = load_catalogue()[designator].as_json()
    except UnknownNameError as error:
        raise UnknownError(str(error)) from error
    return PostedPaytable.model_validate(told)
