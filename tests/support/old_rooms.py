"""Rooms as each version of the schema left them: all of their rows, in files that every later version must open.

Before a migration is written, the room of the schema before it is made by the code before it:

    python tests/support/old_rooms.py tests/house/rooms/0002.json
"""

import base64
import json
import random
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from alembic.migration import MigrationContext
from sqlalchemy import MetaData, text

from pitboss.errors import PitbossError
from pitboss.house.audit import verify_chains
from pitboss.house.database import Database, _alembic
from pitboss.house.errors import RefusedError
from pitboss.house.job_desk import JobDesk
from pitboss.house.tables.commands import DealCards
from pitboss.house.theory import ask_for_theory
from pitboss.outside import SystemIds
from pitboss.paytables import Game
from support.card_room import FakeClock
from support.crash_dealer import TABLES, next_at_table, office_work
from support.crash_parent import busy_floor
from support.floor import everything_in

ROOMS = Path(__file__).parents[1] / "house" / "rooms"
STEPS = 26
"""At each table: rounds, jackpots, fills; and in the end all are in the middle of something."""
GAMES = {"T3": Game.DOUBLE_DRAW, "T4": Game.POWER_BLACKJACK, "T5": Game.FORTUNE_SAN_LO}
"""Beside those where crashes are tried, which all have the same game."""


def play_some(floor, seed):
    """Something of everything that a room writes down."""
    chance, ids = random.Random(seed), SystemIds()
    for table_id, game in GAMES.items():
        floor.table(table_id, game)
    for table_id in (*TABLES, *GAMES):
        for _ in range(STEPS):
            asked, by = next_at_table(floor.room.table(table_id), chance)
            try:
                floor.at(table_id, asked, by)
            except RefusedError:  # some games wait for the green button
                floor.at(table_id, DealCards())
    for (asked, by), _ in zip(office_work("M1", chance, ids), range(12), strict=False):
        with suppress(PitbossError):  # now and then it asks for what is not allowed
            floor.office(asked, by)
    desk = JobDesk(floor.database, "P1", floor.clock)
    assert ask_for_theory(floor.database, "P1", desk)


def as_json(database, key):
    """A room as a file has it."""
    with database.reading() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        heads = verify_chains(connection, "P1").heads
    rows = {name: [list(map(_plain, row.values())) for row in rows] for name, rows in everything_in(database).items()}
    columns = {name: list(found[0]) for name, found in everything_in(database).items() if found}
    kept = {name: {"columns": columns[name], "rows": rows[name]} for name in columns}
    return {"format": 1, "schema": revision, "key": key.read_text().strip(), "heads": heads, "tables": kept}


def _plain(value):
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _stored(value):
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def write_room(file):
    """Make a room by the code as it is now."""
    with TemporaryDirectory() as folder:
        database, key = Database(str(Path(folder) / "room.db")), Path(folder) / "room.key"
        floor = busy_floor(database, key, FakeClock())
        play_some(floor, 7)
        room = as_json(database, key)
        database.close()
    tables = room.pop("tables")
    lines = [json.dumps(room)[:-1] + ', "tables": {']
    for number, (name, content) in enumerate(tables.items()):
        rows = ",\n".join(map(json.dumps, content["rows"]))
        comma = "," if number + 1 < len(tables) else ""
        lines.append(f'"{name}": {{"columns": {json.dumps(content["columns"])}, "rows": [\n{rows}]}}{comma}')
    file.write_text("\n".join([*lines, "}}"]) + "\n", encoding="utf-8")


def read_room(schema):
    """The room of a version of the schema."""
    return json.loads((ROOMS / f"{schema}.json").read_text(encoding="utf-8"))


def put_room(database, room, key):
    """The room in a database that has nothing in it yet, under its own schema."""
    key.write_text(room["key"] + "\n")
    with database.transaction() as connection:
        command.upgrade(_alembic(connection), room["schema"])
        found = MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            content = room["tables"].get(table.name)
            if content is not None:
                rows = [dict(zip(content["columns"], map(_stored, row), strict=True)) for row in content["rows"]]
                connection.execute(table.insert(), rows)
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == room["schema"]


if __name__ == "__main__":
    write_room(Path(sys.argv[1]))
