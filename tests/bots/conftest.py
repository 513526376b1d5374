"""A card room behind a real server, for bots that know its address only."""

from contextlib import contextmanager

import pytest

from pitboss.house.people import pins
from support.card_room import CHEAP
from support.floor import Floor
from support.quick import quick_database
from support.routes import routes_made_once
from support.serving import WallClock, app_for, listening

__all__ = ["routes_made_once"]

PACE = {"betting_seconds": 0.2, "decision_seconds": 60, "pause_seconds": 0, "result_seconds": 0}
"""Bots do not need to be waited for; the bets are open long enough for all to bet now and then."""


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch):
    """Hashing PINs costs nothing, or the tests would spend their time on it."""
    monkeypatch.setattr(pins, "HASHER", CHEAP)


@pytest.fixture
def served(database, tmp_path):
    """Makes a room open to the world, with staff and without tables: the room and its address. On both databases."""
    return serving(database, tmp_path / "room.key")


@pytest.fixture
def quickly_served(tmp_path):
    """The same on SQLite only, for what has nothing to do with the database."""
    database = quick_database(str(tmp_path / "room.db"))
    yield serving(database, tmp_path / "room.key")
    database.close()


def serving(database, key):
    """How a test opens the room to the world."""

    @contextmanager
    def serve(guest_chips_cents=10_000_000, **settings):
        floor = Floor(database, key, WallClock(), guest_chips_cents=guest_chips_cents)
        with listening(app_for(floor.room, **PACE | settings)) as url:
            yield floor, url

    return serve
