"""Caches public documents: each is encoded once, kept in memory, and not sent again to a browser that has it.

A document is made again only when its source has changed, and only once for all requests that wait for it.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from pitboss.server.encoding import JSON, encode

MOST: Final = 500
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

    def __init__(self, most: int = MOST) -> None:
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
