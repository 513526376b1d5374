"""The database: SQLite in a file by default, PostgreSQL by its address, the same on both."""

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
from pitboss.house.storage.driver_errors import TranslatedErrors
from pitboss.house.storage.one_writer import (
    ServerAddress,
    announce_server,
    give_right_back,
    register,
    server_of,
    take_right,
)
from pitboss.house.storage.schema import PROPERTIES
from pitboss.house.storage.transactions import DeferredTransaction, driver_of
from pitboss.house.storage.write_queue import DirectWrites, SingleWriterQueue

# Whoever is outrun learns it from us; the driver's own remarks about it are for those who set up logging.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

MIGRATIONS = Path(__file__).with_name("migrations")

PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=30000",
    # A command touches a dozen pages: by default the log would be carried over every hundred commands.
    "wal_autocheckpoint=10000",
    "cache_size=-65536",
)
"""How every SQLite connection is set: nothing is answered before it is on the disk."""


class Access(Enum):
    """What a database is opened for.

    >>> Access("reading")
    <Access.READING: 'reading'>
    """

    WRITING = "writing"
    """Everything. Into a file, one process at a time, from its first write on."""
    READING = "reading"
    """Nothing is written, whoever else has it open."""
    LAB = "lab"
    """Work for the lab: its jobs alone are written, which no process keeps in memory."""


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
        # SQLite has one writer. Waiting for it here is fair; waiting in SQLite is a lottery of pauses.
        self._idle: deque[Connection] = deque()
        self._connections = connections
        self.writing: AbstractContextManager[Any] = Lock() if self.is_sqlite else nullcontext()
        self._line = SingleWriterQueue(self) if self.is_sqlite else DirectWrites(self)
        self._damage: str | None = None
        """What was found damaged: nothing is written from then on."""
        self._place: tuple[int, int] | None = None
        """Which file it is, where it is one."""
        self._file = _file_of(self.url) if self.is_sqlite else None
        self._may_write = access is Access.LAB or (access is Access.WRITING and self._file is None)
        """Whether this process has the right to write."""
        self._guard = Lock()
        if self.is_sqlite:
            event.listen(self.engine, "connect", self._note_place)
        elif not is_reading:
            event.listen(self.engine, "connect", self._register)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """One transaction: all of it happens, or nothing. On SQLite it is the only one that writes now."""
        with self.later() as later:
            yield later.connection

    def later(self) -> DeferredTransaction:
        """A transaction that begins when it is first used. Until then nobody waits for it."""
        return DeferredTransaction(self, self._line)

    def take_connection(self) -> Connection:
        """A connection that writes. They are kept at hand: taking one from the pool costs half as much as a command."""
        self.verify_fit()
        if not self._may_write:
            self.take_right()
        try:
            return self._idle.pop()
        except IndexError:
            # We begin transactions ourselves, on both databases: most commands are one statement, and need none.
            connection = self.engine.connect()
            return connection if self.is_sqlite else connection.execution_options(isolation_level="AUTOCOMMIT")

    def take_right(self) -> None:
        """Take the right to write, which this process has from then on until the database is closed.

        :raises StorageError: where it was opened for reading, or while another process has the right
        """
        if self._access is Access.READING:
            raise StorageError(f"{self.name} was opened for reading, and nothing is written into it")
        with self._guard:
            if not self._may_write:
                take_right(str(self._file))
                self._may_write = True

    def announce(self, server: ServerAddress) -> None:
        """Say next to a room in a file where its server answers. On PostgreSQL a terminal writes beside the servers."""
        if self._file is not None:
            announce_server(self._file, server)

    def server(self) -> ServerAddress | None:
        """The server of another process that has the right to write, where there is one that answers."""
        try:
            self.take_right()
        except StorageError:
            found = None if self._file is None else server_of(self._file)
            if found is None:
                raise
            return found
        return None

    def keep(self, connection: Connection) -> None:
        """Never so many that nothing is left in the pool for those who look."""
        if len(self._idle) < self._connections:
            self._idle.append(connection)
        else:
            connection.close()

    def give_up(self, connection: Connection) -> None:
        """Where one connection is lost the others are too: none of them is tried only to fail again."""
        # A server may crash while it is asked to undo.
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
        """A look at one moment of the database, which holds nobody up."""
        with self.noting_damage(), TranslatedErrors(), self.engine.connect() as connection:
            # As SQLite does by itself: every question of this look is answered as of its first.
            moment: Any = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
            try:
                yield connection.execution_options(pitboss_reading=True, **moment)
            except Exception:
                if _is_lost(connection):
                    # The others are lost too: none of them is tried only to fail again.
                    connection.invalidate()
                    self._close_idle()
                    self.engine.dispose()
                raise

    def verify_fit(self) -> None:
        """Refuse to write into what is damaged, or into a file that nobody will find again."""
        if self._damage is not None:
            raise DamagedError(f"play is stopped in {self.name}, which was found damaged: {self._damage}")
        if self._place is not None and self._place != self._place_now():
            raise StorageError(
                f"{self.name} is not the file that is open any more: stop the server, and bring back the one that is"
            )

    @contextmanager
    def noting_damage(self) -> Iterator[None]:
        """Whoever meets damage stops all who write."""
        try:
            yield
        except DamagedError as damage:
            self._damage = self._damage or str(damage)
            raise

    def _note_place(self, *_: Any) -> None:
        self._place = self._place or self._place_now()

    def _register(self, driver: Any, _record: Any) -> None:
        """No other version works in this database while this connection is there."""
        register(driver, self.name)

    def _place_now(self) -> tuple[int, int] | None:
        """Which file lies where this one lay: moved away or replaced, it would take all that is written to it still."""
        if self._file is None:
            return None
        try:
            # Asked before every write; a Path would take ten times as long.
            found = os.stat(self._file)  # noqa: PTH116
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino

    def migrate(self) -> None:
        """Bring the schema to this version's."""
        self._make_file()
        with self.transaction() as connection:
            self._verify_known(MigrationContext.configure(connection).get_current_revision())
            run_migrations(connection)

    def _make_file(self) -> None:
        """A room is for its owner only, as its key and its backups are. What SQLite makes beside it follows."""
        if self.is_sqlite and not self.is_in_memory:
            with suppress(OSError):  # who cannot make it hears so from SQLite
                Path(str(self.url.database)).touch(mode=0o600)

    def verify_schema(self) -> None:
        """Refuse a database whose schema is not this version's."""
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
        """Whether all of it is gone when it is closed."""
        return is_in_memory(self.url)

    @property
    def name(self) -> str:
        """The database in words, without its password."""
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
    """The address of a database: a file name, or what SQLAlchemy reads.

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
    """Whether an address is of no file and no server.

    >>> is_in_memory(read_url("sqlite://")), is_in_memory(read_url("room.db"))
    (True, False)
    """
    return url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")


def _file_of(url: URL) -> str | None:
    """The file of a database that is one, and can be moved away. SQLite also takes a URI for its name."""
    name = url.database or ""
    if name.startswith("file:") and "uri" in url.query:
        name = unquote(urlsplit(name).path)
    return None if name in ("", ":memory:") else name


def _is_lost(connection: Connection) -> bool:
    if connection.invalidated:
        return True
    driver = driver_of(connection)
    # A server that crashes in the middle of a pipeline leaves one that looks alive, and can never be rolled back.
    return isinstance(driver, psycopg.Connection) and (
        driver.closed or driver.pgconn.pipeline_status != PipelineStatus.OFF
    )


@cache
def _scripts() -> ScriptDirectory:
    """The migrations, which Alembic compiles each time they are read."""
    return ScriptDirectory.from_config(_alembic())


_STEPPING: Final = Lock()
"""Alembic knows one migration at a time in a process."""


def run_migrations(connection: Connection) -> None:
    """Do every step of the schema that is not done yet."""
    with _STEPPING:
        command.upgrade(_alembic(connection), "head")


def _alembic(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _sqlite(url: URL, connections: int, *, is_reading: bool) -> Engine:
    engine = create_engine(url, pool_size=connections) if url.database else create_engine(url)
    # Who only reads leaves the file's kind of log as it is, too.
    pragmas = ("query_only=ON", *PRAGMAS[1:]) if is_reading else PRAGMAS

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: Any) -> None:
        # We begin transactions ourselves: the driver would begin them late, when another may have written already.
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
    # As many to look with as to write with.
    return create_engine(url, pool_size=2 * connections, max_overflow=0, pool_pre_ping=False, connect_args=options)


def verify_ready(database: Database, property_id: str) -> None:
    """Refuse a database of another schema, one that takes nothing more, and one that is not in its place any more."""
    database.verify_schema()
    database.verify_fit()
    if database.is_sqlite:
        _count_on(database)
    else:
        _write_something(database, property_id)


def _write_something(database: Database, property_id: str) -> None:
    """The name of the room over itself: as much a write as any."""
    of_room = PROPERTIES.c.property_id == property_id
    with database.transaction() as connection:
        connection.execute(update(PROPERTIES).where(of_room).values(name=PROPERTIES.c.name))


def _count_on(database: Database) -> None:
    """One more, in a number that SQLite keeps for whoever wants it: it would not write what does not change."""
    with database.transaction() as connection:
        number = int(connection.scalar(text("PRAGMA user_version")) or 0) + 1
        driver: Any = driver_of(connection)
        driver.execute(f"PRAGMA user_version = {number % 2**31}")
