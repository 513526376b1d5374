"""A worker process of the lab: claims a room's jobs one at a time and has the lab compute them, until it is stopped."""

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
"""How often an idle worker polls for a job."""

PROGRESS_SECONDS: Final = 0.5
"""The minimum time between two reports of progress."""

BEATS: Final = int(LEASE_SECONDS / 6 / PROGRESS_SECONDS)
"""After this many intervals without progress the lease is renewed, so that it survives some failed renewals."""

IDLE_POLLS: Final = 60
"""After this many polls without a job an idle worker runs ``now_and_then``."""

MAX_WORDS: Final = 500

_LOG: Final = logging.getLogger("pitboss.worker")


class Worker:
    """A worker of a room's jobs.

    ``now_and_then`` runs at the start, and about every minute while there is no job.
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
        self._wake_up = Event()

    def run(self) -> None:
        """Work until stopped. An error in a job ends that job, never the worker."""
        polls = 0
        while not self._is_stopped:
            if polls % IDLE_POLLS == 0:
                self._try(self._now_and_then)
            if self._try(self.work_on_one):
                polls = 0
            polls += 1
            if polls > 1:
                self._rest()

    def _rest(self) -> None:
        with suppress(KeyboardInterrupt), self._interruptible():
            self._wake_up.wait(POLL_SECONDS)

    def stop(self) -> None:
        """Stop after the current job; called from another thread."""
        self._is_stopped = True
        self._wake_up.set()

    def interrupt(self) -> None:
        """Stop now, from a signal handler: the current job is left to the next worker.

        A signal handler interrupts the thread anywhere. So it takes no lock, which the thread may hold, and interrupts
        only waiting and the work of the lab.
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
        """Run something; while the database is unavailable, log that once and go on."""
        try:
            done = what()
        except PitbossError as error:
            if not self._is_in_trouble:
                _LOG.warning("jobs cannot be read or written: %s", error)
            self._is_in_trouble = True
            return None
        self._is_in_trouble = False
        return done

    def work_on_one(self) -> bool:
        """Claim a job and do it; returns whether there was one."""
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
            raise  # the lease expires, and the next worker continues from what the lab has stored
        except Exception as error:
            self._fail(job, error)
        return True

    def _worked_out(self, job: Job) -> dict[str, Any]:
        with _Pulse(self._desk, job.job_id, self.name) as pulse:
            resources = Resources(self._store, self._processes, pulse.watch)
            with self._interruptible():
                return self._desk.lab.run(job.kind, job.inputs, resources)

    def _leave(self, job: Job) -> None:
        """Put back a job that was interrupted or cancelled. The next worker continues from what the lab has stored."""
        is_left = self._desk.put_back(job.job_id, self.name)
        _LOG.info("job %s %s", job.job_id, "is left to the next worker" if is_left else "is not wanted any more")

    def _fail(self, job: Job, error: Exception) -> None:
        if self._is_stopped:
            # Helper processes that end together with this one break their work: that is not the job's fault.
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
    reason = words if isinstance(error, PitbossError) else f"an error of ours ({type(error).__name__}): {words}"
    return reason if len(reason) <= MAX_WORDS else f"{reason[: MAX_WORDS - 3]}..."


class _Pulse:
    """Renews the lease with the progress in a separate thread, and notes whether the job is still wanted."""

    def __init__(self, desk: JobDesk, job_id: str, worker: str) -> None:
        self._desk, self._job_id, self._worker = desk, job_id, worker
        self._blocks = (0, 0)
        self._is_wanted = True
        self._over = Event()
        self._thread = Thread(target=self._beat, name="pulse", daemon=True)

    def watch(self, done: int, total: int) -> None:
        """Note that the lab has done another block, and stop it if the job is not wanted any more."""
        self._blocks = (done, total)
        if not self._is_wanted:
            raise StoppedError(f"job {self._job_id} was cancelled")

    def _beat(self) -> None:
        reported, silent = (0, 0), 0
        while self._is_wanted and not self._over.wait(PROGRESS_SECONDS):
            blocks, silent = self._blocks, silent + 1
            if blocks == reported and silent < BEATS:
                continue
            try:
                self._is_wanted = self._desk.renew(self._job_id, self._worker, *blocks)
                reported, silent = blocks, 0
            except Exception as error:
                # Any error: if this thread ended, another worker would begin the same job.
                _LOG.warning("job %s: its lease cannot be renewed: %s", self._job_id, error)

    def __enter__(self) -> "_Pulse":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()
