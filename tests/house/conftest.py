"""A fresh card room for each test, on both databases."""

import pytest

from pitboss.house.people import pins
from support.card_room import CHEAP, new_room


@pytest.fixture(autouse=True)
def cheap_pins(monkeypatch):
    """Hashing PINs costs nothing, or the tests would spend their time on it."""
    monkeypatch.setattr(pins, "HASHER", CHEAP)


@pytest.fixture
def room(database, tmp_path, clock):
    """An open card room with nobody in it."""
    return new_room(database, tmp_path / "room.key", clock)
