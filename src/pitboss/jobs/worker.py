"""A worker: claims the jobs of a room one at a time and has the lab work them out, until somebody says stop."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from types import TracebackType
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.house.errors import StorageError
from pitboss.jobs.desk import LEASE_SECONDS, JobDesk
from pitboss.jobs.rows import Job
from pitboss.lab.store import Store
from pitboss.lab.work import Resources, StoppedError

POLL_SECONDS: Final = 1.0
"""How often a worker without work looks for some."""

PROGRESS_SECONDS: Final = 0.5
"""The least time between two notes of progress."""

BEATS: Final = int(LEASE_SECONDS / 6 / PROGRESS_SECONDS)
"""After so many of these without progress it is said that the work goes on: a lease outlives some that fail."""

IDLE_LOOKS: Final = 60
"""After so many looks without work it does what is to be done now and then."""

MOST_WORDS: Final = 500

_LOG: Final = logging.getLogger("pitboss.worker")


class Worker:
    """A worker of a room.

    ``now_and_then`` is done at the start, and every minute or so without work.
    """

    def __init__(
        self,
        desk: JobDesk,
        name: str,
        *,
        store: Store | None = None,
        processes: int | None = None,
        now_and_then: Callable[[], object] = lambda: None,
    ) -> None:
        self.name = name
        self._desk, self._store, self._processes = desk, store, processes
        self._now_and_then = now_and_then
        self._is_stopped = self._is_interruptible = self._is_in_trouble = False
        self._bell = Event()

    def run(self) -> None:
        """Work until somebody says stop. What goes wrong with a job is that job's end, never the worker's."""
        looks = 0
        while not self._is_stopped:
            if looks % IDLE_LOOKS == 0:
                self._try(self._now_and_then)
            if self._try(self.work_on_one):
                looks = 0
            looks += 1
            if looks > 1:
                self._rest()

    def _rest(self) -> None:
        with suppress(KeyboardInterrupt), self._interruptible():
            self._bell.wait(POLL_SECONDS)

    def stop(self) -> None:
        """Stop when the job in hand is done; from another thread."""
        self._is_stopped = True
        self._bell.set()

    def interrupt(self) -> None:
        """Stop now, from a handler of signals: what the lab has in hand is left to the next worker.

        A handler runs in the middle of whatever the thread does. It takes no lock, which the thread may hold, and
        breaks into nothing but rest and the work of the lab.
        """
        self._is_stopped = True
        if self._is_interruptible:
            self._is_interruptible = False
            raise KeyboardInterrupt

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        self._is_interruptible = True
        try:
            if self._is_stopped:
                raise KeyboardInterrupt
            yield
        finally:
            self._is_interruptible = False

    def _try(self, what: Callable[[], Any]) -> Any:
        """A database that is away is waited for, and spoken of once."""
        try:
            done = what()
        except PitbossError as error:
            if not self._is_in_trouble:
                _LOG.warning("jobs cannot be looked after: %s", error)
            self._is_in_trouble = True
            return None
        self._is_in_trouble = False
        return done

    def work_on_one(self) -> bool:
        """Claim a job and do it; whether there was one."""
        job = self._desk.claim(self.name)
        if job is None:
            return False
        _LOG.info("job %s: %s %s", job.job_id, job.kind, job.inputs)
        try:
            result = self._worked_out(job)
            is_wanted = self._desk.finish(job.job_id, self.name, result)
            _LOG.info("job %s is %s", job.job_id, "done" if is_wanted else "done, and nobody wants it any more")
        except (StoppedError, KeyboardInterrupt):
            self._leave(job)
        except StorageError:
            raise  # its lease runs out, and what the lab has kept is found again
        except Exception as error:
            self._fail(job, error)
        return True

    def _worked_out(self, job: Job) -> dict[str, Any]:
        with _Pulse(self._desk, job.job_id, self.name) as pulse:
            resources = Resources(self._store, self._processes, pulse.watch)
            with self._interruptible():
                return self._desk.lab.run(job.kind, job.inputs, resources)

    def _leave(self, job: Job) -> None:
        """Somebody said stop, or cancelled it. What the lab has kept of it, the next worker goes on from."""
        is_left = self._desk.put_back(job.job_id, self.name)
        _LOG.info("job %s %s", job.job_id, "is left to the next worker" if is_left else "is not wanted any more")

    def _fail(self, job: Job, error: Exception) -> None:
        if self._is_stopped:
            # Processes that are ended with this one break what they worked on: that is no fault of the job.
            self._leave(job)
            return
        is_refusal = isinstance(error, PitbossError)
        _LOG.warning("job %s has failed: %s", job.job_id, error, exc_info=None if is_refusal else error)
        self._desk.fail(job.job_id, self.name, reason_of(error))


def reason_of(error: Exception) -> str:
    """Why a job failed, in one line.

    >>> reason_of(PitbossError("0 decks in the shoe: allowed are 1 to 8")), reason_of(ZeroDivisionError("by zero"))
    ('0 decks in the shoe: allowed are 1 to 8', 'an error of ours (ZeroDivisionError): by zero')
    """
    words = " ".join(str(error).split())
    told = words if isinstance(error, PitbossError) else f"an error of ours ({type(error).__name__}): {words}"
    return told if len(told) <= MOST_WORDS else f"{told[: MOST_WORDS - 3]}..."


class _Pulse:
    """Says in a thread of its own that the work goes on and how far it is, and hears whether it is still wanted."""

    def __init__(self, desk: JobDesk, job_id: str, worker: str) -> None:
        self._desk, self._job_id, self._worker = desk, job_id, worker
        self._blocks = (0, 0)
        self._is_wanted = True
        self._over = Event()
        self._thread = Thread(target=self._beat, name="pulse", daemon=True)

    def watch(self, done: int, total: int) -> None:
        """The lab has done another block; where nobody wants it any more, it is stopped."""
        self._blocks = (done, total)
        if not self._is_wanted:
            raise StoppedError(f"job {self._job_id} was cancelled")

    def _beat(self) -> None:
        told, silent = (0, 0), 0
        while self._is_wanted and not self._over.wait(PROGRESS_SECONDS):
            blocks, silent = self._blocks, silent + 1
            if blocks == told and silent < BEATS:
                continue
            try:
                self._is_wanted = self._desk.renew(self._job_id, self._worker, *blocks)
                told, silent = blocks, 0
            except Exception as error:
                # Whatever it is: a pulse that ends would let another worker begin the same job.
                _LOG.warning("job %s: it cannot be said that it goes on: %s", self._job_id, error)

    def __enter__(self) -> "_Pulse":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
