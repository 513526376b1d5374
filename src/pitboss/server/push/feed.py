"""A feed: one thing that is watched, for all sockets that watch it.

It looks once for everybody when there is news, and never more often than the pace allows. What a socket has not taken
yet is not kept for it: it gets the newest view, and all events since what it was sent last.
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
"""How long a feed waits when the database did not answer."""

_LOG: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class Watch:
    """What one socket watches, and how far it has been told."""

    viewer: Session | None
    """As whom it looks, from :func:`viewer_of`."""
    sent: int | None
    """The version it has; nothing where it has none."""
    on_news: Callable[["Watch"], None]
    on_refusal: Callable[["Watch", PitbossError], None]
    shown: bytes = b""
    """The view it was sent last."""


class Feed(ABC):
    """One thing that is watched."""

    pace: ClassVar[int] = 1
    """How many times the least time between two pushes it takes."""

    def __init__(self, context: ServerContext, name: str) -> None:
        self.context, self.name = context, name
        self.watches: set[Watch] = set()
        self._news = asyncio.Event()
        # It works for all who watch, not for the request of whoever came first.
        self._task = asyncio.create_task(self._run(), name=f"feed {name}", context=Context())
        self._clock = asyncio.get_running_loop().time
        self._heard: float | None = None
        self._looked_for = 0.0

    def join(self, watch: Watch) -> None:
        """Somebody watches from now on; the first message comes with the next look."""
        self.watches.add(watch)
        self.wake()

    def leave(self, watch: Watch) -> None:
        """Somebody watches no more."""
        self.watches.discard(watch)

    def wake(self, news: News | None = None) -> None:
        """There may be something new."""
        self._heard = self._heard or self._clock()
        self._news.set()

    @property
    def seconds_since_news(self) -> float:
        """How long ago it heard of what it shows."""
        return self._clock() - self._looked_for

    def stop(self) -> None:
        """Nobody is told anything any more."""
        self._task.cancel()

    async def _run(self) -> None:
        pace = self.context.settings.push_seconds * self.pace
        while True:
            await self._news.wait()
            self._news.clear()
            await asyncio.sleep(pace if await self._try_to_refresh() else RETRY_SECONDS)

    async def _try_to_refresh(self) -> bool:
        """Look, and let all know for whom it looked. What must be looked at again stays new."""
        looking, heard = set(self.watches), self._heard or self._clock()
        self._heard = None
        try:
            await self.refresh()
        except StorageError as error:
            _LOG.warning("%s cannot be looked at: %s", self.name, error)
            self._news.set()
            return False
        except PitbossError as error:
            for watch in looking & self.watches:
                watch.on_refusal(watch, error)
            return True
        except Exception:
            _LOG.exception("%s cannot be looked at", self.name)
            self._news.set()
            return False
        self._looked_for = heard
        for watch in looking & self.watches:
            watch.on_news(watch)
        return True

    @abstractmethod
    async def refresh(self) -> None:
        """Look again."""

    @abstractmethod
    def message(self, watch: Watch) -> str | None:
        """What a watch has not been told yet; nothing where it has been told all."""

    def push(
        self, kind: type[Push], version: int, view: bytes, events: Sequence[bytes] = (), *, fresh: bool = True
    ) -> str:
        """A message of parts that are encoded already, with the time: deadlines are by the clock of the house."""
        encoded: dict[str, Any] = {"view": Raw(view), "events": list(map(Raw, events))}
        now = print_instant(self.context.clock.now())
        return encode(kind(watch=self.name, now=now, version=version, fresh=fresh, **encoded)).decode()


def viewer_of(session: Session | None) -> Session | None:
    """Somebody as a viewer: all who see the same are one, so that nothing is looked up twice for them.

    >>> one, other = (Session("session", Actor(badge, Role.DEALER), None, badge) for badge in ("17", "18"))
    >>> viewer_of(one) == viewer_of(other)
    True
    """
    if session is None or session.table_id is not None:
        return None
    name = session.actor.name if session.actor.role is Role.PLAYER else ""
    return Session(SESSION, Actor(name, session.actor.role), None, "")
