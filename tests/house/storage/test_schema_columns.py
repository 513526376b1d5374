"""Every column of the schema says what protects it; here each of them is edited, and the self-check says so."""

import re
import runpy
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import BigInteger, Column, Integer, LargeBinary, PrimaryKeyConstraint, UniqueConstraint

from pitboss.house.people import pins
from pitboss.house.records.self_check import selfcheck
from pitboss.house.storage.schema import METADATA, SESSIONS
from pitboss.house.storage.schema.base import Guard, guard_of
from support.busy import make_busy
from support.card_room import CHEAP, FakeClock
from support.databases import at, copied
from support.floor import Floor
from support.quick import quick_database

ROOT = Path(__file__).parents[3]
TRUSTED = [table for table in METADATA.sorted_tables if any(guard_of(column).is_trusted for column in table.c)]
COLUMNS = [column for table in TRUSTED for column in table.c if guard_of(column).is_trusted]


@pytest.fixture(scope="module")
def cheap():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "HASHER", CHEAP)
        yield


@pytest.fixture(scope="module")
def busy(cheap, tmp_path_factory):
    """A room in which there is something of everything."""
    folder = tmp_path_factory.mktemp("busy")
    with closing(quick_database(str(folder / "room.db"))) as database:
        floor = make_busy(Floor(database, folder / "room.key", FakeClock()))
        assert faults(floor) == []
        yield floor
        assert faults(floor) == [], "an edit was not taken back"


def faults(floor):
    """What the full self-check finds, the audit of all chains among it."""
    return [each.sentence for each in selfcheck(floor.database, floor.room.house, floor.room.box) if not each.is_ok]


class Editor:
    """Somebody who writes into the database with a tool of their own: rules of the database do not hold them up."""

    def __init__(self, floor, mark="?"):
        self._mark = mark
        self._connection = self._sqlite(floor) if floor.database.is_sqlite else self._postgresql(floor)

    @staticmethod
    def _sqlite(floor):
        connection = sqlite3.connect(floor.database.url.database, isolation_level=None)
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("PRAGMA ignore_check_constraints=ON")
        return connection

    @staticmethod
    def _postgresql(floor):
        url = floor.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(url, autocommit=True)
        connection.execute("SET session_replication_role = replica")
        return connection

    def rows(self, table):
        found = self._connection.execute(f"SELECT * FROM {table.name}")
        names = [each[0] for each in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]

    def put(self, table, row):
        marks = ", ".join([self._mark] * len(row))
        self._connection.execute(f"INSERT INTO {table.name} ({', '.join(row)}) VALUES ({marks})", list(row.values()))

    def take(self, table, row):
        key = {column.name: row[column.name] for column in table.primary_key.columns}
        where = " AND ".join(f"{name} = {self._mark}" for name in key)
        assert self._connection.execute(f"DELETE FROM {table.name} WHERE {where}", list(key.values())).rowcount == 1

    def close(self):
        self._connection.close()

    @contextmanager
    def instead(self, table, row, other):
        """Another row in the place of one; nothing for none."""
        if row:
            self.take(table, row)
        try:
            if other:
                self.put(table, other)
            yield
            if other:
                self.take(table, other)
        finally:
            if row:
                self.put(table, row)


@pytest.fixture(scope="module")
def editor(busy):
    with closing(Editor(busy)) as editor:
        yield editor


def is_unique(column):
    """Whether no two rows have the same there, alone or with other columns."""
    kinds = PrimaryKeyConstraint, UniqueConstraint
    return any(column.name in each.columns for each in column.table.constraints if isinstance(each, kinds))


def another(column, value, rows):
    """Another plausible value of a column."""
    known = sorted({row[column.name] for row in rows} - {value, None}, key=str)
    in_key = is_unique(column)
    if isinstance(column.type, LargeBinary):
        return value[:-1] + bytes([value[-1] ^ 1])
    if isinstance(column.type, Integer | BigInteger):
        if in_key:
            return max(row[column.name] for row in rows) + 100
        return int(value == 0) if value in (0, 1) else (value or 0) + 1
    if known and not in_key:
        return known[-1]
    if value is None:
        return "9"
    changed = re.sub(r"\d+", lambda found: str(int(found[0]) + 1).zfill(len(found[0])), value, count=1)
    return value + "x" if changed == value or in_key else changed


def rows_of(editor, table):
    """What is stored, but not the newest record: that the end of a chain was cut off is what backups and anchors show."""
    rows = editor.rows(table)
    if table.name == "sessions":
        # A session of a person that is not there is a log-out; a pass of a device is on record.
        return [row for row in rows if row["kind"] != "session"]
    return sorted(rows, key=lambda row: row["at"])[:-1] if table.name == "journal" else rows


def cases(editor, column):
    """A row with something in the column, and one with nothing there."""
    rows = rows_of(editor, column.table)
    full = [row for row in rows if row[column.name] is not None]
    empty = [row for row in rows if row[column.name] is None]
    for row in (*full[-1:], *empty[-1:]):
        yield row, row | {column.name: another(column, row[column.name], rows)}
    if column.nullable and full:
        yield full[-1], full[-1] | {column.name: None}


def test_every_table_has_a_row_to_edit(editor):
    empty = [table.name for table in TRUSTED if not editor.rows(table)]
    assert empty == []


@pytest.mark.parametrize("column", COLUMNS, ids=str)
def test_an_edited_column_is_found(busy, editor, column):
    for row, other in cases(editor, column):
        assert row != other
        with editor.instead(column.table, row, other):
            assert faults(busy), f"{column}: {row[column.name]!r} became {other[column.name]!r}, and nothing was found"


@pytest.mark.parametrize("column", SESSIONS.c, ids=str)
def test_an_edited_session_of_a_person_is_found(busy, editor, column):
    *_, row = [row for row in editor.rows(SESSIONS) if row["kind"] == "session"]
    if column.name != "property_id":
        other = row | {column.name: another(column, row[column.name], editor.rows(SESSIONS))}
        with editor.instead(SESSIONS, row, other):
            assert faults(busy), f"{column} of a session was edited, and nothing was found"


@pytest.mark.parametrize("table", TRUSTED, ids=str)
def test_a_row_that_was_taken_out_is_found(busy, editor, table):
    for row in (rows_of(editor, table)[0], rows_of(editor, table)[-1]):
        with editor.instead(table, row, None):
            assert faults(busy), f"{row} was taken out of {table}, and nothing was found"


def invented(table, rows):
    """A row like the last one under a key of its own."""
    row = dict(rows[-1])
    *_, last = (column for column in table.primary_key.columns if column.name != "property_id" or len(table.c) == 2)
    unique = (column for column in table.c if is_unique(column) and column.name not in table.primary_key.columns)
    own = [last, *unique]
    return row | {column.name: another(column, row[column.name], rows) for column in own}


@pytest.mark.parametrize("table", TRUSTED, ids=str)
def test_a_row_that_was_put_in_is_found(busy, editor, table):
    row = invented(table, editor.rows(table))
    with editor.instead(table, None, row):
        assert faults(busy), f"{row} was put into {table}, and nothing was found"


@pytest.fixture(scope="module")
def on_a_server(cheap, postgresql, postgresql_template, tmp_path_factory):
    """The same room on PostgreSQL."""
    folder = tmp_path_factory.mktemp("server")
    with copied(postgresql, postgresql_template) as name, closing(quick_database(at(postgresql, name))) as database:
        yield make_busy(Floor(database, folder / "room.key", FakeClock()))


def test_on_a_server_an_edit_of_every_table_is_found(on_a_server):
    """The checks are the same; how rows are read is not. The last column that is no key stands for the others."""
    assert faults(on_a_server) == []
    with closing(Editor(on_a_server, "%s")) as editor:
        for table in TRUSTED:
            *_, column = [each for each in table.c if each.name not in table.primary_key.columns and each in COLUMNS]
            row, other = next(cases(editor, column))
            with editor.instead(table, row, other):
                assert faults(on_a_server), f"{column} was edited, and nothing was found"
    assert faults(on_a_server) == []


# ---- what is said of them


def test_a_column_cannot_be_added_without_its_guard():
    unguarded = [str(column) for table in METADATA.sorted_tables for column in table.c if "guard" not in column.info]
    assert unguarded == []
    with pytest.raises(KeyError):
        guard_of(Column("nothing", Integer))


def test_what_is_not_trusted_says_why():
    for table in METADATA.sorted_tables:
        for column in table.c:
            guard = guard_of(column)
            assert isinstance(guard, Guard)
            assert len(guard.words) > 20


def test_the_page_has_every_column():
    page = (ROOT / "docs" / "columns.md").read_text(encoding="utf-8")
    assert runpy.run_path(str(ROOT / "scripts" / "columns.py"))["page"]() == page, "run scripts/columns.py"
