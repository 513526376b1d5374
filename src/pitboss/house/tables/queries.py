"""Reads what pages and the terminal show about tables: lists, settings, approval, balances, and the self-check.

Hidden cards are left out here.
"""

from msgspec import structs
from sqlalchemy import Connection, select

from pitboss.games.audience import PUBLIC
from pitboss.house.answers import view_of
from pitboss.house.jackpots import meters
from pitboss.house.jackpots.meters import StoredMeter
from pitboss.house.property import Property
from pitboss.house.records.self_check import Check, selfcheck
from pitboss.house.room import Room
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables.approval import Standing, standing
from pitboss.house.tables.conditions import Register, register_of
from pitboss.house.tables.settings import TableSettings, controllers_of, no_table, settings_of
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import FloorLine, ListedTable, TableBooks, TableLine

# ---- tables


def table_ids(room: Room) -> list[str]:
    """The ids of the tables of the room, sorted."""
    with room.database.reading() as connection:
        of_room = TABLES.c.property_id == room.house.property_id
        return list(connection.scalars(select(TABLES.c.table_id).where(of_room).order_by(TABLES.c.table_id)))


def verify_table(room: Room, table_id: str) -> None:
    """Refuse an unknown table id, and name the known ones."""
    known = table_ids(room)
    if table_id not in known:
        raise no_table(table_id, known)


def table_and_meter(
    connection: Connection, property_id: str, table_id: str
) -> tuple[TableSettings, StoredMeter | None]:
    """The settings of a table, and the meter that it feeds."""
    settings = settings_of(connection, property_id, table_id)
    return settings, (settings.meter_id and meters.look(connection, property_id, settings.meter_id)) or None


def approval_of(connection: Connection, house: Property, table_id: str) -> tuple[TableSettings, Register, Standing]:
    """The settings of a table, its register of conditions, and whether it runs as approved."""
    settings, meter = table_and_meter(connection, house.property_id, table_id)
    register = register_of(connection, house, table_id, settings.game)
    controllers = controllers_of(connection, house.property_id, settings.meter_id)
    parameters = None if meter is None else meter.parameters
    return settings, register, standing(settings, parameters, register, controllers)


def short(table: Table) -> FloorLine:
    """A table in one line, with its money."""
    return view_of(FloorLine, table, **structs.asdict(posted(table)))


def posted(table: Table) -> TableLine:
    """A table in one line, as everybody may see it."""
    return TableLine(**structs.asdict(listed(table)), round_number=table.round_number)


def listed(table: Table) -> ListedTable:
    """A table in one line, without the fields that change with every round."""
    hand = table.lit_hand
    return ListedTable(
        table=table.table_id,
        game=table.settings.game.value,
        status=table.status,
        dealer=table.dealer,
        cards=table.settings.cards.value,
        meter=table.settings.meter_id,
        seats=table.settings.rules.seats,
        players=len(table.seatings),
        lit_hand=hand.label if hand is not None and hand.stops_table else None,
    )


def books_of(room: Room, table_id: str) -> TableBooks:
    """A table as the floor sees it: what everybody sees, its tray and drop box, what is booked, its settings."""
    verify_table(room, table_id)
    view, table = room.view(table_id, PUBLIC), room.table(table_id)
    booked = list(table.booked.values())
    return view_of(TableBooks, table, **structs.asdict(view), booked=booked, settings=table.settings.stored())


# ---- the room


def checks_of(room: Room, *, is_quick: bool = False) -> list[Check]:
    """Run the self-check of an open room."""
    return selfcheck(room.database, room.house, room.box, is_quick=is_quick)
