"""Whether a room can be brought back into a place: it is empty, or may be overwritten and nobody is there."""

from pathlib import Path

from sqlalchemy import inspect

from pitboss.house.errors import StorageError
from pitboss.house.records.restore_schema import is_aside
from pitboss.house.storage import postgresql_tools, sqlite_tools
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import is_taken


def file_of(database: Database) -> Path:
    """The file of a database that is one.

    >>> file_of(Database("rooms/ace.db"))
    PosixPath('rooms/ace.db')
    """
    return Path(str(database.url.database))


def verify_free_place(database: Database, overwrite: bool) -> None:
    """Refuse a place in which something is; where it may be overwritten, one in which somebody is at work.

    >>> verify_free_place(Database("nowhere.db"), overwrite=False)
    """
    if overwrite:
        _verify_alone(database)
    elif not _is_empty(database):
        raise StorageError(f"there is something in {database.name} already: name an empty place, or say overwrite")


def _is_empty(database: Database) -> bool:
    if database.is_sqlite and not file_of(database).exists():
        return not any(path.exists() for path in sqlite_tools.beside(file_of(database)))
    with database.reading() as connection:
        return not inspect(connection).get_table_names() and (database.is_sqlite or not is_aside(connection))


def _verify_alone(database: Database) -> None:
    """A server that is at work would go on with what it has at hand, on top of another room."""
    if database.is_sqlite:
        is_alone = sqlite_tools.is_alone(file_of(database)) and not is_taken(str(file_of(database)))
    else:
        is_alone = postgresql_tools.is_alone(database)
    if not is_alone:
        raise StorageError(f"somebody has {database.name} open: stop the server before a backup is restored over it")
