"""Copies of the demo room on both databases, and people at their doors. What must be made is made once for each process."""

import shutil
from contextlib import contextmanager

import pytest

from pitboss.house.people import pins
from pitboss.house.storage.database import Database
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.card_room import CHEAP, FakeClock
from support.databases import at, copied
from support.demo import open_demo
from support.floor import Floor
from support.limits import UNLIMITED
from support.quick import quick_database
from support.visitors import Visitors


@pytest.fixture(autouse=True, scope="session")
def cheap_pins():
    """Hashing PINs costs nothing, or the tests would spend their time on it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "HASHER", CHEAP)
        yield


@pytest.fixture(scope="session")
def sqlite_demo(tmp_path_factory):
    """The files of the demo room, to be copied, and when it was made."""
    folder, clock = tmp_path_factory.mktemp("demo"), FakeClock()
    database = quick_database(str(folder / "room.db"))
    open_demo(database, folder / "room.key", clock)
    database.close()
    return folder, clock.now()


@pytest.fixture(scope="session")
def postgresql_demo(postgresql, postgresql_template, tmp_path_factory):
    """The same on PostgreSQL: the server, the name of the database, the folder of the key, the time."""
    folder, clock = tmp_path_factory.mktemp("demo"), FakeClock()
    with copied(postgresql, postgresql_template) as name:
        database = Database(at(postgresql, name))
        open_demo(database, folder / "room.key", clock)
        database.close()
        yield postgresql, name, folder, clock.now()


@contextmanager
def sqlite_copy(made, folder):
    """A demo room of its own, in a file."""
    source, now = made
    for name in ("room.db", "room.key"):
        shutil.copy(source / name, folder / name)
    database = quick_database(str(folder / "room.db"))
    yield Floor(database, folder / "room.key", FakeClock(now), is_new=False, ids="floor")
    database.close()


@contextmanager
def postgresql_copy(made):
    """A demo room of its own, on PostgreSQL."""
    server, template, folder, now = made
    with copied(server, template) as name:
        database = Database(at(server, name))
        yield Floor(database, folder / "room.key", FakeClock(now), is_new=False, ids="floor")
        database.close()


@contextmanager
def visited(floor, **settings):
    """People at the doors of a room."""
    app = create_app(floor.room, ServerSettings(**UNLIMITED | {"hosts": "*"} | settings))
    with Visitors(app) as visitors:
        yield visitors
