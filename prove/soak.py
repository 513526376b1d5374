"""Prove that a room in which bots play for long stays as it was: memory flat, latency flat, ledger balanced.

A real server on a fresh room, tables of all four games that the house deals, and guests made of code who play through
the public interface without pauses and keep books of their own. Every few seconds it looks at the processes of the
server. In the end the books must balance, the self-check must pass, and every guest must have what it reckoned. It
writes the dated result and a picture next to it. Ctrl-C stops it cleanly.

    python prove/soak.py                                   # both databases, 10,000 rounds each
    python prove/soak.py --database sqlite --minutes 60 --rounds 0
"""

import argparse
import asyncio
import json
import os
import platform
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from load import BADGES, Server, check, cpu_seconds, database_at, family, free_port, make_room, screen, seated
from pitboss.bots.crowd import Plan
from pitboss.bots.errors import BotsError
from pitboss.bots.processes import run
from pitboss.bots.staff import find_tables, log_in, make_tables
from pitboss.bots.tally import BotTally, Times
from pitboss.bots.wire import Address, Wire
from pitboss.paytables import Game
from pitboss.sources import SystemIds
from soak_picture import draw
from support.soak_bots import CountingCrowd
from support.soak_figures import MEGABYTE, Figures, Process, Sample
from writing import RESULTS, write_result

LOOK_SECONDS = 5.0
MIN_ROUNDS = 8_000
"""Before that the caches of the database and of the worth of hands fill up, and nothing can be flat."""
MIN_SAMPLES, MAX_KEPT = 12, 150
"""For any figures at all, and in the file."""
CHIPS_CENTS = 10_000_000
PACE = {
    "betting-seconds": 0.1,
    "decision-seconds": 20,
    "pause-seconds": 0,
    "result-seconds": 0,
    "log-level": "warning",  # or the log would be the largest file
}


class Soak:
    """One database: a server, its bots, and what was seen."""

    def __init__(self, name, url, server, options):
        self.name, self._url, self._server, self._options = name, url, server, options
        self.samples, self.faults, self.tally, self.reckoned = [], [], BotTally(), 0
        self._start = 0.0
        self._names = {}

    async def play(self):
        """Let the bots play for as long as was asked for."""
        url = f"http://127.0.0.1:{self._server.port}"
        wire = Wire(Address.parse(url))
        await self._server.start(PACE)
        staff = await log_in(wire, BADGES, SystemIds())
        await make_tables(wire, staff, self._options.tables, list(Game))
        tables = tuple(table.table_id for table in await find_tables(wire) if table.is_for_bots)
        seats = max(self._options.bots // len(tables), 1)
        crowd = CountingCrowd(Plan(url, tables, seats, pace="flat"), wire, staff, CHIPS_CENTS)
        async with crowd.playing():
            await seated(crowd, 1.0)
            await self._watch(crowd)
        self._note(crowd)
        wire.close()

    async def _watch(self, crowd):
        self._start = time.monotonic()
        self._look(crowd)
        while not self._is_over():
            await asyncio.sleep(LOOK_SECONDS)
            self._look(crowd)
            if len(self.samples) % 6 == 0:
                self._tell()

    def _is_over(self):
        options, last = self._options, self.samples[-1]
        return last.seconds >= options.minutes * 60 or 0 < options.rounds <= last.rounds

    def _look(self, crowd):
        pids = family(self._server.process.pid)
        for pid in sorted(pids):
            self._names.setdefault(pid, f"its process {len(self._names)}" if self._names else "server")
        processes = {self._names[pid]: seen for pid in sorted(pids) if (seen := Process.look(pid)) is not None}
        counted, crowd.tally = crowd.tally, BotTally(at_tables=crowd.tally.at_tables)
        pushed, crowd.push_times.counts = Times(crowd.push_times.counts), type(crowd.push_times.counts)()
        self.tally.add(counted)
        seconds, cpu = time.monotonic() - self._start, cpu_seconds(pids)
        self.samples.append(Sample(seconds, counted.rounds, processes, self._database_mb(), cpu, counted.times, pushed))

    def _database_mb(self):
        if self.name == "PostgreSQL":
            with psycopg.connect(self._url) as connection:
                return connection.execute("SELECT pg_database_size(current_database())").fetchone()[0] / MEGABYTE
        size = 0
        for end in ("", "-wal"):
            with suppress(OSError):
                size += Path(self._url + end).stat().st_size
        return size / MEGABYTE

    def _tell(self):
        told, memory = self.samples[-1].as_json(), self.samples[-1].processes
        resident = " + ".join(f"{process.resident_mb:.0f}" for process in memory.values())
        screen.print(
            f"{self.name} {told['seconds']:.0f} s: {told['rounds']:,} rounds, {resident} MB, command p50 "
            f"{told['command_p50_ms']} p99 {told['command_p99_ms']} ms, push p50 {told['push_p50_ms']} ms, "
            f"database {told['database_mb']} MB, load {os.getloadavg()[0]:.1f}",
            soft_wrap=True,
        )

    def _note(self, crowd):
        self.tally.add(crowd.tally)
        self.reckoned = crowd.reckoned
        self.faults += crowd.faults
        self.faults += [f"{count} times no answer: {words}" for words, count in self.tally.lost.items()]
        if crowd.reckoned < crowd.plan.number:
            self.faults.append(f"{crowd.reckoned} of {crowd.plan.number} guests could compare what they have")

    def close(self, key):
        """The books, when the server has stopped."""
        self.books = check(self._url, key)
        if not self.books["trial balance"].startswith("0 "):
            self.faults.append(f"trial balance: {self.books['trial balance']}")
        if self.books["self-check"] != "The room may play.":
            self.faults.append(f"self-check: {self.books['self-check']}")
        if self.samples[-1].rounds < MIN_ROUNDS:
            played = self.samples[-1].rounds
            self.faults.append(f"{played:,} rounds are too few to say what is flat: {MIN_ROUNDS:,} are the least")
        else:
            self.faults += Figures(self.samples).faults()

    def as_json(self):
        """All of it, for the file."""
        figures = Figures(self.samples).as_json() if len(self.samples) >= MIN_SAMPLES else {}
        told = self.tally.summary(max(self.samples[-1].seconds, 1)) if self.samples else None
        return {
            "options": vars(self._options),
            "figures": figures,
            "played": {
                name: getattr(told, name) for name in ("guests", "commands", "pushes", "refused", "lost") if told
            },
            "purses_compared": self.reckoned,
            "books": self.books,
            "faults": self.faults[:20],
            "samples": [sample.as_json() for sample in self.samples[:: -(-len(self.samples) // MAX_KEPT) or 1]],
        }


def soak(name, options):
    """A room on one database, from its making to the verdict."""
    is_postgresql = name == "PostgreSQL"
    with TemporaryDirectory(prefix="pitboss-soak-", ignore_cleanup_errors=True) as place:
        folder, key = Path(place), Path(place) / "room.key"
        with database_at(folder, is_postgresql) as (url, _):
            make_room(url, key, options.tables)
            server = Server(url, key, folder, free_port(), options.workers if is_postgresql else 1)
            found = Soak(name, url, server, options)
            try:
                run(found.play())
            except BotsError as error:
                raise SystemExit(f"{error}\n{(folder / 'server.log').read_text()[-2000:]}") from None
            finally:
                server.stop()
            screen.print(f"{name}: the books are checked ...")
            found.close(key)
    return found


def with_earlier(found, now):
    """What was found today on the other database too, where each was looked at by itself."""
    file = RESULTS / f"{now:%Y-%m-%d}-soak.json"
    earlier = json.loads(file.read_text())["found"] if file.exists() else {}
    return earlier | found


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=25, help="the longest on each database")
    parser.add_argument("--rounds", type=int, default=10_000, help="stop after so many; 0 for the whole time")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--bots", type=int, default=12)
    parser.add_argument("--tables", type=int, default=12, help="three of each game, unless named")
    parser.add_argument("--workers", type=int, default=2, help="server processes, on PostgreSQL")
    return parser.parse_args()


def main():
    options, start = read_options(), time.monotonic()
    names = [name for name in ("SQLite", "PostgreSQL") if options.database in (name.lower(), "both")]
    soaks = [soak(name, options) for name in names]
    now = datetime.now(UTC)
    found = with_earlier({each.name: each.as_json() for each in soaks}, now)
    faults = [f"{name}: {sentence}" for name, soaked in found.items() for sentence in soaked["faults"]]
    result = {
        "what": "bots through the public interface for long: memory flat, latency flat, ledger balanced",
        "found": found,
        "faults": faults[:20],
        "date": now.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - start),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }
    file = write_result("soak", now, result)
    draw(found, file.with_suffix(".svg"))
    for each in soaks:
        screen.print({"database": each.name} | found[each.name]["figures"], soft_wrap=True)
    screen.print(f"{len(faults)} faults {faults[:5] or ''}; written to {file.relative_to(Path.cwd())}", soft_wrap=True)
    sys.exit(bool(faults))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
