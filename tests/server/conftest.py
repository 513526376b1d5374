"""The server over a card room at work, on both databases, and people who come in by its door.

``hall_app`` is the application, ``client`` somebody at its door, ``client_as("dealer")`` somebody who has come in;
``client_as("nobody")``, ``client_as("ann")`` (a player), ``client_as("display")`` and ``client_as("controller")`` work
too. ``demo`` is the room below it (see support/demo.py), to set things up without HTTP. The clock stands still.
"""

import pytest

from support.demo_rooms import (
    cheap_pins,
    postgresql_copy,
    postgresql_demo,
    sqlite_copy,
    sqlite_demo,
    visited,
)
from support.live import line
from support.routes import routes_made_once

__all__ = ["cheap_pins", "line", "postgresql_demo", "routes_made_once", "sqlite_demo"]


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
def context(hall_app):
    """What the parts of the application work with."""
    return hall_app.state.context


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
