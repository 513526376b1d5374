"""Watches a table for a bot, by pushes over a socket or by polling, and keeps only the newest view."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pitboss.bots.errors import WireError
from pitboss.bots.seen import SeenTable
from pitboss.bots.tally import BotTally
from pitboss.bots.wire import SessionPass, Wire

POLL_SECONDS: Final = 0.5
AGAIN_SECONDS: Final = 1.0
"""How long to wait before connecting again after the socket was closed."""

_DEALERS: Final = re.compile(r'"awaiting":\s?\{"kind":\s?"(?:cards|dealer)"')


class _Pushed(msgspec.Struct):
    view: msgspec.Raw = msgspec.Raw()


class Newest:
    """The newest message about a table, as text that is parsed only when needed."""

    def __init__(self) -> None:
        self._text = ""
        self._some = asyncio.Event()

    def put(self, text: str) -> None:
        """Replace the text by a newer one."""
        self._text = text
        self._some.set()

    async def wait(self, seconds: float) -> None:
        """Wait until there is a newer text, at most this long."""
        if not self._some.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._some.wait()
        self._some.clear()

    @property
    def is_the_dealers(self) -> bool:
        """Whether the round waits for cards or for the dealer, found without parsing the text."""
        return _DEALERS.search(self._text) is not None

    def view(self) -> SeenTable | None:
        """The newest view; nothing before the first."""
        if not self._text:
            return None
        # A push has the view in it, an answer is the view.
        pushed = msgspec.json.decode(self._text, type=_Pushed)
        return msgspec.json.decode(bytes(pushed.view) or self._text, type=SeenTable)


class Watching(Protocol):
    """A function that watches a table."""

    async def __call__(self, newest: Newest, table_id: str, shown: SessionPass) -> None:
        """Put new views into ``newest`` until cancelled."""


def by_socket(wire: Wire, tally: Callable[[], BotTally]) -> Watching:
    """Watch by pushes over a socket, and connect again when the server closes it."""

    async def watch(newest: Newest, table_id: str, shown: SessionPass) -> None:
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                async for text in pushes(wire, f"table:{table_id}", shown):
                    if is_push(text):
                        tally().pushes += 1
                        newest.put(text)
                    elif text.startswith('{"message":"problem"'):
                        tally().refused[_code_of(text)] += 1
            await asyncio.sleep(AGAIN_SECONDS)

    return watch


def by_looking(wire: Wire, tally: Callable[[], BotTally]) -> Watching:
    """Watch by a request every half second, without a socket."""

    async def watch(newest: Newest, table_id: str, shown: SessionPass) -> None:
        while True:
            try:
                reply = await wire.get(f"/api/tables/{table_id}", shown)
                if reply.is_fine:
                    newest.put(reply.body.decode())
                else:
                    tally().refused[f"look {reply.status}"] += 1
            except WireError as error:
                tally().lost[str(error)] += 1
            await asyncio.sleep(POLL_SECONDS)

    return watch


async def pushes(wire: Wire, watched: str, shown: SessionPass) -> AsyncGenerator[str, None]:
    """Open a separate socket for one feed, and yield every message."""
    headers = {"Cookie": shown.cookie} if shown.cookie else {}
    socket = connect(
        wire.address.live,
        additional_headers=headers,
        local_addr=wire.own,
        compression=None,
        ping_interval=None,
        proxy=None,
        max_queue=64,
        ssl=wire.ssl,
    )
    async with socket as connection:
        await connection.send(json.dumps({"watch": watched}))
        async for text in connection:
            yield text if isinstance(text, str) else text.decode()


def is_push(text: str) -> bool:
    """Whether a message is a push of a feed, and not a ping or a problem.

    >>> is_push('{"message":"meter","watch":"meter:M1","version":7}'), is_push('{"message":"ping","ping":3}')
    (True, False)
    """
    return not text.startswith(('{"message":"ping"', '{"message":"problem"'))


def _code_of(text: str) -> str:
    return f"live {json.loads(text)['problem'].get('code', 'problem')}"


@asynccontextmanager
async def watched(watch: Watching, table_id: str, shown: SessionPass) -> AsyncIterator[Newest]:
    """Watch a table as long as the context lasts."""
    newest = Newest()
    task = asyncio.create_task(watch(newest, table_id, shown))
    try:
        yield newest
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
