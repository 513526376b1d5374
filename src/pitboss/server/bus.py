"""Spreads the news that a chain has a new version; listeners read the records themselves from the database.

On SQLite there is one process, and the news stays in it. PostgreSQL carries it between processes (``postgresql_bus``).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from threading import Lock
from typing import NamedTuple, Protocol


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
