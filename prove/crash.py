"""Prove that killed processes and crashed servers lose nothing and do nothing twice, hundreds of times.

`make prove` runs it on SQLite and PostgreSQL, shows progress, and writes the dated result next to it. What is played
and where it is killed follows from the number of the crash. Ctrl-C stops it cleanly.
"""

import platform
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from pitboss.house.storage.database import Database
from support.card_room import FakeClock
from support.crash_parent import History, address, busy_floor, crash, crash_server
from support.crash_server import own_server
from writing import write_result

CRASHES = int(sys.argv[1]) if len(sys.argv) > 1 else 300
"""Of processes, on each database."""
A_ROOM = 25
"""So many in one room, then another begins: the audit after each looks at all of it."""


def progress_bar() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns)


class Proof:
    """The crashes on one database, and what was found."""

    def __init__(self, name, bar):
        self.name, self._bar = name, bar
        self._task = bar.add_task(name, total=CRASHES)
        self.rooms, self.faults = [], []

    def run(self, url_of, server=None):
        """Crash after crash, each room on the database that it is given."""
        for first in range(0, CRASHES, A_ROOM):
            with TemporaryDirectory() as folder:
                self._run_room(url_of(Path(folder), first), Path(folder) / "room.key", first, server)

    def _run_room(self, url, key, first, server):
        database = Database(url)
        busy_floor(database, key, FakeClock())
        database.close()
        history = History()
        self.rooms.append(history)
        for seed in range(first, min(first + A_ROOM, CRASHES)):
            self._note(seed, crash(address(database), key, seed, history))
            self._bar.advance(self._task)
        if server is not None:
            self._note(f"server {first}", crash_server(server, address(database), key, first, history))

    def _note(self, seed, found):
        self.faults += [f"{self.name}, crash {seed}: {sentence}" for sentence in found]

    def as_json(self):
        return {
            "ends": dict(sum((Counter(room.ends) for room in self.rooms), Counter())),
            "acknowledged": sum(len(room.answered) for room in self.rooms),
            "in doubt": dict(sum((Counter(room.doubts) for room in self.rooms), Counter())),
        }


def prove():
    with progress_bar() as bar, own_server() as server:

        def new_database(_folder, number):
            with psycopg.connect(server.url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE room_{number}")
            return server.url.replace("/postgres?", f"/room_{number}?")

        sqlite, postgresql = Proof("SQLite", bar), Proof("PostgreSQL", bar)
        sqlite.run(lambda folder, _: str(folder / "room.db"))
        postgresql.run(new_database, server)
    return sqlite, postgresql


def main():
    start = time.monotonic()
    proofs = prove()
    now = datetime.now(UTC)
    faults = [sentence for proof in proofs for sentence in proof.faults]
    result = {
        "what": "processes killed and servers crashed under load: nothing lost, nothing twice, rounds played on",
        "crashes": {proof.name: CRASHES for proof in proofs},
        "found": {proof.name: proof.as_json() for proof in proofs},
        "faults": faults[:20],
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
        "python": platform.python_version(),
    }
    file = write_result("crash", now, result)
    print(f"{CRASHES} crashes on each database, {len(faults)} faults; written to {file.relative_to(Path.cwd())}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
