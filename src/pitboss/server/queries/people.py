"""Answers queries about people: the staff, the players with their money at the cage, and exclusions."""

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
    """The staff, including former members."""

    staff: list[StaffMember]


@query(router, "/staff", "staff")
async def show_staff(context: Context) -> Staff:
    """The staff, including former members."""
    found = await read(context, lambda connection, house: staff_list(connection, house.property_id))
    return Staff(staff=found)


class Players(Struct, frozen=True, kw_only=True):
    """All players, by id."""

    players: list[PlayerAccount]


@query(router, "/players", "players")
async def show_players(
    context: Context,
    session: Caller,
    after: Annotated[
        str, Query(max_length=64, pattern=r"^[A-Za-z0-9._-]*$", description="Only players after this id.")
    ] = "",
    limit: Limit = 100,
    search: Annotated[str, Query(pattern=SEARCHED, description="A part of the id or name; all players if empty.")] = "",
) -> Players:
    """All players, a page at a time."""
    found = await read(
        context, lambda connection, house: player_list(connection, house.property_id, after, limit, search)
    )
    return Players(players=[_as_seen(session, each) for each in found])


@query(router, "/players/{player}", "players")
async def show_player(
    player: Annotated[str, path_id("The player's id.", "ann")], context: Context, session: Caller
) -> PlayerAccount:
    """The money of a player at the cage, and whether the player may play."""
    found = await read(context, lambda connection, house: account_of(connection, house.property_id, player))
    return _as_seen(session, found)


def _as_seen(session: Session, account: PlayerAccount) -> PlayerAccount:
    """Remove the exclusion unless the caller may see the list of exclusions."""
    return account if sees_exclusions(session.actor) else replace(account, excluded=None)


class Exclusions(Struct, frozen=True, kw_only=True):
    """The exclusions that are in force, oldest first."""

    exclusions: list[Exclusion]


@query(router, "/exclusions", "exclusions")
async def show_exclusions(context: Context) -> Exclusions:
    """The players who may not play here and must not be paid: for authorized staff only."""
    found = await read(context, lambda connection, house: exclusion_list(connection, house.property_id))
    return Exclusions(exclusions=found)


@query(router, "/wallet", "wallet")
async def show_wallet(context: Context, session: Caller) -> PlayerAccount:
    """The money that the calling player has at the cage."""
    own = session.actor.name
    return await read(context, lambda connection, house: account_of(connection, house.property_id, own))
