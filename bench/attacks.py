"""Players' commands at ten tables, in quiet and while one hostile client attacks, in one run and by the clock.

The server is a process of its own on a fresh room, with the limits that it has by default. The players of each table
and each attacker have an address of their own on the loopback interface; attackers are processes of their own, too,
of low priority: the processors of the room are not theirs to use.
Between two attacks it is quiet again, and all of the quiet is counted together.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from groups import ATTACKED
from load import BADGES, SEATING_SECONDS, Server, free_port, make_room
from pitboss.bots.bot import Pace
from pitboss.bots.crowd import Crowd, Plan
from pitboss.bots.staff import find_tables, log_in, make_tables
from pitboss.bots.tally import BotTally
from pitboss.bots.wire import Address, Wire
from pitboss.paytables import Game
from pitboss.sources import SystemIds
from rows import OURS, Row
from telling import tell

ATTACKS = {
    "connections": "1,003 connections that say nothing",
    "sockets": "1,003 WebSockets that watch nothing",
    "tables": "30 at a time ask for /api/tables",
    "interface": "30 at a time ask for /openapi.json",
    "bodies": "30 at a time send a megabyte",
    "placards": "30 at a time ask for a placard as PDF",
    "replays": "30 WebSockets ask for everything that happened, again and again",
    "log-ins": "30 at a time guess PINs",
    "uncounted": "30 at a time ask for the health check, or use another host name",
    "garbage": "30 at a time connect and send bytes that are no request",
    "seats": "7 guests take every seat that they get",
    "records": "a guest writes records as fast as it goes",
}
TABLES, SEATS = 10, 5
PACE = {"betting-seconds": 2, "decision-seconds": 20, "pause-seconds": 0.2, "result-seconds": 1}


@dataclass
class Phase:
    """What came of some time."""

    tally: BotTally
    told: str = ""
    """What the attacker was answered."""

    def merge(self, other: "Phase") -> None:
        self.tally.add(other.tally)


async def phase(crowds: list[Crowd], port: int, kind: str | None, number: int, seconds: float) -> Phase:
    """Let everybody play for a while, attacked or not."""
    for crowd in crowds:
        crowd.tally = BotTally()
    told = b""
    if kind is None:
        await asyncio.sleep(seconds)
    else:
        command = [sys.executable, str(Path(__file__).with_name("attackers.py")), kind, str(port)]
        address = f"127.0.0.{number + 2}"
        attacker = await asyncio.create_subprocess_exec(
            *command, address, f"{seconds}", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
        )
        told, _ = await attacker.communicate()
    counted = BotTally()
    for crowd in crowds:
        counted.add(crowd.tally)
        crowd.tally = BotTally()
    answers = json.loads(told or b"{}")
    return Phase(counted, ", ".join(f"{what} {count:,}" for what, count in sorted(answers.items())))


async def attack(server: Server, seconds: float) -> dict[str | None, Phase]:
    """Every attack with quiet before it; the quiet is by no name."""
    await server.start(PACE | {"unlimited": "", "log-ins-a-minute": 20})
    url = f"http://127.0.0.1:{server.port}"
    wire = Wire(Address.parse(url))
    staff = await log_in(wire, BADGES, SystemIds())
    await make_tables(wire, staff, TABLES, list(Game))
    tables = tuple(table.table_id for table in await find_tables(wire) if table.is_for_bots)
    wires = [Wire(Address.parse(url), own=f"127.0.1.{number}") for number in range(1, TABLES + 1)]
    crowds = [Crowd(Plan(url, (table,), SEATS), own, staff) for table, own in zip(tables, wires, strict=True)]
    phases: dict[str | None, Phase] = {}
    async with AsyncExitStack() as playing:
        for crowd in crowds:
            crowd.pace = Pace((0.2, 1.0), (0.2, 1.0))
            await playing.enter_async_context(crowd.playing())
        async with asyncio.timeout(SEATING_SECONDS):
            while sum(crowd.seated for crowd in crowds) < TABLES * SEATS:
                await asyncio.sleep(0.2)
        quiet = phases[None] = await phase(crowds, server.port, None, 0, seconds)
        for number, kind in enumerate(ATTACKS):
            if number:
                quiet.merge(await phase(crowds, server.port, None, 0, seconds / 2))
            phases[kind] = await phase(crowds, server.port, kind, number, seconds)
            await asyncio.sleep(2)  # connections are closed, and the next attacker begins with nothing
    for each in (wire, *wires):
        each.close()
    return phases


def measure(quick: bool) -> Iterator[Row]:
    seconds = 2.0 if quick else 15.0
    with tempfile.TemporaryDirectory(prefix="pitboss-attacks-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        url, key = str(folder / "room.db"), folder / "room.key"
        make_room(url, key, TABLES)
        server = Server(url, key, folder, free_port(), 1)
        try:
            phases = asyncio.run(attack(server, seconds))
        finally:
            server.stop()
    for kind, found in phases.items():
        work = "in quiet" if kind is None else ATTACKS[kind]
        for percent in (50, 99):
            yield Row(
                ATTACKED,
                f"{work}, p{percent}",
                OURS,
                found.tally.times.share(percent) * 1000,
                "ms",
                words_of(found),
                name=f"quiet p{percent}" if kind is None else "",
                over="" if kind is None else f"quiet p{percent}",
            )


def words_of(found: Phase) -> str:
    tally = found.tally
    too_often = sum(count for code, count in tally.refused.items() if "too-many" in code)
    words = f"{tally.commands:,} commands of {TABLES * SEATS} players, {too_often} refused for asking too often, "
    words += f"{sum(tally.lost.values())} without an answer"
    return f"{words}. The attacker was answered: {found.told or 'nothing'}." if found.told else f"{words}."


if __name__ == "__main__":
    tell(measure)
