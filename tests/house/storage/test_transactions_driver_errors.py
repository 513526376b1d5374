"""What becomes of a command when the database fails: one sentence, nothing lost, and the room goes on afterwards."""

import sqlite3
from contextlib import closing
from unittest.mock import Mock

import psycopg
import pytest
from sqlalchemy import event, text

from pitboss.games.audience import PUBLIC
from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.storage.database import Database
from pitboss.house.storage.transactions import driver_of
from pitboss.house.tables.commands import Fill
from support.crash_audit import faults
from support.crash_hammer import fill_with_little_room, together
from support.crash_moments import watch
from support.crash_parent import address, busy_floor
from support.floor import SUPERVISOR

on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
on_postgresql = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@pytest.fixture
def floor(database, tmp_path, clock):
    return busy_floor(database, tmp_path / "room.key", clock)


def fill(room, command_id="fill"):
    return room.at_table("T1", Fill(100), by=SUPERVISOR, command_id=command_id)


def verify_unchanged_and_going_on(floor, before, sentence, words):
    """The refused fill has left nothing; sent again under its id it is done, once."""
    assert words in sentence
    assert "\n" not in sentence
    assert floor.everything() == before
    assert not fill(floor.room).is_repeat
    assert fill(floor.room).is_repeat
    assert floor.cents("tray:T1") == 500_100
    assert faults(floor.room) == []


# ---- files


@on_sqlite
def test_a_file_that_cannot_be_written_can_still_be_looked_at(floor):
    before = floor.everything()
    database = Database(f"sqlite:///file:{floor.database.url.database}?mode=ro&uri=true")
    room = open_room(database, floor.key)
    with pytest.raises(StorageError) as refusal:
        fill(room)
    assert room.view("T1", PUBLIC) == floor.room.view("T1", PUBLIC)
    database.close()
    verify_unchanged_and_going_on(floor, before, str(refusal.value), "attempt to write a readonly database")


@on_sqlite
def test_a_full_database_refuses_and_takes_more_when_there_is_room_again(floor):
    pages = {"most": 1}

    # SQLite never goes below what is there already: it is full at the first page more.
    @event.listens_for(floor.database.engine, "begin")
    def limit(connection):
        connection.connection.driver_connection.execute(f"PRAGMA max_page_count = {pages['most']}")

    number, before, sentence = fill_until_refused(floor)
    assert sentence.startswith(
        "the database refused: database or disk is full: make room on its disk; nothing was lost"
    )
    assert floor.everything() == before
    pages["most"] = 1_000_000
    assert not fill(floor.room, f"fill {number}").is_repeat
    assert floor.cents("tray:T1") == 500_000 + 100 * (number + 1)
    assert faults(floor.room) == []


def fill_until_refused(floor):
    """The number of the fill that did not go, all that was stored before it, and the sentence."""
    number = 0
    while True:
        before = floor.everything()
        try:
            fill(floor.room, f"fill {number}")
        except StorageError as refusal:
            return number, before, str(refusal)
        number += 1


@on_sqlite
def test_a_disk_that_fails_in_the_middle_of_writing_loses_nothing(floor):
    """The operating system itself refuses to write, in a process of its own."""
    before = floor.cents("tray:T1")
    floor.database.close()
    [(done, sentences)] = together(address(floor.database), floor.key, (fill_with_little_room, "T1"))
    assert [sentence.partition(";")[0] for sentence in sentences] == [
        "the database refused: disk I/O error: look at its disk"
    ]
    assert floor.cents("tray:T1") == before + done
    assert faults(floor.room) == []


@on_sqlite
def test_a_file_that_somebody_else_writes_for_too_long_is_waited_for_no_longer(floor):
    before = floor.everything()
    database = Database(address(floor.database))
    event.listen(database.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 0"))
    room = open_room(database, floor.key)
    with closing(sqlite3.connect(floor.database.url.database)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError) as refusal:
            fill(room)
    database.close()
    verify_unchanged_and_going_on(floor, before, str(refusal.value), "database is locked")


# ---- servers


@on_postgresql
def test_a_server_that_only_reads_refuses_in_one_sentence(floor):
    before = floor.everything()
    url = floor.database.url.update_query_dict({"options": "-c default_transaction_read_only=on"})
    database = Database(url.render_as_string(hide_password=False))
    room = open_room(database, floor.key)
    with pytest.raises(StorageError) as refusal:
        fill(room)
    assert room.view("T1", PUBLIC) == floor.room.view("T1", PUBLIC)
    database.close()
    verify_unchanged_and_going_on(floor, before, str(refusal.value), "in a read-only transaction")


@on_postgresql
@pytest.mark.parametrize("moment", ["statement", "written", "committing"])
def test_a_connection_lost_in_the_middle_of_a_command(floor, moment):
    before = floor.everything()
    left = iter([True])

    def cut(reached):
        if reached == moment and next(left, False):
            end_connections(floor)

    watch(floor.database, cut)
    # Taking a seat asks the database who may play before it writes.
    with pytest.raises(StorageError) as refusal:
        floor.sit("T1", 1, "ann")
    assert next(left, None) is None, "the connection was never cut"
    verify_unchanged_and_going_on(floor, before, str(refusal.value), "connection")


@on_postgresql
def test_connections_lost_while_nobody_used_them_cost_one_command_and_not_one_each(floor):
    with floor.database.transaction() as one, floor.database.transaction() as other:
        assert one is not other
    before = floor.everything()
    end_connections(floor)
    with pytest.raises(StorageError) as refusal:
        fill(floor.room)
    verify_unchanged_and_going_on(floor, before, str(refusal.value), "connection")


def end_connections(floor):
    """As an administrator does, or a server that goes down."""
    with psycopg.connect(address(floor.database).replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


# ---- both


def test_an_answer_that_is_lost_after_the_command_was_done_is_found_again(floor):
    """The worst moment: it is committed, and nobody heard so."""
    left = []

    def lose(reached):
        if reached == "committed" and left:
            left.pop()
            raise psycopg.OperationalError("the line is dead")

    watch(floor.database, lose)
    fill(floor.room, "opens the connections")  # which commit, too: each registers its version
    left.append("the next commit")
    with pytest.raises(StorageError, match="the database refused: the line is dead"):
        fill(floor.room)
    assert fill(floor.room).is_repeat
    assert floor.cents("tray:T1") == 500_200
    assert faults(floor.room) == []


@on_postgresql
def test_a_connection_left_in_the_middle_of_a_pipeline_is_let_go(database):
    """As one whose server has crashed there: it looks alive, and can never be rolled back."""
    transaction = database.deferred_transaction()
    transaction.connection.execute(text("SELECT 1"))
    driver_of(transaction.connection).pipeline().__enter__()
    transaction.roll_back()
    with database.transaction() as connection:
        assert connection.scalar(text("SELECT 1")) == 1


@on_postgresql
def test_a_connection_whose_server_goes_while_it_is_undone_is_let_go(database, monkeypatch):
    gone = psycopg.OperationalError("terminating connection due to unexpected postmaster exit")
    transaction = database.deferred_transaction()
    transaction.connection.execute(text("SELECT 1"))
    with monkeypatch.context() as patch:
        patch.setattr(psycopg.Connection, "rollback", Mock(side_effect=gone))
        transaction.roll_back()
    with database.transaction() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
