"""People: who works here, who plays here, and what is at the cash desk for them."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from msgspec import Meta, Struct, convert

from pitboss.house.looking import as_values, exclusion_list, player_list, staff_list, standing_of
from pitboss.house.people.sessions import Session
from pitboss.house.permissions import sees_exclusions
from pitboss.server.callers import Caller
from pitboss.server.looks.asking import Limit, TheHall, look, path_id, read

router = APIRouter(tags=["people"])

SEARCHED: Final = r"^[^\x00-\x1f\x7f]{0,100}$"


class Person(Struct, frozen=True, kw_only=True):
    """Somebody who works here."""

    badge: Annotated[str, Meta(examples=["17"])]
    name: Annotated[str, Meta(examples=["Bo"])]
    role: Annotated[str, Meta(examples=["dealer"])]
    status: Annotated[str, Meta(description="active, locked, not enrolled or inactive.", examples=["active"])]
    is_active: bool
    is_locked: bool
    failed: Annotated[int, Meta(description="Wrong PINs in a row.", examples=[0])]
    license: Annotated[str, Meta(description="The number of their license or certification.", examples=["68-1234"])]
    has_factor: Annotated[bool, Meta(description="Whether they have set up an authenticator app.")]
    code_by: Annotated[
        str | None, Meta(description="Beside whose badge they enroll, while they have no PIN.", examples=["3"])
    ]


class Staff(Struct, frozen=True, kw_only=True):
    """Everybody who works here or has worked here."""

    staff: list[Person]


@look(router, "/staff", "staff")
async def show_staff(hall: TheHall) -> Staff:
    """Everybody who works here or has worked here."""
    found = await read(hall, lambda connection, house: staff_list(connection, house.property_id))
    return Staff(staff=[Person(**each) for each in found])


class Standing(Struct, frozen=True, kw_only=True):
    """Somebody who plays here."""

    player: Annotated[str, Meta(examples=["ann"])]
    name: Annotated[str, Meta(examples=["Ann Archer"])]
    kind: Annotated[str, Meta(description="player or guest.", examples=["player"])]
    born: Annotated[str | None, Meta(examples=["1990-12-31"])]
    excluded: Annotated[
        str | None,
        Meta(
            description="Until when they may not play; nothing for those who may not see the list of exclusions.",
            examples=["until 2027-11-15"],
        ),
    ]
    cents: Annotated[int, Meta(description="What lies at the cash desk for them, in cents.", examples=[100_000])]


class Players(Struct, frozen=True, kw_only=True):
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


class Exclusion(Struct, frozen=True, kw_only=True):
    """Somebody who may not play here, and must not be paid."""

    player: Annotated[str, Meta(examples=["ann"])]
    name: Annotated[str, Meta(examples=["Ann Archer"])]
    until: Annotated[
        str | None, Meta(description="The last day; nothing where it is for good.", examples=["2027-11-15"])
    ]
    reason: Annotated[str, Meta(examples=["asked for it herself"])]
    made_by: Annotated[str, Meta(examples=["supervisor:4"])]
    made_at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


class Exclusions(Struct, frozen=True, kw_only=True):
    """The exclusions that are in force, the oldest first."""

    exclusions: list[Exclusion]


@look(router, "/exclusions", "exclusions")
async def show_exclusions(hall: TheHall) -> Exclusions:
    """Who may not play here and must not be paid: for authorized staff only."""
    found = await read(hall, lambda connection, house: exclusion_list(connection, house.property_id))
    return Exclusions(exclusions=convert(list(map(as_values, found)), list[Exclusion]))


@look(router, "/wallet", "wallet")
async def show_wallet(hall: TheHall, session: Caller) -> Standing:
    """What the player who asks has at the cash desk."""
    own = session.actor.name
    return Standing(**await read(hall, lambda connection, house: standing_of(connection, house.property_id, own)))
