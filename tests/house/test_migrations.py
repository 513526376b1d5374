"""The schema that the migrations make is the one that the code works with, on both databases."""

import signal
from contextlib import closing

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event, inspect, text

from pitboss.house.actor import Actor, Role
from pitboss.house.audit import verify_chains, verify_sound
from pitboss.house.backup import back_up, restore
from pitboss.house.database import Database, _alembic
from pitboss.house.errors import StorageError
from pitboss.house.opening import open_room
from pitboss.house.openings import audience_of
from pitboss.house.property import Property
from pitboss.house.reports.played import rounds_played
from pitboss.house.schema import METADATA
from pitboss.house.selfcheck import selfcheck
from pitboss.house.strongbox import Strongbox, read_key
from support.crash_audit import faults
from support.crash_dealer import TABLES as TABLES_OF_CRASHES
from support.crash_parent import History, address, play_to_the_end, start
from support.killed_migration import migrate_and_die
from support.old_rooms import ROOMS, put_room, read_room

TABLES = set(METADATA.tables)
SCHEMAS = sorted(script.revision for script in ScriptDirectory.from_config(_alembic()).walk_revisions())
STEPS = {"sqlite": 7, "postgresql": 2}
"""What the newest migration changes: a column comes, on SQLite the view and its triggers anew, and the number rises."""


@pytest.fixture
def migrated(database):
    database.migrate()
    return database


def emptied(database):
    """The same database without anything in it."""
    with database.transaction() as connection:
        METADATA.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    return database


def schema_of(connection):
    """All that the database says of our tables, rules about their rows included."""
    look = inspect(connection)
    questions = (
        look.get_columns,
        look.get_pk_constraint,
        look.get_unique_constraints,
        look.get_foreign_keys,
        look.get_indexes,
        look.get_check_constraints,
    )
    return {name: [comparable(question(name)) for question in questions] for name in TABLES}


def comparable(told):
    """Lists without their order; a type has no equality of its own, but says what it is."""
    return sorted(map(str, told)) if isinstance(told, list) else str(told)


def test_alembic_finds_nothing_to_change(migrated):
    with migrated.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []


def test_the_migrations_make_what_the_code_describes_to_the_last_rule(migrated):
    with migrated.reading() as connection:
        by_migrations = schema_of(connection)
    with emptied(migrated).transaction() as connection:
        METADATA.create_all(connection)
    with migrated.reading() as connection:
        assert schema_of(connection) == by_migrations
    assert any("not_below_nothing" in str(told) for told in by_migrations["accounts"])


def test_every_row_says_first_of_which_card_room_it_is():
    assert {table.primary_key.columns.keys()[0] for table in METADATA.tables.values()} == {"property_id"}


def test_to_migrate_twice_changes_nothing(room):
    with room.database.reading() as connection:
        before = schema_of(connection)
    room.database.migrate()
    with room.database.reading() as connection:
        assert schema_of(connection) == before
    room.database.verify_schema()


def test_a_migration_that_fails_halfway_leaves_nothing_behind(database):
    emptied(database)

    def fail(_connection, _cursor, statement, *_):
        if "CREATE TABLE postings" in statement:
            raise RuntimeError("the power failed")

    event.listen(database.engine, "before_cursor_execute", fail)
    with pytest.raises(RuntimeError, match="the power failed"):
        database.migrate()
    event.remove(database.engine, "before_cursor_execute", fail)
    with database.reading() as connection:
        assert inspect(connection).get_table_names() == []
    database.migrate()
    database.verify_schema()


# ---- from every earlier schema


def test_there_is_a_room_of_every_schema():
    """Whoever adds a step keeps a room as it was before it: support/old_rooms.py says how."""
    assert sorted(file.stem for file in ROOMS.glob("*.json")) == SCHEMAS


@pytest.fixture(params=SCHEMAS)
def old(request, database, tmp_path):
    """A room as a version of the schema left it, in the middle of play."""
    room = read_room(request.param)
    put_room(emptied(database), room, tmp_path / "room.key")
    return room


def content_of(database, tables):
    """What is in these columns of tables: a later version may have more of them."""
    with database.reading() as connection:
        return {name: rows_of(connection, name, tables[name]["columns"]) for name in tables}


def rows_of(connection, name, columns):
    return sorted(map(repr, connection.execute(text(f"SELECT {', '.join(columns)} FROM {name}"))))


def own_seats(room):
    """Whether everybody who sits at a table has the own seat when they look at its first round."""
    for name in TABLES_OF_CRASHES:
        for seat, seating in room.table(name).seatings.items():
            yield seat in audience_of(room, name, 1, Actor(seating.player, Role.PLAYER)).seats


def test_a_room_of_every_earlier_schema_opens_with_all_that_it_had(old, database, tmp_path, clock):
    key = tmp_path / "room.key"
    before = content_of(database, old["tables"])
    if old["schema"] != SCHEMAS[-1]:
        words = f"has schema {old['schema']}, and this version works with {SCHEMAS[-1]}: migrate it"
        with pytest.raises(StorageError, match=words):
            open_room(database, key)
    database.migrate()
    assert content_of(database, old["tables"]) == before
    room = open_room(database, key, clock=clock)
    checks = selfcheck(database, room.house, Strongbox(read_key(key)))
    assert [check.sentence for check in checks if not check.is_ok] == []
    with database.reading() as connection:
        heads = {chain: (seq, record) for chain, (seq, record) in old["heads"].items()}
        verify_sound(verify_chains(connection, "P1", known=heads))
        # Reports and openings look into the text of records, which earlier versions wrote otherwise.
        assert all(list(rounds_played(connection, ("P1", name), "0", "9")) for name in TABLES_OF_CRASHES)
    assert set(own_seats(room)) == {True}
    history = History()
    assert [fault for table_id in TABLES_OF_CRASHES for fault in play_to_the_end(room, table_id, history)] == []
    assert history.answered, "no round was in progress"
    assert faults(room) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_backup_of_an_earlier_schema_comes_back_under_this_one(old, database, tmp_path, clock):
    """Onto a new machine, which has the newest version. What comes back is migrated by the same code on both."""
    house = Property("P1", "Lucky Ace")
    back_up(database, house, tmp_path / "old.backup", now=clock.now())
    restore(tmp_path / "old.backup", str(tmp_path / "new.db"), tmp_path / "room.key")
    with closing(Database(str(tmp_path / "new.db"))) as new:
        new.verify_schema()
        records = {"journal": old["tables"]["journal"]}
        assert content_of(new, records) == content_of(database, records)


def structure_of(connection):
    """What there is, whichever schema it is of."""
    look = inspect(connection)
    return {name: comparable(look.get_indexes(name)) for name in look.get_table_names()}, look.get_view_names()


@pytest.mark.parametrize("old", [SCHEMAS[-2]], indirect=True)
def test_a_process_killed_in_the_middle_of_a_migration_leaves_the_old_schema(old, database, tmp_path):
    """Before each of its changes in turn; the next who migrates has it all to do, and does it."""
    before = content_of(database, old["tables"])
    with database.reading() as connection:
        structure = structure_of(connection)
    database.close()
    kills = 0
    while kill_migrating(address(database), after=kills):
        kills += 1
        with database.reading() as connection:
            assert connection.scalar(text("SELECT version_num FROM alembic_version")) == old["schema"]
            assert structure_of(connection) == structure
        assert content_of(database, old["tables"]) == before
        database.close()
    assert kills == STEPS[database.engine.dialect.name]
    database.verify_schema()
    assert content_of(database, old["tables"]) == before


def kill_migrating(url, after):
    """Whether a process was killed before this statement of its migration; else it has ended well."""
    process = start(migrate_and_die, url, after)
    process.join()
    status = process.exitcode
    process.close()
    assert status in (0, -signal.SIGKILL)
    return status != 0


def test_nothing_goes_back(migrated):
    """A step back would throw away what a version wrote: the way back is the backup."""
    with pytest.raises(AttributeError), migrated.transaction() as connection:
        command.downgrade(_alembic(connection), SCHEMAS[0])
    migrated.verify_schema()


def test_an_empty_database_is_refused_with_the_way_out(database, tmp_path):
    emptied(database)
    with pytest.raises(StorageError) as refusal:
        open_room(database, tmp_path / "room.key")
    assert str(refusal.value) == f"there is no card room in {database.name} yet: make one with `pitboss init`"


def test_a_schema_of_a_newer_version_is_refused_and_left_alone(room, tmp_path):
    database = room.database
    with database.transaction() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    sentence = f"{database.name} has schema 9999, of a newer version than this one: use that version"
    for refused in (lambda: open_room(database, tmp_path / "room.key"), database.migrate):
        with pytest.raises(StorageError) as refusal:
            refused()
        assert str(refusal.value) == sentence
    with database.reading() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.write_bytes(b"not a database at all" * 100), "file is not a database"),
        (lambda path: path.mkdir(), "unable to open database file"),
    ],
    ids=["another file", "a folder"],
)
def test_what_is_no_database_is_refused_in_one_sentence(tmp_path, make, words):
    make(tmp_path / "room.db")
    database = Database(str(tmp_path / "room.db"))
    with pytest.raises(StorageError, match=f"the database refused: {words}"):
        open_room(database, tmp_path / "room.key")
    database.close()
