"""Spreads the news that a chain has a new version; listeners read the records themselves from the database.

On SQLite there is one process, and the news stays in it. PostgreSQL carries it between processes with NOTIFY and
LISTEN: listeners of this process get news at once, other processes in batches after the commit, because every NOTIFY
waits for a lock that all of them share. Polling from time to time finds news that was lost.
"""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from threading import Condition, Event, Lock, Thread
from typing import Any, Final, NamedTuple, Protocol

import psycopg
from psycopg import Connection, sql

from pitboss.errors import PitbossError
from pitboss.house.records import journal
from pitboss.house.storage.database import Database
from pitboss.house.storage.notifications import SESSIONS_END, channel_of


class News(NamedTuple):
    """The news that a chain has a new version.

    >>> News("table:T1", 7).version
    7
    """

    chain: str
    version: int
    is_seen_to: bool = False
    """Whether another process of the server wrote it and continues the deal itself."""


class Bus(Protocol):
    """Carries news to listeners."""

    def start(self) -> None:
        """Start to carry news between processes, if there are several."""

    def publish(self, news: News) -> None:
        """Send the news to all listeners. It may be called from any thread, and does not wait."""

    def listen(self) -> "Listening":
        """Receive all news from now on."""

    def close(self) -> None:
        """Stop carrying news."""


class Listening:
    """The news for one listener. Only the newest version of each chain waits, so a slow listener skips versions."""

    def __init__(self, stop: Callable[["Listening"], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = stop
        self._waiting: dict[str, News] = {}
        self._some = asyncio.Event()

    def hear(self, news: News) -> None:
        """Receive news, from any thread."""
        with suppress(RuntimeError):  # the loop is closed: there is no listener any more
            self._loop.call_soon_threadsafe(self._keep, news)

    def _keep(self, news: News) -> None:
        before = self._waiting.get(news.chain, news)
        is_seen_to = news.is_seen_to and before.is_seen_to
        self._waiting[news.chain] = News(news.chain, max(news.version, before.version), is_seen_to)
        self._some.set()

    async def next(self) -> list[News]:
        """The news since the last call; waits until there is some."""
        await self._some.wait()
        self._some.clear()
        waiting, self._waiting = self._waiting, {}
        return list(waiting.values())

    async def __aiter__(self) -> AsyncIterator[News]:
        while True:
            for news in await self.next():
                yield news

    def __enter__(self) -> "Listening":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop(self)


class LocalBus:
    """Carries news within one process."""

    def __init__(self) -> None:
        self._listening: set[Listening] = set()
        self._guard = Lock()

    def start(self) -> None:
        """There is no other process to connect to."""

    def publish(self, news: News) -> None:
        """Send the news to every listener of this process."""
        with self._guard:
            listening = list(self._listening)
        for each in listening:
            each.hear(news)

    def listen(self) -> Listening:
        """Receive all news from now on."""
        listening = Listening(self._forget)
        with self._guard:
            self._listening.add(listening)
        return listening

    def close(self) -> None:
        """There is nothing to close."""

    def _forget(self, listening: Listening) -> None:
        with self._guard:
            self._listening.discard(listening)


NOTIFY_SECONDS: Final = 0.02
"""The minimum time between two batches."""

MAX_BYTES: Final = 7999
"""The longest payload that PostgreSQL takes."""

_MAX_DIGITS: Final = 18
"""No version has more digits; other users of the channel may send anything."""

PAUSES: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""How long to wait before each attempt to reconnect; the last value repeats."""

_LOG: Final = logging.getLogger(__name__)

_NOTIFY: Final = "SELECT pg_notify(%s, line) FROM unnest(%s::text[]) AS line"


class PostgresqlBus:
    """Carries news between all processes of one card room."""

    def __init__(self, database: Database, property_id: str, poll_seconds: float = 5) -> None:
        self._database, self._property_id, self._poll_seconds = database, property_id, poll_seconds
        self._channel = channel_of(property_id)
        self._local = LocalBus()
        self._known_versions: dict[str, int] = {}
        """The newest version of every chain that this process knows of."""
        self._waiting: dict[str, int] = {}
        self._some = Condition()
        self._stopped = Event()
        self._threads: list[Thread] = []
        self._own_number: int | None = None
        """PostgreSQL's number of the sending connection: listeners here already have the news that it sends."""

    def start(self) -> None:
        """Start to send news to other processes, and to receive theirs."""
        if not self._threads:
            self._wake_receiver, self._wake_sender = socket.socketpair()
            self._wake_sender.setblocking(False)
            works = {"sends": self._send_news, "receives": self._receive_news, "polls": self._poll_regularly}
            self._threads = [Thread(target=work, name=f"{name} news", daemon=True) for name, work in works.items()]
            for thread in self._threads:
                thread.start()

    def close(self) -> None:
        """Send what still waits, then stop."""
        self._stopped.set()
        with self._some:
            self._some.notify_all()
        if self._threads:
            self._wake_up()
            for thread in self._threads:
                thread.join()
            self._wake_receiver.close()
            self._wake_sender.close()

    def listen(self) -> Listening:
        """Receive all news of all processes from now on."""
        return self._local.listen()

    def publish(self, news: News) -> None:
        """Send news to the listeners of this process at once, and to other processes soon."""
        self._deliver(news)
        with self._some:
            self._keep(news)
            self._some.notify_all()

    def _keep(self, news: News) -> None:
        self._waiting[news.chain] = max(news.version, self._waiting.get(news.chain, 0))

    def _deliver(self, news: News) -> None:
        if news.version:
            self._known_versions[news.chain] = max(news.version, self._known_versions.get(news.chain, 0))
        self._local.publish(news)

    # ---- sending

    def _send_news(self) -> None:
        tries = _Tries(self._stopped, "cannot be sent to other processes")
        while not self._stopped.is_set():
            with tries, _connect(self._database) as connection:
                self._own_number = connection.info.backend_pid
                tries.succeeded()
                while self._wait_for_some():
                    self._send(connection)
                    self._stopped.wait(NOTIFY_SECONDS)
                return

    def _wait_for_some(self) -> bool:
        """Wait until there is news to send; false if the bus closes and nothing waits."""
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

    # ---- receiving

    def _receive_news(self) -> None:
        tries = _Tries(self._stopped, "of other processes do not arrive")
        while not self._stopped.is_set():
            with tries, _connect(self._database) as connection:
                connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                # Catch up on news from before this connection listened.
                self._poll()
                # News of sessions has no version to poll for, so every socket checks its own session.
                self._deliver(News(SESSIONS_END, 0, is_seen_to=True))
                tries.succeeded()
                with DefaultSelector() as sources:
                    sources.register(connection, EVENT_READ)
                    sources.register(self._wake_receiver, EVENT_READ)
                    while not self._stopped.is_set():
                        self._receive(connection, sources)

    def _receive(self, connection: Connection[Any], sources: DefaultSelector) -> None:
        """Wait for news and deliver it. After a wake-up, check that the connection still works."""
        if any(key.fileobj is self._wake_receiver for key, _ in sources.select()):
            self._wake_receiver.recv(64)
            connection.execute("SELECT 1")
        for notify in connection.notifies(timeout=0):
            news = read_line(notify.payload)
            if news is not None and notify.pid != self._own_number:
                self._deliver(news)

    # ---- polling

    def _poll_regularly(self) -> None:
        while not self._stopped.wait(self._poll_seconds):
            self._wake_up()
            with suppress(PitbossError):
                self._poll()

    def _poll(self) -> None:
        """Read the newest version of every chain, and deliver the news that was lost."""
        with self._database.reading() as connection:
            heads = journal.heads(connection, self._property_id)
        for chain, version in heads.items():
            if version > self._known_versions.get(chain, 0):
                self._deliver(News(chain, version))

    def _wake_up(self) -> None:
        with suppress(BlockingIOError):  # enough wake-ups are waiting already
            self._wake_sender.send(b".")


class _Tries:
    """Retries after a lost connection with a pause, and logs a series of failures only once."""

    def __init__(self, stopped: Event, words: str) -> None:
        self._stopped, self._words = stopped, words
        self._failed = 0

    def succeeded(self) -> None:
        """End the series of failures."""
        if self._failed:
            _LOG.info("news is delivered again")
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
    """News as lines to send. A line that is too long is left out, and other processes find the news by polling.

    >>> lines_of({"table:T1": 7, "table:" + "x" * 8000: 1})
    ['table:T1 7']
    """
    lines = (f"{chain} {version}" for chain, version in waiting.items())
    return [line for line in lines if len(line.encode()) <= MAX_BYTES]


def read_line(line: str) -> News | None:
    """News from a line that was received; nothing if the line is not from this program.

    >>> read_line("table:T1 7"), read_line("hello")
    (News(chain='table:T1', version=7, is_seen_to=True), None)
    """
    chain, _, version = line.rpartition(" ")
    is_version = version.isascii() and version.isdecimal() and len(version) <= _MAX_DIGITS
    return News(chain, int(version), is_seen_to=True) if chain and is_version else None


def _connect(database: Database) -> Connection[Any]:
    """A separate connection that belongs to no pool."""
    address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(address, autocommit=True, connect_timeout=10, application_name="pitboss news")
