"""A drill: the room is backed up while it plays, lost, brought back, checked, and plays on."""

import json
import stat
import sys
from itertools import count
from unittest.mock import Mock

import psycopg
import pytest
from sqlalchemy import select, update

from pitboss.games.audience import player
from pitboss.house.errors import StorageError
from pitboss.house.open_room import open_room
from pitboss.house.records import backup as backup_module
from pitboss.house.records import restore_target
from pitboss.house.records.backup import Manifest, back_up, key_of, manifest_of, restore
from pitboss.house.storage import postgresql_tools
from pitboss.house.storage.database import Database
from pitboss.house.storage.schema import ACCOUNTS
from pitboss.house.tables.commands import Act, BuyInWithCash
from pitboss.sources import SystemIds
from support.floor import DEALER_7


@pytest.fixture
def floor(floor):
    floor.meter("M1", "TCPP-1")
    floor.table("T1", meter="M1")
    floor.player("ann")
    floor.sit("T1", 3, "ann")
    for _ in floor.steps("T1", {3: {"ante": 500, "progressive": 100}}, {3: "9h 8h 7h"}, "Qd 6d 4c", until="decision"):
        pass
    return floor


@pytest.fixture
def elsewhere(request, floor, tmp_path):
    """An empty place of the same kind."""
    if floor.database.is_sqlite:
        yield str(tmp_path / "restored.db")
        return
    server, name = request.getfixturevalue("postgresql"), f"restored_{SystemIds().new()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        yield Database(server).url.set(database=name).render_as_string(hide_password=False)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


DROP = ACCOUNTS.c.account == "drop:T1"
REFUSED = "drop:T1 does not hold the sum of its postings"


def take(floor, tmp_path, name="monday", **ways):
    target = tmp_path / f"{name}.backup"
    back_up(floor.database, floor.room.house, target, now=floor.clock.now(), **ways)
    return target


def test_the_drill(floor, tmp_path, elsewhere):
    backup = take(floor, tmp_path, key=floor.key)
    then = floor.everything()
    floor.act("T1", "play", seat=3)  # lost with the room
    checks = restore(backup, elsewhere, tmp_path / "restored.key")
    assert all(check.is_ok for check in checks)
    database = Database(elsewhere)
    room = open_room(database, tmp_path / "restored.key", clock=floor.clock)
    try:
        assert room.view("T1", player(3)).round.seats[3].cards == ["9h", "8h", "7h"]
        room.at_table("T1", Act({"do": "play", "seat": 3}), by=DEALER_7, command_id="play-on")
        floor.database, lost = database, floor.database
        now = floor.everything()
        floor.database = lost
    finally:
        database.close()
    assert [len(now[name]) - len(then[name]) for name in ("journal", "players", "movements")] == [1, 0, 0]
    assert now["journal"][:-1] == then["journal"]


def test_the_key_stays_at_home_unless_somebody_says_otherwise(floor, tmp_path, elsewhere):
    backup = take(floor, tmp_path)
    assert not key_of(backup).exists()
    with pytest.raises(StorageError, match="the backup has no key with it: put the room's key at"):
        restore(backup, elsewhere, tmp_path / "restored.key")
    assert restore(backup, elsewhere, floor.key)[-1].sentence == "key: it opens the sealed cards of 1 tables"


def test_backups_are_for_their_owner_only(floor, tmp_path):
    backup = take(floor, tmp_path, key=floor.key)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (backup, key_of(backup))] == [0o600, 0o600]
    assert "sha256" in json.loads(manifest_of(backup).read_text())
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_backup_overwrites_nothing(floor, tmp_path):
    take(floor, tmp_path)
    with pytest.raises(StorageError, match="monday.backup is there already"):
        take(floor, tmp_path)
    with pytest.raises(StorageError, match="there is no folder"):
        back_up(floor.database, floor.room.house, tmp_path / "no" / "where", now=floor.clock.now())


def test_a_restore_overwrites_nothing_unless_told(floor, tmp_path):
    backup = take(floor, tmp_path, key=floor.key)
    url = floor.database.url.render_as_string(hide_password=False)
    floor.at("T1", BuyInWithCash(3, 10_000))
    before = floor.everything()
    with pytest.raises(StorageError, match="already: name an empty place, or say overwrite"):
        restore(backup, url, floor.key)
    assert floor.everything() == before
    floor.database.close()
    restore(backup, url, floor.key, overwrite=True)
    assert len(floor.rows("journal")) == len(before["journal"]) - 1


@pytest.mark.parametrize("over", ["monday.backup", "monday.backup.json", "monday.backup.key"])
def test_a_backup_is_not_restored_over_itself(floor, tmp_path, elsewhere, over):
    backup = take(floor, tmp_path, key=floor.key)
    before = {path.name: path.read_bytes() for path in tmp_path.glob("monday*")}
    if floor.database.is_sqlite:
        with pytest.raises(StorageError, match=f"{over} is of the backup itself: name another place"):
            restore(backup, str(tmp_path / over), tmp_path / "restored.key", overwrite=True)
    if over != "monday.backup.key":
        with pytest.raises(StorageError, match=f"{over} is of the backup itself: name another place"):
            restore(backup, elsewhere, tmp_path / over, overwrite=True)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("monday*")} == before


def test_two_backups_of_one_name_at_once(floor, tmp_path, monkeypatch):
    """Whoever comes while another writes is refused, and whoever has looked before the other was done as well."""
    copy, refusals = backup_module._copy, []

    def copy_while_another_comes(*given):
        with pytest.raises(StorageError) as refusal:
            take(floor, tmp_path)
        refusals.append(str(refusal.value))
        copy(*given)

    monkeypatch.setattr(backup_module, "_copy", copy_while_another_comes)
    backup = take(floor, tmp_path)
    assert refusals == [f"another process is writing {manifest_of(backup)}: wait until it is done"]
    written = backup.read_bytes()
    monkeypatch.setattr(backup_module, "_verify_free", Mock(side_effect=[None, StorageError("there is one now")]))
    with pytest.raises(StorageError, match="there is one now"):
        take(floor, tmp_path)
    assert backup.read_bytes() == written
    assert not list(tmp_path.glob("*.part*"))


def test_what_a_killed_backup_left_holds_nobody_up(floor, tmp_path):
    left = tmp_path / "monday.backup.part"
    left.write_bytes(b"half of it")
    left.chmod(0o644)
    (tmp_path / "monday.backup.part-journal").write_bytes(b"and this")
    backup = take(floor, tmp_path)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part*"))


def test_another_key_is_not_overwritten(floor, tmp_path, elsewhere):
    backup = take(floor, tmp_path, key=floor.key)
    other = tmp_path / "other.key"
    other.write_text("another\n")
    with pytest.raises(StorageError, match="there is another key at"):
        restore(backup, elsewhere, other)
    assert other.read_text() == "another\n"


def flip(content):
    return content[: len(content) // 2] + bytes([content[len(content) // 2] ^ 1]) + content[len(content) // 2 + 1 :]


DAMAGES = {
    "a bit": flip,
    "the second half": lambda content: content[: len(content) // 2],
    "all": lambda _: b"",
    "something more": lambda content: content + b"x",
}


@pytest.mark.parametrize("damaged", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_backup_is_refused_before_anything_is_written(floor, tmp_path, elsewhere, damaged):
    backup = take(floor, tmp_path, key=floor.key)
    backup.write_bytes(damaged(backup.read_bytes()))
    with pytest.raises(StorageError, match="is not the file that its manifest describes"):
        restore(backup, elsewhere, tmp_path / "restored.key")
    assert not (tmp_path / "restored.key").exists()
    assert not (tmp_path / "restored.db").exists()


def test_nothing_is_restored_over_a_room_that_is_open(floor, tmp_path):
    """A server at work has the room at hand, and would write on as if nothing had happened."""
    backup = take(floor, tmp_path, key=floor.key)
    before, url = floor.everything(), floor.database.url.render_as_string(hide_password=False)
    with pytest.raises(StorageError, match="somebody has .* open: stop the server before a backup is restored over it"):
        restore(backup, url, floor.key, overwrite=True)
    assert floor.everything() == before
    floor.at("T1", BuyInWithCash(3, 10_000))


@pytest.fixture
def refused(floor, tmp_path):
    """A backup of the room that no check lets pass, with a key of its own; the room itself is as it should be."""
    right = select(ACCOUNTS.c.millicents).where(DROP)
    with floor.database.transaction() as connection:
        before = connection.scalar(right)
        connection.execute(update(ACCOUNTS).where(DROP).values(millicents=1))
    backup = take(floor, tmp_path, key=floor.key)
    with floor.database.transaction() as connection:
        connection.execute(update(ACCOUNTS).where(DROP).values(millicents=before))
    return backup


def test_a_backup_that_is_refused_leaves_the_room_that_was_there(floor, tmp_path, refused):
    """It is checked beside its place, or the room stands aside until the backup is found good."""
    floor.at("T1", BuyInWithCash(3, 10_000))
    before, url = floor.everything(), floor.database.url.render_as_string(hide_password=False)
    floor.database.close()
    with pytest.raises(StorageError, match=REFUSED):
        restore(refused, url, floor.key, overwrite=True)
    assert floor.everything() == before
    floor.at("T1", BuyInWithCash(3, 10_000))
    assert list(tmp_path.glob("*.part*")) == []


def test_a_backup_that_is_refused_leaves_the_key_that_was_there(floor, tmp_path, refused):
    """Without its key the room that comes back would be lost all the same."""
    url, other = floor.database.url.render_as_string(hide_password=False), tmp_path / "other.key"
    other.write_text("another\n")
    floor.database.close()
    with pytest.raises(StorageError, match=REFUSED):
        restore(refused, url, other, overwrite=True)
    assert other.read_text() == "another\n"


def test_an_empty_place_is_empty_again_when_a_backup_is_refused_there(floor, tmp_path, refused, elsewhere):
    with pytest.raises(StorageError, match=REFUSED):
        restore(refused, elsewhere, tmp_path / "restored.key")
    restore(take(floor, tmp_path, "tuesday", key=floor.key), elsewhere, tmp_path / "restored.key")


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_room_that_a_killed_restore_left_aside_comes_back(floor, tmp_path, refused, elsewhere, monkeypatch):
    """Nobody is there any more to put it back, and the next restore may be refused too."""
    good = take(floor, tmp_path, "tuesday", key=floor.key)
    restore(good, elsewhere, tmp_path / "restored.key")
    with monkeypatch.context() as killed:
        killed.setattr(restore_target, "_put_back", at_second_call(restore_target._put_back, sys.exit))
        with pytest.raises(SystemExit):
            restore(refused, elsewhere, tmp_path / "restored.key", overwrite=True)
    with pytest.raises(StorageError, match="already: name an empty place, or say overwrite"):
        restore(good, elsewhere, tmp_path / "restored.key")
    with pytest.raises(StorageError, match=REFUSED):
        restore(refused, elsewhere, tmp_path / "restored.key", overwrite=True)
    database = Database(elsewhere)
    with database.reading() as connection:
        assert not restore_target.is_aside(connection)
    open_room(database, tmp_path / "restored.key", clock=floor.clock)
    database.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_room_that_cannot_be_put_back_is_said_to_be_aside(floor, tmp_path, refused, elsewhere, monkeypatch):
    restore(take(floor, tmp_path, "tuesday", key=floor.key), elsewhere, tmp_path / "restored.key")

    def lost():
        raise StorageError("the server is gone")

    monkeypatch.setattr(restore_target, "_put_back", at_second_call(restore_target._put_back, lost))
    with pytest.raises(StorageError, match=f"{REFUSED}.*; what was there before is in the schema pitboss_before"):
        restore(refused, elsewhere, tmp_path / "restored.key", overwrite=True)


def at_second_call(function, instead):
    calls = count(1)
    return lambda *given: instead() if next(calls) == 2 else function(*given)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_log_without_its_database_is_not_mixed_into_another(floor, tmp_path):
    """What was committed last may be in it."""
    backup = take(floor, tmp_path, key=floor.key)
    (tmp_path / "new.db-wal").write_bytes(b"the last commands of a room")
    with pytest.raises(StorageError, match="already: name an empty place, or say overwrite"):
        restore(backup, str(tmp_path / "new.db"), tmp_path / "new.key")
    restore(backup, str(tmp_path / "new.db"), tmp_path / "new.key", overwrite=True)
    assert not (tmp_path / "new.db-wal").exists()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_restored_room_belongs_to_whom_it_belonged(floor, tmp_path):
    backup, file = take(floor, tmp_path, key=floor.key), tmp_path / "room.db"
    floor.database.close()
    file.chmod(0o640)
    restore(backup, str(file), floor.key, overwrite=True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "heads": 3}'])
def test_a_manifest_that_cannot_be_read(tmp_path, content):
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(StorageError, match="manifest"):
        Manifest.read(tmp_path / "manifest.json")
    with pytest.raises(StorageError, match="it belongs to the backup"):
        Manifest.read(tmp_path / "nowhere.json")


def test_a_backup_of_one_kind_does_not_go_into_the_other(floor, tmp_path, monkeypatch):
    backup = take(floor, tmp_path, key=floor.key)
    other = "postgresql://localhost/none" if floor.database.is_sqlite else str(tmp_path / "other.db")
    with pytest.raises(StorageError, match="this is a backup of"):
        restore(backup, other, tmp_path / "restored.key")


def test_what_is_missing_is_named(floor, tmp_path, monkeypatch):
    monkeypatch.setattr(postgresql_tools, "_candidates", lambda tool: iter(()))
    if floor.database.is_sqlite:
        assert take(floor, tmp_path).is_file(), "SQLite needs no tools"
        return
    missing = r"pg_dump of PostgreSQL \d+ or newer is needed, and there is no pg_dump on the PATH"
    with pytest.raises(StorageError, match=missing):
        take(floor, tmp_path)
    assert list(tmp_path.glob("monday*")) == []


def test_a_tool_older_than_the_server_is_passed_over(floor, tmp_path, monkeypatch):
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o755)
    found = [old, *postgresql_tools._candidates("pg_dump")]
    monkeypatch.setattr(postgresql_tools, "_candidates", lambda tool: iter(found))
    assert take(floor, tmp_path).stat().st_size > 0
    if not floor.database.is_sqlite:
        with pytest.raises(StorageError, match="pg_dump is of version 9"):
            postgresql_tools._find("pg_dump", 999)
