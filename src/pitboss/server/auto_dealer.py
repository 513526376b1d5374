"""Deals at every table that was handed over to the auto-dealer, in every process of the server.

Each process computes when the next move at a table is due (``deal_clock``) and stores it in the database for all. The
process that finds a due move claims it, and makes it with a normal command. The id of the command names the table, the
round and the version, so a move that two processes make counts once.
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
from pitboss.house.room import AUTO_DEALER, table_view
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables import deadlines
from pitboss.house.tables.commands import Act, DealCards, LeaveSeat, StartRound, TimeOut
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.server.bus import Listening
from pitboss.server.context import ServerContext
from pitboss.server.deal_clock import Due, next_due

CALLED_OFF: Final = CallOff()
"""Ends a round before the deal, if its players have left or a new player waits for the next round."""


def next_act(table: Table, away: int | None = None) -> Command:
    """The command of the auto-dealer that is due; with ``away``, it frees the seat of a player who is away."""
    round = table.round
    if away is not None:
        return LeaveSeat(away)
    if round is None or round.is_over:
        return StartRound()
    if round.awaiting.kind == "cards" or GREEN_BUTTON in round.awaiting.operations:
        return DealCards()
    if round.awaiting.kind == "decision":
        assert round.awaiting.seat is not None
        return TimeOut(round.awaiting.seat)
    return Act(_in_round(round).as_json())


def _in_round(round: Round[Any, Any]) -> Command:
    if round.awaiting.kind == "wagers":
        return _close_bets(round) if round.has_wagers else CALLED_OFF
    return round.options()[0]


def _close_bets(round: Round[Any, Any]) -> Command:
    """Close betting; before that, return all wagers of a seat whose wagers do not match."""
    for seat in round.misfits():
        for wager in round.seats[seat].wagers:
            if round.can(TakeBack(seat, wager)):
                return TakeBack(seat, wager)
    return NoMoreBets()


Params = ParamSpec("Params")
Result = TypeVar("Result")

LOG: Final = logging.getLogger("pitboss.dealer")

LEASE_SECONDS: Final = 15.0
"""How long a claimed move is reserved for the process that claimed it."""

CLAIM_AT_ONCE: Final = 16

LONGEST_WAIT: Final = 60.0
"""After each refusal the next attempt waits longer, up to this."""

SHORTEST_REST, LONGEST_REST = 0.01, 5.0
"""How long the auto-dealer sleeps at least and at most without news, which can be lost between processes."""

REST_AFTER_ERROR: Final = 1.0

OF_TABLES: Final = "table:"


class AutoDealer:
    """The auto-dealer of one process."""

    def __init__(self, context: ServerContext) -> None:
        self._context = context
        self._refusals: dict[str, tuple[int, int]] = {}
        """The version at which each table last refused a move, and how often."""
        self._dues: dict[str, datetime | None] = {}
        """When the next move at each table is due, as this process last stored it; nothing if none is."""
        self._claimed: dict[str, int] = {}
        """The version for which each move that this process has claimed was computed, maybe by another process."""
        self._claimed_at: datetime | None = None
        """When this process last looked for due moves in the database."""
        self._is_behind = False
        """Whether an error occurred, so that all tables must be checked again."""
        self._woken = asyncio.Event()

    # ---- one move; all of this runs in threads of the auto-dealer

    def look_at_all(self) -> None:
        """Compute the next move at every open table: when a server starts, rounds in progress continue."""
        property_id = self._context.room.house.property_id
        with self._context.room.database.reading() as connection:
            is_open = (TABLES.c.property_id == property_id) & (TABLES.c.status == "open")
            table_ids = list(connection.scalars(select(TABLES.c.table_id).where(is_open)))
        for table_id in table_ids:
            try:
                self.look(table_id)
            except PitbossError as error:
                self._is_behind = True
                LOG.warning("table %s cannot be read: %s", table_id, error)

    def look(self, table_id: str, version: int = 0) -> Due | None:
        """Compute the next move at a table, and store it for every process."""
        view = self._view(table_id, version)
        due = next_due(self._context, view)
        if due is None:
            if self._dues.get(table_id, "unknown") is not None:
                self._drop(table_id, view.version)
        elif self._dues.get(table_id) != due.at:
            self._keep(table_id, view.version, due)
        return due

    def _view(self, table_id: str, version: int = 0) -> TableView:
        return self._context.room.query_cached(table_id, table_view(PUBLIC), version)

    def _keep(self, table_id: str, version: int, due: Due) -> None:
        with self._context.room.database.transaction() as connection:
            deadlines.put(connection, self._context.room.house.property_id, table_id, version, due.at)
        self._dues[table_id] = due.at

    def _drop(self, table_id: str, version: int) -> None:
        with self._context.room.database.transaction() as connection:
            deadlines.drop(connection, self._context.room.house.property_id, table_id, version)
        self._dues[table_id] = None

    def claim(self) -> list[str]:
        """Claim the moves that are due and that no other process makes now; returns their tables."""
        room, now = self._context.room, self._context.clock.now()
        if self.rests() > 0:
            return []
        self._claimed_at = now
        with room.database.transaction() as connection:
            claimed = deadlines.claim(connection, room.house.property_id, now, LEASE_SECONDS, CLAIM_AT_ONCE)
        # Another process has claimed what is due and was not claimed here: forget it until the next check.
        self._claimed.update({each.table_id: each.version for each in claimed})
        taken = [each.table_id for each in claimed]
        for table_id in [*taken, *(table_id for table_id, due in list(self._dues.items()) if due and due <= now)]:
            self._dues.pop(table_id, None)
        return taken

    def rests(self) -> float:
        """The seconds until this process must make a move or look for due moves."""
        now = self._context.clock.now()
        if self._claimed_at is not None and now < self._claimed_at:
            # The clock was set back: compute everything again.
            self._claimed_at, self._is_behind = None, True
        dues = [due for due in list(self._dues.values()) if due is not None]
        next_look = now if self._claimed_at is None else self._claimed_at + timedelta(seconds=LONGEST_REST)
        return (min([*dues, next_look]) - now).total_seconds()

    def move(self, table_id: str) -> None:
        """Make the move that is due at a table, if it still is, and compute the next one."""
        # An older version of the table would show no due move, and no process would make it until the lease ends.
        view = self._view(table_id, self._claimed.pop(table_id, 0))
        due, version = next_due(self._context, view), view.version
        if due is None or due.at > self._context.clock.now():
            self._let_go(table_id, version, due)
            return
        away = due.seat
        command = self._context.room.query_cached(
            table_id, lambda table, now: next_act(table, away) if now == version else None
        )
        # No command means that the table has changed since.
        if command is None or self._do(table_id, command, version, self._command_id(view)):
            self.look(table_id)
        else:
            self._wait(table_id, version, due)

    def _do(self, table_id: str, command: Command, version: int, command_id: str) -> bool:
        """Do a command; returns whether it was not refused."""
        acts = self._context.metrics.dealer_acts
        try:
            self._context.at_table(table_id, command, by=AUTO_DEALER, command_id=command_id, version=version)
        except StaleVersionError:
            acts.labels(command.slug(), "too-late").inc()
            return True
        except PitbossError as refusal:
            acts.labels(command.slug(), "refused").inc()
            LOG.warning("table %s, version %s: %s is refused: %s", table_id, version, command.slug(), refusal)
            return False
        acts.labels(command.slug(), "done").inc()
        return True

    def _let_go(self, table_id: str, version: int, due: Due | None) -> None:
        """Give up a claimed move that is not due any more, or not yet."""
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
        """Try again later, each time with a longer wait, or at once when the table changes."""
        tries = self._tries(table_id, version)
        self._refusals[table_id] = (version, tries + 1)
        seconds = min(max(self._context.settings.pause_seconds, 0.5) * 2 ** min(tries, 10), LONGEST_WAIT)
        again = Due(due.what, self._context.clock.now() + timedelta(seconds=seconds))
        self._keep(table_id, version, again)

    def step(self) -> int:
        """Make every move that is due now; returns the number of tables."""
        claimed = self.claim()
        for table_id in claimed:
            self.move(table_id)
        return len(claimed)

    # ---- the tasks

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator["AutoDealer"]:
        """Deal as long as the context lasts."""
        with self._context.bus.listen() as listening:
            tasks = [asyncio.create_task(self._listen(listening)), asyncio.create_task(self._deal())]
            try:
                yield self
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, listening: Listening) -> None:
        while True:
            # The process that wrote a record computes the next move; if it dies, others find what it left.
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
                # Not wait_for: before Python 3.12 it swallows a cancellation that arrives together with news.
                with suppress(TimeoutError):
                    async with asyncio.timeout(max(self.rests(), SHORTEST_REST)):
                        await self._woken.wait()

    async def _catch_up(self) -> None:
        """After an error, most likely of the database: wait a while, then check every table again."""
        await asyncio.sleep(REST_AFTER_ERROR)
        self._is_behind = False
        self._dues.clear()
        await self._try(None, self.look_at_all)

    async def _try(
        self, otherwise: Result, work: Callable[Params, Result], *arguments: Params.args, **named: Params.kwargs
    ) -> Result:
        """Do work in a thread of the auto-dealer. Errors are logged, and other tables go on."""
        try:
            return await self._context.deal(work, *arguments, **named)
        except Exception as error:
            # Log the traceback only once: while a database is down, the error repeats.
            LOG.warning(
                "the auto-dealer cannot go on with %s%s: %s",
                work.__name__,
                arguments,
                error,
                exc_info=not self._is_behind,
            )
            self._is_behind = True
            return otherwise
