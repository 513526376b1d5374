"""One projector makes every stored list: as a record is written, and again from the journal for the self-check.

A wrong projection is wrong in both, and the two agree. It is found by witnesses that know no projection: a text that
people have read (`lists.txt`), the tests of the office, and the simulator's books.
"""

import ast
import json
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event

import pitboss.house.records.projector as projector_module
from pitboss.house.errors import StorageError
from pitboss.house.people import pins
from pitboss.house.records import list_check
from pitboss.house.records.journal import Stamp
from pitboss.house.records.list_check import LISTS, rebuild, wrong_lists
from pitboss.house.records.projector import (
    PROJECTIONS,
    Declared,
    Recorded,
    change_row,
    insert_row,
    is_projected,
    projects,
    rows_of,
    verify_projections,
    write_rows,
)
from pitboss.house.records.row_hashes import HASHED
from pitboss.house.storage.schema import METADATA, PLAYERS, STAFF
from pitboss.house.storage.schema.base import RECORDED, guard_of
from pitboss.house.tables.table import Table
from support.card_room import CHEAP, FakeClock
from support.floor import Floor
from support.quick import quick_database
from support.whole_room import LISTED, as_text, make_whole, stored_text

STAMP = Stamp("P1", "room", 7, "2026-11-15T10:00:00.000000Z", "2026-11-15")
RECORD = Recorded(STAMP, "admin:1", "invented", {"player": "ann"}, {}, [])
HOUSE = Path(projector_module.__file__).parent
AT_THE_TABLE = sorted(kind.slug() for kind in Table.operations if is_projected(kind.slug()))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A room in which everything has happened that a list is made of."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "HASHER", CHEAP)
        with closing(quick_database(str(folder / "room.db"))) as database:
            yield make_whole(Floor(database, folder / "room.key", FakeClock()))


@pytest.fixture
def empty(monkeypatch):
    """A registry with nothing in it."""
    monkeypatch.setattr(projector_module, "PROJECTIONS", {})


# ---- witnesses


def test_the_lists_are_what_people_have_read(whole):
    assert stored_text(whole) == LISTED.read_text()


def test_the_records_make_the_same_lists(whole):
    with whole.database.reading() as connection:
        assert wrong_lists(connection, "P1") == []
        assert as_text(rebuild(connection, "P1").of) == LISTED.read_text()


def test_every_kind_that_changes_a_list_is_in_the_text(whole):
    done = {row["kind"] for row in whole.rows("journal")} | {row["kind"] for row in whole.rows("proposals")}
    assert set(PROJECTIONS) <= done


@pytest.mark.parametrize("kind", sorted(PROJECTIONS))
def test_a_projection_that_writes_nothing_is_found(whole, monkeypatch, kind):
    """As it would be for both: the stored list and the one that the self-check makes again."""
    silent = [Declared(each.tables, lambda record: iter(())) for each in PROJECTIONS[kind]]
    monkeypatch.setitem(PROJECTIONS, kind, silent)
    with whole.database.reading() as connection:
        assert as_text(rebuild(connection, "P1").of) != LISTED.read_text()


def another(value):
    """Another value in the place of one that a projection writes."""
    return value + 1 if isinstance(value, int) else f"{value or ''}x"


@pytest.mark.parametrize("kind", sorted(PROJECTIONS))
def test_a_projection_that_writes_something_else_is_found(whole, monkeypatch, kind):
    def faulty(project):
        def writes(record):
            for write in project(record):
                yield write._replace(values={name: another(value) for name, value in write.values.items()})

        return writes

    changed = [Declared(each.tables, faulty(each.project)) for each in PROJECTIONS[kind]]
    monkeypatch.setitem(PROJECTIONS, kind, changed)
    with whole.database.reading() as connection:
        assert as_text(rebuild(connection, "P1").of) != LISTED.read_text()


# ---- the registry


def test_a_projection_of_a_kind_that_nothing_has_is_refused_at_import(monkeypatch):
    monkeypatch.setitem(PROJECTIONS, "invented", [])
    with pytest.raises(AssertionError, match="kinds that no command and no proposal has: .'invented'."):
        verify_projections(set(PROJECTIONS) - {"invented"})


def test_a_list_that_no_projection_makes_is_refused_at_import(monkeypatch):
    kinds = set(PROJECTIONS)
    for kind in kinds:
        monkeypatch.setitem(PROJECTIONS, kind, [each for each in PROJECTIONS[kind] if PLAYERS not in each.tables])
    with pytest.raises(AssertionError, match="lists that no projection makes: .'players'."):
        verify_projections(kinds)


def test_two_projections_of_a_kind_do_not_write_into_one_list(empty):
    projects("invented", into=[STAFF])(lambda record: iter(()))
    projects("invented", into=[PLAYERS])(lambda record: iter(()))
    with pytest.raises(AssertionError, match="two projections of invented write into .'staff'."):
        projects("invented", into=[STAFF])(lambda record: iter(()))


def test_a_projection_writes_only_into_the_lists_that_it_declares(empty):
    projects("invented", into=[STAFF])(lambda record: iter([insert_row(PLAYERS, player="ann")]))
    with pytest.raises(AssertionError, match="invented writes into players, and did not declare it"):
        list(rows_of(RECORD))


def test_every_list_that_projections_make_is_compared():
    made = {table.name for declared in PROJECTIONS.values() for each in declared for table in each.tables}
    assert made == {listed.table.name for listed in LISTS}
    for listed in LISTS:
        recorded = {column.name for column in listed.table.c if guard_of(column) == RECORDED and not column.primary_key}
        assert recorded <= set(listed.compared)


# ---- writing


def test_a_row_that_is_changed_must_be_there(whole, empty):
    projects("invented", into=[PLAYERS])(lambda record: iter([change_row(PLAYERS, {"player": "nobody"}, name="x")]))
    with (
        pytest.raises(
            StorageError, match="players has no row nobody, which a record changes: it was deleted outside Pitboss"
        ),
        whole.database.transaction() as connection,
    ):
        write_rows(connection, RECORD)


def test_a_record_that_lacks_what_its_projection_needs_is_named(whole, monkeypatch):
    lacking = RECORD._replace(kind="add-note", asked={"incident_id": "I1", "words": "loose"})
    monkeypatch.setattr(list_check, "_records", lambda *_: iter([lacking]))
    with (
        whole.database.reading() as connection,
        pytest.raises(StorageError, match="record P1 room 7 cannot be read as add-note: 'number'"),
    ):
        rebuild(connection, "P1")


LISTS_ALONE = {
    table.name.upper() for table in METADATA.sorted_tables if all(guard_of(column) == RECORDED for column in table.c)
}
NO_EDIT = {"readiness.py"}
"""Writes the name of the room over itself, to see whether the database takes anything."""


def test_nothing_else_writes_into_the_lists():
    written = []
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                to = node.args[0].id if isinstance(node.args[0], ast.Name) else ""
                is_write = node.func.id in ("insert", "update", "delete") and to in LISTS_ALONE
                written += [path.name] if is_write and path.name not in NO_EDIT else []
    assert {"STAFF", "PLAYERS", "PROPOSALS", "INCIDENTS"} <= LISTS_ALONE
    assert not LISTS_ALONE & {name.upper() for name in HASHED}
    assert written == []


# ---- the way of a wager


def test_few_commands_of_a_table_change_a_list():
    assert AT_THE_TABLE == ["award-late", "configure-table", "create-table", "reverse-jackpot", "withhold-win"]


WRITES = ("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE")


def test_a_wager_a_deal_and_a_decision_stay_one_statement(tmp_path):
    """Nothing is written but the record, and no transaction is begun for it."""
    asked = []
    with closing(quick_database(str(tmp_path / "room.db"))) as database:
        event.listen(database.engine, "connect", lambda made, _: made.set_trace_callback(asked.append))
        floor = Floor(database, tmp_path / "room.key", FakeClock())
        floor.player("ann", 200)
        floor.table("T1")
        floor.sit("T1", 2, "ann")
        steps = floor.steps("T1", wagers={2: {"ante": 500}}, hands={2: "As Ks Qs"}, dealer="Jh 8c 3c")
        written, before = {}, len(asked)
        for _ in steps:
            # What the triggers of a statement do is told by the words of the statement itself.
            own = dict.fromkeys(line for line in asked[before:] if line.startswith(WRITES))
            written.setdefault(last_of(floor, "T1"), [" ".join(line.split()[:3]) for line in own])
            before = len(asked)
    one = {kind: written[kind] for kind in ("place-wager", "no-more-bets", "deal-cards", "play")}
    assert one == {kind: ["INSERT INTO commands_done"] for kind in one}
    assert "BEGIN IMMEDIATE" in written["settle"]


def last_of(floor, table_id):
    """What was done last at a table."""
    *_, last = (row for row in floor.rows("journal") if row["chain"] == f"table:{table_id}")
    asked = json.loads(last["asked"])
    return asked.get("command", asked)["do"]
