"""What SQLite keeps on the disk: a file, what lies beside it, and copies of it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from pitboss.house.errors import StorageError
from pitboss.house.storage.database import Database


def beside(file: Path) -> list[Path]:
    """What SQLite keeps beside a file. It belongs to that file alone: into another it would be mixed.

    >>> [path.name for path in beside(Path("room.db"))]
    ['room.db-wal', 'room.db-shm', 'room.db-journal']
    """
    return [file.with_name(f"{file.name}-{end}") for end in ("wal", "shm", "journal")]


def is_alone(file: Path) -> bool:
    """Whether nobody else has the file open: only then SQLite gives up its log.

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
        pass  # so damaged that nobody can tell, or work with it
    return True


def copy(database: Database, target: Path) -> str:
    """Copy the database as of one moment, while others go on; what SQLite finds wrong with the copy, or ``ok``."""
    with database.reading() as connection:
        source: Any = connection.connection.driver_connection
        try:
            with closing(sqlite3.connect(target)) as made:
                source.backup(made)
                # One file, with nothing beside it.
                made.execute("PRAGMA journal_mode=DELETE")
                return " ".join(str(made.execute("PRAGMA quick_check(1)").fetchone()[0]).split())
        except sqlite3.Error as error:
            raise StorageError(f"{target} cannot be written: {error}") from error
