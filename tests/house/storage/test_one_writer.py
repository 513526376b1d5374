"""One process writes into a room in a file; others look. The right to write ends with its process."""

import subprocess
import sys
from contextlib import closing, contextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from pitboss.errors import PitbossError
from pitboss.house.cage.wallets import Deposit
from pitboss.house.errors import StorageError
from pitboss.house.records import backup as backup_module
from pitboss.house.records.backup import back_up, restore
from pitboss.house.storage import one_writer
from pitboss.house.storage.database import Access, Database
from pitboss.house.storage.one_writer import is_taken, lock_file_of
from pitboss.jobs.desk import JobDesk
from support.floor import ACCOUNTING, EXECUTIVE, Floor
from support.lab import Adding

HOLD = """
import sys
from pitboss.house.storage.database import Database
database = Database(sys.argv[1])
database.take_right()
print("mine", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["sqlite"])
def database(request, tmp_path):
    """A room in a file; on a server several processes may write."""
    with closing(Database(str(tmp_path / "room.db"))) as database:
        database.migrate()
        yield database


@pytest.fixture
def own(database, tmp_path, clock):
    floor = Floor(database, tmp_path / "room.key", clock)
    floor.player("ann")
    return floor


@contextmanager
def another_process(database):
    """A server of somebody else, which has the room open."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, database.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        try:
            assert process.stdout.readline() == "mine\n"
            yield process
        finally:
            process.kill()


def deposit(floor):
    return floor.office(Deposit("ann", 500, "cash"), ACCOUNTING)


def test_a_second_process_does_not_write(own):
    own.database.close()
    with another_process(own.database) as server:
        words = f"{own.database.name} is open for writing in another process ({server.pid}): "
        with pytest.raises(StorageError) as refused:
            deposit(own)
        assert str(refused.value) == f"{words}stop that server first, or do this in its pages"
        assert own.cents("wallet:ann") == 0, "it still looks"
    assert deposit(own).version
    assert own.cents("wallet:ann") == 500


def test_nor_does_one_that_names_the_file_by_a_uri(own):
    own.database.close()
    uri = f"sqlite:///file:{own.database.name}?uri=true"
    words = "is open for writing in another process"
    with another_process(own.database), closing(Database(uri)) as second, pytest.raises(StorageError, match=words):
        second.take_connection()


def test_nor_does_one_that_names_the_file_by_a_hard_link(own, tmp_path):
    """Its lock file would be another one, so nothing would hold it off."""
    own.database.close()
    (tmp_path / "link.db").hardlink_to(own.database.name)
    words = r"has 2 names \(hard links\).*delete the others"
    with closing(Database(str(tmp_path / "link.db"))) as second, pytest.raises(StorageError, match=words):
        second.take_connection()
    (tmp_path / "link.db").unlink()
    assert deposit(own).version


def test_a_server_that_was_killed_leaves_no_lock(own):
    own.database.close()
    with another_process(own.database) as server:
        server.kill()
        server.wait()
        assert lock_file_of(own.database.name).exists()
        assert deposit(own).version


def test_the_writer_of_a_room_is_known_and_leaves_nothing_when_it_closes(own, tmp_path):
    deposit(own)
    assert lock_file_of(own.database.name).stat().st_mode & 0o777 == 0o600
    assert not is_taken(own.database.name), "this process has it"
    own.database.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["room.db", "room.key"]


def test_within_a_process_the_right_is_shared(own, tmp_path):
    deposit(own)
    (tmp_path / "link.db").symlink_to("room.db")
    with closing(Database(str(tmp_path / "link.db"))) as other, other.transaction() as connection:
        connection.execute(text("UPDATE properties SET name = name"))
    assert lock_file_of(own.database.name).exists()
    deposit(own)


def test_a_lock_that_is_taken_away_while_it_is_waited_for_is_none(own, monkeypatch):
    """Between opening and locking, its holder closed and took the file away: another process may have made a new one."""
    own.database.close()
    honest, taken = one_writer.fcntl.flock, []

    def late(handle, how):
        if not taken:
            taken.append(handle)
            lock_file_of(own.database.name).unlink()
        honest(handle, how)

    monkeypatch.setattr(one_writer.fcntl, "flock", late)
    deposit(own)
    with another_process_refused(own.database.name):
        pass


@contextmanager
def another_process_refused(room):
    told = subprocess.run(
        [sys.executable, "-c", HOLD, room],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1
    assert "is open for writing in another process" in told.stderr
    yield


def test_who_reads_writes_nothing_and_is_let_in(own):
    own.database.close()
    with another_process(own.database), closing(Database(own.database.name, access=Access.READING)) as books:
        with books.reading() as connection:
            assert connection.scalar(text("SELECT name FROM properties")) == "Lucky Ace"
            with pytest.raises(DBAPIError, match="readonly"):
                connection.execute(text("UPDATE properties SET name = 'mine'"))
        with pytest.raises(StorageError, match="was opened for reading: nothing can be written into it"):
            books.take_connection()


def test_the_lab_works_beside_the_server(own):
    own.database.close()
    with another_process(own.database), closing(Database(own.database.name, access=Access.LAB)) as lab:
        asked = JobDesk(lab, "P1", own.clock, Adding()).ask("adding", {"blocks": 3}, by=EXECUTIVE, command_id="c1")
        assert asked.job_id


def test_a_backup_is_taken_beside_the_server_and_not_restored_over_it(own, tmp_path):
    backup = tmp_path / "monday.backup"
    own.database.close()
    with another_process(own.database):
        with closing(Database(own.database.name, access=Access.READING)) as books:
            back_up(books, own.room.house, backup, now=own.clock.now())
        with pytest.raises(PitbossError, match="stop the server before a backup is restored over it"):
            restore(backup, own.database.name, own.key, overwrite=True)
    assert restore(backup, own.database.name, own.key, overwrite=True)


@pytest.mark.parametrize("overwrite", [True, False])
def test_a_server_does_not_start_while_a_backup_is_restored(own, tmp_path, monkeypatch, overwrite):
    """It would open the old room, and write into a file that has no name any more."""
    target = own.database.name if overwrite else str(tmp_path / "other.db")
    back_up(own.database, own.room.house, tmp_path / "monday.backup", now=own.clock.now())
    own.database.close()
    honest, tried = backup_module.selfcheck, []

    def while_it_is_checked(*given):
        with another_process_refused(target):
            tried.append(given)
        return honest(*given)

    monkeypatch.setattr(backup_module, "selfcheck", while_it_is_checked)
    assert restore(tmp_path / "monday.backup", target, own.key, overwrite=overwrite)
    assert len(tried) == 1
    assert not lock_file_of(target).exists()
