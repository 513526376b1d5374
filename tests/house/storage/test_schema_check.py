"""What somebody has planted in the database, or taken out of it: the full self-check finds every part that is not ours."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from sqlalchemy import text

from pitboss.house.people.incidents import OpenIncident
from pitboss.house.records.self_check import selfcheck
from pitboss.house.storage.database import Access, Database
from pitboss.house.storage.schema_check import first_difference
from support.floor import SUPERVISOR


def change(floor, *statements):
    with floor.database.transaction() as connection:
        for statement in statements:
            connection.execute(text(statement))


def relaxed(name, rule, instead):
    """The statements that give a table of SQLite another rule."""
    return (
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET sql = replace(sql, '{rule}', '{instead}') WHERE name = '{name}'",
        "PRAGMA writable_schema = OFF",
    )


UNLOCK = "UPDATE staff SET failed = 0, locked_at = NULL"

SQLITE = {
    "trigger unlock": [f"CREATE TRIGGER unlock AFTER INSERT ON journal BEGIN {UNLOCK}; END"],
    "trigger enter_record": ["DROP TRIGGER enter_record"],
    "trigger enter_posting": [
        "DROP TRIGGER enter_posting",
        "CREATE TRIGGER enter_posting INSTEAD OF INSERT ON commands_done WHEN NEW.account IS NOT NULL BEGIN SELECT 1; END",
    ],
    "view more": ["CREATE VIEW more AS SELECT 1 AS one"],
    "index ix_proposals_property_id_status": ["DROP INDEX ix_proposals_property_id_status"],
    "table proposals": relaxed("proposals", "decided_by <> proposed_by", "true"),
    "table accounts": relaxed("accounts", "may_owe = 1", "true"),
}

POSTGRESQL = {
    "trigger journal.unlock": [
        "CREATE SCHEMA aside",
        f"CREATE FUNCTION aside.unlock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {UNLOCK}; RETURN NULL; END $$",
        "CREATE TRIGGER unlock AFTER INSERT ON journal EXECUTE FUNCTION aside.unlock()",
    ],
    "trigger": ["ALTER TABLE signatures DISABLE TRIGGER ALL"],
    "function append_record": [
        "DO $$ DECLARE source text; BEGIN "
        "SELECT replace(pg_get_functiondef(oid), 'is_active = 1', 'true') INTO source FROM pg_proc "
        "WHERE proname = 'append_record'; EXECUTE source; END $$"
    ],
    "constraint proposals.ck_proposals_two_people": ["ALTER TABLE proposals DROP CONSTRAINT ck_proposals_two_people"],
    "constraint accounts.ck_accounts_not_below_nothing": [
        "ALTER TABLE accounts DROP CONSTRAINT ck_accounts_not_below_nothing",
        "ALTER TABLE accounts ADD CONSTRAINT ck_accounts_not_below_nothing CHECK (millicents > -99999999999)",
    ],
    "column journal.hash": ["ALTER TABLE journal ALTER COLUMN hash DROP NOT NULL"],
    "rule exclusions.nobody": ["CREATE RULE nobody AS ON INSERT TO exclusions DO INSTEAD NOTHING"],
}


def test_a_room_at_work_is_as_this_version_makes_it(floor):
    assert first_difference(floor.database) is None


def assert_found(floor, part):
    wrong = {
        check.name: check.words
        for check in selfcheck(floor.database, floor.room.house, floor.room.box)
        if not check.is_ok
    }
    assert list(wrong) == ["shape"]
    assert wrong["shape"].startswith(f"the {part}")
    assert wrong["shape"].endswith("is not as this version makes it: the database was changed outside Pitboss")


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("part", SQLITE)
def test_what_was_planted_in_a_file_or_taken_out(floor, part):
    change(floor, *SQLITE[part])
    assert_found(floor, part)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@pytest.mark.parametrize("part", POSTGRESQL)
def test_what_was_planted_in_a_server_or_taken_out(floor, part):
    change(floor, *POSTGRESQL[part])
    assert_found(floor, part)


def test_a_database_that_is_opened_for_reading_is_compared_too(floor):
    """`pitboss selfcheck` opens it so, on both databases."""
    url = floor.database.url.render_as_string(hide_password=False)
    with closing(Database(url, access=Access.READING)) as books:
        assert first_difference(books) is None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_counts_that_sqlite_keeps_for_itself_are_nobodys_work(floor):
    change(floor, "ANALYZE")
    assert first_difference(floor.database) is None


def test_it_leaves_nothing_behind_and_several_can_look_at_once(floor):
    with ThreadPoolExecutor(4) as looking:
        assert list(looking.map(lambda _: first_difference(floor.database), range(8))) == [None] * 8
    floor.office(OpenIncident("I1", "table T1", "the display is dark", True, None), SUPERVISOR)
    assert [row["incident_id"] for row in floor.rows("incidents")] == ["I1"]
    assert floor.rows("journal"), "what is looked at is the room, and no empty one in its place"
