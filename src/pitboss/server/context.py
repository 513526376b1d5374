"""The hall: what every part of the server works with. House work is done in a bounded pool of threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import timedelta
from functools import partial
from typing import Final, ParamSpec, TypeVar

from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC
from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.people.sessions import SessionsEnded, hash_token
from pitboss.house.people.signing import OwnPin
from pitboss.house.room import Room
from pitboss.house.storage.notifications import SESSIONS_END
from pitboss.jobs.desk import JobDesk
from pitboss.server.bus import Bus, News
from pitboss.server.document_cache import DocumentCache
from pitboss.server.event_cache import EventCache
from pitboss.server.lab.quick_process import QuickProcess
from pitboss.server.limits import Limits
from pitboss.server.logs import log
from pitboss.server.metrics import Metrics
from pitboss.server.problems import problem_of
from pitboss.server.session_cache import SessionCache
from pitboss.server.settings import ServerSettings
from pitboss.sources import Ids, SystemIds

DEALERS: Final = 2
"""Threads for the house dealer alone."""

DISPLAYS: Final = 1
"""Threads for the meters above the tables alone."""

PIN_CHECKS: Final = 1
"""Threads for log-in tries alone: each hashes a PIN for a quarter of a second, and commands must not wait for that."""

MOST_PRINTED: Final = 64
"""So many pages are kept as they were printed."""

OWN_THREADS: Final = DEALERS + DISPLAYS + PIN_CHECKS
"""Threads beside those that everybody shares: each may need a connection to the database."""

Given = ParamSpec("Given")
Got = TypeVar("Got")


def sessions_chain(token: str = "") -> str:
    """How news tell that a session has ended; without a token it may be any.

    >>> sessions_chain(), len(sessions_chain("a token"))
    ('sessions', 73)
    """
    return f"{SESSIONS_END}:{hash_token(token)}" if token else SESSIONS_END


class ServerContext:
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
        self.known, self.recent, self.limits = SessionCache(), EventCache(), Limits(settings)
        self.metrics = Metrics()
        self.metrics.threads.set(settings.threads)
        self.published, self.printed, self.press = DocumentCache(), DocumentCache(MOST_PRINTED), QuickProcess()
        self.jobs, self.bench = JobDesk(room.database, room.house.property_id, room.clock), QuickProcess()
        self._threads = ThreadPoolExecutor(settings.threads, thread_name_prefix="house")
        self._dealers = ThreadPoolExecutor(DEALERS, thread_name_prefix="dealer")
        self._displays = ThreadPoolExecutor(DISPLAYS, thread_name_prefix="display")
        self._pin_checks = ThreadPoolExecutor(PIN_CHECKS, thread_name_prefix="log-in")

    @property
    def session_lasts(self) -> timedelta:
        """How long somebody stays logged in at most."""
        return timedelta(hours=self.settings.session_hours)

    async def do(self, work: Callable[Given, Got], *arguments: Given.args, **named: Given.kwargs) -> Got:
        """Do something of the house, which waits for the database, without holding up anybody else."""
        # The thread works in the context of who asked: its lines in the log carry the id of the request.
        call = partial(copy_context().run, work, *arguments, **named)
        with self.metrics.threads_busy.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def deal(self, work: Callable[Given, Got], *arguments: Given.args, **named: Given.kwargs) -> Got:
        """Do something for the house dealer, who does not stand in line with everybody who looks."""
        call = partial(work, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._dealers, call)

    async def show(self, work: Callable[Given, Got], *arguments: Given.args, **named: Given.kwargs) -> Got:
        """Look at a meter for its displays, which are there before anybody who plays."""
        call = partial(work, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._displays, call)

    async def check_pin(self, work: Callable[Given, Got], *arguments: Given.args, **named: Given.kwargs) -> Got:
        """Check the PIN of a log-in try. Tries wait for each other, so that guessing PINs delays no command."""
        call = partial(copy_context().run, work, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._pin_checks, call)

    def at_table(  # noqa: PLR0913 - what comes with a command
        self,
        table_id: str,
        command: Command,
        *,
        by: Actor,
        command_id: str,
        version: int | None = None,
        pin: OwnPin | None = None,
    ) -> Answer:
        """Do a command at a table, and tell everybody who listens. Called from a thread of the house."""
        do = partial(self.room.at_table, table_id, version=version, pin=pin)
        return self._done(do, command, by, command_id)

    def in_office(self, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None) -> Answer:
        """Do a command of the office, and tell everybody who listens. Called from a thread of the house."""
        return self._done(partial(self.room.in_office, pin=pin), command, by, command_id)

    def end_sessions(self, token: str = "") -> None:
        """A session has ended, or any may have: sockets ask at once whether theirs is still good, in every process."""
        if token:
            self.known.forget(token)
        else:
            self.known.doubt_all()
        self.bus.publish(News(sessions_chain(token), 0))

    def at_login(self, work: Callable[[], Answer], command: Command, *, by: Actor, command_id: str) -> Answer:
        """The same for what the door does itself with what a person keyed in, which is in no command."""
        return self._done(lambda *_, **__: work(), command, by, command_id)

    def _done(self, do: Callable[..., Answer], command: Command, by: Actor, command_id: str) -> Answer:
        """Do a command, tell everybody who listens, and note what became of it."""
        try:
            answer = do(command, by=by, command_id=command_id)
        except PitbossError as error:
            code = problem_of(error).code
            self._note(command, by, command_id, code, code)
            raise
        if _has_ended_sessions(answer):
            self.end_sessions()
        outcome = "repeated" if answer.is_repeat else "done"
        self._note(command, by, command_id, outcome, f"{answer.chain} {answer.version}")
        if not answer.is_repeat:
            self.recent.keep(answer.chain, answer.version, answer.events)
            self.bus.publish(News(answer.chain, answer.version))
        return answer

    def _note(self, command: Command, by: Actor, command_id: str, outcome: str, words: str) -> None:
        kind = command.slug()
        self.metrics.commands.labels(kind, outcome).inc()
        log(f"{kind} by {by}: {words}", kind=kind, by=str(by), command_id=command_id, outcome=outcome)

    def close(self) -> None:
        """Let the work in hand end; but not the lab's, which may take its time and changes nothing."""
        self.bench.close()
        self.press.close()
        for threads in (self._threads, self._dealers, self._displays, self._pin_checks):
            threads.shutdown(wait=True)


def _has_ended_sessions(answer: Answer) -> bool:
    """Whether a command ended sessions, by its events: no command can be forgotten here.

    A repeated command counts too: its first answer may have been lost.
    """
    return any(event["event"] == SessionsEnded.slug() for event in answer.seen_by(PUBLIC))
