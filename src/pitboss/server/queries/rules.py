"""Answers the house rules of a table, for players who want to read them before they sit down."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct

from pitboss.house.posted.rule_book import rule_book
from pitboss.house.tables.queries import table_and_meter
from pitboss.server.document_cache import Document, as_document
from pitboss.server.queries.endpoint import Context, TableId, query, read

router = APIRouter(tags=["tables"])


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

    return (await context.published.get(("rules", table_id), settings, make)).answer(request)
