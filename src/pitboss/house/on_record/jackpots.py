"""Jackpots as the records of the tables have them: how much for whom, who verified and decided it, with which papers.

What a record tells of a jackpot are its words, so those of the stored row are compared: amount, pay, hand, player, seat
and how it stands. What a win follows from (its row of the paytable, the meter before and after) is in no event.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Row, or_, select

from pitboss.house.actor import Role
from pitboss.house.audit import OFFICE, PAGE
from pitboss.house.journal import Record, as_record
from pitboss.house.json_text import json_entry
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.rounds_on_record import begins_round
from pitboss.house.schema import JACKPOTS, JOURNAL
from pitboss.house.tables.jackpot import DECIDED, Jackpot, numbered_id
from pitboss.house.tables.jackpots import new_jackpot
from pitboss.house.tables.live_game import NamedWinner

_COLUMNS: Final = (
    "words",
    *("table_id", "round_number", "seat", "named_by", "verified_by", "checked_by", "decided_by"),
    *("identity", "tax_form", "reason", "evidence"),
    *("claimed_at", "claimed_day", "decided_at", "decided_day"),
)
_TELLING: Final = or_(
    JOURNAL.c.kind.in_(("start-round", "press", "name-winner")),
    JOURNAL.c.events.contains(json_entry("event", "jackpot-changed")),
)
"""The records that say which round it is, or something of a jackpot."""

_WHY: Final = ("reason", "evidence")


class _JackpotSheet(Sheet):
    """Rows that are compared by their words."""

    def _value(self, row: Row[Any], name: str) -> Any:
        if name != "words":
            return super()._value(row, name)
        return Jackpot(**{each: getattr(row, each) for each in Jackpot.__dataclass_fields__}).sentence


class Jackpots:
    """The list of jackpots."""

    def __init__(self) -> None:
        self._sheet = _JackpotSheet(JACKPOTS, "jackpot", "jackpots", _COLUMNS)
        self.sheets = (self._sheet,)

    def note(self, said: Said) -> None:
        """Nothing in the office changes this list."""

    def complete(self, connection: Connection, property_id: str) -> None:
        """Every jackpot of every table."""
        for chain, records in groupby(_records(connection, property_id), key=lambda record: record.chain):
            table = _AtTable(chain.partition(":")[2], self._sheet)
            for record in records:
                table.follow(record)


def _records(connection: Connection, property_id: str) -> Iterator[Record]:
    of_tables = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain != OFFICE)
    query = select(JOURNAL).where(of_tables, _TELLING).order_by(JOURNAL.c.chain, JOURNAL.c.seq)
    yield from map(as_record, connection.execute(query.execution_options(yield_per=PAGE)))


@dataclass
class _AtTable:
    """One table, record by record."""

    table_id: str
    sheet: Sheet
    round_number: int = 0
    checked_by: dict[int, str] = field(default_factory=dict)
    """By seat, who of surveillance has seen a hand whose button is lit."""
    reversed_wins: Counter[tuple[Any, int]] = field(default_factory=Counter)
    """By round and seat, how many wins were reversed."""
    pressed_by: str | None = None
    """Who pressed J-POT or CONFIRM for the hand whose button is lit."""
    named_by: str | None = None
    """Who named the winner of the hand whose button is lit."""

    def follow(self, record: Record) -> None:
        """Take in what happened."""
        self.round_number += begins_round(record)
        asked = json.loads(record.asked)
        for event in (stored["all"] for stored in json.loads(record.events)):
            match event["event"]:
                case "win-booked" | "win-confirmed":
                    self.pressed_by = self.pressed_by or record.actor
                case "hand-off":
                    self.pressed_by = self.named_by = None
                case "winner-named":
                    answered = tuple(event["asked"]), event["none_to_the_right"]
                    self.named_by = NamedWinner(event["seat"], record.actor, *answered).sentence
                case "hand-lit" | "game-over" | "game-voided":
                    self.checked_by = {}
                case "dealer-paid":
                    paid = {"words": self._small_win(record, event), "decided_by": record.actor}
                    self._write(record, self._id(event["seat"]), "paid", None, seat=event["seat"], **paid)
                case "jackpot-changed":
                    self._change(record, asked, event)

    def _change(self, record: Record, asked: dict[str, Any], event: dict[str, Any]) -> None:
        seat, status = event["seat"], event["status"]
        if record.kind == "check-jackpot":
            self.checked_by[seat] = record.actor
            if event["words"].startswith("surveillance has seen"):
                return  # a button is lit, and nothing is written down of it yet
        if record.kind in ("pay-booked", "reverse-jackpot"):
            about = _papers(asked) if record.kind == "pay-booked" else {each: asked[each] for each in _WHY}
            words = event["words"].partition("; tax form")[0]
            self._write(record, asked["jackpot_id"], status, words=words, **about, decided_by=record.actor)
            if status == "reversed":
                was = self.sheet.last(asked["jackpot_id"])
                self.reversed_wins[was.get("round_number"), seat] += 1
            return
        if record.kind == "award-late":
            self._write_late(record, asked, event)
            return
        if record.kind == "withhold-win" and _seat_in(asked["jackpot_id"]) == seat:
            self._write(record, asked["jackpot_id"], status, words=event["words"], decided_by=record.actor)
            return
        people = self._people(record, asked, event) if asked.get("seat", seat) == seat else {}
        self._write(record, self._id(seat), status, seat=seat, words=event["words"], **people)

    def _people(self, record: Record, asked: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
        """Whoever did something about this jackpot, with what they wrote down."""
        match record.kind, event["status"]:
            case "press", _:
                seen_by = ", ".join(dict.fromkeys(filter(None, (self.pressed_by, record.actor))))
                people = {
                    "verified_by": seen_by,
                    "checked_by": self.checked_by.get(event["seat"]),
                    "named_by": self.named_by,
                }
                if event["status"] == "booked":
                    self.pressed_by = self.named_by = None
                return people
            case "verify-jackpot", _:
                return {"verified_by": record.actor}
            case "check-jackpot", _:
                return {"checked_by": record.actor}
            case "authorise-jackpot", "authorised":
                return _papers(asked) | {"decided_by": record.actor}
            case "reject-jackpot", "rejected":
                return {"decided_by": record.actor, "reason": asked["reason"]}
        return {}

    def _write_late(self, record: Record, asked: dict[str, Any], event: dict[str, Any]) -> None:
        """A win of a game that is over: first the win itself, then its envy for other seats."""
        number, winner, seat = asked["round_number"], asked["seat"], event["seat"]
        won = self._id(winner, number)
        jackpot_id = won if seat == winner else f"{won}.envy-{seat}"
        answers = json.loads(record.drawn).get("answers", ())
        seen_by = [each for each in answers if isinstance(each, str) and each.startswith(f"{Role.SURVEILLANCE}:")]
        about: dict[str, Any] = {each: asked[each] for each in _WHY}
        about |= {"verified_by": record.actor, "checked_by": next(iter(seen_by), None), "words": event["words"]}
        self._write(record, jackpot_id, event["status"], number, seat=seat, **about)

    def _id(self, seat: int, number: int | None = None) -> str:
        """The id of the win of a seat in a round: another one than of those that were reversed."""
        number = number or self.round_number
        return numbered_id(f"{self.table_id}-{number}-{seat}", self.reversed_wins[number, seat])

    def _write(self, record: Record, jackpot_id: str, status: str, number: int | None = None, **values: Any) -> None:
        if (jackpot_id,) not in self.sheet.rows:
            claimed = {"claimed_at": record.at, "claimed_day": record.day}
            place = {"table_id": self.table_id, "round_number": number or self.round_number}
            self.sheet.write(jackpot_id, **place, **claimed)
        if status in DECIDED:
            values |= {"decided_at": record.at, "decided_day": record.day}
        self.sheet.write(jackpot_id, **values)

    def _small_win(self, record: Record, event: dict[str, Any]) -> str:
        """What the dealer paid at once is told by what the meter answered then."""
        answers = (answer for answer in json.loads(record.drawn)["answers"] if isinstance(answer, dict))
        awards = (award for answer in answers for award in answer.get("awards", ()))
        [won, *_] = (award for award in awards if (award["seat"], award["row"]) == (event["seat"], event["row"]))
        return replace(new_jackpot(self.table_id, self.round_number, "", won), status="paid").sentence


def _seat_in(jackpot_id: str) -> int:
    """The seat that an id names: T1-12-3, or T1-12-3.2 after a reversal."""
    return int(jackpot_id.rpartition("-")[2].partition(".")[0])


def _papers(asked: dict[str, Any]) -> dict[str, Any]:
    return {"identity": asked["identity"], "tax_form": asked["tax_form"].strip() or None}
