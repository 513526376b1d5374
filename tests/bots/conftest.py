"""A card room behind a real server, for bots that know its address only."""

import threading
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
import uvicorn

from pitboss.house.people import pins
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.card_room import CHEAP
from support.floor import Floor
from support.quick import quick_database

PACE = {"betting_seconds": 0.2, "decision_seconds": 60, "pause_seconds": 0, "result_seconds": 0}
"""Bots do not need to be waited for; the bets are open long enough for all to bet now and then."""


class WallClock:
    """The time as it is: a server that deals by itself cannot wait for a test to let it tick."""

    def now(self):
        return datetime.now(UTC)

    def tick(self, **much):
        pass


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
        with listening(floor.room, **settings) as url:
            yield floor, url

    return serve


@contextmanager
def listening(room, **settings):
    app = create_app(room, ServerSettings(**PACE | {"log_ins_a_minute": 1_000_000} | settings))
    server = uvicorn.Server(uvicorn.Config(app, port=0, lifespan="on", log_config=None, timeout_graceful_shutdown=2))
    started = threading.Event()
    startup = server.startup

    async def tell(sockets=None):
        await startup(sockets)
        started.set()

    server.startup = tell
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        assert started.wait(30), "the server does not start"
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(30)
