"""Keeps the feeds of this process and the sockets that watch them, and wakes them when there is news."""

import asyncio
from typing import Protocol

from pitboss.house.errors import UnknownError
from pitboss.house.field_checks import is_id
from pitboss.house.room import OFFICE
from pitboss.house.storage.notifications import SESSIONS_END
from pitboss.server.bus import News
from pitboss.server.context import ServerContext
from pitboss.server.push.feed import Feed, Watch
from pitboss.server.push.feeds import JOBS, JobsFeed, MeterFeed, RoomFeed
from pitboss.server.push.tables import TableFeed


class Stoppable(Protocol):
    """The part of a socket that the board uses."""

    session_chain: str
    """The chain of the news that its session has ended; empty for an anonymous socket."""

    def stop(self) -> None:
        """Close the socket, because the server stops."""

    def doubt(self) -> None:
        """Check its session, which may have ended."""


class PushBoard:
    """All feeds of this process. A feed exists as long as a socket watches it."""

    def __init__(self, context: ServerContext) -> None:
        self.context = context
        self.sockets: set[Stoppable] = set()
        self._feeds: dict[str, Feed] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to receive news."""
        self._task = asyncio.create_task(self._listen(), name="board")

    async def stop(self) -> None:
        """Tell every socket that the server stops, then stop all feeds."""
        for socket in list(self.sockets):
            socket.stop()
        for feed in self._feeds.values():
            feed.stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _listen(self) -> None:
        with self.context.bus.listen() as listening:
            async for news in listening:
                if news.chain.startswith(SESSIONS_END):
                    self._doubt(news)
                    continue
                for name, feed in self._feeds.items():
                    # A meter rises with the wagers of every table of its link, and the room shows all meters.
                    if name == news.chain or not isinstance(feed, TableFeed):
                        feed.wake(news)

    def _doubt(self, news: News) -> None:
        """Let the sockets of a session that may have ended check it."""
        if news.is_seen_to:
            self.context.sessions.doubt_all()
        for socket in list(self.sockets):
            if socket.session_chain and news.chain in (SESSIONS_END, socket.session_chain):
                socket.doubt()

    def join(self, name: str, watch: Watch) -> Feed:
        """Add a watch to a feed; returns the feed, which is created if needed."""
        feed = self._feeds.get(name)
        if feed is None:
            feed = self._feeds[name] = self._new_feed(name)
        feed.join(watch)
        return feed

    def leave(self, feed: Feed, watch: Watch) -> None:
        """Remove a watch from a feed, and stop the feed if it was the last one."""
        feed.leave(watch)
        if not feed.watches and self._feeds.get(feed.name) is feed:
            del self._feeds[feed.name]
            feed.stop()

    def _new_feed(self, name: str) -> Feed:
        if name == OFFICE:
            return RoomFeed(self.context)
        if name == JOBS:
            return JobsFeed(self.context)
        kind, _, what = name.partition(":")
        if kind not in ("table", "meter") or not is_id(what):
            raise UnknownError(f"{name!r} cannot be watched: watch room, jobs, table:ID or meter:ID")
        return TableFeed(self.context, what) if kind == "table" else MeterFeed(self.context, what)
