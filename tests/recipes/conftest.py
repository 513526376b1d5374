"""The card room at work for the recipes: ``visitors`` come to its door, ``folder`` has its files for the terminal."""

import pytest

from support.demo_rooms import cheap_pins, sqlite_copy, sqlite_demo, visited
from support.routes import routes_made_once

__all__ = ["cheap_pins", "routes_made_once", "sqlite_demo"]


@pytest.fixture
def floor(sqlite_demo, tmp_path):
    """The demo room, to set things up without HTTP."""
    with sqlite_copy(sqlite_demo, tmp_path) as floor:
        yield floor


@pytest.fixture
def visitors(floor):
    """Everybody who comes to the door of the room."""
    with visited(floor) as visitors:
        yield visitors
