"""Opens the database: SQLite in a file, or PostgreSQL by its address. Both are used in the same way."""

import logging
import os
import re
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from enum import Enum
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import psycopg
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg.pq import PipelineStatus
from sqlalchemy import Connection, Engine, create_engine, event, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from pitboss.house.errors import DamagedError, StorageError
from pitboss.house.storage.one_writer import (
    ServerAddress,
    announce_server,
    give_right_back,
    register,
    server_of,
    take_right,
)
from pitboss.house.storage.schema import PROPERTIES
from pitboss.house.storage.transactions import DeferredTransaction, TranslatedErrors, driver_of
from pitboss.house.storage.write_queue import DirectWrites, SingleWriterQueue

# Errors are raised by us; the driver's own log lines are for those who set up logging.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

MIGRATIONS = Path(__file__).with_name("migrations")

PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=30000",
    # A command touches a dozen pages: by default SQLite would checkpoint the log every hundred commands.
    "wal_autocheckpoint=10000",
    "cache_size=-65536",
)
"""The settings of every SQLite connection: no command is answered before it is on the disk."""


class Access(Enum):
    """The purpose for which a database is opened.

    >>> Access("reading")
    <Access.READING: 'reading'>
    """

    WRITING = "writing"
    """All writes. One process at a time writes into a file, from its first write on."""
    READING = "reading"
    """Nothing is written; other processes may have it open."""
    LAB = "lab"
    """Only the lab's jobs are written, which no process keeps in memory."""


class Database:
    """An open database.

    >>> Database("sqlite://").is_sqlite
    True
    """

    def __init__(self, url: str, *, connections: int = 8, access: Access = Access.WRITING) -> None:
        self.url, self._access = read_url(url), access
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        is_reading = access is Access.READING
        self.engine = (_sqlite if self.is_sqlite else _postgresql)(self.url, connections, is_reading=is_reading)
        # SQLite has one writer. Waiting here is first come, first served; SQLite itself retries after random pauses.
        self._idle: deque[Connection] = deque()
        self._connections = connections
        self.writing: AbstractContextManager[Any] = Lock() if self.is_sqlite else nullcontext()
        self._queue = SingleWriterQueue(self) if self.is_sqlite else DirectWrites(self)
        self._damage: str | None = None
        """The damage that was found: nothing is written after that."""
        self._file_id: tuple[int, int] | None = None
        """The device and number of the file, for a database in a file."""
        self._file = _file_of(self.url) if self.is_sqlite else None
        self._may_write = access is Access.LAB or (access is Access.WRITING and self._file is None)
        """Whether this process has the right to write."""
        self._guard = Lock()
        if self.is_sqlite:
            event.listen(self.engine, "connect", self._note_file_id)
        elif not is_reading:
            event.listen(self.engine, "connect", self._register)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction: all of it is written, or nothing. On SQLite no other one writes meanwhile."""
        with self.deferred_transaction() as transaction:
            yield transaction.connection

    def deferred_transaction(self) -> DeferredTransaction:
        """A transaction that begins when it is first used. Until then it makes nobody wait."""
        return DeferredTransaction(self, self._queue)

    def take_connection(self) -> Connection:
        """A connection that writes. Some stay open: taking one from the pool costs half as much as a command."""
        self.verify_writable()
        if not self._may_write:
            self.take_right()
        try:
            return self._idle.pop()
        except IndexError:
            # We begin transactions ourselves, on both databases: most commands are one statement, which needs none.
            connection = self.engine.connect()
            return connection if self.is_sqlite else connection.execution_options(isolation_level="AUTOCOMMIT")

    def take_right(self) -> None:
        """Take the right to write, which this process then has until the database is closed.

        :raises StorageError: if the database was opened for reading, or while another process has the right
        """
        if self._access is Access.READING:
            raise StorageError(f"{self.name} was opened for reading: nothing can be written into it")
        with self._guard:
            if not self._may_write:
                take_right(str(self._file))
                self._may_write = True

    def announce(self, server: ServerAddress) -> None:
        """Write the server's address next to the room's file. On PostgreSQL a terminal needs no server to write."""
        if self._file is not None:
            announce_server(self._file, server)

    def server(self) -> ServerAddress | None:
        """The server of the process that has the right to write; nothing when this process has it."""
        try:
            self.take_right()
        except StorageError:
            server = None if self._file is None else server_of(self._file)
            if server is None:
                raise
            return server
        return None

    def return_connection(self, connection: Connection) -> None:
        """Keep a connection open for the next write, but leave enough in the pool for readers."""
        if len(self._idle) < self._connections:
            self._idle.append(connection)
        else:
            connection.close()

    def discard_connection(self, connection: Connection) -> None:
        """Roll a connection back and close it. If it is lost, so are the others: close them too."""
        # A server may crash while it rolls back.
        with suppress(DBAPIError):
            if not _is_lost(connection):
                connection.rollback()
                connection.close()
                return
        connection.invalidate()
        connection.close()
        self._close_idle()
        self.engine.dispose()

    def _close_idle(self) -> None:
        while self._idle:
            self._idle.pop().close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read the database as of one moment, without making writers wait."""
        with self.noting_damage(), TranslatedErrors(), self.engine.connect() as connection:
            # As SQLite does by itself: every query of this connection is answered as of the first one.
            isolation: Any = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
            try:
                yield connection.execution_options(pitboss_reading=True, **isolation)
            except Exception:
                if _is_lost(connection):
                    # The others are lost too.
                    connection.invalidate()
                    self._close_idle()
                    self.engine.dispose()
                raise

    def verify_writable(self) -> None:
        """Refuse to write into a damaged database, or into a file that was moved away or replaced."""
        if self._damage is not None:
            raise DamagedError(f"play is stopped in {self.name}, which was found damaged: {self._damage}")
        if self._file_id is not None and self._file_id != self._current_file_id():
            raise StorageError(
                f"{self.name} is not the file that is open any more: stop the server, and bring back the one that is"
            )

    @contextmanager
    def noting_damage(self) -> Iterator[None]:
        """Remember damage that is found inside, which stops all writes."""
        try:
            yield
        except DamagedError as damage:
            self._damage = self._damage or str(damage)
            raise

    def _note_file_id(self, *_: Any) -> None:
        self._file_id = self._file_id or self._current_file_id()

    def _register(self, driver: Any, _record: Any) -> None:
        """Keep other versions of Pitboss out of this database while this connection is open."""
        register(driver, self.name)

    def _current_file_id(self) -> tuple[int, int] | None:
        """The file that has this name now: one that was moved away or replaced would still accept our writes."""
        if self._file is None:
            return None
        try:
            # Checked before every write; a Path would take ten times as long.
            status = os.stat(self._file)  # noqa: PTH116
        except OSError:
            return (0, 0)
        return status.st_dev, status.st_ino

    def migrate(self) -> None:
        """Bring the schema to that of this version."""
        self._make_file()
        with self.transaction() as connection:
            self._verify_known(MigrationContext.configure(connection).get_current_revision())
            run_migrations(connection)

    def _make_file(self) -> None:
        """Create the file, readable by its owner only, like its key. SQLite gives its other files the same mode."""
        if self.is_sqlite and not self.is_in_memory:
            with suppress(OSError):  # SQLite reports why it cannot be made
                Path(str(self.url.database)).touch(mode=0o600)

    def verify_schema(self) -> None:
        """Refuse a database whose schema is not that of this version."""
        with self.reading() as connection:
            current = MigrationContext.configure(connection).get_current_revision()
        newest = _scripts().get_current_head()
        if current is None:
            raise StorageError(f"there is no card room in {self.name} yet: make one with `pitboss init`")
        self._verify_known(current)
        if current != newest:
            raise StorageError(f"{self.name} has schema {current}, and this version works with {newest}: migrate it")

    def _verify_known(self, revision: str | None) -> None:
        known = {script.revision for script in _scripts().walk_revisions()}
        if revision is not None and revision not in known:
            raise StorageError(f"{self.name} has schema {revision}, of a newer version than this one: use that version")

    @property
    def is_in_memory(self) -> bool:
        """Whether the database is in memory, and gone when it is closed."""
        return is_in_memory(self.url)

    @property
    def name(self) -> str:
        """The name of the database for messages, without its password."""
        return self.url.database or "memory" if self.is_sqlite else self.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Give all connections back, and the right to write."""
        self._close_idle()
        self.engine.dispose()
        with self._guard:
            if self._file is not None and self._access is Access.WRITING and self._may_write:
                self._may_write = False
                give_right_back(self._file)


def read_url(text: str) -> URL:
    """Read the address of a database: a file name, or a URL as SQLAlchemy reads it.

    >>> str(read_url("room.db")), read_url("postgresql://localhost/room").drivername
    ('sqlite:///room.db', 'postgresql+psycopg')
    """
    try:
        url = make_url(text if "://" in text else f"sqlite:///{text}")
    except (ArgumentError, ValueError):
        shown = re.sub("//.*@", "//...@", text)  # a password is never shown
        raise StorageError(f"{shown!r} is not a database: write a file name or postgresql://host/name") from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        shown = url.render_as_string(hide_password=True)
        raise StorageError(f"{shown!r} is not a database that Pitboss knows: sqlite or postgresql")
    return url.set(drivername="postgresql+psycopg") if url.get_backend_name() == "postgresql" else url


def is_in_memory(url: URL) -> bool:
    """Whether an address names a database in memory.

    >>> is_in_memory(read_url("sqlite://")), is_in_memory(read_url("room.db"))
    (True, False)
    """
    return url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")


def _file_of(url: URL) -> str | None:
    """The file of a SQLite database; nothing when it is in memory. SQLite also accepts a URI as a name."""
    name = url.database or ""
    if name.startswith("file:") and "uri" in url.query:
        name = unquote(urlsplit(name).path)
    return None if name in ("", ":memory:") else name


def _is_lost(connection: Connection) -> bool:
    if connection.invalidated:
        return True
    driver = driver_of(connection)
    # After a server crashes in the middle of a pipeline, the connection looks alive but can never be rolled back.
    return isinstance(driver, psycopg.Connection) and (
        driver.closed or driver.pgconn.pipeline_status != PipelineStatus.OFF
    )


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, cached because Alembic compiles them each time they are read."""
    return ScriptDirectory.from_config(_alembic())


_MIGRATING: Final = Lock()
"""Alembic can run one migration at a time in a process."""


def run_migrations(connection: Connection) -> None:
    """Run every migration that the database does not have yet."""
    with _MIGRATING:
        command.upgrade(_alembic(connection), "head")


def _alembic(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _sqlite(url: URL, connections: int, *, is_reading: bool) -> Engine:
    engine = create_engine(url, pool_size=connections) if url.database else create_engine(url)
    # A reader does not change the journal mode of the file either.
    pragmas = ("query_only=ON", *PRAGMAS[1:]) if is_reading else PRAGMAS

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        # We begin transactions ourselves: the driver begins them late, when another process may have written already.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("pitboss_reading")
        driver: Any = connection.connection.driver_connection
        if not driver.in_transaction:
            driver.execute("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def _postgresql(url: URL, connections: int, *, is_reading: bool) -> Engine:
    options = {"options": "-c default_transaction_read_only=on"} if is_reading else {}
    # As many for reading as for writing.
    return create_engine(url, pool_size=2 * connections, max_overflow=0, pool_pre_ping=False, connect_args=options)


def verify_ready(database: Database, property_id: str) -> None:
    """Refuse a database that has another schema, that accepts no writes, or whose file was moved away or replaced."""
    database.verify_schema()
    database.verify_writable()
    if database.is_sqlite:
        _count_up(database)
    else:
        _rewrite_name(database, property_id)


def _rewrite_name(database: Database, property_id: str) -> None:
    """Write the name of the room over itself: it changes nothing, but it is a write."""
    of_room = PROPERTIES.c.property_id == property_id
    with database.transaction() as connection:
        connection.execute(update(PROPERTIES).where(of_room).values(name=PROPERTIES.c.name))


def _count_up(database: Database) -> None:
    """Add one to a number that SQLite keeps for its users: SQLite does not write a value that stays the same."""
    with database.transaction() as connection:
        number = int(connection.scalar(text("PRAGMA user_version")) or 0) + 1
        driver: Any = driver_of(connection)
        driver.execute(f"PRAGMA user_version = {number % 2**31}")
