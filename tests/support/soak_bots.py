"""Bots that keep books of their own: what they were given, and what every round brought, by what they were told.

In the end each compares them with what the cage says it has. They also time how long a push takes to reach them.
"""

import asyncio
import json
from collections import deque
from dataclasses import dataclass, field

from pitboss.bots.crowd import Crowd
from pitboss.bots.person import Person, version_of
from pitboss.bots.tally import Times

SETTLED = ("seat-settled", "wagers-settled")
PAID = ("progressive-paid", "envy-paid")


@dataclass
class Purse:
    """What a guest should have, by the events of its table."""

    player: str
    given_cents: int = 0
    gained_cents: int = 0
    missed: int = 0
    """How often the line was gone, and events with it."""
    says_cents: int | None = None
    """What the cage said in the end."""
    _seat: int | None = None
    _is_told: bool = False

    @property
    def off_cents(self):
        """By how much the cage is off; nothing where events were missed, or it was never asked."""
        if self.missed or self.says_cents is None:
            return 0
        return self.says_cents - self.given_cents - self.gained_cents

    def hear(self, told):
        """Take down what a push tells."""
        self.missed += bool(told["fresh"] and self._is_told)
        self._is_told = True
        for each in told["events"]:
            self._note(each["event"], told["view"])

    def _note(self, event, view):
        kind, seat = event["event"], event.get("seat")
        if kind == "seat-taken" and event["player"] == self.player:
            self._seat = seat
        elif kind == "seat-left" and event["player"] == self.player:
            self._seat = None
        elif seat is None or seat != self._seat:
            return
        elif kind in SETTLED:
            self.gained_cents += sum(line["pay_cents"] - line["stake_cents"] for line in event["lines"])
        elif kind in PAID:
            self.gained_cents += event["cents"]
        elif kind == "jackpot-changed" and event["status"] == "paid":
            awards = (award for award in view["awards"] if award["kind"] == "jackpot" and award["seat"] == seat)
            self.gained_cents += sum(award["cents"] for award in awards)


@dataclass
class Ear:
    """Hears every push of a guest: for the purse, and when each version came."""

    purse: Purse
    times: Times
    newest: object = None
    waiting: deque = field(default_factory=deque)
    """Versions that were answered and not pushed yet, with when their commands were sent."""
    came: tuple = (0, 0.0)
    """The version that came last, and when."""

    def put(self, text):
        """Something newer came."""
        told = json.loads(text)
        self.came = told["version"], asyncio.get_running_loop().time()
        self.purse.hear(told)
        while self.waiting and self.waiting[0][0] <= told["version"]:
            self.times.add(self.came[1] - self.waiting.popleft()[1])
        self.newest.put(text)

    def expect(self, version, sent):
        """A command was answered with this version: how long until it is pushed, or how long it took already."""
        if self.came[0] < version:
            self.waiting.append((version, sent))
        elif self.came[0] == version:
            self.times.add(self.came[1] - sent)


class Guest(Person):
    """A guest who counts."""

    def __init__(self, crowd, *person):
        super().__init__(*person)
        self._crowd, self.purse, self.ear = crowd, None, None

    async def come_in(self, name):
        """Come in with the play money of the day."""
        await super().come_in(name)
        self.purse = Purse(self.name, given_cents=await self._says())
        self.ear = Ear(self.purse, self._crowd.push_times)

    async def send(self, path, **values):
        """Send a command, and note when it comes back as a push."""
        sent = asyncio.get_running_loop().time()
        reply = await super().send(path, **values)
        if reply.is_fine and path.endswith("give-guest-chips"):
            self.purse.given_cents += self._crowd.chips_cents
        elif reply.is_fine and "/tables/" in path:
            self.ear.expect(version_of(reply), sent)
        return reply

    async def _says(self):
        return (await self.wire.get("/api/wallet", self.shown)).json()["cents"]

    async def reckon(self):
        """Ask the cage, after leaving."""
        self.purse.says_cents = await self._says()


class CountingCrowd(Crowd):
    """A crowd of guests who count. ``chips_cents`` is the play money of a day."""

    def __init__(self, plan, wire, staff, chips_cents):
        super().__init__(plan, wire, staff)
        self.chips_cents, self.purses, self.push_times = chips_cents, [], Times()

    def newcomer(self):
        """A guest who counts."""
        return Guest(self, self.wire, self._tally_now, self._ids)

    async def let_play(self, guest, bot):
        """Whoever has left asks the cage."""
        self.purses.append(guest.purse)
        watch = self.watch()

        async def overhear(newest, table_id, shown):
            guest.ear.newest = newest
            await watch(guest.ear, table_id, shown)

        await bot.play(overhear)
        if not bot.is_seated:
            await guest.reckon()

    @property
    def faults(self):
        """Every purse that does not hold what it should."""
        return [f"{purse.player} is off by {purse.off_cents} cents" for purse in self.purses if purse.off_cents]

    @property
    def reckoned(self):
        """How many purses were compared."""
        return sum(purse.says_cents is not None and not purse.missed for purse in self.purses)
