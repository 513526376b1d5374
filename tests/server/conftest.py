"""The server over a card room at work, on both databases, and people who come in by its door.

``hall_app`` is the application, ``client`` somebody at its door, ``client_as("dealer")`` somebody who has come in;
``client_as("nobody")``, ``client_as("ann")`` (a player), ``client_as("display")`` and ``client_as("controller")`` work
too. ``demo`` is the room below it (see support/demo.py), to set things up without HTTP. The clock stands still.
"""

import shutil
from contextlib import contextmanager

import pytest

from pitboss.house.database import Database
from pitboss.house.people import pins
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.card_room import CHEAP, FakeClock
from support.databases import at, copied
from support.demo import open_demo
from support.floor import Floor
from support.limits import UNLIMITED
from support.quick import quick_database
from support.routes import routes_made_once
from support.visitors import Visitors

__all__ = ["routes_made_once"]


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


@pytest.fixture(params=["sqlite", "postgresql"])
def demo(request, tmp_path):
    """The card room at work, on either database."""
    made = request.getfixturevalue(f"{request.param}_demo")
    with sqlite_copy(made, tmp_path) if request.param == "sqlite" else postgresql_copy(made) as floor:
        yield floor


@pytest.fixture
def visitors(demo):
    """Everybody who comes to the door of the demo room."""
    with visited(demo) as visitors:
        yield visitors


@pytest.fixture
def hall_app(visitors):
    """The application, running."""
    return visitors.app


@pytest.fixture
def hall(hall_app):
    """What the parts of the application work with."""
    return hall_app.state.hall


@pytest.fixture
def client(visitors):
    """Somebody at the door who has not come in."""
    return visitors.nobody()


@pytest.fixture
def client_as(visitors):
    """Makes somebody who has come in: by role, by the name of a player, or as a device at T1."""
    return visitors.as_


@pytest.fixture(scope="module")
def shared_visitors(sqlite_demo, tmp_path_factory):
    """People at one room for all tests of a file, which must not change it much: quick, for tests made from lists."""
    with sqlite_copy(sqlite_demo, tmp_path_factory.mktemp("shared")) as floor, visited(floor) as visitors:
        yield visitors


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def both_visitors(request, tmp_path_factory):
    """The same on either database, for what a database may answer in its own way."""
    made = request.getfixturevalue(f"{request.param}_demo")
    is_file = request.param == "sqlite"
    copy = sqlite_copy(made, tmp_path_factory.mktemp("both")) if is_file else postgresql_copy(made)
    with copy as floor, visited(floor) as visitors:
        yield visitors
