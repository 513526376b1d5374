"""Runs a worker that computes the jobs of the lab, on its own or as a child process of the server."""

import logging
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.house import property as properties
from pitboss.house.storage.database import Access, Database
from pitboss.jobs.desk import JobDesk
from pitboss.jobs.room_theory import ask_for_theory
from pitboss.jobs.worker import Worker
from pitboss.lab.store import Store
from pitboss.parent import end_with_parent
from pitboss.server.logs import set_up_logs
from pitboss.server.settings import ServerSettings
from pitboss.sources import Clock, Ids, SystemClock, SystemIds

NICE: Final = 10
"""The priority of the worker: a card room on the same machine goes first."""

STOP_SECONDS: Final = 30.0
"""How long the lab may take to finish its current blocks when it stops."""

PAUSES: Final = (1.0, 5.0, 30.0, 60.0)
"""How long to wait before replacing a worker that ended by itself; the last value repeats."""

_SPAWN: Final = get_context("spawn")
_LOG: Final = logging.getLogger("pitboss.worker")


def run_worker(
    settings: ServerSettings, processes: int | None = None, clock: Clock | None = None, ids: Ids | None = None
) -> None:
    """Work on the jobs of a room until SIGTERM or Ctrl-C. It deals no cards, so it needs no key of the room."""
    clock = clock or SystemClock()
    with closing(Database(settings.database, connections=2, access=Access.LAB)) as database:
        database.verify_schema()
        with database.reading() as connection:
            house = properties.load(connection, settings.property_id or None, clock.now())
        os.nice(NICE)
        desk = JobDesk(database, house.property_id, clock)

        def housekeeping() -> None:
            desk.clear_away()
            ask_for_theory(database, house.property_id, desk)

        name = f"{socket.gethostname()}-{os.getpid()}-{(ids or SystemIds()).new()[-4:]}"
        worker = Worker(desk, name, store=Store(), processes=processes, now_and_then=housekeeping)
        with _stopped_by_signals(worker):
            _LOG.info("worker %s works for %s", worker.name, house.name)
            worker.run()
        _LOG.info("worker %s has stopped", worker.name)


@contextmanager
def _stopped_by_signals(worker: Worker) -> Iterator[None]:
    def stop(_signal: int, _frame: Any) -> None:
        worker.interrupt()

    before = {name: signal.signal(name, stop) for name in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


class LabWorkerProcess:
    """Runs a worker in a separate process until the server ends, and replaces it if it ends by itself."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._stopped, self._guard = Event(), Lock()
        self._process: BaseProcess | None = None
        self._thread = Thread(target=self._supervise, name="worker", daemon=True)

    def start(self) -> None:
        """Start a worker if the settings ask for one. Called once the server is ready."""
        if self._settings.worker:
            self._thread.start()

    def __enter__(self) -> "LabWorkerProcess":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        with self._guard:
            self._stopped.set()
            if self._process is not None:
                self._process.terminate()
        if self._thread.is_alive():
            self._thread.join(STOP_SECONDS)
        if self._thread.is_alive() and self._process is not None:
            self._process.kill()  # its job is claimed again when the lease runs out
            self._thread.join()

    def _supervise(self) -> None:
        ends = 0
        while (process := self._start()) is not None:
            process.join()
            if not self._stopped.is_set():
                _LOG.warning("the worker has ended (%s); another takes its place", process.exitcode)
                self._stopped.wait(PAUSES[min(ends, len(PAUSES) - 1)])
                ends += 1

    def _start(self) -> BaseProcess | None:
        with self._guard:
            if self._stopped.is_set():
                return None
            self._process = _SPAWN.Process(target=_work, args=(self._settings,), name="lab worker")
            self._process.start()
            return self._process


def _work(settings: ServerSettings) -> None:
    """The main function of the process. Ctrl-C is for the server, which then ends this process."""
    set_up_logs(settings.logs, settings.log_level, settings.log_file)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    try:
        run_worker(settings)
    except PitbossError as error:
        _LOG.error("the worker cannot work: %s", error)
        raise SystemExit(2) from None
