"""The demo room of the server's tests, in a file: attacks on it, and people who come to its door."""

import pytest

from support.demo_rooms import cheap_pins, sqlite_copy, sqlite_demo, visited

__all__ = ["cheap_pins", "sqlite_demo"]


@pytest.fixture(scope="module")
def demo(sqlite_demo, tmp_path_factory):
    """The card room at work, one for all tests of a file: opening one costs as much as a hundred requests."""
    with sqlite_copy(sqlite_demo, tmp_path_factory.mktemp("demo")) as floor:
        yield floor


@pytest.fixture(scope="module")
def visitors(demo):
    """Everybody who comes to its door."""
    with visited(demo) as visitors:
        yield visitors


@pytest.fixture
def own_demo(sqlite_demo, tmp_path):
    """A card room for one test alone."""
    with sqlite_copy(sqlite_demo, tmp_path) as floor:
        yield floor
