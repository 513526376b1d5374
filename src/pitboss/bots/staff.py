"""Plays the staff of a practice room for bots: creates and opens tables, and verifies and pays jackpots."""

import json
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any, Final

from msgspec import Struct, convert
from websockets.exceptions import WebSocketException

from pitboss.bots.errors import BotsError
from pitboss.bots.person import Person
from pitboss.bots.seen import SeenJackpot
from pitboss.bots.tally import BotTally
from pitboss.bots.watching import is_push, pushes
from pitboss.bots.wire import NOBODY, Wire
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import usual_rules
from pitboss.paytables import Game
from pitboss.progressive import usual_parameters
from pitboss.sources import Ids

OPENER_CENTS: Final = 5_000_000
"""The opening tray of a new table."""

METERS: Final = {Game.THREE_CARD_POKER: ("M1", "TCPP-1"), Game.FORTUNE_SAN_LO: ("M2", "FSLPP-01")}
"""The progressives that new tables are linked to, with their paytables."""

Badges = list[tuple[str, str]]
"""Badges with their PINs."""

SEEN: Final = "hand wager payout player"
"""The checklist of surveillance."""


class Staff:
    """Logged-in members of the staff."""

    def __init__(self, people: list[Person], ids: Ids) -> None:
        self._people, self._ids = people, ids

    def first(self, *roles: str) -> Person:
        """The first member who has one of these roles.

        >>> from pitboss.sources import SystemIds
        >>> Staff([], SystemIds()).first("executive", "admin")
        Traceback (most recent call last):
        pitboss.bots.errors.BotsError: this needs an executive or admin: name one with --staff BADGE:PIN
        """
        suitable = [person for role in roles for person in self._people if person.role == role]
        if not suitable:
            raise BotsError(f"this needs an {' or '.join(roles)}: name one with --staff BADGE:PIN")
        return suitable[0]

    async def agree(self, kind: str, subject: str, content: dict[str, Any]) -> str:
        """Have one member propose and another approve; returns the id of the proposal."""
        approver, proposal_id = self.first("executive", "admin"), self._ids.new()[-12:]
        others = [person for person in self._people if person is not approver]
        proposer = Staff(others, self._ids).first("supervisor", "admin", "executive")
        proposed = {"kind": kind, "subject": subject, "content": content, "reason": "tables for bots"}
        await proposer.must_send("/api/office/propose", proposal_id=proposal_id, **proposed)
        read = (await approver.wire.get(f"/api/proposals/{proposal_id}", approver.shown)).json()
        signed = {"digest": read["digest"], "pin": approver.pin}
        await approver.must_send("/api/office/approve", proposal_id=proposal_id, **signed)
        return proposal_id

    async def make_meter(self, meter_id: str, designator: str) -> None:
        """Create a progressive with its usual parameters."""
        parameters = usual_parameters(designator).as_json()
        await self.agree("create-meter", meter_id, {"meter_id": meter_id, "parameters": parameters})

    async def make_table(self, table_id: str, game: Game) -> None:
        """Create and open an auto-dealt table with the usual rules."""
        content = table_settings(game)
        proposal_id = await self.agree("create-table", table_id, content)
        creator, opener = self.first("executive", "admin"), self.first("supervisor", "executive")
        at = f"/api/tables/{table_id}"
        await creator.must_send(f"{at}/create-table", settings=content, proposal_id=proposal_id)
        await opener.must_send(f"{at}/open-table", opener_cents=OPENER_CENTS)
        await opener.must_send(f"{at}/hand-over", to="house")

    async def decide_jackpots(self, table_id: str, jackpots: Sequence[SeenJackpot]) -> None:
        """Verify and pay every win that waits at a table, from the dealer's right."""
        at = f"/api/tables/{table_id}"
        executive = self.first("executive", "supervisor")
        for jackpot in jackpots:
            seat, status = jackpot.seat, jackpot.status
            if status == "claimed":
                verifier = self.first("supervisor", "executive")
                await verifier.send(f"{at}/verify-jackpot", seat=seat, pin=verifier.pin)
            if status in ("claimed", "verified"):
                await self.first("surveillance", "executive").send(f"{at}/check-jackpot", seat=seat, seen=SEEN)
                papers = {"identity": "play money", "tax_form": "play money", "pin": executive.pin}
                await executive.send(f"{at}/authorize-jackpot", seat=seat, **papers)


def table_settings(game: Game) -> dict[str, Any]:
    """The settings of a table by the usual rules of its game, as JSON that a proposal takes.

    >>> table_settings(Game.THREE_CARD_POKER)["meter_id"], table_settings(Game.DOUBLE_DRAW)["meter_id"]
    ('M1', None)
    """
    return {
        "format": 1,
        "rules": usual_rules(ROUNDS[game].rules_type).as_json(),
        "cards": "electronic",
        "controller": "aquarius",
        "meter_id": METERS[game][0] if game in METERS else None,
        "equipment": [],
    }


class Found(Struct, frozen=True, rename={"table_id": "table"}):
    """A table of the room.

    >>> Found("T1", "open", "electronic", "house").is_for_bots
    True
    """

    table_id: str
    status: str
    cards: str
    dealer: str

    @property
    def is_for_bots(self) -> bool:
        """Whether guests can play there without staff."""
        return self.status == "open" and self.cards == "electronic" and self.dealer == "house"


async def find_tables(wire: Wire) -> list[Found]:
    """The tables of the room, from its public view."""
    return (await look_at_room(wire)).tables


class FoundMeter(Struct, frozen=True):
    """A meter of the room."""

    meter: str


class FoundRoom(Struct, frozen=True):
    """What bots read of the public view of the room."""

    tables: list[Found]
    meters: list[FoundMeter]


async def look_at_room(wire: Wire) -> FoundRoom:
    """The public view of the room: its tables and meters."""
    try:
        async with aclosing(pushes(wire, "room", NOBODY)) as messages:
            async for text in messages:
                if is_push(text):
                    return convert(json.loads(text)["view"], FoundRoom)
    except (OSError, TimeoutError, WebSocketException) as error:
        raise BotsError(f"the room at {wire.address.origin} cannot be seen: {error}") from None
    raise BotsError(f"the room at {wire.address.origin} cannot be seen: the socket was closed")


def read_badges(text: str) -> Badges:
    """Parse badges and PINs of the command line.

    >>> read_badges("3:4711 4:0815")
    [('3', '4711'), ('4', '0815')]
    """
    pairs = [(badge, pin) for badge, _, pin in (word.partition(":") for word in text.split())]
    if not all(badge and pin for badge, pin in pairs):
        raise BotsError("staff are named by badge and PIN, with a colon between them and spaces between people")
    return pairs


async def log_in(wire: Wire, badges: Badges, ids: Ids) -> Staff:
    """Log in staff with these badges and PINs. Their commands are not counted in the tally of the bots."""
    people = [Person(wire, BotTally, ids) for _ in badges]
    for person, (badge, pin) in zip(people, badges, strict=True):
        await person.log_in(badge, pin)
    return Staff(people, ids)


async def make_tables(wire: Wire, staff: Staff, number: int, games: list[Game]) -> int:
    """Create and open tables until there are enough for bots; returns how many were created."""
    tables = await find_tables(wire)
    taken = {table.table_id for table in tables}
    missing = number - sum(table.is_for_bots for table in tables)
    names = [name for i in range(1, number + len(taken) + 1) if (name := f"B{i}") not in taken][: max(missing, 0)]
    if names:
        await _make_meters(wire, staff, games)
    for i, name in enumerate(names):
        await staff.make_table(name, games[i % len(games)])
    return len(names)


async def _make_meters(wire: Wire, staff: Staff, games: list[Game]) -> None:
    known = {meter.meter for meter in (await look_at_room(wire)).meters}
    for game in games:
        if game in METERS and METERS[game][0] not in known:
            await staff.make_meter(*METERS[game])
