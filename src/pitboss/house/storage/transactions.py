"""Transactions of the hot path: they begin late, and end in one go."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from types import MappingProxyType, TracebackType
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection

from pitboss.house.storage.driver_errors import TranslatedErrors, raise_house_error

_NO_OPTIONS: Final[Mapping[str, Any]] = MappingProxyType({})


class Write(NamedTuple):
    """Rows for a statement, in which those of others may stand beside them.

    >>> def statement(rows: int) -> str:
    ...     return "INSERT INTO bets VALUES " + ", ".join(["(?)"] * rows)
    >>> both = merge_writes([Write(statement, 1, [500]), Write(statement, 1, [700])])
    >>> both.statement(both.rows), both.values
    ('INSERT INTO bets VALUES (?), (?)', (500, 700))
    """

    statement: Callable[[int], str]
    """The statement for so many rows."""
    rows: int
    values: Sequence[Any]
    options: Mapping[str, Any] = _NO_OPTIONS
    """What the driver is told besides."""

    def by(self, driver: Any) -> None:
        """Write it through the driver's own connection."""
        driver.execute(self.statement(self.rows), self.values, **self.options)


def merge_writes(writes: Sequence[Write]) -> Write:
    """Several writes of the same kind as one: all of it is written, or nothing."""
    if len(writes) == 1:
        return writes[0]
    values = tuple(value for write in writes for value in write.values)
    return Write(writes[0].statement, sum(write.rows for write in writes), values, writes[0].options)


Brought = TypeVar("Brought")


class WriteConnections(Protocol):
    """Who lends connections to write with."""

    is_sqlite: bool
    writing: AbstractContextManager[Any]
    """The right to write: SQLite has one writer."""

    def take_connection(self) -> Connection:
        """A connection, not in a transaction."""

    def keep(self, connection: Connection) -> None:
        """Take one back that is in order."""

    def give_up(self, connection: Connection) -> None:
        """Take one back that is not, with what was done on it undone."""

    def noting_damage(self) -> AbstractContextManager[None]:
        """Whoever meets damage stops all who write."""


class WriteQueue(Protocol):
    """Where writes go that are all of their transaction."""

    def write(self, write: Write) -> None:
        """Write it, and come back when it is on the disk."""


class DeferredTransaction:
    """A transaction that begins when it is first used; until then nobody waits for it.

    It speaks to the driver itself; whoever needs SQLAlchemy asks for a connection.
    """

    def __init__(self, writers: WriteConnections, line: WriteQueue) -> None:
        self._writers, self._line = writers, line
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

    def ask(self, question: str, values: Sequence[Any]) -> list[Any]:
        """The rows that answer a question. Where nothing has begun yet, nothing begins with it: nobody waits."""
        if self._connection is not None:
            return list(by_driver(self._connection, question, values))
        return borrowing(self._writers, lambda connection: list(by_driver(connection, question, values)))

    @property
    def is_sqlite(self) -> bool:
        """Whether it is SQLite's."""
        return self._writers.is_sqlite

    def finish(self, write: Write) -> None:
        """Write the last part and make all of it true. Where it is the only part, it does not even begin anything."""
        if self._connection is None:
            self._line.write(write)
            return
        driver = driver_of(self._connection)
        if self.is_sqlite:
            write.by(driver)
        else:
            with driver.pipeline():
                write.by(driver)
                driver.commit()
        self.commit()

    def commit(self) -> None:
        """Make all of it true, and give the connection back."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                commit(self._writers, connection)
        finally:
            self._give_right_back()

    def give_up(self) -> None:
        """Nothing of it happened."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                self._writers.give_up(connection)
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
            self.give_up()
            with self._writers.noting_damage():
                raise_house_error(error)
        elif self._connection is not None:
            with self._writers.noting_damage(), TranslatedErrors():
                self.commit()


def driver_of(connection: Connection) -> Any:
    """The driver's own connection."""
    # With both drivers this is their own connection, and found at once.
    return connection.connection.dbapi_connection


def by_driver(connection: Connection, statement: str, values: Sequence[Any]) -> Any:
    """What the driver itself answers to a statement whose values are marked as SQLite marks them.

    For what every round asks and writes: SQLAlchemy takes longer to say it than the database to do it.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    return driver_of(connection).execute(statement if is_sqlite else _as_psycopg_says(statement), values)


@cache
def _as_psycopg_says(statement: str) -> str:
    return statement.replace("?", "%s")


def borrowing(writers: WriteConnections, use: Callable[[Connection], Brought]) -> Brought:
    """What the use of a connection brings that is not in a transaction. One that fails is not kept."""
    connection = writers.take_connection()
    try:
        brought = use(connection)
    except BaseException:
        writers.give_up(connection)
        raise
    writers.keep(connection)
    return brought


def begin(writers: WriteConnections) -> Connection:
    """A connection with a transaction that was just begun."""
    connection = writers.take_connection()
    try:
        driver_of(connection).execute("BEGIN IMMEDIATE" if writers.is_sqlite else "BEGIN")
    except BaseException:
        writers.give_up(connection)
        raise
    return connection


def commit(writers: WriteConnections, connection: Connection) -> None:
    """Make a transaction true."""
    try:
        driver_of(connection).commit()
        if connection.in_transaction():
            # SQLAlchemy has taken part; there is nothing left to roll back, but it must know.
            connection.rollback()
    except BaseException:
        writers.give_up(connection)
        raise
    writers.keep(connection)
