"""People: who works here, who plays here, and what is at the cash desk for them."""

from typing import Annotated, Final

from fastapi import APIRouter, Query
from msgspec import Struct
from msgspec.structs import replace

from pitboss.house.people.queries import (
    Exclusion,
    PlayerAccount,
    StaffMember,
    account_of,
    exclusion_list,
    player_list,
    staff_list,
)
from pitboss.house.people.sessions import Session
from pitboss.house.permissions import sees_exclusions
from pitboss.server.authentication import Caller
from pitboss.server.queries.endpoint import Context, Limit, path_id, query, read

router = APIRouter(tags=["people"])

SEARCHED: Final = r"^[^\x00-\x1f\x7f]{0,100}$"


class Staff(Struct, frozen=True, kw_only=True):
    """Everybody who works here or has worked here."""

    staff: list[StaffMember]


@query(router, "/staff", "staff")
async def show_staff(context: Context) -> Staff:
    """Everybody who works here or has worked here."""
    found = await read(context, lambda connection, house: staff_list(connection, house.property_id))
    return Staff(staff=found)


class Players(Struct, frozen=True, kw_only=True):
    """Everybody who plays here, by id."""

    players: list[PlayerAccount]


@query(router, "/players", "players")
async def show_players(
    context: Context,
    session: Caller,
    after: Annotated[str, Query(max_length=64, pattern=r"^[A-Za-z0-9._-]*$", description="After which id.")] = "",
    limit: Limit = 100,
    search: Annotated[str, Query(pattern=SEARCHED, description="Letters of their id or name; all, where empty.")] = "",
) -> Players:
    """Everybody who plays here, a page at a time."""
    found = await read(
        context, lambda connection, house: player_list(connection, house.property_id, after, limit, search)
    )
    return Players(players=[_as_seen(session, each) for each in found])


@query(router, "/players/{player}", "players")
async def show_player(
    player: Annotated[str, path_id("The player's id.", "ann")], context: Context, session: Caller
) -> PlayerAccount:
    """What somebody has at the cash desk, and whether they may play."""
    found = await read(context, lambda connection, house: account_of(connection, house.property_id, player))
    return _as_seen(session, found)


def _as_seen(session: Session, account: PlayerAccount) -> PlayerAccount:
    """Only those who may see the list of exclusions learn from it."""
    return account if sees_exclusions(session.actor) else replace(account, excluded=None)


class Exclusions(Struct, frozen=True, kw_only=True):
    """The exclusions that are in force, the oldest first."""

    exclusions: list[Exclusion]


@query(router, "/exclusions", "exclusions")
async def show_exclusions(context: Context) -> Exclusions:
    """Who may not play here and must not be paid: for authorized staff only."""
    found = await read(context, lambda connection, house: exclusion_list(connection, house.property_id))
    return Exclusions(exclusions=found)


@query(router, "/wallet", "wallet")
async def show_wallet(context: Context, session: Caller) -> PlayerAccount:
    """What the player who asks has at the cash desk."""
    own = session.actor.name
    return await read(context, lambda connection, house: account_of(connection, house.property_id, own))
