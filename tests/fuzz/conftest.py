"""A demo room for this folder: its files are made once, and each user of it has a copy."""

import shutil

import pytest

from fuzz.acting import room_in
from pitboss.house.people import pins
from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.card_room import CHEAP
from support.limits import UNLIMITED
from support.visitors import Visitors


@pytest.fixture(autouse=True, scope="session")
def cheap_pins():
    """Hashing PINs costs nothing here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "HASHER", CHEAP)
        yield


@pytest.fixture(scope="module")
def demo_files(tmp_path_factory):
    """The files of a demo room that nobody has open."""
    folder = tmp_path_factory.mktemp("demo")
    with room_in(folder):
        pass
    return folder


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """A demo room."""
    with room_in(tmp_path_factory.mktemp("floor")) as floor:
        yield floor


@pytest.fixture(scope="module")
def visitors(floor):
    """Everybody at its doors."""
    app = create_app(floor.room, ServerSettings(**UNLIMITED, hosts="*"))
    with Visitors(app) as visitors:
        yield visitors


@pytest.fixture
def room_files(demo_files, tmp_path):
    """A copy of the files for a command that opens them itself."""
    for file in demo_files.iterdir():
        shutil.copy(file, tmp_path / file.name)
    return tmp_path
