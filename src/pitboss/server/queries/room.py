"""Answers queries about the room as a whole: name, days, clock, permissions, problems, settings, self-check, devices.

It also answers the templates from which new tables are proposed.
"""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from msgspec import Meta, Struct
from sqlalchemy import Connection, Row

from pitboss.games.rounds import ROUNDS
from pitboss.games.table import PRACTICE, usual_rules
from pitboss.house.people import sessions
from pitboss.house.people.staff import staff_roles
from pitboss.house.permissions import APPROVERS, ASKS, MATRIX, PROPOSERS, QUERIES, SIGNED, signed_presses
from pitboss.house.property import Property, load
from pitboss.house.records.clock_doubts import doubts, open_doubt
from pitboss.house.records.self_check import Check
from pitboss.house.reports.closed_days import ClosedDay, closed_days
from pitboss.house.reports.day_close import OpenDay, waiting_days
from pitboss.house.tables.queries import checks_of
from pitboss.house.tables.rules_form import RuleSetting, limits_of, settings_of
from pitboss.house.tables.settings import StoredSettings, TableSettings
from pitboss.paytables import Game
from pitboss.progressive.controllers import CONTROLLERS
from pitboss.server.caches import Document, as_document
from pitboss.server.context import ServerContext
from pitboss.server.encoding import ref_to
from pitboss.server.problems import all_problems
from pitboss.server.queries.endpoint import Context, Limit, query, read

router = APIRouter(tags=["the room"])


class TheRoom(Struct, frozen=True, kw_only=True):
    """The card room."""

    property_id: Annotated[str, Meta(examples=["P1"])]
    name: Annotated[str, Meta(examples=["Lucky Ace"])]
    jurisdiction: Annotated[str, Meta(description="The law it is under; practice takes guests.", examples=["practice"])]
    zone: Annotated[str, Meta(examples=["America/Los_Angeles"])]
    day_starts: Annotated[
        str, Meta(description="When its gaming day starts, by the clock of its zone.", examples=["06:00"])
    ]
    day: Annotated[str, Meta(description="The current gaming day.", examples=["2026-11-15"])]
    now: Annotated[str, Meta(description="The room's clock, in UTC.", examples=["2026-11-15T20:00:00+00:00"])]
    guests: Annotated[bool, Meta(description="Whether guests may log in with play money.")]


@query(router, "/room", "room")
async def show_room(context: Context) -> TheRoom:
    """The card room and its gaming day."""
    return await read(context, lambda _, house: _the_room(context, house))


def _the_room(context: ServerContext, house: Property) -> TheRoom:
    return TheRoom(
        property_id=house.property_id,
        name=house.name,
        jurisdiction=house.settings.jurisdiction,
        zone=house.settings.zone,
        day_starts=house.settings.day_starts,
        day=house.days.day_of(context.clock.latest()).isoformat(),
        now=context.clock.now().isoformat(),
        guests=context.settings.guests and house.jurisdiction is PRACTICE,
    )


class ListedRole(Struct, frozen=True, kw_only=True):
    """A role that a person with a badge can have."""

    name: Annotated[str, Meta(examples=["dealer"])]
    deals: Annotated[bool, Meta(description="Whether it can tap in at a table.")]


class Permissions(Struct, frozen=True, kw_only=True):
    """The permission matrix: by command, by kind of proposal, by query."""

    roles: Annotated[list[ListedRole], Meta(description="The roles of staff.")]
    commands: Annotated[dict[str, list[str]], Meta(description="The roles that may send each command.")]
    signed: Annotated[list[str], Meta(description="The commands that ask for the sender's PIN again.")]
    proposers: Annotated[dict[str, list[str]], Meta(description="The roles that propose each kind of proposal.")]
    approvers: Annotated[dict[str, list[str]], Meta(description="The roles that decide each kind, never their own.")]
    queries: Annotated[
        dict[str, list[str]],
        Meta(description="The roles that may read each thing; nobody is a caller who is not logged in."),
    ]
    asks: Annotated[dict[str, list[str]], Meta(description="The roles that may ask the lab for each thing.")]


@query(
    router,
    "/permissions",
    "interface",
    model=Permissions,
    example={"commands": {"fill": ["supervisor", "executive"]}},
)
async def show_permissions(context: Context, request: Request) -> Response:
    """The permission matrix, so that pages offer nothing that would be refused."""

    async def make() -> Document:
        return as_document(_permissions())

    return (await context.documents.get("permissions", None, make)).answer(request)


def _permissions() -> Permissions:
    return Permissions(
        roles=[ListedRole(name=role.value, deals=role.deals) for role in staff_roles()],
        commands={name: sorted(roles) for name, roles in MATRIX.items()},
        signed=sorted(signed_presses() | SIGNED.keys()),
        proposers={name: sorted(roles) for name, roles in PROPOSERS.items()},
        approvers={name: sorted(roles) for name, roles in APPROVERS.items()},
        queries={name: sorted(roles) for name, roles in QUERIES.items()},
        asks={name: sorted(roles) for name, roles in ASKS.items()},
    )


class KindOfProblem(Struct, frozen=True, kw_only=True):
    """A kind of refusal."""

    code: Annotated[str, Meta(description="It never changes.", examples=["stale-version"])]
    status: Annotated[int, Meta(examples=[409])]
    title: Annotated[str, Meta(examples=["The table has changed since"])]


class Problems(Struct, frozen=True, kw_only=True):
    """Every kind of refusal."""

    problems: list[KindOfProblem]


@query(router, "/problems", "interface")
async def show_problems() -> Problems:
    """All codes of refusals."""
    return Problems(problems=[KindOfProblem(**asdict(each)) for each in all_problems()])


HouseSettings = Annotated[dict[str, Any], Meta(extra_json_schema=ref_to("HouseSettings"))]
"""Every setting by its name, as the registry of settings describes them."""


class SettingsVersion(Struct, frozen=True, kw_only=True):
    """Settings of the house that two people agreed on."""

    number: Annotated[int, Meta(examples=[2])]
    from_day: Annotated[str, Meta(description="The gaming day from which they hold.", examples=["2026-11-20"])]
    settings: HouseSettings


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of the room as a whole."""

    property_id: Annotated[str, Meta(examples=["P1"])]
    settings: HouseSettings
    """Those in force."""
    version: Annotated[int, Meta(description="The number of the version in force.", examples=[1])]
    versions: Annotated[
        list[SettingsVersion], Meta(description="All versions, including those that start on a later day.")
    ]


@query(router, "/settings", "settings")
async def show_settings(context: Context) -> Settings:
    """The current, past and future settings of the room as a whole."""
    now = context.clock.latest()
    # Read from the database: settings that were just approved are there, even if they are not in force yet.
    return await read(context, lambda connection, house: _settings(load(connection, house.property_id, now)))


def _settings(house: Property) -> Settings:
    versions = [
        SettingsVersion(number=number, from_day=str(day), settings=settings.as_json())
        for number, day, settings in house.versions
    ]
    in_force = house.settings.as_json()
    number = house.version.number if house.version else 0
    return Settings(property_id=house.property_id, settings=in_force, version=number, versions=versions)


class Checks(Struct, frozen=True, kw_only=True):
    """The self-check."""

    passed: Annotated[bool, Meta(description="Whether the room may play.")]
    checks: list[Check]


@query(router, "/selfcheck", "selfcheck")
async def show_selfcheck(context: Context, quick: bool = False) -> Checks:
    """Check code, configuration, database, books, chains, meters and key now."""
    found = await context.do(lambda: checks_of(context.room, is_quick=quick))
    return Checks(passed=all(each.is_ok for each in found), checks=found)


class Devices(Struct, frozen=True, kw_only=True):
    """Every device, without its token."""

    devices: list[sessions.Device]


@query(router, "/devices", "devices")
async def show_devices(context: Context) -> Devices:
    """The displays and controllers that have a pass."""
    found = await read(context, lambda connection, house: sessions.devices(connection, house.property_id))
    return Devices(devices=found)


class UsualLimit(Struct, frozen=True, kw_only=True):
    """The usual limits of a betting spot."""

    minimum_cents: Annotated[int, Meta(examples=[500])]
    maximum_cents: Annotated[int, Meta(examples=[30_000])]
    unit_cents: Annotated[int, Meta(examples=[500])]


class Template(Struct, frozen=True, kw_only=True):
    """The usual settings of a table, to be edited and proposed."""

    game: Annotated[str, Meta(examples=["double-draw"])]
    settings: StoredSettings
    controllers: Annotated[list[str], Meta(description="The controllers of a progressive.", examples=[["aquarius"]])]
    form: Annotated[list[RuleSetting], Meta(description="Its rules but for the limits, in their order.")]
    limits: Annotated[
        dict[str, UsualLimit], Meta(description="By betting spot. Spots that are not listed follow another.")
    ]


@query(router, "/games/{game}/template", "template")
async def show_template(game: Game) -> Template:
    """The usual settings of a table of a game, and the possible values of each rule."""
    kind = ROUNDS[game].rules_type
    return Template(
        controllers=list(CONTROLLERS),
        game=game.value,
        settings=TableSettings(rules=usual_rules(kind)).stored(),
        form=settings_of(kind),
        limits={wager: UsualLimit(**asdict(limit)) for wager, limit in limits_of(kind).items()},
    )


class Doubt(Struct, frozen=True, kw_only=True):
    """A time when the clock was behind the newest record, or far ahead of it."""

    at: Annotated[
        str, Meta(description="When the room detected it, by its records.", examples=["2026-11-15T20:00:00.000001Z"])
    ]
    clock: Annotated[str, Meta(description="The time that the clock showed.", examples=["2026-11-15T19:00:00.000000Z"])]
    words: Annotated[str, Meta(examples=["the clock is 1:00:00 behind the newest record"])]
    acknowledged_at: str | None = None
    proposed_by: Annotated[str | None, Meta(description="The badge of one of the two who acknowledged it.")] = None
    acknowledged_by: Annotated[str | None, Meta(description="The badge of the other, an executive.")] = None
    reason: str | None = None


class TheClock(Struct, frozen=True, kw_only=True):
    """The clock of the room."""

    now: Annotated[str, Meta(description="The time of the clock, in UTC.", examples=["2026-11-15T20:00:00+00:00"])]
    doubt: Annotated[
        str | None,
        Meta(
            description="Why nothing new starts until two people acknowledge it; nothing while the clock is correct.",
            examples=["the clock is 1:00:00 behind the newest record"],
        ),
    ]
    doubts: Annotated[list[Doubt], Meta(description="The last doubts, newest first.")]


@query(router, "/clock", "clock")
async def show_clock(context: Context, limit: Limit = 25) -> TheClock:
    """The clock of the room, and when it was in doubt."""
    return await read(context, lambda connection, house: _clock(connection, house, context, limit))


def _clock(connection: Connection, house: Property, context: ServerContext, limit: int) -> TheClock:
    found = [_as_doubt(row) for row in doubts(connection, house.property_id, limit)]
    waiting = open_doubt(connection, house.property_id)
    words = None if waiting is None else waiting.words
    return TheClock(now=context.clock.now().isoformat(), doubt=words, doubts=found)


def _as_doubt(row: Row[Any]) -> Doubt:
    return Doubt(**{name: getattr(row, name) for name in Doubt.__struct_fields__})


class Days(Struct, frozen=True, kw_only=True):
    """The gaming days."""

    open: Annotated[list[OpenDay], Meta(description="Oldest first: the first is closed next.")]
    closed: Annotated[list[ClosedDay], Meta(description="Newest first.")]


@query(router, "/days", "days")
async def show_days(context: Context, limit: Limit = 25) -> Days:
    """The closed gaming days, and what the open ones still need."""
    return await read(context, lambda connection, house: _days(connection, house, context, limit))


def _days(connection: Connection, house: Property, context: ServerContext, limit: int) -> Days:
    today = house.days.day_of(context.clock.latest()).isoformat()
    closed = closed_days(connection, house.property_id, limit)
    return Days(open=waiting_days(connection, house, today), closed=closed)
