"""What people look at and no command needs: lists of tables, people, jackpots and proposals, and how a meter stands.

The terminal and the server show the same. What nobody may see is left out here: hashes of PINs, hidden cards.
"""

import json
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, or_, select

from pitboss.dates import written_day
from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC
from pitboss.house import jackpots, journal, meters
from pitboss.house.approval import Standing, shared_by, standing
from pitboss.house.conditions import Register, register_of
from pitboss.house.export import kept_back
from pitboss.house.ledger import account
from pitboss.house.meters import StoredMeter
from pitboss.house.people import players
from pitboss.house.people.staff import Person, everybody
from pitboss.house.property import Property
from pitboss.house.proposals import DECIDED_AT_THE_TABLE, digest_of
from pitboss.house.refusals import DryRunHost
from pitboss.house.reports.meter_sums import movements_with_people, way_of
from pitboss.house.room import Room
from pitboss.house.schema import EXCLUSIONS, JACKPOTS, MOVEMENTS, PLAYERS, PROPOSALS, TABLES
from pitboss.house.selfcheck import Check, selfcheck
from pitboss.house.tables import Table, TableSettings
from pitboss.house.tables.jackpot import DECIDED
from pitboss.house.tables.stored_settings import controllers_of, no_table, settings_of
from pitboss.progressive import MILLICENTS

# ---- tables


def table_ids(room: Room) -> list[str]:
    """The tables of the room by name."""
    with room.database.reading() as connection:
        of_room = TABLES.c.property_id == room.house.property_id
        return list(connection.scalars(select(TABLES.c.table_id).where(of_room).order_by(TABLES.c.table_id)))


def verify_table(room: Room, table_id: str) -> None:
    """Refuse a table that is not there, and say which are."""
    known = table_ids(room)
    if table_id not in known:
        raise no_table(table_id, known)


def table_and_meter(
    connection: Connection, property_id: str, table_id: str
) -> tuple[TableSettings, StoredMeter | None]:
    """What a table is set to, and the meter that it feeds."""
    settings = settings_of(connection, property_id, table_id)
    return settings, (settings.meter_id and meters.look(connection, property_id, settings.meter_id)) or None


def approval_of(connection: Connection, house: Property, table_id: str) -> tuple[TableSettings, Register, Standing]:
    """What a table is set to, its register of conditions, and how it stands to its approval."""
    settings, meter = table_and_meter(connection, house.property_id, table_id)
    register = register_of(connection, house, table_id, settings.game)
    controllers = controllers_of(connection, house.property_id, settings.meter_id)
    parameters = None if meter is None else meter.parameters
    return settings, register, standing(settings, parameters, register, controllers)


def short(table: Table) -> dict[str, Any]:
    """A table in one line, with its money."""
    return posted(table) | _money_of(table)


def _money_of(table: Table) -> dict[str, int]:
    return {"tray_cents": table.tray_cents, "drop_cents": table.drop_cents, "slips_cents": table.slips_cents}


def posted(table: Table) -> dict[str, Any]:
    """A table in one line, as everybody sees it."""
    return listed(table) | {"round_number": table.round_number}


def listed(table: Table) -> dict[str, Any]:
    """The same without what changes with every round."""
    hand = table.lit_hand
    return {
        "table": table.table_id,
        "game": table.settings.game.value,
        "status": table.status,
        "dealer": table.dealer,
        "cards": table.settings.cards.value,
        "meter": table.settings.meter_id,
        "seats": table.settings.rules.seats,
        "players": len(table.seatings),
        "lit_hand": hand.label if hand is not None and hand.stops_table else None,
    }


def books_of(room: Room, table_id: str) -> dict[str, Any]:
    """A table as the floor sees it: what everybody sees, its tray and drop box, what is booked, its settings."""
    verify_table(room, table_id)
    view, table = room.view(table_id, PUBLIC), room.table(table_id)
    booked = [jackpot.as_json() for jackpot in table.booked.values()]
    return view | _money_of(table) | {"booked": booked, "settings": table.settings.as_json()}


# ---- people


def staff_list(connection: Connection, property_id: str) -> list[dict[str, Any]]:
    """Everybody who works here or has worked here."""
    people = everybody(connection, property_id)
    return [_as_listed(each) for each in people]


def _as_listed(person: Person) -> dict[str, Any]:
    names = ("badge", "name", "license", "is_active", "is_locked", "failed", "code_by")
    listed = {name: getattr(person, name) for name in names}
    return listed | {"role": person.role.value, "status": status_of(person), "has_factor": person.factor is not None}


def status_of(person: Person) -> str:
    """Whether a person can log in, in a word."""
    if not person.is_active:
        return "inactive"
    if not person.is_enrolled:
        return "not enrolled"
    return "locked" if person.is_locked else "active"


def exclusion_list(connection: Connection, property_id: str) -> list[Row[Any]]:
    """Every exclusion that is in force, the oldest first, with the names of those who are excluded."""
    of_player = (EXCLUSIONS.c.property_id == PLAYERS.c.property_id) & (EXCLUSIONS.c.player == PLAYERS.c.player)
    query = select(EXCLUSIONS, PLAYERS.c.name).join(PLAYERS, of_player)
    query = query.where(EXCLUSIONS.c.property_id == property_id, EXCLUSIONS.c.lifted_at.is_(None))
    return list(connection.execute(query.order_by(EXCLUSIONS.c.made_at, EXCLUSIONS.c.player)))


def player_list(
    connection: Connection, property_id: str, after: str = "", limit: int | None = None, search: str = ""
) -> list[dict[str, Any]]:
    """Everybody who plays here, by id; some at a time, where many do, or those with these letters in id or name."""
    of_room = (PLAYERS.c.property_id == property_id) & (PLAYERS.c.player > after)
    wanted = [of_room, *([_has_letters(search.strip())] if search.strip() else [])]
    ids = connection.scalars(select(PLAYERS.c.player).where(*wanted).order_by(PLAYERS.c.player).limit(limit)).all()
    return [standing_of(connection, property_id, player) for player in ids]


def _has_letters(search: str) -> ColumnElement[bool]:
    """Large and small letters are the same. SQLite knows so of plain ones only: others count as they are written."""
    columns = (PLAYERS.c.player, PLAYERS.c.name)
    lower = [func.lower(column).contains(search.lower(), autoescape=True) for column in columns]
    return or_(*lower, PLAYERS.c.name.contains(search, autoescape=True))


def standing_of(connection: Connection, property_id: str, player: str) -> dict[str, Any]:
    """What somebody has at the cash desk, and whether they may play."""
    known = players.find(connection, property_id, player)
    ends = [row.until for row in players.exclusions_in_force(connection, property_id, player)]
    excluded = None if not ends else "for good" if None in ends else f"until {written_day(max(ends))}"
    return {
        "player": known.player,
        "name": known.name,
        "kind": "guest" if known.is_guest else "player",
        "born": known.born and known.born.isoformat(),
        "excluded": excluded,
        "cents": journal.balance(connection, property_id, account("wallet", player)) // MILLICENTS,
    }


# ---- progressives


def meter_status(connection: Connection, property_id: str, stored: StoredMeter) -> dict[str, Any]:
    """All of a meter: what it shows, what is set aside, how it is set, and who feeds it."""
    linked = (TABLES.c.property_id == property_id) & (TABLES.c.meter_id == stored.meter_id)
    tables = connection.scalars(select(TABLES.c.table_id).where(linked).order_by(TABLES.c.table_id))
    controllers = controllers_of(connection, property_id, stored.meter_id)
    return {
        "meter": stored.meter_id,
        "shown_cents": stored.displayed_cents,
        "suspended": stored.suspended,
        "pending": jackpots.pending(connection, property_id, stored.meter_id),
        "hits": jackpots.number_of_hits(connection, property_id, stored.meter_id),
        "tables": list(tables),
        "millicents": stored.meter.totals,
        "parameters": stored.parameters.as_json(),
        "not_as_approved": [*stored.parameters.not_as_approved, *shared_by(controllers)],
    }


def movements_of(
    connection: Connection, property_id: str, meter_id: str, day: str | None = None
) -> list[dict[str, Any]]:
    """Every rise and fall of a meter, the oldest first; of all days, or of one."""
    return list(map(_moved, connection.execute(_movements(property_id, meter_id, day))))


def movements_after(
    connection: Connection, property_id: str, meter_id: str, after: int, limit: int
) -> list[dict[str, Any]]:
    """The next rises and falls of a meter after one of them."""
    query = _movements(property_id, meter_id).where(MOVEMENTS.c.number > after)
    return list(map(_moved, connection.execute(query.limit(limit))))


def _moved(row: Row[Any]) -> dict[str, Any]:
    source, target = way_of(row.source, row.target, row.chain)
    return as_values(row) | {"source": source, "target": target}


def _movements(property_id: str, meter_id: str, day: str | None = None) -> Select[Any]:
    of_meter = (MOVEMENTS.c.property_id == property_id) & (MOVEMENTS.c.meter_id == meter_id)
    return movements_with_people(of_meter & (MOVEMENTS.c.day == day) if day else of_meter)


def jackpot_list(
    connection: Connection, property_id: str, table_id: str | None = None, *, everything: bool = True
) -> list[Row[Any]]:
    """The jackpots, the oldest first: all, or those that wait for somebody."""
    wanted = [JACKPOTS.c.property_id == property_id]
    wanted += [JACKPOTS.c.table_id == table_id] if table_id else []
    wanted += [] if everything else [JACKPOTS.c.status.not_in(DECIDED)]
    query = select(JACKPOTS).where(*wanted).order_by(JACKPOTS.c.claimed_at, JACKPOTS.c.jackpot_id)
    return list(connection.execute(query))


def wins_at_tables(room: Room, table_id: str | None = None) -> list[dict[str, Any]]:
    """Wins that only their tables know of: hands that are lit on a keypad, and wins that surveillance sees first."""
    tables = table_ids(room) if table_id is None else [table_id]
    return [win for each in tables for win in room.look_around(each, partial(_wins_at_table, room))]


def _wins_at_table(room: Room, table: Table, _version: int, connection: Connection) -> list[dict[str, Any]]:
    about = {"jackpot_id": None, "table_id": table.table_id, "round_number": table.round_number}
    found = []
    prize = table.lit_prize(DryRunHost(room, table.table_id, connection))
    # A dealer's own win needs nobody else, and what J-POT has booked is in the list of jackpots.
    if prize is not None and prize["needs"] != "dealer" and not table.jackpot_is_booked:
        needs = [prize["needs"], *(["surveillance"] if prize["needs_surveillance"] and not table.checked_by else [])]
        won = {
            "hand": prize["words"],
            "pay": prize["pay"],
            "cents": prize["cents"],
            "status": "lit",
            "waits_for": needs,
        }
        found.append(about | {"seats": table.lit_seats} | won)
    for seat, held in table.held_wins.items():
        won = {"hand": "", "pay": "", "cents": held.won_cents, "status": "held", "waits_for": ["surveillance"]}
        found.append(about | {"seats": [seat]} | won)
    return found


def needs_of(row: Row[Any]) -> list[str]:
    """What a jackpot waits for. At physical cards it was booked before it came here, and only the cash desk is left."""
    if row.status in DECIDED:
        return []
    decides = "cash desk" if row.status == "booked" else row.needs
    needs = [decides] if row.status in ("claimed", "verified", "booked") else []
    needs += ["surveillance"] if row.needs_surveillance and not row.checked_by else []
    return needs + (["tax form"] if row.needs_tax_form and not row.tax_form else [])


def as_values(row: Row[Any]) -> dict[str, Any]:
    """A stored row for machines."""
    return {str(name): value for name, value in row._mapping.items() if name != "property_id"}


# ---- what takes two people


def proposal_list(connection: Connection, property_id: str, *, everything: bool = True) -> list[Row[Any]]:
    """The proposals, the oldest first: all, or those that wait for a decision."""
    wanted = [PROPOSALS.c.property_id == property_id]
    wanted += [] if everything else [PROPOSALS.c.status == "pending"]
    query = select(PROPOSALS).where(*wanted).order_by(PROPOSALS.c.proposed_at, PROPOSALS.c.proposal_id)
    return list(connection.execute(query))


def proposal_values(row: Row[Any]) -> dict[str, Any]:
    """A proposal for machines. Who approves a PIN does not see what it was made into."""
    return as_values(row) | {"content": kept_back(json.loads(row.content)), "digest": digest_of(row)}


def effect_of(connection: Connection, property_id: str, row: Row[Any]) -> dict[str, Any] | None:
    """At which table a waiting proposal is approved by doing it, and what a reversal would do to the meter."""
    if row.status != "pending" or row.kind not in DECIDED_AT_THE_TABLE:
        return None
    if row.kind != jackpots.REVERSAL:
        return {"table": row.subject}
    keeps_seed = bool(json.loads(row.content)["keeps_seed"])
    table = {"table": jackpots.read(connection, property_id, row.subject).table_id}
    try:
        return table | jackpots.reversal_effect(connection, property_id, row.subject, keeps_seed=keeps_seed)
    except PitbossError as refusal:
        # Another win was booked since: whoever approves it is told so.
        return table | {"refused": str(refusal)}


# ---- the room


def checks_of(room: Room, *, is_quick: bool = False) -> list[Check]:
    """The self-check of a room that is open."""
    return selfcheck(room.database, room.house, room.box, is_quick=is_quick)
