"""Connections of the SQLite and PostgreSQL drivers that report every write and commit to the simulated disk."""

import sqlite3
from typing import Any, Final

import psycopg
from sqlalchemy import event

from pitboss.fault_simulator.disk import BEGIN, COMMIT, COMMITTED, WRITE, Disk
from pitboss.house.storage.database import Database

_WRITES: Final = ("INSERT", "UPDATE", "DELETE")
_ENTERS: Final = "INSERT INTO commands_done"
_APPENDS: Final = "SELECT append_record"
"""This view (SQLite) or function (PostgreSQL) writes a whole command, in its own transaction unless one was begun."""


def put_under(database: Database, disk: Disk) -> None:
    """Make a database write through a simulated disk. It must not have any connection yet."""
    connect = _connect_sqlite if database.is_sqlite else _connect_postgresql

    def connected(_dialect: Any, _record: Any, args: Any, kwargs: Any) -> Any:
        connection = connect(*args, **kwargs)
        connection.disk = disk
        return connection

    event.listen(database.engine, "do_connect", connected)
    if database.is_sqlite:
        # The simulator cuts off by itself what a power cut destroys, so there is no need to wait for a real disk.
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

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        is_whole = sql.startswith(_ENTERS) and not self.in_transaction
        if is_whole:
            self.reach(BEGIN)
            self.reach(COMMIT)
        else:
            self.about_to(sql)
        cursor = super().execute(sql, *args)
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

    def execute(self, sql: str, *args: Any) -> "_SqliteCursor":
        self.connection.about_to(sql)
        super().execute(sql, *args)
        return self


def _connect_sqlite(*args: Any, **kwargs: Any) -> _SqliteConnection:
    return sqlite3.connect(*args, factory=_SqliteConnection, **kwargs)


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
        # Within a pipeline the commit is only sent; the second call, at the pipeline's end, makes it final.
        if is_writing and self.pgconn.pipeline_status == psycopg.pq.PipelineStatus.OFF:
            self.reach(COMMITTED)


class _PostgresqlCursor(psycopg.Cursor[Any]):
    def execute(self, query: Any, *args: Any, **kwargs: Any) -> "_PostgresqlCursor":
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
        super().execute(query, *args, **kwargs)
        if is_whole:
            connection.reach(COMMITTED)
        return self


def _connect_postgresql(*args: Any, **kwargs: Any) -> _PostgresqlConnection:
    connection = _PostgresqlConnection.connect(*args, **kwargs)
    connection.cursor_factory = _PostgresqlCursor
    return connection
