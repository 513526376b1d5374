"""Holds what every part of the server uses: the room, its caches and limits, and pools of threads for its work."""

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
from pitboss.server.caches import DocumentCache, EventCache, SessionCache
from pitboss.server.lab.quick_process import QuickProcess
from pitboss.server.limits import Limits
from pitboss.server.logs import log
from pitboss.server.metrics import Metrics
from pitboss.server.problems import problem_of
from pitboss.server.settings import ServerSettings
from pitboss.sources import Ids, SystemIds

DEALERS: Final = 2
"""Threads only for the auto-dealer."""

DISPLAYS: Final = 1
"""Threads only for the meter displays above the tables."""

PIN_CHECKS: Final = 1
"""Threads only for log-ins: each hashes a PIN for a quarter of a second, and commands must not wait for that."""

MAX_PRINTED: Final = 64
"""How many printed pages are kept."""

OWN_THREADS: Final = DEALERS + DISPLAYS + PIN_CHECKS
"""Threads in addition to the shared ones: each may need a connection to the database."""

Params = ParamSpec("Params")
Result = TypeVar("Result")


def sessions_chain(token: str = "") -> str:
    """The chain of the news that a session has ended; without a token it may be any session.

    >>> sessions_chain(), len(sessions_chain("a token"))
    ('sessions', 73)
    """
    return f"{SESSIONS_END}:{hash_token(token)}" if token else SESSIONS_END


class ServerContext:
    """An open room, with everything that the server needs to serve it."""

    def __init__(
        self,
        room: Room,
        settings: ServerSettings,
        bus: Bus,
        ids: Ids | None = None,
    ) -> None:
        self.room, self.settings, self.bus = room, settings, bus
        self.clock, self.entropy, self.ids = room.clock, room.entropy, ids or SystemIds()
        self.sessions, self.events, self.limits = SessionCache(), EventCache(), Limits(settings)
        self.metrics = Metrics()
        self.metrics.threads.set(settings.threads)
        self.documents, self.printed_pages = DocumentCache(), DocumentCache(MAX_PRINTED)
        self.pdf_process = QuickProcess()
        self.jobs, self.lab_process = JobDesk(room.database, room.house.property_id, room.clock), QuickProcess()
        self._threads = ThreadPoolExecutor(settings.threads, thread_name_prefix="house")
        self._dealers = ThreadPoolExecutor(DEALERS, thread_name_prefix="dealer")
        self._displays = ThreadPoolExecutor(DISPLAYS, thread_name_prefix="display")
        self._pin_checks = ThreadPoolExecutor(PIN_CHECKS, thread_name_prefix="log-in")

    @property
    def session_lasts(self) -> timedelta:
        """The maximum time that a person stays logged in."""
        return timedelta(hours=self.settings.session_hours)

    async def do(self, work: Callable[Params, Result], *arguments: Params.args, **named: Params.kwargs) -> Result:
        """Do work that waits for the database in a thread of the house, so that the event loop stays free."""
        # The thread runs in the context of the caller, so that its log lines carry the id of the request.
        call = partial(copy_context().run, work, *arguments, **named)
        with self.metrics.threads_busy.track_inprogress():
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    async def deal(self, work: Callable[Params, Result], *arguments: Params.args, **named: Params.kwargs) -> Result:
        """Do work of the auto-dealer, which must not queue behind requests."""
        call = partial(work, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._dealers, call)

    async def show(self, work: Callable[Params, Result], *arguments: Params.args, **named: Params.kwargs) -> Result:
        """Read a meter for its displays, which must not queue behind requests."""
        call = partial(work, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._displays, call)

    async def check_pin(
        self, work: Callable[Params, Result], *arguments: Params.args, **named: Params.kwargs
    ) -> Result:
        """Check the PIN of a log-in. Log-ins queue behind each other, so that guessing PINs delays no command."""
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
        """Do a command at a table, and publish its news. Called from a thread of the house."""
        do = partial(self.room.at_table, table_id, version=version, pin=pin)
        return self._done(do, command, by, command_id)

    def in_office(self, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None) -> Answer:
        """Do a command of the office, and publish its news. Called from a thread of the house."""
        return self._done(partial(self.room.in_office, pin=pin), command, by, command_id)

    def end_sessions(self, token: str = "") -> None:
        """Announce that a session, or any session, has ended: sockets in every process check theirs at once."""
        if token:
            self.sessions.forget(token)
        else:
            self.sessions.doubt_all()
        self.bus.publish(News(sessions_chain(token), 0))

    def at_login(self, work: Callable[[], Answer], command: Command, *, by: Actor, command_id: str) -> Answer:
        """The same for what the door does itself with what a person keyed in, which is in no command."""
        return self._done(lambda *_, **__: work(), command, by, command_id)

    def _done(self, do: Callable[..., Answer], command: Command, by: Actor, command_id: str) -> Answer:
        """Do a command, publish its news, and log its outcome."""
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
            self.events.keep(answer.chain, answer.version, answer.events)
            self.bus.publish(News(answer.chain, answer.version))
        return answer

    def _note(self, command: Command, by: Actor, command_id: str, outcome: str, words: str) -> None:
        kind = command.slug()
        self.metrics.commands.labels(kind, outcome).inc()
        log(f"{kind} by {by}: {words}", kind=kind, by=str(by), command_id=command_id, outcome=outcome)

    def close(self) -> None:
        """Let running work finish, except that of the lab, which may take long and changes nothing."""
        self.lab_process.close()
        self.pdf_process.close()
        for threads in (self._threads, self._dealers, self._displays, self._pin_checks):
            threads.shutdown(wait=True)


def _has_ended_sessions(answer: Answer) -> bool:
    """Whether a command ended sessions. It looks at the events, so it works for every command.

    A repeated command counts too: its first answer may have been lost.
    """
    return any(event["event"] == SessionsEnded.slug() for event in answer.seen_by(PUBLIC))
