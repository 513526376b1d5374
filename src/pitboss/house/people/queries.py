"""Who works here, who plays here, what is at the cage for them, and who is excluded: for the server and the terminal.

Hashes of PINs are left out.
"""

from typing import Annotated

from msgspec import Meta, Struct
from sqlalchemy import ColumnElement, Connection, func, or_, select

from pitboss.dates import written_day
from pitboss.house.cage.ledger import account
from pitboss.house.people import players
from pitboss.house.people.staff import Person, everybody
from pitboss.house.records import journal
from pitboss.house.storage.schema import EXCLUSIONS, PLAYERS
from pitboss.house.views import view_of
from pitboss.progressive import MILLICENTS


class StaffMember(Struct, frozen=True, kw_only=True):
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


class PlayerAccount(Struct, frozen=True, kw_only=True):
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
    cents: Annotated[int, Meta(description="What is at the cage for them, in cents.", examples=[100_000])]


class Exclusion(Struct, frozen=True, kw_only=True):
    """Somebody who may not play here, and must not be paid."""

    player: Annotated[str, Meta(examples=["ann"])]
    name: Annotated[str, Meta(examples=["Ann Archer"])]
    until: Annotated[
        str | None, Meta(description="The last day; nothing where it has no end.", examples=["2027-11-15"])
    ]
    reason: Annotated[str, Meta(examples=["asked for it herself"])]
    made_by: Annotated[str, Meta(examples=["supervisor:4"])]
    made_at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


def staff_list(connection: Connection, property_id: str) -> list[StaffMember]:
    """Everybody who works here or has worked here."""
    return [
        view_of(
            StaffMember,
            each,
            role=each.role.value,
            status=status_of(each),
            has_factor=each.factor is not None,
        )
        for each in everybody(connection, property_id)
    ]


def status_of(person: Person) -> str:
    """Whether a person can log in, in a word."""
    if not person.is_active:
        return "inactive"
    if not person.is_enrolled:
        return "not enrolled"
    return "locked" if person.is_locked else "active"


def exclusion_list(connection: Connection, property_id: str) -> list[Exclusion]:
    """Every exclusion that is in force, the oldest first, with the names of those who are excluded."""
    of_player = (EXCLUSIONS.c.property_id == PLAYERS.c.property_id) & (EXCLUSIONS.c.player == PLAYERS.c.player)
    query = select(EXCLUSIONS, PLAYERS.c.name).join(PLAYERS, of_player)
    query = query.where(EXCLUSIONS.c.property_id == property_id, EXCLUSIONS.c.lifted_at.is_(None))
    rows = connection.execute(query.order_by(EXCLUSIONS.c.made_at, EXCLUSIONS.c.player))
    return [view_of(Exclusion, row) for row in rows]


def player_list(
    connection: Connection, property_id: str, after: str = "", limit: int | None = None, search: str = ""
) -> list[PlayerAccount]:
    """Everybody who plays here, by id; some at a time, where many do, or those with these letters in id or name."""
    of_room = (PLAYERS.c.property_id == property_id) & (PLAYERS.c.player > after)
    wanted = [of_room, *([_has_letters(search.strip())] if search.strip() else [])]
    ids = connection.scalars(select(PLAYERS.c.player).where(*wanted).order_by(PLAYERS.c.player).limit(limit)).all()
    return [account_of(connection, property_id, player) for player in ids]


def _has_letters(search: str) -> ColumnElement[bool]:
    """Large and small letters are the same. SQLite knows so of plain ones only: others count as they are written."""
    columns = (PLAYERS.c.player, PLAYERS.c.name)
    lower = [func.lower(column).contains(search.lower(), autoescape=True) for column in columns]
    return or_(*lower, PLAYERS.c.name.contains(search, autoescape=True))


def account_of(connection: Connection, property_id: str, player: str) -> PlayerAccount:
    """What a player has at the cage, and whether they may play."""
    known = players.find(connection, property_id, player)
    ends = [row.until for row in players.exclusions_in_force(connection, property_id, player)]
    return PlayerAccount(
        player=known.player,
        name=known.name,
        kind="guest" if known.is_guest else "player",
        born=None if known.born is None else known.born.isoformat(),
        excluded=None if not ends else "for good" if None in ends else f"until {written_day(max(ends))}",
        cents=journal.balance(connection, property_id, account("wallet", player)) // MILLICENTS,
    )
