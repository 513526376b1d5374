"""A bot: a guest who takes a seat, buys in, bets and decides until the play money is gone."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pitboss.bots.betting import BUY_IN_CENTS, choose_wagers, low_cents, rules_of
from pitboss.bots.chance import Chance
from pitboss.bots.deciding import decide, is_asked
from pitboss.bots.person import NO_ANSWER, Person, code_of, version_of
from pitboss.bots.seen import SeenTable
from pitboss.bots.watching import Newest, Watching, watched
from pitboss.bots.wire import Reply
from pitboss.games.command import Command
from pitboss.games.round_view import RoundView, SeatRound
from pitboss.games.rounds import BASE_WAGERS
from pitboss.paytables import Game

LOOK_AGAIN_SECONDS: Final = 5.0
"""After this time without news a bot looks at the last view again."""

TRIES: Final = 10
"""How often a bot asks for a seat before it gives up."""


OUT_OF_CHIPS: Final = ("refused", "money")
"""The codes with which a table refuses a decision for lack of chips."""


@dataclass(frozen=True)
class Pace:
    """How long a player thinks, in seconds.

    >>> PACES["flat"].bets
    (0.0, 0.0)
    """

    bets: tuple[float, float]
    decisions: tuple[float, float]


PACES: Final = {"human": Pace((0.5, 6.0), (0.8, 5.0)), "flat": Pace((0.0, 0.0), (0.0, 0.0))}
"""The pace of people, and the fastest possible pace."""


class Table(Protocol):
    """The state that the bots of a table share."""

    table_id: str
    unoffered: set[str]
    """Wagers that the table does not offer, as bots have found out."""

    @property
    def pace(self) -> Pace:
        """How long bots think."""

    @property
    def is_closing(self) -> bool:
        """Whether all bots must leave."""

    def saw(self, view: SeenTable) -> None:
        """Somebody has looked at the table."""


class Bot:
    """A guest who plays at a table."""

    def __init__(self, person: Person, table: Table, strategy: str, chance: Chance, seat: int = 1) -> None:
        self._person, self._table, self._strategy, self._chance = person, table, strategy, chance
        self._preferred_seat = seat
        self._newest: Newest
        self._seen = 0
        """The version after its own last command; older views are outdated."""
        self._bet_in = 0
        """The last round that it bet in."""
        self._tries = 0
        self.is_seated = False

    async def play(self, watch: Watching) -> None:
        """Sit down and play until the money is gone or all bots must leave."""
        async with watched(watch, self._table.table_id, self._person.shown) as self._newest:
            while await self._look():
                await self._newest.wait(LOOK_AGAIN_SECONDS)

    async def _look(self) -> bool:
        """Look at the table and act; returns whether to stay."""
        if self.is_seated and self._newest.is_the_dealers:
            return True
        view = self._newest.view()
        if view is None or view.version < self._seen:
            return not (view is None and self._table.is_closing)
        self._table.saw(view)
        seat = self._seat_in(view)
        self.is_seated = seat is not None
        if seat is None:
            return await self._sit_down(view)
        return await self._go_on(view, seat)

    def _seat_in(self, view: SeenTable) -> int | None:
        own = (seat for seat, seating in view.seats.items() if seating.player == self._person.name)
        return next(own, None)

    # ---- seat and chips

    async def _sit_down(self, view: SeenTable) -> bool:
        free = [seat for seat in range(1, rules_of(Game(view.game)).seats + 1) if seat not in view.seats]
        if self._table.is_closing or self._tries == TRIES:
            return False
        if free and view.status == "open":
            self._tries += 1
            seat = self._preferred_seat if self._preferred_seat in free else self._chance.pick(free)
            await self._send("take-seat", seat=seat, player=self._person.name)
        return True

    async def _buy_in(self, seat: int) -> bool:
        """Buy chips from the wallet. If it is empty, ask for the play money of the day, or leave."""
        for cents in BUY_IN_CENTS:
            reply = await self._send("buy-in-from-wallet", seat=seat, cents=cents)
            if reply.is_fine or reply is NO_ANSWER:
                return True
        reply = await self._person.send("/api/office/give-guest-chips", player=self._person.name)
        return reply.is_fine or not await self._leave(seat)

    async def _leave(self, seat: int) -> bool:
        """Try to leave the seat; returns whether it worked. Wagers in action must be settled first."""
        self.is_seated = not (await self._send("leave-seat", seat=seat)).is_fine
        return not self.is_seated

    # ---- in a round

    async def _go_on(self, view: SeenTable, seat: int) -> bool:
        round, chips = view.round, view.seats[seat].chips_cents
        own = None if round is None or round.awaiting.kind == "nothing" else round.seats.get(seat)
        if not (own and own.wagers):
            if self._table.is_closing:
                return not await self._leave(seat)
            if chips < low_cents(Game(view.game)):
                return await self._buy_in(seat)
        if round is None or own is None:
            return True
        if round.awaiting.kind == "wagers":
            await self._bet(view, seat, own)
        elif is_asked(round, seat):
            await self._decide(round, seat)
        return True

    async def _bet(self, view: SeenTable, seat: int, own: SeatRound) -> None:
        if self._bet_in == view.round_number or self._table.is_closing:
            return
        self._bet_in = view.round_number
        await self._think(self._table.pace.bets)
        game = Game(view.game)
        has_meter = view.meter is not None
        for wager, cents in choose_wagers(game, self._chance, self._table.unoffered, has_meter=has_meter):
            if wager in own.wagers:
                continue
            reply = await self._send("round/place-wager", seat=seat, wager=wager, cents=cents)
            if not reply.is_fine:
                self._learn(reply, wager)
                if wager in BASE_WAGERS[game]:
                    return

    def _learn(self, reply: Reply, wager: str) -> None:
        """Note that the table does not offer a wager that it refuses while betting is open."""
        allowed = reply.json().get("allowed")
        if isinstance(allowed, dict) and allowed.get("kind") == "wagers" and wager not in self._table.unoffered:
            self._table.unoffered.add(wager)

    async def _decide(self, round: RoundView, seat: int) -> None:
        command = decide(self._strategy, round, seat, self._chance)
        if command is None:
            return
        await self._think(self._table.pace.decisions)
        reply = await self._answer(command)
        if not reply.is_fine and code_of(reply) in OUT_OF_CHIPS:
            # Decisions that cost nothing are always allowed.
            last = decide("timid", round, seat, self._chance)
            if last is not None and last != command:
                await self._answer(last)

    async def _answer(self, command: Command) -> Reply:
        values = command.as_json()
        return await self._send(f"round/{values.pop('do')}", **values)

    async def _think(self, seconds: tuple[float, float]) -> None:
        if seconds[1]:
            await asyncio.sleep(self._chance.between(*seconds))

    async def _send(self, path: str, **values: Any) -> Reply:
        reply = await self._person.send(f"/api/tables/{self._table.table_id}/{path}", **values)
        if reply.is_fine:
            self._seen = max(self._seen, version_of(reply))
        return reply
