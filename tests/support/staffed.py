"""A card room with its staff, made once and copied: a thousand tests begin with it, and hiring takes a tenth of a second."""

import shutil
from copy import copy
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.house.people import pins
from pitboss.house.storage.database import Database
from support.card_room import CHEAP, FakeClock
from support.databases import at, copied
from support.floor import Floor
from support.quick import quick_database


@dataclass(frozen=True)
class Staffed:
    """The room that is copied: where its key and its file lie, and its database on a server."""

    made: Floor
    folder: Path
    template: str | None = None

    def open(self, database, key, clock):
        """A copy, which goes on as the first one would have: by its clock, its ids and its chance."""
        shutil.copy(self.made.key, key)
        clock.instant = self.made.clock.now()
        return Floor(database, key, clock, is_new=False, ids=copy(self.made.ids), entropy=self.made.entropy.copy())


def hire(database, folder):
    """Make the room, and close it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "HASHER", CHEAP)
        floor = Floor(database, folder / "room.key", FakeClock())
    database.close()
    return floor


@pytest.fixture(scope="session")
def sqlite_staffed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("staffed")
    return Staffed(hire(quick_database(str(folder / "room.db")), folder), folder)


@pytest.fixture(scope="session")
def postgresql_staffed(postgresql, postgresql_template, tmp_path_factory):
    folder = tmp_path_factory.mktemp("staffed")
    with copied(postgresql, postgresql_template) as name:
        yield Staffed(hire(Database(at(postgresql, name)), folder), folder, name)


@pytest.fixture
def with_staff():
    """Who asks for this gets a ``database`` with the staffed room in it."""


@pytest.fixture
def floor(request, with_staff, database, tmp_path, clock):
    """A card room at work, with staff and without tables yet."""
    staffed = request.getfixturevalue("sqlite_staffed" if database.is_sqlite else "postgresql_staffed")
    return staffed.open(database, tmp_path / "room.key", clock)
