"""The drivers' connections with a disk of ours under them: SQLite's and PostgreSQL's."""

import sqlite3
from typing import Any, Final

import psycopg
from sqlalchemy import event

from pitboss.fault_simulator.disk import BEGIN, COMMIT, COMMITTED, WRITE, Disk
from pitboss.house.storage.database import Database

_WRITES: Final = ("INSERT", "UPDATE", "DELETE")
_ENTERS: Final = "INSERT INTO commands_done"
_APPENDS: Final = "SELECT append_record"
"""This view (SQLite) or function (PostgreSQL) writes whole commands: a transaction by itself, unless one was begun."""


def put_under(database: Database, disk: Disk) -> None:
    """Let a database, which has no connection yet, write through a disk."""
    connect = _connect_sqlite if database.is_sqlite else _connect_postgresql

    def connected(_dialect: Any, _record: Any, given: Any, named: Any) -> Any:
        connection = connect(*given, **named)
        connection.disk = disk
        return connection

    event.listen(database.engine, "do_connect", connected)
    if database.is_sqlite:
        # What a power cut destroys is cut off by hand, so nobody has to wait for a real disk.
        event.listen(database.engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous=OFF"))


# ---- SQLite


class _SqliteConnection(sqlite3.Connection):
    disk = Disk()

    def reach(self, moment: str) -> None:
        self.disk.reach(moment, sqlite3.OperationalError)

    def about_to(self, sql: str) -> None:
        if sql.startswith("BEGIN IMMEDIATE"):
            self.reach(BEGIN)
        elif sql.startswith(_WRITES):
            self.reach(WRITE)

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        is_whole = sql.startswith(_ENTERS) and not self.in_transaction
        if is_whole:
            self.reach(BEGIN)
            self.reach(COMMIT)
        else:
            self.about_to(sql)
        cursor = super().execute(sql, *given)
        if is_whole:
            self.reach(COMMITTED)
        return cursor

    def cursor(self, factory: Any = None) -> Any:
        return super().cursor(factory or _SqliteCursor)

    def commit(self) -> None:
        is_writing = self.in_transaction
        if is_writing:
            self.reach(COMMIT)
        super().commit()
        if is_writing:
            self.reach(COMMITTED)


class _SqliteCursor(sqlite3.Cursor):
    connection: _SqliteConnection

    def execute(self, sql: str, *given: Any) -> "_SqliteCursor":
        self.connection.about_to(sql)
        super().execute(sql, *given)
        return self


def _connect_sqlite(*given: Any, **named: Any) -> _SqliteConnection:
    return sqlite3.connect(*given, factory=_SqliteConnection, **named)


# ---- PostgreSQL


class _PostgresqlConnection(psycopg.Connection[Any]):
    disk = Disk()

    def reach(self, moment: str) -> None:
        self.disk.reach(moment, psycopg.OperationalError)

    @property
    def is_in_transaction(self) -> bool:
        return self.info.transaction_status is not psycopg.pq.TransactionStatus.IDLE

    def commit(self) -> None:
        is_writing = self.is_in_transaction
        if is_writing:
            self.reach(COMMIT)
        super().commit()
        # Within a pipeline it is only sent; whether it is true is known at its end, by the second call.
        if is_writing and self.pgconn.pipeline_status == psycopg.pq.PipelineStatus.OFF:
            self.reach(COMMITTED)


class _PostgresqlCursor(psycopg.Cursor[Any]):
    def execute(self, query: Any, *given: Any, **named: Any) -> "_PostgresqlCursor":
        connection: Any = self.connection
        sql = str(query)
        appends = sql.startswith(_APPENDS)
        is_whole = appends and not connection.is_in_transaction
        if is_whole or sql == "BEGIN":
            connection.reach(BEGIN)
        elif appends or sql.startswith(_WRITES):
            connection.reach(WRITE)
        if is_whole:
            connection.reach(COMMIT)
        super().execute(query, *given, **named)
        if is_whole:
            connection.reach(COMMITTED)
        return self


def _connect_postgresql(*given: Any, **named: Any) -> _PostgresqlConnection:
    connection = _PostgresqlConnection.connect(*given, **named)
    connection.cursor_factory = _PostgresqlCursor
    return connection
