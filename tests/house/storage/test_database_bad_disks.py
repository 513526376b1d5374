"""Disks that are full, cannot be written, or forget: one sentence, play stops, nothing is lost, and it goes on after.

The errors are the system's own. The server runs over the same room: what it answers is looked at too.
"""

import shutil
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from pitboss.games.audience import PUBLIC
from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.records import backup as backups
from pitboss.house.records.backup import back_up, restore
from pitboss.house.records.self_check import selfcheck
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.storage.database import Database
from pitboss.house.tables.commands import Fill
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.card_room import FakeClock
from support.crash_audit import faults
from support.crash_server import IMMEDIATELY, own_server
from support.databases import at, copied
from support.floor import SUPERVISOR, Floor
from support.limits import UNLIMITED
from support.small_disk import Mounted, small_disk
from support.visitors import Visitors, log_in

MAX_FILLS = 3_000
"""No disk of these is as large."""


def small_floor(database, key):
    """A room with one table."""
    floor = Floor(database, key, FakeClock())
    floor.table("T1")
    return floor


@contextmanager
def supervised(floor):
    """The supervisor at the door of the room."""
    with Visitors(create_app(floor.room, ServerSettings(**UNLIMITED, hosts="*"))) as visitors:
        yield log_in(visitors.nobody(), SUPERVISOR.name)


def fill(door, number):
    """A fill of a dollar, whose id is its number."""
    return door.post("/api/tables/T1/fill", json={"command_id": f"fill {number}", "cents": 100})


def fill_until_refused(door):
    """How many were answered, and what the next one was told."""
    for number in range(MAX_FILLS):
        answer = fill(door, number)
        if answer.status_code != 200:
            return number, answer
    raise AssertionError("the disk is larger than it should be")


def verify_stopped(door, answer, *words):
    """Play has stopped in words: at the command, and for whatever watches the server."""
    ready = door.get("/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert (ready.status_code, ready.json()["code"]) == (503, "not-ready")
    for told in (answer.json()["detail"], ready.json()["detail"]):
        assert any(each in told for each in words), told
        assert "\n" not in told
    assert door.get("/health").status_code == 200


def verify_going_on(floor, door, done):
    """What was answered is there once; what was not is done now, once, under the same id."""
    assert door.get("/ready").json()["ready"]
    for number in range(done + 1):
        answer = fill(door, number)
        assert answer.json()["repeat"] is (number < done)
    assert floor.cents("tray:T1") == 500_000 + 100 * (done + 1)
    assert faults(floor.room) == []


# ---- a full disk


@pytest.fixture
def small(tmp_path):
    """A disk of 4 MB, with a room on it."""
    with small_disk(tmp_path / "disk", 4096) as disk:
        database = Database(str(disk.path / "room.db"))
        yield disk, small_floor(database, tmp_path / "room.key")
        database.close()


FULL = ("make room on its disk", "look at its disk")
"""Where no file may grow, the system calls it another error."""


def test_a_full_disk_stops_play_until_there_is_room(small):
    disk, floor = small
    with supervised(floor) as door:
        disk.fill()
        done, answer = fill_until_refused(door)
        verify_stopped(door, answer, *FULL)
        assert door.look("/api/tables/T1")["version"] == floor.room.view("T1", PUBLIC).version
        disk.make_room()
        verify_going_on(floor, door, done)


def test_a_room_on_a_full_disk_opens_again_after_a_crash(small, tmp_path):
    """Whatever was answered lies in the log beside the file, and is found there by who copies both."""
    disk, floor = small
    with supervised(floor) as door:
        disk.fill()
        done, _ = fill_until_refused(door)
        for file in disk.path.glob("room.db*"):
            shutil.copy(file, tmp_path / file.name)
    database = Database(str(tmp_path / "room.db"))
    room = open_room(database, floor.key, clock=floor.clock)
    assert faults(room) == []
    assert room.table("T1").tray_cents == 500_000 + 100 * done
    database.close()


# ---- a disk that cannot be written


def test_a_disk_that_cannot_be_written_stops_play_until_it_can(small):
    disk, floor = small
    with supervised(floor) as door:
        fill(door, 0)
        floor.database.close()
        disk.close_to_writing()
        verify_stopped(door, fill(door, 1), "readonly", "unable to open database file")
        disk.open_to_writing()
        verify_going_on(floor, door, 1)


def test_a_server_of_databases_that_may_not_be_written(postgresql, postgresql_template, tmp_path):
    with copied(postgresql, postgresql_template) as name, psycopg.connect(postgresql, autocommit=True) as chief:
        database = Database(at(postgresql, name))
        floor = small_floor(database, tmp_path / "room.key")
        with supervised(floor) as door:
            fill(door, 0)
            chief.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
            database.close()
            verify_stopped(door, fill(door, 1), "it may be read and not written now")
            assert door.look("/api/tables/T1")["version"] == floor.room.view("T1", PUBLIC).version
            chief.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only')
            database.close()
            verify_going_on(floor, door, 1)
        database.close()


# ---- files that are not there any more


@pytest.mark.parametrize("is_replaced", [True, False], ids=["replaced", "gone"])
def test_a_server_whose_file_is_another_one_stops_play(small, is_replaced):
    """Whatever it writes nobody would find again."""
    disk, floor = small
    file = disk.path / "room.db"
    with supervised(floor) as door:
        assert door.get("/ready").status_code == 200
        shutil.copy(file, disk.path / "copy.db")
        file.rename(disk.path / "moved.db")
        if is_replaced:
            (disk.path / "copy.db").rename(file)
        verify_stopped(door, fill(door, 0), "is not the file that is open any more")
        assert file.exists() is is_replaced
        file.unlink(missing_ok=True)
        (disk.path / "moved.db").rename(file)
        assert not fill(door, 0).json()["repeat"]
        verify_going_on(floor, door, 1)


# ---- a disk that forgets


def damage(file, page, size=4096):
    """Overwrite a page, as a disk does that forgets."""
    with Path(file).open("r+b") as whole:
        whole.seek((page - 1) * size)
        whole.write(b"\xa5" * size)


def root_of(file, name):
    """The first page of a table or an index."""
    with closing(sqlite3.connect(file)) as room:
        return room.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [name]).fetchone()[0]


PAGES = {"a table": "journal", "an index": "ix_journal_property_id_day_kind", "the first page": None}


@pytest.mark.parametrize("name", PAGES.values(), ids=PAGES)
def test_a_damaged_page_is_found_and_the_backup_brings_all_back(tmp_path, name):
    database = Database(str(tmp_path / "room.db"))
    floor = small_floor(database, tmp_path / "room.key")
    for number in range(200):
        floor.at("T1", Fill(100), SUPERVISOR, command_id=f"fill {number}")
    before, house, box = floor.everything(), floor.room.house, Strongbox(read_key(floor.key))
    back_up(database, house, tmp_path / "a.backup", now=floor.clock.now())
    database.close()
    damage(tmp_path / "room.db", 1 if name is None else root_of(tmp_path / "room.db", name))
    found = [check for check in selfcheck(database, house, box) if not check.is_ok]
    assert any("damaged" in check.words or "malformed" in check.words for check in found), found
    with pytest.raises(StorageError, match="damaged"):
        back_up(database, house, tmp_path / "b.backup", now=floor.clock.now())
    assert not (tmp_path / "b.backup").exists()
    database.close()
    restore(tmp_path / "a.backup", str(tmp_path / "room.db"), floor.key, overwrite=True)
    floor.database = Database(str(tmp_path / "room.db"))
    assert floor.everything() == before
    floor.reopen()
    assert floor.at("T1", Fill(100), SUPERVISOR, command_id="fill 199").is_repeat
    assert faults(floor.room) == []
    floor.database.close()


def test_a_damaged_page_stops_the_table_with_the_way_out(tmp_path):
    database = Database(str(tmp_path / "room.db"))
    floor = small_floor(database, tmp_path / "room.key")
    with supervised(floor) as door:
        fill(door, 0)
        database.close()
        damage(tmp_path / "room.db", root_of(tmp_path / "room.db", "journal"))
        answer = fill(door, 1)
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert answer.json()["detail"].endswith("stop play, run `pitboss selfcheck`, and restore the last backup")
        assert door.get("/api/tables/T1").status_code == 503
    database.close()
    with pytest.raises(StorageError, match="the self-check refuses play: .*damaged"):
        open_room(database, floor.key)
    database.close()


def test_whoever_meets_damage_stops_all_who_write(tmp_path):
    """Also where the damage is not: who knows what else the disk has forgotten."""
    database = Database(str(tmp_path / "room.db"))
    floor = small_floor(database, tmp_path / "room.key")
    floor.player("ann")
    with supervised(floor) as door:
        fill(door, 0)
        database.close()
        damage(tmp_path / "room.db", root_of(tmp_path / "room.db", "players"))
        assert fill(door, 1).status_code == 200, "nobody has met it yet"
        assert door.get("/api/players/ann").status_code == 503
        verify_stopped(door, fill(door, 2), "stop play, run `pitboss selfcheck`, and restore the last backup")
        assert door.look("/api/tables/T1")["version"] == floor.room.view("T1", PUBLIC).version
    database.close()


# ---- PostgreSQL: a server of its own, whose files a test may touch


@pytest.fixture(scope="module")
def own():
    """A server with checksums, as PostgreSQL makes it by itself since version 18."""
    with own_server() as server:
        yield server


REFUSES = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'could not extend file'; END $$;
CREATE TRIGGER refuse BEFORE INSERT ON journal EXECUTE FUNCTION refuse()
"""


@contextmanager
def full(disk, url):
    """A disk on which PostgreSQL finds no room. Where none may be mounted, it is told to say what it would say."""
    if isinstance(disk, Mounted):
        disk.fill()
        yield
        disk.make_room()
        return
    with psycopg.connect(url, autocommit=True) as chief:
        chief.execute(REFUSES)
        yield
        chief.execute("DROP FUNCTION refuse CASCADE")


def test_a_tablespace_that_is_full_stops_play_until_there_is_room(own, tmp_path_factory):
    data, user = own._server.pgdata, own._server.system_user
    with small_disk(data.parent / "small", 20 * 1024) as disk, psycopg.connect(own.url, autocommit=True) as chief:
        if user is not None:  # root starts it as somebody else
            shutil.chown(disk.path, user)
        chief.execute(f"CREATE TABLESPACE small LOCATION '{disk.path}'")
        chief.execute("CREATE DATABASE full_room TABLESPACE small")
        database = Database(at(own.url, "full_room"))
        floor = small_floor(database, tmp_path_factory.mktemp("full") / "room.key")
        with supervised(floor) as door:
            with full(disk, at(own.url, "full_room")):
                done, answer = fill_until_refused(door)
                assert (answer.status_code, answer.json()["code"]) == (503, "storage")
                assert FULL[0] in answer.json()["detail"]
            verify_going_on(floor, door, done)
        database.close()
        chief.execute("DROP DATABASE full_room WITH (FORCE)")
        chief.execute("DROP TABLESPACE small")


def test_a_byte_that_changed_in_a_table_is_found(own, tmp_path):
    with psycopg.connect(own.url, autocommit=True) as chief:
        chief.execute("CREATE DATABASE damaged_room")
        assert chief.execute("SHOW data_checksums").fetchone() == ("on",)
    database = Database(at(own.url, "damaged_room"))
    floor = small_floor(database, tmp_path / "room.key")
    house, box = floor.room.house, Strongbox(read_key(floor.key))
    back_up(database, house, tmp_path / "a.backup", now=floor.clock.now())
    before = floor.everything()
    with psycopg.connect(at(own.url, "damaged_room"), autocommit=True) as chief:
        chief.execute("CHECKPOINT")
        (file,) = chief.execute("SELECT pg_relation_filepath('journal')").fetchone()
    database.close()
    own.crash(IMMEDIATELY)
    flip(own._server.pgdata / file, 4000)
    own.start_again()
    found = [check for check in selfcheck(database, house, box) if not check.is_ok]
    assert "invalid page in block 0 of relation" in found[0].words
    with pytest.raises(StorageError, match="invalid page in block 0"):
        back_up(database, house, tmp_path / "b.backup", now=floor.clock.now())
    assert list(tmp_path.glob("b.backup*")) == []
    with pytest.raises(StorageError, match="the self-check refuses play: .*it is damaged"):
        open_room(database, floor.key)
    database.close()
    restore(tmp_path / "a.backup", at(own.url, "damaged_room"), floor.key, overwrite=True)
    assert floor.everything() == before
    database.close()


def flip(file, place):
    """Change one bit."""
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)


# ---- backups


MOMENTS = {"before it": "_copy", "before its manifest": "_hash", "before its names": "finish"}


@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS)
def test_a_disk_that_fills_up_during_a_backup_keeps_no_half_of_it(tmp_path, monkeypatch, moment):
    floor = small_floor(Database(str(tmp_path / "room.db")), tmp_path / "room.key")
    with small_disk(tmp_path / "disk", 2048) as disk:
        work = getattr(backups, moment)

        def fill_and_work(*arguments):
            disk.fill(small_ones_too=True)
            return work(*arguments)

        monkeypatch.setattr(backups, moment, fill_and_work)
        how = {"now": floor.clock.now(), "key": floor.key}
        if moment == "finish":  # all of it is written by then
            back_up(floor.database, floor.room.house, disk.path / "monday.backup", **how)
        else:
            with pytest.raises(StorageError, match=r"monday.backup(.part)? cannot be written: \w+"):
                back_up(floor.database, floor.room.house, disk.path / "monday.backup", **how)
        disk.make_room()
        ends = ["", ".json", ".key"] if moment == "finish" else []
        assert sorted(file.name for file in disk.path.iterdir()) == [f"monday.backup{end}" for end in ends]
    floor.database.close()
