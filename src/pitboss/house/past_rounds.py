"""Rounds that are over, the newest first, a page at a time: what was staked in each, and what was paid.

A page walks the journal of its table backwards, and not far: where the rounds of a player lie further back than that,
it says where to go on. It is reckoned from what the records tell, as they were written.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.house.actor import Role, read_actor
from pitboss.house.answers import public_part
from pitboss.house.journal import Record, as_record, chain_of
from pitboss.house.openings import last_seating
from pitboss.house.rounds_on_record import BEGINS, begins_round
from pitboss.house.schema import JACKPOTS, JOURNAL, TABLES

MOST_READ: Final = 3000
"""After so many records a page ends with the round that it is at, also where it is not full."""

_AT_ONCE: Final = 300


@dataclass(frozen=True)
class PastRound:
    """A round that is over.

    >>> PastRound(12, "2026-11-15T20:00:00.000000Z", 1000, 1500, None).paid_cents
    1500
    """

    round_number: int
    at: str
    """When it began."""
    staked_cents: int | None
    """What the player staked, or all players did; nothing at physical cards, where chips go from hand to hand."""
    paid_cents: int | None
    """What came back, stakes that were not lost included."""
    void_reason: str | None


class Page(NamedTuple):
    """Some rounds, the newest first, and before which record the walk goes on; nothing at the beginning.

    >>> Page([], None).earlier is None
    True
    """

    rounds: list[PastRound]
    earlier: int | None


def past_rounds(
    connection: Connection, key: tuple[str, str], *, player: str | None, before: int | None = None, limit: int = 20
) -> Page:
    """The rounds of a table (its property and name) that are over; of a player those in which they had a wager."""
    found: list[PastRound] = []
    stored, number, has_read = _Stored.of(connection, *key), None, 0
    seatings: dict[int, Record | None] = {}
    for records in _backwards(connection, key, before):
        first = records[0]
        number = _told_number(first) or (number - 1 if number else stored.number_at(connection, first))
        if number <= stored.round_number:
            past = _Past.read(records)
            seats = set(past.wagers) if player is None else past.seats_of(connection, player, seatings)
            if player is None or seats:
                found.append(past.summary(connection, number, seats))
        has_read += len(records)
        if len(found) == limit or has_read >= MOST_READ:
            return Page(found, first.seq)
    return Page(found, None)


def _backwards(connection: Connection, key: tuple[str, str], before: int | None) -> Iterator[list[Record]]:
    """The records of each round, in order; the newest round first."""
    property_id, table_id = key
    of_table = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id))
    of_round: list[Record] = []
    while True:
        older = () if before is None else (JOURNAL.c.seq < before,)
        query = select(JOURNAL).where(of_table, *older).order_by(JOURNAL.c.seq.desc()).limit(_AT_ONCE)
        read = [as_record(row) for row in connection.execute(query)]
        for record in read:
            of_round.append(record)
            if begins_round(record):
                yield of_round[::-1]
                of_round = []
        if len(read) < _AT_ONCE:
            return
        before = read[-1].seq


# ---- which round it is


def _events(record: Record) -> list[dict[str, Any]]:
    return list(map(public_part, json.loads(record.events)))


def _told_number(first: Record) -> int | None:
    """The number of a round by its first record; a keypad does not count."""
    return next((int(event["number"]) for event in _events(first) if event["event"] == "round-started"), None)


class _Stored(NamedTuple):
    """A table as it was last stored: between two rounds, so that all of them up to then are over."""

    key: tuple[str, str]
    version: int
    round_number: int

    @staticmethod
    def of(connection: Connection, property_id: str, table_id: str) -> "_Stored":
        of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
        row = connection.execute(select(TABLES.c.version, TABLES.c.snapshot).where(of_table)).one()
        return _Stored((property_id, table_id), row.version, json.loads(row.snapshot)["round_number"])

    def number_at(self, connection: Connection, first: Record) -> int:
        """The number of a round that does not tell it, counted from here."""
        low, high = sorted((first.seq, self.version))
        property_id, table_id = self.key
        of_table = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id))
        between = (JOURNAL.c.seq > low) & (JOURNAL.c.seq <= high)
        begun = connection.scalar(select(func.count()).select_from(JOURNAL).where(of_table, between, BEGINS)) or 0
        return self.round_number + (begun if first.seq > self.version else -begun)


# ---- what happened in it


@dataclass
class _Past:
    """What the records of a round tell of its money, by seat."""

    first: Record
    wagers: dict[int, dict[str, int]] = field(default_factory=dict)
    paid: dict[int, int] = field(default_factory=dict)
    placed_by: dict[int, str] = field(default_factory=dict)
    """Who placed the last wager of each seat."""
    is_closed: bool = False
    """Whether the bets were closed, so that the meter has the progressive wagers."""
    void_reason: str | None = None

    @staticmethod
    def read(records: list[Record]) -> "_Past":
        past = _Past(records[0])
        for record in records:
            asked = json.loads(record.asked).get("command", {})
            past.is_closed |= asked.get("do") == "no-more-bets"
            if asked.get("do") == "place-wager":
                past.placed_by[asked["seat"]] = record.actor
            for event in _events(record):
                past._note(event)
        past.wagers = {seat: spots for seat, spots in past.wagers.items() if spots}
        return past

    def _note(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "wager-placed":
                self.wagers.setdefault(event["seat"], {})[event["wager"]] = event["cents"]
            case "wager-taken-back":
                del self.wagers[event["seat"]][event["wager"]]
            case "seat-settled" | "wagers-settled":
                self._pay(event["seat"], sum(line["pay_cents"] for line in event["lines"]))
            case "progressive-paid" | "envy-paid":
                self._pay(event["seat"], event["cents"])
            case "round-voided":
                self.void_reason = event["reason"]

    def _pay(self, seat: int, cents: int) -> None:
        self.paid[seat] = self.paid.get(seat, 0) + cents

    def seats_of(self, connection: Connection, player: str, seatings: dict[int, Record | None]) -> set[int]:
        """The seats at which a player had a wager. Players bet at their own seats only; else it is looked up."""
        return {seat for seat in self.wagers if self._owner(connection, seat, seatings) == player}

    def _owner(self, connection: Connection, seat: int, seatings: dict[int, Record | None]) -> str | None:
        placed_by = read_actor(self.placed_by[seat])
        if placed_by.role is Role.PLAYER:
            return placed_by.name
        known = seatings.get(seat)
        if known is None or known.seq > self.first.seq:
            known = seatings[seat] = last_seating(connection, self.first, seat)
        return None if known is None else json.loads(known.asked).get("player")

    def summary(self, connection: Connection, number: int, seats: set[int]) -> PastRound:
        """The round as these seats had it."""
        told = (number, self.first.at)
        if self.first.kind != "start-round":
            return PastRound(*told, None, None, None)
        staked = sum(cents for seat in seats for cents in self.wagers[seat].values())
        if self.void_reason is not None:
            kept = sum(self.wagers[seat].get("progressive", 0) for seat in seats) if self.is_closed else 0
            return PastRound(*told, staked, staked - kept, self.void_reason)
        paid = sum(self.paid.get(seat, 0) for seat in seats)
        return PastRound(*told, staked, paid + self._jackpots(connection, number, seats), None)

    def _jackpots(self, connection: Connection, number: int, seats: Iterable[int]) -> int:
        """Wins that people verified; their amount stands in no event, since the meter sets it when they are paid."""
        table_id = self.first.chain.partition(":")[2]
        ids = [f"{table_id}-{number}-{seat}" for seat in seats if "progressive" in self.wagers[seat]]
        if not ids:
            return 0
        of_round = (JACKPOTS.c.property_id == self.first.property_id) & JACKPOTS.c.jackpot_id.in_(ids)
        paid = select(func.sum(JACKPOTS.c.cents)).where(of_round, JACKPOTS.c.status == "paid")
        return int(connection.scalar(paid) or 0)
