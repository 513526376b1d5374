"""Several processes behind one socket. Whoever dies is replaced; whoever has not got ready is given time."""

import logging
import signal
import socket
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.parent import end_with_parent
from pitboss.server.logs import set_up_logs
from pitboss.server.run import serve
from pitboss.server.settings import ServerSettings

LOG: Final = logging.getLogger("pitboss.workers")

LONGEST_PAUSE_SECONDS: Final = 30.0
"""Before another try, where processes end before they are ready: the database may be away."""

_SPAWN: Final = get_context("spawn")


class Worker:
    """A process that serves, as its parent sees it."""

    def __init__(self, settings: ServerSettings, listening: socket.socket) -> None:
        self.hears, tells = _SPAWN.Pipe(duplex=False)
        self.process: BaseProcess = _SPAWN.Process(target=_work, args=(settings, listening, tells), name="worker")
        self.process.start()
        tells.close()
        self.is_ready = False

    def hear(self) -> bool:
        """Whether it has just become ready. Its end of the line closes when it dies."""
        try:
            self.is_ready = self.hears.recv()
        except EOFError:
            self.hears.close()
            return False
        return True


def serve_with_workers(settings: ServerSettings, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve with several processes until somebody says stop."""
    with _Signals() as signals:
        _Shift(settings, listening, on_ready, signals).run()


class _Shift:
    """All processes of a server, from the start to the stop."""

    def __init__(
        self, settings: ServerSettings, listening: socket.socket, on_ready: Callable[[], None], signals: "_Signals"
    ) -> None:
        self._settings, self._listening, self._on_ready = settings, listening, on_ready
        self._signals = signals
        self._failures = 0
        self._was_ready = False

    def run(self) -> None:
        self._workers = [self._new() for _ in range(self._settings.workers)]
        try:
            while not self._signals.is_stop:
                self._look_after()
        finally:
            self._listening.close()
            self._stop()

    def _new(self) -> Worker:
        return Worker(self._settings, self._listening)

    def _look_after(self) -> None:
        """Wait until something happens, and see to it."""
        lines = {worker.hears: worker for worker in self._workers if not worker.hears.closed}
        ends = {worker.process.sentinel: worker for worker in self._workers}
        ready = wait([self._signals.hears, *lines, *ends])
        for worker in [lines[line] for line in lines if line in ready]:
            if worker.hear():
                self._note_ready(worker)
        for worker in [ends[end] for end in ends if end in ready]:
            self._replace(worker)

    def _note_ready(self, worker: Worker) -> None:
        LOG.info("process %s is ready", worker.process.pid)
        self._failures = 0
        if not self._was_ready:
            self._was_ready = True
            self._on_ready()

    def _replace(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.join()
        LOG.warning("process %s has ended (%s); another takes its place", worker.process.pid, worker.process.exitcode)
        worker.hears.close()
        if not worker.is_ready:
            pause = min(0.5 * 2**self._failures, LONGEST_PAUSE_SECONDS)
            self._failures += 1
            wait([self._signals.hears], pause)
        if not self._signals.is_stop:
            self._workers.append(self._new())

    def _stop(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(self._settings.stop_seconds + 10)
            if worker.process.is_alive():
                LOG.error("process %s does not end, and is ended", worker.process.pid)
                worker.process.kill()
                worker.process.join()


class _Signals:
    """SIGTERM and SIGINT as something that can be waited for."""

    def __enter__(self) -> "_Signals":
        self.hears, self._tells = socket.socketpair()
        for each in (self.hears, self._tells):
            each.setblocking(False)
        self._before = signal.set_wakeup_fd(self._tells.fileno())
        self._handlers: dict[int, Any] = {
            name: signal.signal(name, lambda *_: None) for name in (signal.SIGTERM, signal.SIGINT)
        }
        return self

    @property
    def is_stop(self) -> bool:
        """Whether somebody has said stop."""
        return bool(wait([self.hears], 0))

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        for name, handler in self._handlers.items():
            signal.signal(name, handler)
        self.hears.close()
        self._tells.close()


def _work(settings: ServerSettings, listening: socket.socket, tells: "Connection[Any, Any]") -> None:
    """What each process does."""
    set_up_logs(settings.logs, settings.log_level, settings.log_file)
    end_with_parent()
    try:
        serve(settings, listening, lambda: tells.send(True))
    except PitbossError as error:
        LOG.error("the room cannot be opened: %s", error)
        raise SystemExit(2) from None
