"""Runs a crowd of bots in one process: it fills seats at several tables and lets the bots play."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitboss.bots.bot import PACES, Bot, Pace
from pitboss.bots.chance import Chance
from pitboss.bots.deciding import STRATEGIES
from pitboss.bots.errors import BotsError
from pitboss.bots.person import Person
from pitboss.bots.seen import SeenJackpot, SeenTable
from pitboss.bots.staff import Badges, Staff, log_in
from pitboss.bots.tally import BotTally
from pitboss.bots.watching import Watching, by_looking, by_socket
from pitboss.bots.wire import Address, Wire
from pitboss.sources import SystemEntropy, SystemIds

LOG_INS_AT_ONCE: Final = 16
"""How many bots log in at the same time."""

GRACE_SECONDS: Final = 30.0
"""How long bots have to finish their hands and leave."""

RETRY_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Plan:
    """The settings of a crowd.

    >>> Plan("http://127.0.0.1:8022", ("T1", "T2"), seats=6).number
    12
    """

    url: str
    tables: tuple[str, ...]
    seats: int = 6
    strategy: str = "simple"
    pace: str = "human"
    poll: bool = False
    ca: Path | None = None

    def __post_init__(self) -> None:
        Address.parse(self.url)
        if self.strategy not in STRATEGIES:
            raise BotsError(f"{self.strategy!r} is not a strategy; known are {', '.join(STRATEGIES)}")
        if self.pace not in PACES:
            raise BotsError(f"{self.pace!r} is not a pace; known are {', '.join(PACES)}")

    @property
    def number(self) -> int:
        """The number of bots."""
        return len(self.tables) * self.seats


@dataclass
class TableOfBots:
    """The state that the bots of one table share."""

    table_id: str
    crowd: "Crowd"
    unoffered: set[str] = field(default_factory=set)
    _deciding: asyncio.Task[None] | None = None

    @property
    def pace(self) -> Pace:
        """How long bots think."""
        return self.crowd.pace

    @property
    def is_closing(self) -> bool:
        """Whether all bots must leave."""
        return self.crowd.is_closing

    def saw(self, view: SeenTable) -> None:
        """Count the round; call the floor where a win waits for it."""
        self.crowd.tally.saw_round(self.table_id, view.round_number)
        is_idle = self._deciding is None or self._deciding.done()
        if self.crowd.staff is not None and view.jackpots and is_idle:
            self._deciding = asyncio.create_task(self._decide(self.crowd.staff, view.jackpots))

    async def _decide(self, staff: Staff, jackpots: list[SeenJackpot]) -> None:
        try:
            await staff.decide_jackpots(self.table_id, jackpots)
        except BotsError as error:
            self.crowd.tally.lost[str(error)] += 1


class Crowd:
    """Bots at their tables. The pace and the tally may be replaced while they play."""

    def __init__(self, plan: Plan, wire: Wire, staff: Staff | None = None) -> None:
        self.plan, self.wire, self.staff = plan, wire, staff
        self.tally, self.pace, self.is_closing = BotTally(), PACES[plan.pace], False
        self.bots: dict[tuple[str, int], Bot] = {}
        self._log_ins, self._ids, self._chance = (
            asyncio.Semaphore(LOG_INS_AT_ONCE),
            SystemIds(),
            Chance(SystemEntropy()),
        )

    @property
    def seated(self) -> int:
        """How many bots have a seat."""
        return sum(bot.is_seated for bot in self.bots.values())

    def _tally_now(self) -> BotTally:
        return self.tally

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let bots play as long as the context lasts; then they finish their hands and leave."""
        tables = [TableOfBots(table_id, self) for table_id in self.plan.tables]
        seats = [(table, seat) for seat in range(1, self.plan.seats + 1) for table in tables]
        tasks = [asyncio.create_task(self._keep_seat(table, seat)) for table, seat in seats]
        try:
            yield
            await self._leave(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _leave(self, tasks: list[asyncio.Task[None]]) -> None:
        self.is_closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE_SECONDS):
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep_seat(self, table: TableOfBots, seat: int) -> None:
        """Keep a seat filled: a guest who has lost everything is replaced by the next."""
        while not self.is_closing:
            person = self.newcomer()
            bot = self.bots[table.table_id, seat] = Bot(person, table, self.plan.strategy, self._chance, seat)
            try:
                async with self._log_ins:
                    await person.come_in(f"Bot {table.table_id}-{seat}")
                await self.let_play(person, bot)
            except BotsError as error:
                self.tally.lost[str(error)] += 1
            await asyncio.sleep(RETRY_SECONDS)

    def newcomer(self) -> Person:
        """A new guest."""
        return Person(self.wire, self._tally_now, self._ids)

    async def let_play(self, _person: Person, bot: Bot) -> None:
        """Let the bot of a guest who is logged in play until it leaves."""
        await bot.play(self.watch())

    def watch(self) -> Watching:
        """How bots watch their tables."""
        return (by_looking if self.plan.poll else by_socket)(self.wire, self._tally_now)


async def play(plan: Plan, seconds: float, badges: Badges, on_tally: Callable[[BotTally], None]) -> BotTally:
    """Let a crowd play for a while, and report its tally every second.

    After one interrupt the bots finish their hands; after a second one they do not.
    """
    wire = Wire(Address.parse(plan.url), ca=plan.ca)
    try:
        staff = await log_in(wire, badges, SystemIds()) if badges else None
        crowd = Crowd(plan, wire, staff)
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        async with crowd.playing():
            with suppress(asyncio.CancelledError):
                while (left := end - loop.time()) > 0:
                    await asyncio.sleep(min(1.0, left))
                    on_tally(crowd.tally)
        on_tally(crowd.tally)
        return crowd.tally
    finally:
        wire.close()
