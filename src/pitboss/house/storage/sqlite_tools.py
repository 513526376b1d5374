"""Copies a SQLite database, and knows the files that SQLite keeps next to it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from pitboss.house.errors import StorageError
from pitboss.house.storage.database import Database


def side_files(file: Path) -> list[Path]:
    """The files that SQLite keeps next to a database. They must never be used with another database.

    >>> [path.name for path in side_files(Path("room.db"))]
    ['room.db-wal', 'room.db-shm', 'room.db-journal']
    """
    return [file.with_name(f"{file.name}-{end}") for end in ("wal", "shm", "journal")]


def is_alone(file: Path) -> bool:
    """Whether nobody else has the file open: only then does SQLite let its log be removed.

    >>> is_alone(Path("nowhere.db"))
    True
    """
    if not file.exists():
        return True
    try:
        with closing(sqlite3.connect(file, timeout=0)) as room:
            room.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY
    except sqlite3.DatabaseError:
        pass  # too damaged to tell, and to be used by anybody
    return True


def copy(database: Database, target: Path) -> str:
    """Copy the database as of one moment, while others keep working. Returns ``ok``, or what is wrong with the copy."""
    with database.reading() as connection:
        source: Any = connection.connection.driver_connection
        try:
            with closing(sqlite3.connect(target)) as made:
                source.backup(made)
                # One file, without side files.
                made.execute("PRAGMA journal_mode=DELETE")
                return " ".join(str(made.execute("PRAGMA quick_check(1)").fetchone()[0]).split())
        except sqlite3.Error as error:
            raise StorageError(f"{target} cannot be written: {error}") from error
