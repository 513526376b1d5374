"""News between the processes of a server, carried by PostgreSQL itself (NOTIFY and LISTEN).

Listeners of this process hear at once, without the way round. The others are told in batches after the commit, since
every NOTIFY waits for a lock that all of them share. What goes astray is found by asking now and then.
"""

import logging
import socket
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from threading import Condition, Event, Thread
from typing import Any, Final

import psycopg
from psycopg import Connection, sql

from pitboss.errors import PitbossError
from pitboss.house.records import journal
from pitboss.house.storage.database import Database
from pitboss.house.storage.notifications import SESSIONS_END, channel_of
from pitboss.server.bus import Listening, LocalBus, News

NOTIFY_SECONDS: Final = 0.02
"""The least time between two batches."""

MOST_BYTES: Final = 7999
"""PostgreSQL takes no longer payload."""

_MOST_DIGITS: Final = 18
"""No version has more; who else used the channel may have written anything."""

PAUSES: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""How long to wait before each new try of a lost connection; the last one from then on."""

_LOG: Final = logging.getLogger(__name__)

_NOTIFY: Final = "SELECT pg_notify(%s, line) FROM unnest(%s::text[]) AS line"


class PostgresqlBus:
    """News for all processes that work in one card room."""

    def __init__(self, database: Database, property_id: str, poll_seconds: float = 5) -> None:
        self._database, self._property_id, self._poll_seconds = database, property_id, poll_seconds
        self._channel = channel_of(property_id)
        self._local = LocalBus()
        self._heard: dict[str, int] = {}
        """The newest version of every chain that this process knows of."""
        self._waiting: dict[str, int] = {}
        self._some = Condition()
        self._stopped = Event()
        self._threads: list[Thread] = []
        self._own_number: int | None = None
        """By which PostgreSQL names the connection that tells: what it tells, listeners here have heard already."""

    def start(self) -> None:
        """Begin to tell other processes, and to hear from them."""
        if not self._threads:
            self._bell, self._rope = socket.socketpair()
            self._rope.setblocking(False)
            works = {"tells": self._tell_others, "hears": self._hear_others, "asks": self._ask_now_and_then}
            self._threads = [Thread(target=work, name=f"{name} news", daemon=True) for name, work in works.items()]
            for thread in self._threads:
                thread.start()

    def close(self) -> None:
        """Tell what still waits, and end."""
        self._stopped.set()
        with self._some:
            self._some.notify_all()
        if self._threads:
            self._ring()
            for thread in self._threads:
                thread.join()
            self._bell.close()
            self._rope.close()

    def listen(self) -> Listening:
        """Hear of everything from now on, of all processes."""
        return self._local.listen()

    def publish(self, news: News) -> None:
        """Tell every listener of this process at once, and other processes soon."""
        self._deliver(news)
        with self._some:
            self._keep(news)
            self._some.notify_all()

    def _keep(self, news: News) -> None:
        self._waiting[news.chain] = max(news.version, self._waiting.get(news.chain, 0))

    def _deliver(self, news: News) -> None:
        if news.version:
            self._heard[news.chain] = max(news.version, self._heard.get(news.chain, 0))
        self._local.publish(news)

    # ---- telling

    def _tell_others(self) -> None:
        tries = _Tries(self._stopped, "cannot be told to other processes")
        while not self._stopped.is_set():
            with tries, _connect(self._database) as connection:
                self._own_number = connection.info.backend_pid
                tries.succeeded()
                while self._wait_for_some():
                    self._send(connection)
                    self._stopped.wait(NOTIFY_SECONDS)
                return

    def _wait_for_some(self) -> bool:
        """Whether something waits. Nothing does when the bus is closed."""
        with self._some:
            self._some.wait_for(lambda: self._waiting or self._stopped.is_set())
            return bool(self._waiting)

    def _send(self, connection: Connection[Any]) -> None:
        with self._some:
            waiting, self._waiting = self._waiting, {}
        try:
            connection.execute(_NOTIFY, (self._channel, lines_of(waiting)))
        except BaseException:
            with self._some:
                for one in waiting.items():
                    self._keep(News(*one))
            raise

    # ---- hearing

    def _hear_others(self) -> None:
        tries = _Tries(self._stopped, "of other processes do not arrive")
        while not self._stopped.is_set():
            with tries, _connect(self._database) as connection:
                connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                # What was written before anybody listened here, or while nobody could hear.
                self._ask()
                # News of sessions have no version to ask for: whether any has ended meanwhile, each socket asks itself.
                self._deliver(News(SESSIONS_END, 0, is_seen_to=True))
                tries.succeeded()
                with DefaultSelector() as sources:
                    sources.register(connection, EVENT_READ)
                    sources.register(self._bell, EVENT_READ)
                    while not self._stopped.is_set():
                        self._hear(connection, sources)

    def _hear(self, connection: Connection[Any], sources: DefaultSelector) -> None:
        """Wait for news and deliver them. When the bell rings, see that the connection is still there."""
        if any(key.fileobj is self._bell for key, _ in sources.select()):
            self._bell.recv(64)
            connection.execute("SELECT 1")
        for notify in connection.notifies(timeout=0):
            news = read_line(notify.payload)
            if news is not None and notify.pid != self._own_number:
                self._deliver(news)

    # ---- asking

    def _ask_now_and_then(self) -> None:
        while not self._stopped.wait(self._poll_seconds):
            self._ring()
            with suppress(PitbossError):
                self._ask()

    def _ask(self) -> None:
        """Ask for the newest version of every chain, and deliver what nobody told."""
        with self._database.reading() as connection:
            heads = journal.heads(connection, self._property_id)
        for chain, version in heads.items():
            if version > self._heard.get(chain, 0):
                self._deliver(News(chain, version))

    def _ring(self) -> None:
        with suppress(BlockingIOError):  # it has been rung often enough, and nobody has come
            self._rope.send(b".")


class _Tries:
    """Connections come and go: what fails is said once, and tried again after a pause."""

    def __init__(self, stopped: Event, words: str) -> None:
        self._stopped, self._words = stopped, words
        self._failed = 0

    def succeeded(self) -> None:
        """All is well again."""
        if self._failed:
            _LOG.info("news travel again")
        self._failed = 0

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _at: object) -> bool:
        if not isinstance(error, psycopg.Error | PitbossError | OSError):
            return False
        if not self._failed and not self._stopped.is_set():
            _LOG.warning("news %s: %s", self._words, " ".join(str(error).split()))
        self._stopped.wait(PAUSES[min(self._failed, len(PAUSES) - 1)])
        self._failed += 1
        return True


def lines_of(waiting: dict[str, int]) -> list[str]:
    """News as they travel. What is too long for that is left to be asked for.

    >>> lines_of({"table:T1": 7, "table:" + "x" * 8000: 1})
    ['table:T1 7']
    """
    lines = (f"{chain} {version}" for chain, version in waiting.items())
    return [line for line in lines if len(line.encode()) <= MOST_BYTES]


def read_line(line: str) -> News | None:
    """News as they arrive; nothing where somebody else used the channel.

    >>> read_line("table:T1 7"), read_line("hello")
    (News(chain='table:T1', version=7, is_seen_to=True), None)
    """
    chain, _, version = line.rpartition(" ")
    is_version = version.isascii() and version.isdecimal() and len(version) <= _MOST_DIGITS
    return News(chain, int(version), is_seen_to=True) if chain and is_version else None


def _connect(database: Database) -> Connection[Any]:
    """A connection of its own, which no pool takes back."""
    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True, connect_timeout=10, application_name="pitboss news")
