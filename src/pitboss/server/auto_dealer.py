"""The house dealer: deals at every table that was handed over to the house, in every process of the server.

Each process reckons when the house moves next at a table (``pace``) and keeps it where all processes see it. Whoever
finds a move due claims it, and makes it by a command like anybody's. Its id names the table, the round and the version,
so two that make the same move count once.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, Final, ParamSpec, TypeVar

from sqlalchemy import select

from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC
from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import CallOff, Command, NoMoreBets, TakeBack
from pitboss.games.round import Round
from pitboss.house.errors import StaleVersionError
from pitboss.house.room import HOUSE_DEALER, seen_by
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables import deadlines
from pitboss.house.tables.commands import Act, DealCards, LeaveSeat, StartRound, TimeOut
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.server.bus import Listening
from pitboss.server.context import ServerContext
from pitboss.server.deal_clock import Due, next_due

CALLED_OFF: Final = CallOff()
"""A round whose players are gone, or whose bets somebody waits for who was not there when they opened."""


def next_act(table: Table, away: int | None = None) -> Command:
    """The next command of the house dealer, whose time has come; or the seat of somebody who is away is free again."""
    round = table.round
    if away is not None:
        return LeaveSeat(away)
    if round is None or round.is_over:
        return StartRound()
    if round.want.kind == "cards" or GREEN_BUTTON in round.want.operations:
        return DealCards()
    if round.want.kind == "decision":
        assert round.want.seat is not None
        return TimeOut(round.want.seat)
    return Act(_in_round(round).as_json())


def _in_round(round: Round[Any, Any]) -> Command:
    if round.want.kind == "wagers":
        return _close_bets(round) if round.has_wagers else CALLED_OFF
    return round.options()[0]


def _close_bets(round: Round[Any, Any]) -> Command:
    """Close the bets; before that, wagers that do not go together are given back to their seat, all of them."""
    for seat in round.misfits():
        for wager in round.seats[seat].wagers:
            if round.can(TakeBack(seat, wager)):
                return TakeBack(seat, wager)
    return NoMoreBets()


Given = ParamSpec("Given")
Got = TypeVar("Got")

LOG: Final = logging.getLogger("pitboss.dealer")

LEASE_SECONDS: Final = 15.0
"""For how long a claimed move is left to whoever claimed it."""

CLAIM_AT_ONCE: Final = 16

LONGEST_WAIT: Final = 60.0
"""After a refusal the next try waits longer each time, up to this."""

SHORTEST_REST, LONGEST_REST = 0.01, 5.0
"""So often the house dealer looks up, also where no news came: they can be lost between processes."""

REST_AFTER_ERROR: Final = 1.0

OF_TABLES: Final = "table:"


class AutoDealer:
    """The house dealer of one process."""

    def __init__(self, context: ServerContext) -> None:
        self._hall = context
        self._refusals: dict[str, tuple[int, int]] = {}
        """The version at which each table refused last, and how often."""
        self._dues: dict[str, datetime | None] = {}
        """When the house moves next at each table, as this process last kept it; nothing where it does not."""
        self._claimed: dict[str, int] = {}
        """The version at which each move was reckoned that this process has claimed, maybe by another process."""
        self._asked: datetime | None = None
        """When it was last asked what others have left."""
        self._is_behind = False
        """Whether something went wrong, so that tables must be looked at again."""
        self._woken = asyncio.Event()

    # ---- one move; all of this runs in threads of the house

    def look_at_all(self) -> None:
        """Reckon the next move at every open table: when a server starts, rounds in progress go on."""
        property_id = self._hall.room.house.property_id
        with self._hall.room.database.reading() as connection:
            is_open = (TABLES.c.property_id == property_id) & (TABLES.c.status == "open")
            table_ids = list(connection.scalars(select(TABLES.c.table_id).where(is_open)))
        for table_id in table_ids:
            try:
                self.look(table_id)
            except PitbossError as error:
                self._is_behind = True
                LOG.warning("table %s cannot be looked at: %s", table_id, error)

    def look(self, table_id: str, version: int = 0) -> Due | None:
        """Reckon the next move at a table, and keep it where every process sees it."""
        view = self._view(table_id, version)
        due = next_due(self._hall, view)
        if due is None:
            if self._dues.get(table_id, "unknown") is not None:
                self._drop(table_id, view.version)
        elif self._dues.get(table_id) != due.at:
            self._keep(table_id, view.version, due)
        return due

    def _view(self, table_id: str, version: int = 0) -> TableView:
        return self._hall.room.glance(table_id, seen_by(PUBLIC), version)

    def _keep(self, table_id: str, version: int, due: Due) -> None:
        with self._hall.room.database.transaction() as connection:
            deadlines.put(connection, self._hall.room.house.property_id, table_id, version, due.at)
        self._dues[table_id] = due.at

    def _drop(self, table_id: str, version: int) -> None:
        with self._hall.room.database.transaction() as connection:
            deadlines.drop(connection, self._hall.room.house.property_id, table_id, version)
        self._dues[table_id] = None

    def claim(self) -> list[str]:
        """The tables at which a move is due that nobody else makes now."""
        room, now = self._hall.room, self._hall.clock.now()
        if self.rests() > 0:
            return []
        self._asked = now
        with room.database.transaction() as connection:
            claimed = deadlines.claim(connection, room.house.property_id, now, LEASE_SECONDS, CLAIM_AT_ONCE)
        # What is due and was not claimed is another's, until the next look at that table or at what others left.
        self._claimed.update({each.table_id: each.version for each in claimed})
        taken = [each.table_id for each in claimed]
        for table_id in [*taken, *(table_id for table_id, due in list(self._dues.items()) if due and due <= now)]:
            self._dues.pop(table_id, None)
        return taken

    def rests(self) -> float:
        """For how many seconds nothing is due that this process knows of, or must ask for."""
        now = self._hall.clock.now()
        if self._asked is not None and now < self._asked:
            # The clock was set back: all that was reckoned by it is reckoned again.
            self._asked, self._is_behind = None, True
        dues = [due for due in list(self._dues.values()) if due is not None]
        next_look = now if self._asked is None else self._asked + timedelta(seconds=LONGEST_REST)
        return (min([*dues, next_look]) - now).total_seconds()

    def move(self, table_id: str) -> None:
        """Make the move that is due at a table, if it still is, and reckon the next one."""
        # By an older table than it was reckoned at it would be let go, and be nobody's until the lease is over.
        view = self._view(table_id, self._claimed.pop(table_id, 0))
        due, version = next_due(self._hall, view), view.version
        if due is None or due.at > self._hall.clock.now():
            self._let_go(table_id, version, due)
            return
        away = due.seat
        command = self._hall.room.glance(table_id, lambda table, now: next_act(table, away) if now == version else None)
        # Where somebody was faster, the table is another one now.
        if command is None or self._do(table_id, command, version, self._command_id(view)):
            self.look(table_id)
        else:
            self._wait(table_id, version, due)

    def _do(self, table_id: str, command: Command, version: int, command_id: str) -> bool:
        """Do a command; whether there is nothing against it."""
        told = self._hall.metrics.dealer_acts
        try:
            self._hall.at_table(table_id, command, by=HOUSE_DEALER, command_id=command_id, version=version)
        except StaleVersionError:
            told.labels(command.slug(), "too-late").inc()
            return True
        except PitbossError as refusal:
            told.labels(command.slug(), "refused").inc()
            LOG.warning("table %s, version %s: %s is refused: %s", table_id, version, command.slug(), refusal)
            return False
        told.labels(command.slug(), "done").inc()
        return True

    def _let_go(self, table_id: str, version: int, due: Due | None) -> None:
        """What was claimed is not due any more, or not yet."""
        if due is not None:
            self._keep(table_id, version, due)
        else:
            self._drop(table_id, version)

    def _command_id(self, view: TableView) -> str:
        return f"house {view.table} r{view.round_number} v{view.version}"

    def _tries(self, table_id: str, version: int) -> int:
        refused_at, times = self._refusals.get(table_id, (0, 0))
        return times if refused_at == version else 0

    def _wait(self, table_id: str, version: int, due: Due) -> None:
        """Try again later, after each refusal much later; or at once when the table moves."""
        tries = self._tries(table_id, version)
        self._refusals[table_id] = (version, tries + 1)
        seconds = min(max(self._hall.settings.pause_seconds, 0.5) * 2 ** min(tries, 10), LONGEST_WAIT)
        again = Due(due.what, self._hall.clock.now() + timedelta(seconds=seconds))
        self._keep(table_id, version, again)

    def step(self) -> int:
        """Make every move that is due now; how many tables there were."""
        claimed = self.claim()
        for table_id in claimed:
            self.move(table_id)
        return len(claimed)

    # ---- all the time

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["AutoDealer"]:
        """Deal as long as the context lasts."""
        with self._hall.bus.listen() as listening:
            tasks = [asyncio.create_task(self._listen(listening)), asyncio.create_task(self._deal())]
            try:
                yield self
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, listening: Listening) -> None:
        while True:
            # Where another server process wrote, that one reckons the next move; if it dies, what it left is found.
            news = [each for each in await listening.next() if not each.is_seen_to]
            tables = [each for each in news if each.chain.startswith(OF_TABLES)]
            looks = (self._try(None, self.look, each.chain.removeprefix(OF_TABLES), each.version) for each in tables)
            await asyncio.gather(*looks)
            self._woken.set()

    async def _deal(self) -> None:
        await self._try(None, self.look_at_all)
        while True:
            self._woken.clear()
            if self._is_behind:
                await self._catch_up()
            claimed = await self._try([], self.claim) if self.rests() <= 0 else []
            await asyncio.gather(*(self._try(None, self.move, table_id) for table_id in claimed))
            if not claimed:
                # Not by wait_for: before Python 3.12 it swallows a stop that comes together with news.
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(self.rests(), SHORTEST_REST)):
                        await self._woken.wait()

    async def _catch_up(self) -> None:
        """After an error, most likely of the database: wait a while, then look at every table again."""
        await asyncio.sleep(REST_AFTER_ERROR)
        self._is_behind = False
        self._dues.clear()
        await self._try(None, self.look_at_all)

    async def _try(self, otherwise: Got, work: Callable[Given, Got], *given: Given.args, **named: Given.kwargs) -> Got:
        """Do it in a thread of the house. Whatever goes wrong there is logged: the other tables are dealt on."""
        try:
            return await self._hall.deal(work, *given, **named)
        except Exception as error:
            # Once in full: while a database is away this comes again and again.
            LOG.warning(
                "the house dealer cannot go on with %s%s: %s", work.__name__, given, error, exc_info=not self._is_behind
            )
            self._is_behind = True
            return otherwise
