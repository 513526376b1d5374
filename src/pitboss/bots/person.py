"""A logged-in guest or member of the staff, who sends commands and counts their outcomes."""

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
"""How long to wait before the next try to log in when the server limits log-ins."""

NO_ANSWER: Final = Reply(599, b"{}")
"""Stands for the answer to a command that got none."""

_VERSION: Final = re.compile(rb'"version":\s?(\d+)')


class Person:
    """A person with a session, whose commands are counted."""

    def __init__(self, wire: Wire, tally: Callable[[], BotTally], ids: Ids) -> None:
        self.wire, self._tally, self._id, self._numbers = wire, tally, ids.new(), count(1)
        self.shown, self.name, self.role = NOBODY, "", "nobody"
        self.pin = ""
        """The PIN of staff, who sign with it."""

    async def come_in(self, name: str) -> None:
        """Log in as a guest and get the play money of the day; waits if the server limits log-ins."""
        while True:
            reply = await self.wire.post("/api/guest", {"name": name})
            if reply.status != 429:
                break
            self._tally().refused["guest too-many-tries"] += 1
            await asyncio.sleep(TRY_AGAIN_SECONDS)
        self._note_session(reply, "a guest")
        self._tally().guests += 1

    async def log_in(self, badge: str, pin: str) -> None:
        """Log in as a member of the staff."""
        self._note_session(await self.wire.post("/api/log-in", {"badge": badge, "pin": pin}), f"badge {badge}")
        self.pin = pin

    def _note_session(self, reply: Reply, who: str) -> None:
        answer = reply.json()
        if not reply.is_fine:
            raise BotsError(f"{who} cannot log in: {answer.get('detail', reply.status)}")
        self.shown, self.name, self.role = Shown(reply.cookie, answer["csrf"]), answer["name"], answer["role"]

    async def send(self, path: str, **values: Any) -> Reply:
        """Send a command. Counts a refusal by command and code, and a missing answer by its reason."""
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
        """Send a command that must succeed; a refusal raises an error."""
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
        problem = reply.json()
    except WireError:
        problem = None
    return str(problem["code"]) if isinstance(problem, dict) and "code" in problem else f"status {reply.status}"


def version_of(reply: Reply) -> int:
    """The version of the table after a command, found without parsing the body.

    >>> version_of(Reply(200, b'{"version":17,"events":[]}'))
    17
    """
    match = _VERSION.search(reply.body, 0, 100)
    return int(match[1]) if match else 0
