"""The rules as they are played at a table, for whoever wants to read them before sitting down."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from pitboss.house.looking import table_and_meter
from pitboss.house.rule_book import rule_book
from pitboss.server.looks.asking import TableId, TheHall, look, read
from pitboss.server.published import Document, as_document

router = APIRouter(tags=["tables"])


class Example(BaseModel):
    """A hand with cards that show it."""

    hand: str = Field(examples=["straight flush"])
    cards: str = Field(examples=["Qs Js Ts"])
    words: str = Field(examples=["three in a row of one suit"])


class Hands(BaseModel):
    """Hands that are compared with each other."""

    title: str = Field(examples=["Three cards, best first"])
    rows: list[Example]


class Ruling(BaseModel):
    """What the approval leaves open, and how it is played here."""

    about: str = Field(examples=["Equal hands"])
    gap: str = Field(description="What is left open.", examples=["Not said for Ante and Play."])
    here: str = Field(description="How it is played at this table.", examples=["Both push."])


class Rules(BaseModel):
    """The rule book of a table."""

    table: str = Field(examples=["T1"])
    game: str = Field(examples=["three-card-poker"])
    title: str = Field(examples=["Three Card Poker"])
    steps: list[str] = Field(description="How a round goes.")
    hands: list[Hands] = Field(description="Hands with examples.")
    rulings: list[Ruling] = Field(description="What the approval leaves open.")
    fairness: list[str] = Field(description="How anybody can check the shuffle.")


@look(router, "/tables/{table_id}/rules", "rules", model=Rules)
async def show_rules(table_id: TableId, hall: TheHall, request: Request) -> Response:
    """How a table plays: the round, the hands, what the approval leaves open, and how to check the shuffle."""
    settings, _ = await read(hall, lambda connection, house: table_and_meter(connection, house.property_id, table_id))

    async def make() -> Document:
        game = settings.game
        return as_document(Rules(table=table_id, game=game.value, title=game.label, **asdict(rule_book(settings))))

    return (await hall.published.get(("rules", table_id), settings, make)).answer(request)
