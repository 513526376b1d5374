"""Transactions of the hot path: they begin late, end in one go, and on SQLite are written together."""

from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Protocol

from sqlalchemy import Connection

from pitboss.house.driver_errors import InOurWords, raise_in_our_words

Write = Callable[[Any], None]
"""What is written, through the driver's own connection."""


class Writers(Protocol):
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


class Later:
    """A transaction that begins when it is first used; until then nobody waits for it.

    It speaks to the driver itself; whoever needs SQLAlchemy asks for a connection.
    """

    def __init__(self, writers: Writers, line: "Line") -> None:
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

    @property
    def is_sqlite(self) -> bool:
        """Whether it is SQLite's."""
        return self._writers.is_sqlite

    def finish(self, write: Write) -> None:
        """Write the last part and make all of it true. Where it is the only part, it does not even begin anything."""
        if self._connection is None:
            self._line.write(write)
            return
        if self.is_sqlite:
            write(driver_of(self._connection))
        else:
            with driver_of(self._connection).pipeline():
                write(driver_of(self._connection))
                driver_of(self._connection).commit()
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

    def __enter__(self) -> "Later":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            self.give_up()
            with self._writers.noting_damage():
                raise_in_our_words(error)
        elif self._connection is not None:
            with self._writers.noting_damage(), InOurWords():
                self.commit()


class Line:
    """Where writes wait that need nothing else of their transaction.

    On PostgreSQL nobody waits: each is one statement, and a transaction by itself. On SQLite whoever comes to the front
    writes for all who wait: they are on the disk with one sync. Each is still written whole or not at all: if the lot
    does not go through, every one of them is written alone.
    """

    def __init__(self, writers: Writers) -> None:
        self._writers = writers
        self._waiting: deque[_Turn] = deque()

    def write(self, write: Write) -> None:
        """Write it, and come back when it is on the disk."""
        if not self._writers.is_sqlite:
            self._at_once(write)
            return
        turn = _Turn(write)
        self._waiting.append(turn)
        with self._writers.writing:
            if not turn.is_done:
                self._write_waiting()
        if turn.error is not None:
            raise turn.error

    def _together(self, turns: "list[_Turn]") -> None:
        connection = begin(self._writers)
        try:
            for turn in turns:
                turn.write(driver_of(connection))
        except BaseException:
            self._writers.give_up(connection)
            raise
        commit(self._writers, connection)

    def _at_once(self, write: Write) -> None:
        """One statement, which is a transaction by itself."""
        connection = self._writers.take_connection()
        try:
            write(driver_of(connection))
        except BaseException:
            self._writers.give_up(connection)
            raise
        self._writers.keep(connection)

    def _write_waiting(self) -> None:
        turns = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if self._fails(turns) and len(turns) > 1:
            for turn in turns:
                self._fails([turn])
        for turn in turns:
            turn.is_done = True

    def _fails(self, turns: "list[_Turn]") -> bool:
        """Write these in one transaction. If that fails, nothing of it happened, and all of them know why."""
        error = None
        try:
            self._together(turns)
        except BaseException as failure:
            error = failure
        for turn in turns:
            turn.error = error
        return error is not None


class _Turn:
    """A write that waits in line."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.is_done = False
        self.error: BaseException | None = None


def driver_of(connection: Connection) -> Any:
    """The driver's own connection."""
    return connection.connection.driver_connection


def begin(writers: Writers) -> Connection:
    """A connection with a transaction that was just begun."""
    connection = writers.take_connection()
    try:
        driver_of(connection).execute("BEGIN IMMEDIATE" if writers.is_sqlite else "BEGIN")
    except BaseException:
        writers.give_up(connection)
        raise
    return connection


def commit(writers: Writers, connection: Connection) -> None:
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
