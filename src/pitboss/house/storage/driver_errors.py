"""Turns errors of the database drivers and of SQLAlchemy into errors of the house."""

import sqlite3
from types import TracebackType
from typing import Any, Final

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from pitboss.house.errors import CollisionError, DamagedError, RefusedError, StorageError

_COLLISIONS: Final = (
    sqlite3.IntegrityError,
    psycopg.IntegrityError,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)

_NOTHING_LOST: Final = "nothing was lost, and the same command can be sent again"
_REMEDIES: Final = (
    ({sqlite3.SQLITE_FULL}, psycopg.errors.DiskFull, f"make room on its disk; {_NOTHING_LOST}"),
    (
        {sqlite3.SQLITE_READONLY},
        psycopg.errors.ReadOnlySqlTransaction,
        f"it may be read and not written now; {_NOTHING_LOST}",
    ),
    ({sqlite3.SQLITE_IOERR}, psycopg.errors.IoError, f"look at its disk; {_NOTHING_LOST}"),
)
"""What people can do about an error, by its code or class."""

_DAMAGE: Final = (
    {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB},
    psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted,
)
_AFTER_DAMAGE: Final = "it is damaged, or no card room: stop play, run `pitboss selfcheck`, and restore the last backup"


class TranslatedErrors:
    """Raises the house's error for any driver error inside.

    >>> with TranslatedErrors():
    ...     raise psycopg.errors.DiskFull("no space left on device")
    Traceback (most recent call last):
    pitboss.house.errors.StorageError: the database refused: no space left on device: make room on its disk; \
nothing was lost, and the same command can be sent again
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            raise_house_error(error)


def raise_house_error(error: BaseException) -> None:
    """Raise the house's error for an error of a driver. For any other error, do nothing.

    >>> raise_house_error(sqlite3.IntegrityError("UNIQUE constraint failed"))
    Traceback (most recent call last):
    pitboss.house.errors.CollisionError: UNIQUE constraint failed
    """
    if isinstance(error, DBAPIError | sqlite3.Error | psycopg.Error):
        cause = error.orig if isinstance(error, DBAPIError) else error
        words = " ".join(str(cause).split())
        if isinstance(cause, _COLLISIONS):
            raise CollisionError(words) from error
        if _is(cause, *_DAMAGE):
            raise DamagedError(f"the database refused: {words}: {_AFTER_DAMAGE}") from error
        raise StorageError(f"the database refused: {words}{_remedy(cause)}") from error
    if isinstance(error, OverflowError | UnicodeError):
        raise RefusedError(f"a value cannot be stored: {error}") from error
    if isinstance(error, NoConnectionError):
        raise StorageError("every connection to the database is busy: try again") from error


def _remedy(cause: BaseException | None) -> str:
    return next((f": {words}" for codes, kind, words in _REMEDIES if _is(cause, codes, kind)), "")


def _is(cause: BaseException | None, codes: set[int], kind: Any) -> bool:
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF in codes or isinstance(cause, kind)
