"""Finds and opens the card room that a terminal command means, by its database, its key and its id."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Group, Parameter
from sqlalchemy import Connection

from pitboss.cli.output import TerminalError, verify_folder
from pitboss.house import property as properties
from pitboss.house.errors import StorageError
from pitboss.house.open_room import default_key_path, open_for_upgrade, open_room
from pitboss.house.property import Property
from pitboss.house.records.room_clock import latest
from pitboss.house.room import Room
from pitboss.house.storage.database import Access, Database, is_in_memory, read_url
from pitboss.sources import SystemClock

ROOM: Final = Group("The room", sort_key=10)
"""The options that say which card room is meant."""

DATABASE: Final = "pitboss.db"
"""The default database."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Place:
    """The options that name a card room: its database, its key and its id."""

    database: Annotated[
        str, Parameter(env_var="PITBOSS_DATABASE", group=ROOM, help="A file, or postgresql://host/name.")
    ] = DATABASE
    key: Annotated[
        str,
        Parameter(
            env_var="PITBOSS_KEY_FILE",
            group=ROOM,
            show_default=False,
            help="The key file; by default it is next to the database.",
        ),
    ] = ""
    property_id: Annotated[
        str,
        Parameter(
            name="--property",
            env_var="PITBOSS_PROPERTY",
            group=ROOM,
            show_default=False,
            help="The card room, if the database has several.",
        ),
    ] = ""

    @property
    def url(self) -> str:
        """The database; an empty name means the default."""
        return self.database or DATABASE

    @property
    def key_file(self) -> Path:
        """The key file."""
        return Path(self.key) if self.key else default_key_path(self.url)


@contextmanager
def open_database(place: Place, access: Access = Access.WRITING) -> Iterator[Database]:
    """Open the database of a place, and close it afterwards."""
    database = Database(place.url, connections=2, access=access)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def open_place(place: Place, *, is_upgrade: bool = False) -> Iterator[Room]:
    """Open the card room of a place, and close it afterwards. A missing room is refused, not made."""
    verify_there(place)
    with open_database(place) as database:
        open_it = open_for_upgrade if is_upgrade else open_room
        yield open_it(database, place.key_file, property_id=place.property_id or None)


@dataclass(frozen=True)
class Books:
    """A card room opened to read only, without its key."""

    database: Database
    house: Property


@contextmanager
def open_books(place: Place) -> Iterator[Books]:
    """Open the books of a place, even if the room itself fails its checks: an auditor must see what is wrong."""
    verify_there(place)
    with open_database(place, Access.READING) as database:
        database.verify_schema()
        with database.reading() as connection:
            house = properties.load(connection, place.property_id or None, SystemClock().now())
            house = house.at(time_of_room(connection, house))
        yield Books(database, house)


@contextmanager
def reading(place: Place) -> Iterator[tuple[Connection, Property]]:
    """Open the books and read one consistent snapshot."""
    with open_books(place) as books, books.database.reading() as connection:
        yield connection, books.house


def time_of_room(connection: Connection, house: Property) -> datetime:
    """The time of this machine's clock, or the newest time on record if the clock is behind it."""
    return latest(connection, house.property_id, SystemClock().now())


def verify_there(place: Place) -> None:
    """Refuse a missing file, because SQLite would make an empty one."""
    file = sqlite_file(place.url)
    if file is not None and file.is_dir():
        raise StorageError(f"{file} is a folder: name the file of a card room with --database")
    if file is not None and not file.is_file():
        raise StorageError(
            f"there is no card room at {file}: make one with `pitboss init {file}`, or name yours with --database"
        )


def verify_can_be_made(place: Place) -> None:
    """Refuse a place where the room or its key cannot be written, before anything is made."""
    file = sqlite_file(place.url)
    verify_folder(file, place.key_file)
    if file == place.key_file:
        raise TerminalError(f"{file} cannot be the room and its key: name another file for one of them")


def sqlite_file(url: str) -> Path | None:
    """The file of a SQLite database; None for any other database.

    >>> sqlite_file("rooms/ace.db"), sqlite_file("postgresql://localhost/ace")
    (PosixPath('rooms/ace.db'), None)
    """
    address = read_url(url)
    is_file = address.get_backend_name() == "sqlite" and not is_in_memory(address)
    return Path(str(address.database)) if is_file else None
