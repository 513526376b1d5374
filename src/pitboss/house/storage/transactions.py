"""Transactions that begin when they are first used and commit with their last write, as every wager needs them."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from types import MappingProxyType, TracebackType
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import psycopg
from sqlalchemy import Connection
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


_NO_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({})


class Write(NamedTuple):
    """Rows for a statement. Writes with the same statement can be merged into one.

    >>> def statement(rows: int) -> str:
    ...     return "INSERT INTO bets VALUES " + ", ".join(["(?)"] * rows)
    >>> both = merge_writes([Write(statement, 1, [500]), Write(statement, 1, [700])])
    >>> both.statement(both.rows), both.values
    ('INSERT INTO bets VALUES (?), (?)', (500, 700))
    """

    statement: Callable[[int], str]
    """The statement for a number of rows."""
    rows: int
    values: Sequence[Any]
    options: Mapping[str, Any] = _NO_OPTIONS
    """Further arguments for the driver."""

    def run(self, driver: Any) -> None:
        """Write it through the driver's own connection."""
        driver.execute(self.statement(self.rows), self.values, **self.options)


def merge_writes(writes: Sequence[Write]) -> Write:
    """Merge writes with the same statement into one: all of it is written, or nothing."""
    if len(writes) == 1:
        return writes[0]
    values = tuple(value for write in writes for value in write.values)
    return Write(writes[0].statement, sum(write.rows for write in writes), values, writes[0].options)


Result = TypeVar("Result")


class WriteConnections(Protocol):
    """Lends connections for writing."""

    is_sqlite: bool
    writing: AbstractContextManager[Any]
    """The right to write: SQLite has one writer."""

    def take_connection(self) -> Connection:
        """A connection, not in a transaction."""

    def return_connection(self, connection: Connection) -> None:
        """Take back a connection that is in order."""

    def discard_connection(self, connection: Connection) -> None:
        """Take back a connection that failed, and roll it back."""

    def noting_damage(self) -> AbstractContextManager[None]:
        """Remember damage that is found inside, which stops all writes."""


class WriteQueue(Protocol):
    """Takes writes that are a whole transaction by themselves."""

    def write(self, write: Write) -> None:
        """Write it, and return when it is on the disk."""


class DeferredTransaction:
    """A transaction that begins when it is first used; until then it makes nobody wait.

    It uses the driver directly; code that needs SQLAlchemy asks for ``connection``.
    """

    def __init__(self, writers: WriteConnections, queue: WriteQueue) -> None:
        self._writers, self._queue = writers, queue
        self._connection: Connection | None = None
        self._holds_right = False

    @property
    def connection(self) -> Connection:
        """The connection, in the transaction."""
        if self._connection is None:
            self._writers.writing.__enter__()
            self._holds_right = True
            self._connection = begin(self._writers)
        return self._connection

    def ask(self, query: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query. A query does not begin the transaction, so it makes nobody wait."""
        if self._connection is not None:
            return list(driver_execute(self._connection, query, values))
        return with_connection(self._writers, lambda connection: list(driver_execute(connection, query, values)))

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is SQLite."""
        return self._writers.is_sqlite

    def finish(self, write: Write) -> None:
        """Write the last part and commit. If it is the only part, it goes to the queue and no transaction begins."""
        if self._connection is None:
            self._queue.write(write)
            return
        driver = driver_of(self._connection)
        if self.is_sqlite:
            write.run(driver)
        else:
            with driver.pipeline():
                write.run(driver)
                driver.commit()
        self.commit()

    def commit(self) -> None:
        """Commit, and give the connection back."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                commit(self._writers, connection)
        finally:
            self._give_right_back()

    def roll_back(self) -> None:
        """Undo everything, and give the connection back."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                self._writers.discard_connection(connection)
        finally:
            self._give_right_back()

    def _give_right_back(self) -> None:
        if self._holds_right:
            self._holds_right = False
            self._writers.writing.__exit__(None, None, None)

    def __enter__(self) -> "DeferredTransaction":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            self.roll_back()
            with self._writers.noting_damage():
                raise_house_error(error)
        elif self._connection is not None:
            with self._writers.noting_damage(), TranslatedErrors():
                self.commit()


def driver_of(connection: Connection) -> Any:
    """The driver's own connection."""
    # Both drivers keep their connection here, and reading it costs nothing.
    return connection.connection.dbapi_connection


def driver_execute(connection: Connection, statement: str, values: Sequence[Any]) -> Any:
    """Run a statement by the driver itself. Its values are marked with ``?``, as SQLite marks them.

    For statements of every round: SQLAlchemy takes longer to prepare them than the database to run them.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    return driver_of(connection).execute(statement if is_sqlite else _for_psycopg(statement), values)


@cache
def _for_psycopg(statement: str) -> str:
    return statement.replace("?", "%s")


def with_connection(writers: WriteConnections, use: Callable[[Connection], Result]) -> Result:
    """The result of using a connection outside a transaction. A connection that fails is discarded."""
    connection = writers.take_connection()
    try:
        result = use(connection)
    except BaseException:
        writers.discard_connection(connection)
        raise
    writers.return_connection(connection)
    return result


def begin(writers: WriteConnections) -> Connection:
    """Take a connection, and begin a transaction on it."""
    connection = writers.take_connection()
    try:
        driver_of(connection).execute("BEGIN IMMEDIATE" if writers.is_sqlite else "BEGIN")
    except BaseException:
        writers.discard_connection(connection)
        raise
    return connection


def commit(writers: WriteConnections, connection: Connection) -> None:
    """Commit a transaction, and return its connection."""
    try:
        driver_of(connection).commit()
        if connection.in_transaction():
            # SQLAlchemy was used too: nothing is left to roll back, but it must know that the transaction is over.
            connection.rollback()
    except BaseException:
        writers.discard_connection(connection)
        raise
    writers.return_connection(connection)
