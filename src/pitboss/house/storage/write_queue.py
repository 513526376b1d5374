"""Where writes wait that are all of their transaction."""

from collections import deque
from threading import Lock, Thread, get_ident
from typing import Final

from pitboss.house.storage.transactions import Write, WriteConnections, borrowing, driver_of, merge_writes

MOST_ROWS: Final = 40
"""So many rows are written at once: every SQLite takes them."""

ALONE: Final = 16
"""After so many writes of one thread it is alone, and writes for itself again."""

IDLE_SECONDS: Final = 0.5


class DirectWrites:
    """Nobody waits: each writes through a connection of its own, as PostgreSQL allows."""

    def __init__(self, writers: WriteConnections) -> None:
        self._writers = writers

    def write(self, write: Write) -> None:
        """Write it, and come back when it is on the disk."""
        borrowing(self._writers, lambda connection: write.by(driver_of(connection)))


class SingleWriterQueue(DirectWrites):
    """One writes at a time, as SQLite asks for. Whoever finds nobody there writes for itself.

    Where somebody has to wait, a scribe comes and writes for all until one is alone again. What waits together is on
    the disk with one sync; and while the scribe waits for the disk, the others work out what they write next: without
    a scribe, whoever has just written would go on to that, and Python would not let the next in line begin. Each is
    still written whole or not at all: if a lot does not go through, every one of it is written alone.
    """

    def __init__(self, writers: WriteConnections) -> None:
        super().__init__(writers)
        self._waiting: deque[_Turn] = deque()
        self._guard = Lock()
        self._is_taken = False
        """Whether somebody writes, or the scribe is there."""
        self._bell = _closed_gate()
        """Opened by whoever comes: the scribe may be resting."""

    def write(self, write: Write) -> None:
        """Write it, and come back when it is on the disk."""
        turn = self._stand_in_line(write)
        if turn is None:
            self._write_alone(write)
            return
        turn.gate.acquire()
        if turn.error is not None:
            raise turn.error

    def _stand_in_line(self, write: Write) -> "_Turn | None":
        """Wait for a turn; nothing where nobody is there, and whoever comes now has to wait."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return None
            turn = _Turn(write)
            self._waiting.append(turn)
            if self._bell.locked():
                self._bell.release()
            return turn

    def _write_alone(self, write: Write) -> None:
        try:
            with self._writers.writing:
                super().write(write)
        finally:
            if not self._leave():
                self._send_for_scribe()

    def _send_for_scribe(self) -> None:
        try:
            Thread(target=self._scribe, name="scribe", daemon=True).start()
        except RuntimeError:
            # The machine has no thread left: whoever has just written does it.
            self._scribe()

    def _leave(self) -> bool:
        """Go, unless somebody has come meanwhile."""
        with self._guard:
            self._is_taken = bool(self._waiting)
            return not self._is_taken

    def _scribe(self) -> None:
        self._serve()
        while not self._leave():
            self._serve()

    def _serve(self) -> None:
        """Write for all who come, until one is alone or nobody comes any more."""
        last, in_a_row = 0, 0
        while in_a_row < ALONE:
            lot = self._next_lot()
            if not lot:
                if not self._bell.acquire(timeout=IDLE_SECONDS):
                    return
                continue
            self._write_lot(lot)
            for turn in lot:
                in_a_row = in_a_row + 1 if turn.by == last else 0
                last = turn.by
                turn.gate.release()

    def _next_lot(self) -> "list[_Turn]":
        lot: list[_Turn] = []
        rows = 0
        while self._waiting and (not lot or rows + self._waiting[0].write.rows <= MOST_ROWS):
            lot.append(self._waiting.popleft())
            rows += lot[-1].write.rows
        return lot

    def _write_lot(self, lot: "list[_Turn]") -> None:
        with self._writers.writing:
            if self._fails(lot) and len(lot) > 1:
                for turn in lot:
                    self._fails([turn])

    def _fails(self, lot: "list[_Turn]") -> bool:
        """Write these as one. If that fails, nothing of it happened, and all of them know why."""
        error = None
        try:
            super().write(merge_writes([turn.write for turn in lot]))
        except BaseException as failure:
            error = failure
        for turn in lot:
            turn.error = error
        return error is not None


class _Turn:
    """A write, and who wants it."""

    def __init__(self, write: Write) -> None:
        self.write = write
        self.by = get_ident()
        self.gate = _closed_gate()
        """Opened when it is on the disk, or cannot be."""
        self.error: BaseException | None = None


def _closed_gate() -> Lock:
    gate = Lock()
    gate.acquire()
    return gate
