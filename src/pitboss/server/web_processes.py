"""Runs several server processes behind one listening socket, and replaces a process that ends."""

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
"""The longest pause before a new process when processes end before they are ready: the database may be down."""

_SPAWN: Final = get_context("spawn")


class Worker:
    """A server process, as its parent sees it."""

    def __init__(self, settings: ServerSettings, listening: socket.socket) -> None:
        self.receiver, sender = _SPAWN.Pipe(duplex=False)
        self.process: BaseProcess = _SPAWN.Process(target=_work, args=(settings, listening, sender), name="worker")
        self.process.start()
        sender.close()
        self.is_ready = False

    def has_become_ready(self) -> bool:
        """Whether it has just become ready. The pipe closes when the process ends."""
        try:
            self.is_ready = self.receiver.recv()
        except EOFError:
            self.receiver.close()
            return False
        return True


def serve_with_workers(settings: ServerSettings, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve with several processes until a signal to stop."""
    with _Signals() as signals:
        _Supervisor(settings, listening, on_ready, signals).run()


class _Supervisor:
    """Starts, watches, replaces and stops the processes of a server."""

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
                self._watch()
        finally:
            self._listening.close()
            self._stop()

    def _new(self) -> Worker:
        return Worker(self._settings, self._listening)

    def _watch(self) -> None:
        """Wait until a process is ready or ends, or a signal arrives, and react."""
        lines = {worker.receiver: worker for worker in self._workers if not worker.receiver.closed}
        ends = {worker.process.sentinel: worker for worker in self._workers}
        ready = wait([self._signals.receiver, *lines, *ends])
        for worker in [lines[line] for line in lines if line in ready]:
            if worker.has_become_ready():
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
        worker.receiver.close()
        if not worker.is_ready:
            pause = min(0.5 * 2**self._failures, LONGEST_PAUSE_SECONDS)
            self._failures += 1
            wait([self._signals.receiver], pause)
        if not self._signals.is_stop:
            self._workers.append(self._new())

    def _stop(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(self._settings.stop_seconds + 10)
            if worker.process.is_alive():
                LOG.error("process %s does not end, and is killed", worker.process.pid)
                worker.process.kill()
                worker.process.join()


class _Signals:
    """Makes SIGTERM and SIGINT readable from a socket, so that ``wait`` can wait for them."""

    def __enter__(self) -> "_Signals":
        self.receiver, self._sender = socket.socketpair()
        for each in (self.receiver, self._sender):
            each.setblocking(False)
        self._before = signal.set_wakeup_fd(self._sender.fileno())
        self._handlers: dict[int, Any] = {
            name: signal.signal(name, lambda *_: None) for name in (signal.SIGTERM, signal.SIGINT)
        }
        return self

    @property
    def is_stop(self) -> bool:
        """Whether a signal to stop has arrived."""
        return bool(wait([self.receiver], 0))

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        for name, handler in self._handlers.items():
            signal.signal(name, handler)
        self.receiver.close()
        self._sender.close()


def _work(settings: ServerSettings, listening: socket.socket, sender: "Connection[Any, Any]") -> None:
    """The main function of each process."""
    set_up_logs(settings.logs, settings.log_level, settings.log_file)
    end_with_parent()
    try:
        serve(settings, listening, lambda: sender.send(True))
    except PitbossError as error:
        LOG.error("the room cannot be opened: %s", error)
        raise SystemExit(2) from None
