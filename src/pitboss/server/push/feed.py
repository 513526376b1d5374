"""The base class of feeds: a feed reads one thing, such as a table, for all sockets that watch it.

It reads once for all sockets when there is news, at most as often as its pace allows. Nothing is queued for a slow
socket: it gets the newest view, and all events since the last message it was sent.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from msgspec import Raw

from pitboss.errors import PitbossError
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import StorageError
from pitboss.house.people.sessions import SESSION, Session
from pitboss.house.reports.gaming_day import print_instant
from pitboss.server.bus import News
from pitboss.server.context import ServerContext
from pitboss.server.encoding import encode
from pitboss.server.push.messages import Push

RETRY_SECONDS: Final = 1.0
"""How long a feed waits after the database did not answer."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class Watch:
    """What one socket watches, and what it has been sent."""

    viewer: Session | None
    """The viewer, from :func:`viewer_of`."""
    sent: int | None
    """The version that was sent last; nothing if none was."""
    on_news: Callable[["Watch"], None]
    on_refusal: Callable[["Watch", PitbossError], None]
    shown: bytes = b""
    """The view that was sent last."""


class Feed(ABC):
    """Reads one thing for all sockets that watch it."""

    pace: ClassVar[int] = 1
    """The time between two pushes, as a multiple of the minimum."""

    def __init__(self, context: ServerContext, name: str) -> None:
        self.context, self.name = context, name
        self.watches: set[Watch] = set()
        self._news = asyncio.Event()
        # An empty context: the task works for all sockets, not for the request of the first one.
        self._task = asyncio.create_task(self._run(), name=f"feed {name}", context=Context())
        self._clock = asyncio.get_running_loop().time
        self._heard: float | None = None
        self._news_at = 0.0

    def join(self, watch: Watch) -> None:
        """Add a watch; its first message follows the next refresh."""
        self.watches.add(watch)
        self.wake()

    def leave(self, watch: Watch) -> None:
        """Remove a watch."""
        self.watches.discard(watch)

    def wake(self, news: News | None = None) -> None:
        """Refresh soon, because there may be news."""
        self._heard = self._heard or self._clock()
        self._news.set()

    @property
    def seconds_since_news(self) -> float:
        """The seconds since it received the news that it shows."""
        return self._clock() - self._news_at

    def stop(self) -> None:
        """Stop the feed."""
        self._task.cancel()

    async def _run(self) -> None:
        pace = self.context.settings.push_seconds * self.pace
        while True:
            await self._news.wait()
            self._news.clear()
            await asyncio.sleep(pace if await self._try_to_refresh() else RETRY_SECONDS)

    async def _try_to_refresh(self) -> bool:
        """Refresh, and notify the watches; after an error of the database, stay marked for another try."""
        watches, heard = set(self.watches), self._heard or self._clock()
        self._heard = None
        try:
            await self.refresh()
        except StorageError as error:
            _LOG.warning("%s cannot be read: %s", self.name, error)
            self._news.set()
            return False
        except PitbossError as error:
            for watch in watches & self.watches:
                watch.on_refusal(watch, error)
            return True
        except Exception:
            _LOG.exception("%s cannot be read", self.name)
            self._news.set()
            return False
        self._news_at = heard
        for watch in watches & self.watches:
            watch.on_news(watch)
        return True

    @abstractmethod
    async def refresh(self) -> None:
        """Read the newest state."""

    @abstractmethod
    def message(self, watch: Watch) -> str | None:
        """The next message for a watch; nothing if it is up to date."""

    def push(
        self, kind: type[Push], version: int, view: bytes, events: Sequence[bytes] = (), *, fresh: bool = True
    ) -> str:
        """A message of encoded parts, with the time, because deadlines follow the clock of the house."""
        encoded: dict[str, Any] = {"view": Raw(view), "events": list(map(Raw, events))}
        now = print_instant(self.context.clock.now())
        return encode(kind(watch=self.name, now=now, version=version, fresh=fresh, **encoded)).decode()


def viewer_of(session: Session | None) -> Session | None:
    """The viewer for a session: sessions that see the same share one viewer, so nothing is read twice for them.

    >>> one, other = (Session("session", Actor(badge, Role.DEALER), None, badge) for badge in ("17", "18"))
    >>> viewer_of(one) == viewer_of(other)
    True
    """
    if session is None or session.table_id is not None:
        return None
    name = session.actor.name if session.actor.role is Role.PLAYER else ""
    return Session(SESSION, Actor(name, session.actor.role), None, "")
