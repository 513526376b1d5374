"""Errors of the drivers and of SQLAlchemy as errors of the house."""

import sqlite3
from types import TracebackType
from typing import Final

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionError

from pitboss.house.errors import CollisionError, RefusedError, StorageError

_COLLISIONS: Final = (
    sqlite3.IntegrityError,
    psycopg.IntegrityError,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)


class InOurWords:
    """What is raised inside leaves in our words.

    >>> with InOurWords():
    ...     raise sqlite3.OperationalError("disk I/O error")
    Traceback (most recent call last):
    pitboss.house.errors.StorageError: the database refused: disk I/O error
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            raise_in_our_words(error)


def raise_in_our_words(error: BaseException) -> None:
    """Raise the house's error for one of a driver. All others are left to be raised as they are.

    >>> raise_in_our_words(sqlite3.IntegrityError("UNIQUE constraint failed"))
    Traceback (most recent call last):
    pitboss.house.errors.CollisionError: UNIQUE constraint failed
    """
    if isinstance(error, DBAPIError | sqlite3.Error | psycopg.Error):
        cause = error.orig if isinstance(error, DBAPIError) else error
        words = " ".join(str(cause).split())
        if isinstance(cause, _COLLISIONS):
            raise CollisionError(words) from error
        raise StorageError(f"the database refused: {words}") from error
    if isinstance(error, OverflowError | UnicodeError):
        raise RefusedError(f"a value cannot be stored: {error}") from error
    if isinstance(error, NoConnectionError):
        raise StorageError("every connection to the database is busy: try again") from error
