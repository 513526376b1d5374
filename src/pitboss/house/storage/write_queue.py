"""Queues writes on SQLite, which allows one writer at a time, so that one sync to the disk commits several commands."""

from collections import deque
from threading import Lock, Thread, get_ident
from typing import Final

from pitboss.house.storage.transactions import Write, WriteConnections, driver_of, merge_writes, with_connection

MAX_ROWS: Final = 40
"""The most rows in one batch: every SQLite accepts a statement of this size."""

STOP_AFTER: Final = 16
"""The writer thread stops after this many writes in a row by one thread, which then writes for itself again."""

IDLE_SECONDS: Final = 0.5


class DirectWrites:
    """Writes at once, each through a connection of its own, as PostgreSQL allows."""

    def __init__(self, writers: WriteConnections) -> None:
        self._writers = writers

    def write(self, write: Write) -> None:
        """Write it, and return when it is on the disk."""
        with_connection(self._writers, lambda connection: write.run(driver_of(connection)))


class SingleWriterQueue(DirectWrites):
    """Lets one thread write at a time, as SQLite requires. A thread that finds the queue free writes for itself.

    When a thread has to wait, a writer thread starts and writes for all threads until only one is left. Everything that
    waits together goes to the disk in one sync. While the writer thread waits for the disk, the others prepare their
    next writes; without it, the thread that has just written would go on with that, and Python would not let the next
    one in the queue begin. Each entry is still written whole or not at all: if a batch fails, its entries are written
    one by one.
    """

    def __init__(self, writers: WriteConnections) -> None:
        super().__init__(writers)
        self._waiting: deque[_Entry] = deque()
        self._guard = Lock()
        self._is_taken = False
        """Whether a thread is writing, or the writer thread runs."""
        self._wake_up = _locked_lock()
        """Released with every new entry, since the writer thread may be idle."""

    def write(self, write: Write) -> None:
        """Write it, and return when it is on the disk."""
        entry = self._enqueue(write)
        if entry is None:
            self._write_directly(write)
            return
        entry.is_done.acquire()
        if entry.error is not None:
            raise entry.error

    def _enqueue(self, write: Write) -> "_Entry | None":
        """Put a write into the queue; nothing when the queue was free, which the caller has taken then."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return None
            entry = _Entry(write)
            self._waiting.append(entry)
            if self._wake_up.locked():
                self._wake_up.release()
            return entry

    def _write_directly(self, write: Write) -> None:
        try:
            with self._writers.writing:
                super().write(write)
        finally:
            if not self._release():
                self._start_writer_thread()

    def _start_writer_thread(self) -> None:
        try:
            Thread(target=self._run_writer, name="writer", daemon=True).start()
        except RuntimeError:
            # The machine has no thread left: this thread does the work.
            self._run_writer()

    def _release(self) -> bool:
        """Free the queue, unless an entry waits in it."""
        with self._guard:
            self._is_taken = bool(self._waiting)
            return not self._is_taken

    def _run_writer(self) -> None:
        self._write_batches()
        while not self._release():
            self._write_batches()

    def _write_batches(self) -> None:
        """Write for all threads, until only one of them writes or no entry comes any more."""
        last, in_a_row = 0, 0
        while in_a_row < STOP_AFTER:
            batch = self._next_batch()
            if not batch:
                if not self._wake_up.acquire(timeout=IDLE_SECONDS):
                    return
                continue
            self._write_batch(batch)
            for entry in batch:
                in_a_row = in_a_row + 1 if entry.thread == last else 0
                last = entry.thread
                entry.is_done.release()

    def _next_batch(self) -> "list[_Entry]":
        batch: list[_Entry] = []
        rows = 0
        while self._waiting and (not batch or rows + self._waiting[0].write.rows <= MAX_ROWS):
            batch.append(self._waiting.popleft())
            rows += batch[-1].write.rows
        return batch

    def _write_batch(self, batch: "list[_Entry]") -> None:
        with self._writers.writing:
            if self._fails(batch) and len(batch) > 1:
                for entry in batch:
                    self._fails([entry])

    def _fails(self, batch: "list[_Entry]") -> bool:
        """Write these entries as one. If that fails, none of them is written, and each gets the error."""
        error = None
        try:
            super().write(merge_writes([entry.write for entry in batch]))
        except BaseException as failure:
            error = failure
        for entry in batch:
            entry.error = error
        return error is not None


class _Entry:
    """A write in the queue, and the thread that waits for it."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.thread = get_ident()
        self.is_done = _locked_lock()
        """Released when the write is on the disk, or has failed."""
        self.error: BaseException | None = None


def _locked_lock() -> Lock:
    lock = Lock()
    lock.acquire()
    return lock
