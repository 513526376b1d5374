"""How much memory work takes, all of its processes together."""

import os
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

EVERY_SECONDS = 0.2


class Memory:
    """Looks every fifth of a second what this process and its children hold, and remembers the most.

    A page that several of them share counts once, in parts (PSS): the sum is what the machine gives. It needs Linux.
    """

    def __init__(self) -> None:
        self.most_mb = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="memory", daemon=True)

    def __enter__(self) -> "Memory":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            self.most_mb = max(self.most_mb, sum(map(held_mb, family(os.getpid()))))


def family(parent: int) -> list[int]:
    """A process and its children."""
    found = [parent]
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            # The name of the program stands in brackets and may hold spaces.
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return found


def held_mb(process: int) -> float:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024 / 1e6
    return 0.0
