"""The hall: what every part of the server works with. House work is done in a bounded pool of threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.room import Room
from pitboss.outside import Ids, SystemIds
from pitboss.server.bus import Bus, News
from pitboss.server.settings import ServerSettings

Given = ParamSpec("Given")
Got = TypeVar("Got")


class Hall:
    """A room that is open to the world."""

    def __init__(
        self,
        room: Room,
        settings: ServerSettings,
        bus: Bus,
        ids: Ids | None = None,
    ) -> None:
        self.room, self.settings, self.bus = room, settings, bus
        self.clock, self.entropy, self.ids = room.clock, room.entropy, ids or SystemIds()
        self._threads = ThreadPoolExecutor(settings.threads, thread_name_prefix="house")

    async def do(self, work: Callable[Given, Got], *arguments: Given.args, **named: Given.kwargs) -> Got:
        """Do something of the house, which waits for the database, without holding up anybody else."""
        call = partial(work, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def at_table(
        self, table_id: str, command: Command, *, by: Actor, command_id: str, version: int | None = None
    ) -> Answer:
        """Do a command at a table, and tell everybody who listens. Called from a thread of the house."""
        answer = self.room.at_table(table_id, command, by=by, command_id=command_id, version=version)
        return self._told(answer)

    def in_office(self, command: Command, *, by: Actor, command_id: str) -> Answer:
        """Do a command of the office, and tell everybody who listens. Called from a thread of the house."""
        return self._told(self.room.in_office(command, by=by, command_id=command_id))

    def _told(self, answer: Answer) -> Answer:
        if not answer.is_repeat:
            self.bus.publish(News(answer.chain, answer.version))
        return answer

    def close(self) -> None:
        """Let the work in hand end."""
        self._threads.shutdown(wait=True)
