"""Processes and servers killed in the middle of play: nothing is lost, nothing is there twice, and rounds go on."""

import pytest

from pitboss.house.storage.database import Database
from support.crash_moments import MOMENTS
from support.crash_parent import History, address, busy_floor, crash, crash_server
from support.crash_server import own_server

CRASHES = 16
"""``prove/crash.py`` does hundreds."""


@pytest.fixture
def floor(database, tmp_path, clock):
    """Set up, and left to others."""
    floor = busy_floor(database, tmp_path / "room.key", clock)
    database.close()
    return floor


def test_a_process_killed_at_any_moment_loses_nothing_and_does_nothing_twice(floor):
    """Each process goes on where the one before was killed, or where the audit has played the rounds to their end."""
    history = History()
    found = {seed: crash(address(floor.database), floor.key, seed, history) for seed in range(CRASHES)}
    assert {seed: sentences for seed, sentences in found.items() if sentences} == {}
    assert history.ends == {"from outside": CRASHES // 2} | dict.fromkeys(MOMENTS, CRASHES // 2 // len(MOMENTS))
    assert len(history.answered) > 10 * CRASHES
    assert history.doubts["not done"] > 0


@pytest.fixture
def server():
    """A server that no other test uses."""
    with own_server() as server:
        yield server


def test_a_database_server_that_crashes_loses_nothing_and_its_clients_go_on(server, tmp_path, clock):
    database = Database(server.url)
    floor = busy_floor(database, tmp_path / "room.key", clock)
    database.close()
    assert crash_server(server, address(database), floor.key, 1, History()) == []
