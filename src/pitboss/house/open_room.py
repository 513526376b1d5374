"""Creates a card room, and opens one."""

from pathlib import Path

from pitboss.house import property as properties
from pitboss.house.errors import StorageError
from pitboss.house.house_settings import FOUNDER, FoundRoom
from pitboss.house.property import Property
from pitboss.house.records.self_check import refuse_play, selfcheck
from pitboss.house.records.strongbox import Strongbox, make_key, read_key, verify_key
from pitboss.house.room import Room
from pitboss.house.storage.database import Database
from pitboss.sources import Clock, Entropy, SystemClock, SystemEntropy


def default_key_path(url: str) -> Path:
    """Where the key of a room lies unless somebody says otherwise: beside its file, or in this folder.

    >>> default_key_path("rooms/ace.db"), default_key_path("postgresql://localhost/ace")
    (PosixPath('rooms/ace.key'), PosixPath('pitboss.key'))
    """
    if "://" in url:
        return Path("pitboss.key")
    if not Path(url).name:
        raise StorageError(f"{url} is a folder: name the file of a card room")
    return Path(url).with_suffix(".key")


def create_room(
    database: Database, house: Property, key: Path, entropy: Entropy | None = None, *, clock: Clock | None = None
) -> None:
    """Create a card room: its schema, its key, and the first record of its office, with its settings."""
    verify_key(key)
    database.migrate()
    with database.reading() as connection:
        if properties.exists(connection, house.property_id):
            raise StorageError(f"there is a card room {house.property_id!r} in {database.name} already")
    entropy = entropy or SystemEntropy()
    make_key(key, entropy)
    room = Room(database, house, Strongbox(read_key(key)), clock or SystemClock(), entropy)
    founding = FoundRoom(house.name, house.settings.as_json())
    room.in_office(founding, by=FOUNDER, command_id=f"found {house.property_id}")


def open_room(
    database: Database,
    key: Path,
    *,
    property_id: str | None = None,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
) -> Room:
    """Open a card room that was made before. One that does not pass its self-check is not opened for play."""
    clock = clock or SystemClock()
    house, box = _read(database, key, property_id, clock)
    refuse_play(selfcheck(database, house, box, is_quick=True))
    return Room(database, house, box, clock, entropy or SystemEntropy())


def open_for_upgrade(database: Database, key: Path, *, property_id: str | None = None) -> Room:
    """Open a card room for the check of an upgrade, which looks at each of its tables itself."""
    house, box = _read(database, key, property_id, SystemClock())
    checks = selfcheck(database, house, box, is_quick=True)
    refuse_play(each for each in checks if each.name != "tables")
    return Room(database, house, box, SystemClock(), SystemEntropy())


def _read(database: Database, key: Path, property_id: str | None, clock: Clock) -> tuple[Property, Strongbox]:
    """What the room is set to, and its key. A Room reads records, which the self-check must look at first."""
    database.verify_schema()
    with database.reading() as connection:
        house = properties.load(connection, property_id, clock.now())
    return house, Strongbox(read_key(key))
