"""People: who works here, who plays here, and what is at the cash desk for them."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from pitboss.house.looking import as_values, exclusion_list, player_list, staff_list, standing_of
from pitboss.house.people.sessions import Session
from pitboss.house.permissions import sees_exclusions
from pitboss.server.callers import Caller
from pitboss.server.looks.asking import Limit, TheHall, look, path_id, read

router = APIRouter(tags=["people"])

SEARCHED: Final = r"^[^\x00-\x1f\x7f]{0,100}$"


class Person(BaseModel):
    """Somebody who works here."""

    badge: str = Field(examples=["17"])
    name: str = Field(examples=["Bo"])
    role: str = Field(examples=["dealer"])
    status: str = Field(description="active, locked, not enrolled or inactive.", examples=["active"])
    is_active: bool
    is_locked: bool
    failed: int = Field(description="Wrong PINs in a row.", examples=[0])
    license: str = Field(description="The number of their license or certification.", examples=["68-1234"])
    has_factor: bool = Field(description="Whether they have set up an authenticator app.")
    code_by: str | None = Field(description="Beside whose badge they enroll, while they have no PIN.", examples=["3"])


class Staff(BaseModel):
    """Everybody who works here or has worked here."""

    staff: list[Person]


@look(router, "/staff", "staff")
async def show_staff(hall: TheHall) -> Staff:
    """Everybody who works here or has worked here."""
    found = await read(hall, lambda connection, house: staff_list(connection, house.property_id))
    return Staff(staff=[Person(**each) for each in found])


class Standing(BaseModel):
    """Somebody who plays here."""

    player: str = Field(examples=["ann"])
    name: str = Field(examples=["Ann Archer"])
    kind: str = Field(description="player or guest.", examples=["player"])
    born: str | None = Field(examples=["1990-12-31"])
    excluded: str | None = Field(
        description="Until when they may not play; nothing for those who may not see the list of exclusions.",
        examples=["until 2027-11-15"],
    )
    cents: int = Field(description="What lies at the cash desk for them, in cents.", examples=[100_000])


class Players(BaseModel):
    """Everybody who plays here, by id."""

    players: list[Standing]


@look(router, "/players", "players")
async def show_players(
    hall: TheHall,
    session: Caller,
    after: Annotated[str, Query(max_length=64, pattern=r"^[A-Za-z0-9._-]*$", description="After which id.")] = "",
    limit: Limit = 100,
    search: Annotated[str, Query(pattern=SEARCHED, description="Letters of their id or name; all, where empty.")] = "",
) -> Players:
    """Everybody who plays here, a page at a time."""
    found = await read(hall, lambda connection, house: player_list(connection, house.property_id, after, limit, search))
    return Players(players=[_as_seen(session, each) for each in found])


@look(router, "/players/{player}", "players")
async def show_player(
    player: Annotated[str, path_id("The player's id.", "ann")], hall: TheHall, session: Caller
) -> Standing:
    """What somebody has at the cash desk, and whether they may play."""
    found = await read(hall, lambda connection, house: standing_of(connection, house.property_id, player))
    return _as_seen(session, found)


def _as_seen(session: Session, standing: dict[str, Any]) -> Standing:
    """Only those who may see the list of exclusions learn from it."""
    hidden = {} if sees_exclusions(session.actor) else {"excluded": None}
    return Standing(**(standing | hidden))


class Exclusion(BaseModel):
    """Somebody who may not play here, and must not be paid."""

    model_config = ConfigDict(extra="ignore")

    player: str = Field(examples=["ann"])
    name: str = Field(examples=["Ann Archer"])
    until: str | None = Field(description="The last day; nothing where it is for good.", examples=["2027-11-15"])
    reason: str = Field(examples=["asked for it herself"])
    made_by: str = Field(examples=["supervisor:4"])
    made_at: str = Field(examples=["2026-11-15T20:00:00.000000Z"])


class Exclusions(BaseModel):
    """The exclusions that are in force, the oldest first."""

    exclusions: list[Exclusion]


@look(router, "/exclusions", "exclusions")
async def show_exclusions(hall: TheHall) -> Exclusions:
    """Who may not play here and must not be paid: for authorized staff only."""
    found = await read(hall, lambda connection, house: exclusion_list(connection, house.property_id))
    return Exclusions(exclusions=[Exclusion(**as_values(row)) for row in found])


@look(router, "/wallet", "wallet")
async def show_wallet(hall: TheHall, session: Caller) -> Standing:
    """What the player who asks has at the cash desk."""
    own = session.actor.name
    return Standing(**await read(hall, lambda connection, house: standing_of(connection, house.property_id, own)))
