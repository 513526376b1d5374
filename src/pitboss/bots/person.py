"""Somebody who has come in: a guest, or one of the staff."""

import asyncio
import re
from collections.abc import Callable
from itertools import count
from typing import Any, Final

from pitboss.bots.errors import BotsError, WireError
from pitboss.bots.tally import BotTally
from pitboss.bots.wire import NOBODY, Reply, Wire
from pitboss.bots.wire import SessionPass as Shown
from pitboss.sources import Ids

TRY_AGAIN_SECONDS: Final = 5.0
"""How long to wait at a door that lets only so many in."""

NO_ANSWER: Final = Reply(599, b"{}")
"""What a command brought that got no answer."""

_VERSION: Final = re.compile(rb'"version":\s?(\d+)')


class Person:
    """Somebody with a session, whose commands are counted."""

    def __init__(self, wire: Wire, tally: Callable[[], BotTally], ids: Ids) -> None:
        self.wire, self._tally, self._id, self._numbers = wire, tally, ids.new(), count(1)
        self.shown, self.name, self.role = NOBODY, "", "nobody"
        self.pin = ""
        """Of staff, who sign with it."""

    async def come_in(self, name: str) -> None:
        """Come in as a guest, and get the play money of the day. Who is too many waits at the door."""
        while True:
            reply = await self.wire.post("/api/guest", {"name": name})
            if reply.status != 429:
                break
            self._tally().refused["guest too-many-tries"] += 1
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        self._is_in(reply, "a guest")
        self._tally().guests += 1

    async def log_in(self, badge: str, pin: str) -> None:
        """Come in as one of the staff."""
        self._is_in(await self.wire.post("/api/log-in", {"badge": badge, "pin": pin}), f"badge {badge}")
        self.pin = pin

    def _is_in(self, reply: Reply, who: str) -> None:
        told = reply.json()
        if not reply.is_fine:
            raise BotsError(f"{who} cannot come in: {told.get('detail', reply.status)}")
        self.shown, self.name, self.role = Shown(reply.cookie, told["csrf"]), told["name"], told["role"]

    async def send(self, path: str, **values: Any) -> Reply:
        """Send a command. A refusal is counted by command and code, and what gets no answer by its reason."""
        loop, tally = asyncio.get_running_loop(), self._tally()
        sent = values | {"command_id": f"{self._id}-{next(self._numbers)}"}
        start = loop.time()
        try:
            reply = await self.wire.post(path, sent, self.shown)
        except WireError as error:
            tally.lost[str(error)] += 1
            return NO_ANSWER
        tally.times.add(loop.time() - start)
        if reply.is_fine:
            tally.commands += 1
        else:
            tally.refused[f"{path.rpartition('/')[2]} {code_of(reply)}"] += 1
        return reply

    async def must_send(self, path: str, **values: Any) -> Any:
        """Send a command that must be done: a refusal ends the work."""
        reply = await self.send(path, **values)
        if not reply.is_fine:
            slug = path.rpartition("/")[2]
            raise BotsError(f"{slug} by {self.role} {self.name} is refused: {reply.json().get('detail', reply.status)}")
        return reply.json()


def code_of(reply: Reply) -> str:
    """The code of a refusal.

    >>> code_of(Reply(409, b'{"code": "money"}')), code_of(Reply(502, b"<html>"))
    ('money', 'status 502')
    """
    try:
        told = reply.json()
    except WireError:
        told = None
    return str(told["code"]) if isinstance(told, dict) and "code" in told else f"status {reply.status}"


def version_of(reply: Reply) -> int:
    """The version of the table after a command; the body is not read for it.

    >>> version_of(Reply(200, b'{"version":17,"events":[]}'))
    17
    """
    found = _VERSION.search(reply.body, 0, 100)
    return int(found[1]) if found else 0
