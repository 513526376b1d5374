"""The schema that the migrations make is the one that the code works with, on both databases."""

import signal

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, inspect, text

from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.storage.database import Database, _alembic
from pitboss.house.storage.schema import METADATA
from support.crash_parent import address, start
from support.killed_migration import migrate_and_die

TABLES = set(METADATA.tables)


@pytest.fixture
def migrated(database):
    database.migrate()
    return database


def emptied(database):
    """The same database without anything in it."""
    with database.transaction() as connection:
        METADATA.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
        connection.execute(text("DROP VIEW IF EXISTS commands_done"))
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


def structure_of(connection):
    """What there is, whichever schema it is of."""
    look = inspect(connection)
    return {name: comparable(look.get_indexes(name)) for name in look.get_table_names()}, look.get_view_names()


def test_a_process_killed_in_the_middle_of_a_migration_leaves_nothing_behind(database):
    """Before a dozen of its changes in turn; the next that migrates has it all to do, and does it."""
    emptied(database)
    database.close()
    for after in (0, 1, 2, 5, len(TABLES), len(TABLES) + 5):
        assert kill_migrating(address(database), after=after)
        with database.reading() as connection:
            assert structure_of(connection)[0].keys() <= {"alembic_version"}
        database.close()
    assert not kill_migrating(address(database), after=1000)
    database.verify_schema()


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
        command.downgrade(_alembic(connection), "base")
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
