"""What the server keeps in memory: public documents, the latest records, and sessions.

A document is encoded once, is not sent again to a browser that has it, and is made again only when its source has
changed, once for all requests that wait for it. The latest records are pushed without reading the database. A session
is looked up every few seconds only; a log-out removes it here at once, and in other processes soon.
"""

import asyncio
import gzip
import hashlib
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from threading import Lock
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.people.sessions import Session
from pitboss.server.encoding import JSON, encode

MAX_DOCUMENTS: Final = 500
"""How many documents are kept; the oldest is dropped first."""

SMALL: Final = 1024
"""A shorter document, in bytes, is not compressed."""


@dataclass(frozen=True)
class Document:
    """A document, ready to be sent.

    >>> Document(b"{}", "application/json").tag[:9]
    '"44136fa3'
    """

    content: bytes
    media_type: str

    @cached_property
    def tag(self) -> str:
        """Its entity tag."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'

    @cached_property
    def zipped(self) -> bytes:
        """The compressed content."""
        return gzip.compress(self.content, 6)

    def answer(self, request: Request) -> Response:
        """The response: the document, or 304 if the browser already has it."""
        headers = {"etag": self.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        if len(self.content) > SMALL and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.zipped, headers=headers | {"content-encoding": "gzip"}, media_type=self.media_type)
        return Response(self.content, headers=headers, media_type=self.media_type)


class DocumentCache:
    """The documents of one process.

    >>> async def count() -> int:
    ...     published, made = DocumentCache(), []
    ...     async def make() -> Document:
    ...         made.append(1)
    ...         return Document(b"rules", "text/plain")
    ...     await asyncio.gather(*(published.get("rules", 1, make) for _ in range(5)))
    ...     await published.get("rules", 2, make)
    ...     return len(made)
    >>> asyncio.run(count())
    2
    """

    def __init__(self, most: int = MAX_DOCUMENTS) -> None:
        self._most = most
        self._kept: dict[Hashable, tuple[object, asyncio.Task[Document]]] = {}

    async def get(self, key: Hashable, stamp: object, make: Callable[[], Awaitable[Document]]) -> Document:
        """A document, made again if the stamp, the version of its source, has changed."""
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            kept = self._kept[key] = (stamp, asyncio.create_task(_made(make)))
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]
        try:
            # The first client may disconnect while others still wait for the document.
            return await asyncio.shield(kept[1])
        except BaseException:
            if kept[1].done() and self._kept.get(key) is kept:
                del self._kept[key]
            raise


async def _made(make: Callable[[], Awaitable[Document]]) -> Document:
    return await make()


def as_document(value: Any) -> Document:
    """A value as a JSON document.

    >>> as_document({"tables": []}).content
    b'{"tables":[]}'
    """
    return Document(encode(value), JSON)


CachedRecord = tuple[int, Sequence[dict[str, Any]]]
"""A record's number and its events as stored."""

KEPT: Final = 50
"""How many records of each chain are kept."""


class EventCache:
    """Keeps the last records of each chain, as far back as this process wrote them without a gap.

    >>> recent = EventCache()
    >>> for version in (7, 8, 9):
    ...     recent.keep("table:T1", version, [{"all": {"event": "announced"}}])
    >>> [version for version, _ in recent.between("table:T1", 7, 9)], recent.between("table:T1", 5, 9)
    ([8, 9], None)
    """

    def __init__(self) -> None:
        self._chains: dict[str, deque[CachedRecord]] = {}
        self._guard = Lock()

    def keep(self, chain: str, version: int, events: Sequence[dict[str, Any]]) -> None:
        """Keep a record that this process has written."""
        with self._guard:
            records = self._chains.setdefault(chain, deque(maxlen=KEPT))
            if records and records[-1][0] != version - 1:
                # Another process has written in between, or two threads of this one arrive out of order.
                records.clear()
            records.append((version, events))

    def between(self, chain: str, after: int, until: int) -> list[CachedRecord] | None:
        """The records after one version up to another; nothing if any of them is missing."""
        with self._guard:
            records = [record for record in self._chains.get(chain, ()) if after < record[0] <= until]
        return records if len(records) == until - after else None


KNOWN_FOR: Final = timedelta(seconds=5)
"""A session that was ended elsewhere may be used here for this long. It cannot write: the journal itself checks whether
a badge is on duty."""

TOUCHED_EVERY: Final = timedelta(minutes=1)
"""How often the database records that a person is still at the screen."""

MAX_SESSIONS: Final = 20_000

_LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)


class SessionCache:
    """Sessions by token.

    >>> known, noon = SessionCache(), datetime(2026, 11, 15, 12, tzinfo=UTC)
    >>> known.keep("token", None, noon), known.find("token", noon + timedelta(seconds=6))
    (None, None)
    """

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[Session, datetime]] = {}
        self._touched: dict[str, datetime] = {}

    def keep(self, token: str, session: Session | None, now: datetime) -> Session | None:
        """Keep the session of a token; without a session, forget the token."""
        if session is None:
            self.forget(token)
        else:
            if len(self._sessions) >= MAX_SESSIONS:
                self._sessions.clear()
            self._sessions[token] = (session, now + KNOWN_FOR)
        return session

    def find(self, token: str, now: datetime) -> Session | None:
        """The session of a token, if it was looked up within the last seconds."""
        session, until = self._sessions.get(token, (None, now))
        return session if now < until else None

    def last(self, token: str) -> Session | None:
        """The session of a token when it was last looked up. It grants no access: the limits count by it."""
        kept = self._sessions.get(token)
        return kept and kept[0]

    def expect(self, token: str, session: Session) -> None:
        """Let the limits count a new session from now on. Its first request looks it up like any other."""
        self._sessions[token] = (session, _LONG_AGO)

    def is_to_be_touched(self, token: str, now: datetime) -> bool:
        """Whether the last record that a person is at this session's screen is a minute old.

        >>> known, noon = SessionCache(), datetime(2026, 11, 15, 12)
        >>> [known.is_to_be_touched("token", noon + timedelta(seconds=seconds)) for seconds in (0, 59, 60)]
        [True, False, True]
        """
        if now < self._touched.get(token, now) + TOUCHED_EVERY and token in self._touched:
            return False
        if len(self._touched) >= MAX_SESSIONS:
            self._touched.clear()
        self._touched[token] = now
        return True

    def forget(self, token: str) -> None:
        """Forget a token after a log-out."""
        self._sessions.pop(token, None)
        self._touched.pop(token, None)

    def doubt_all(self) -> None:
        """Look up every session again before its next use, because some session was ended."""
        for token, (session, _) in list(self._sessions.items()):
            self._sessions[token] = (session, _LONG_AGO)
