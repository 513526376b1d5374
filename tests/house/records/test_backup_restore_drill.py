"""The drill in full: a room is backed up while processes play in it, its machine is lost, and another takes over.

The new machine has another folder and another server, an environment without anything in it, and the key comes apart.
"""

import os
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.house.open_room import open_room
from pitboss.house.records.backup import back_up, key_of, manifest_of
from pitboss.house.storage.database import Database
from support.crash_audit import faults
from support.crash_dealer import TABLES
from support.crash_parent import History, address, busy_floor, play_to_the_end, playing, wait_until_alone
from support.crash_server import own_server
from support.floor import everything_in

BEFORE, AFTER = 60, 100
"""How many commands are answered before the backup, and after it: more than can be on their way."""


@pytest.fixture
def floor(database, tmp_path, clock):
    """Set up, and left to others."""
    floor = busy_floor(database, tmp_path / "room.key", clock)
    database.close()
    return floor


@pytest.fixture
def machine(database, tmp_path):
    """A new machine: its folder, and where its database is to be."""
    folder = tmp_path / "new machine"
    folder.mkdir()
    if database.is_sqlite:
        yield folder, "room.db"
        return
    with own_server() as server:
        yield folder, server.url


def lose(floor, backup):
    """Back the room up in the middle of play, and kill everybody; what was answered before the backup began."""
    with playing(address(floor.database), floor.key, seed=3) as heard:
        heard.listen(answers=BEFORE)
        answered = list(heard.answered)
        with ThreadPoolExecutor(1) as thread:
            made = thread.submit(back_up, floor.database, floor.room.house, backup, now=floor.clock.now())
            while not made.done():
                heard.listen(answers=1)  # whom nobody listens to waits
            made.result()
        heard.listen(answers=AFTER)
        heard.kill()
    assert heard.errors == []
    floor.database.close()
    wait_until_alone(floor.database)
    return answered


def run(folder, *words):
    """The command as somebody types it who has nothing set up."""
    return subprocess.run(
        [sys.executable, "-m", "pitboss", *words],
        cwd=folder,
        env={"PATH": os.defpath, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_room_that_was_backed_up_in_the_middle_of_play_goes_on_elsewhere(floor, machine, tmp_path):
    backup, (folder, url) = tmp_path / "monday.backup", machine
    answered = lose(floor, backup)
    for file in (backup, manifest_of(backup)):
        shutil.move(file, folder)
    assert not key_of(backup).exists()

    restore = ("restore", "monday.backup", "--database", url, "--key", "room.key")
    refused = run(folder, *restore)
    assert refused.returncode == 2
    assert "the backup has no key with it: put the room's key at room.key, from your safe copy" in refused.stderr
    shutil.copy(floor.key, folder / "room.key")
    done = run(folder, *restore)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    assert "The room may play." in done.stdout

    database = Database(str(folder / url) if floor.database.is_sqlite else url)
    try:
        verify_as_it_was(everything_in(database), everything_in(floor.database), answered)
        room, history = open_room(database, folder / "room.key"), History()
        assert faults(room, answered) == []
        assert [fault for table_id in TABLES for fault in play_to_the_end(room, table_id, history)] == []
        assert history.answered, "no round was in progress"
        assert faults(room, answered + history.answered) == []
    finally:
        database.close()
        floor.database.close()


def verify_as_it_was(restored, lost, answered):
    """All that was answered before is there; nothing that the lost room had not; and its books of that moment."""
    ids = {row["command_id"] for row in restored["journal"]}
    assert {each.command_id for each in answered} <= ids
    assert len(ids) < len(lost["journal"]), "nobody played while it was backed up"
    heads = Counter()
    for row in restored["journal"]:
        heads[row["chain"]] = max(heads[row["chain"]], row["seq"])
    assert restored["journal"] == [row for row in lost["journal"] if row["seq"] <= heads[row["chain"]]]
    then = Counter()
    for row in lost["postings"]:
        if row["seq"] <= heads[row["chain"]]:
            then[row["account"]] += row["millicents"]
    assert {row["account"]: row["millicents"] for row in restored["accounts"]} == dict(then)
