"""Jackpots as the records of the tables have them: how much for whom, who verified and decided it, with which papers.

What a record tells of a jackpot are its words, so those of the stored row are compared: amount, pay, hand, player, seat
and how it stands. What a win follows from (its row of the paytable, the meter before and after) is in no event.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Row, or_, select

from pitboss.house.audit import OFFICE, PAGE
from pitboss.house.journal import Record, as_record
from pitboss.house.json_text import json_entry
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.rounds_on_record import begins_round
from pitboss.house.schema import JACKPOTS, JOURNAL
from pitboss.house.tables.jackpot import DECIDED, Jackpot
from pitboss.house.tables.jackpots import new_jackpot

_COLUMNS: Final = (
    "words",
    *("table_id", "round_number", "seat", "verified_by", "checked_by", "decided_by", "identity", "tax_form", "reason"),
    *("claimed_at", "claimed_day", "decided_at", "decided_day"),
)
_TELLING: Final = or_(
    JOURNAL.c.kind.in_(("start-round", "press")),
    JOURNAL.c.events.contains(json_entry("event", "jackpot-changed")),
)
"""The records that say which round it is, or something of a jackpot."""


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
    pressed_by: str | None = None
    """Who pressed J-POT or CONFIRM for the hand whose button is lit."""

    def follow(self, record: Record) -> None:
        """Take in what happened."""
        self.round_number += begins_round(record)
        asked = json.loads(record.asked)
        for event in (stored["all"] for stored in json.loads(record.events)):
            match event["event"]:
                case "win-booked" | "win-confirmed":
                    self.pressed_by = self.pressed_by or record.actor
                case "hand-off":
                    self.pressed_by = None
                case "hand-lit" | "game-over" | "game-voided":
                    self.checked_by = {}
                case "dealer-paid":
                    self._write(
                        record, event["seat"], "paid", words=self._small_win(record, event), decided_by=record.actor
                    )
                case "jackpot-changed":
                    self._change(record, asked, event)

    def _change(self, record: Record, asked: dict[str, Any], event: dict[str, Any]) -> None:
        seat, status = event["seat"], event["status"]
        if record.kind == "check-jackpot":
            self.checked_by[seat] = record.actor
            if event["words"].startswith("surveillance has seen"):
                return  # a button is lit, and nothing is written down of it yet
        if record.kind in ("pay-booked", "back-out-win"):
            number = int(asked["jackpot_id"].split("-")[-2])
            papers = _papers(asked) if record.kind == "pay-booked" else {"reason": asked["reason"]}
            self._write(record, seat, status, number, words=event["words"], **papers, decided_by=record.actor)
            return
        people = self._people(record, asked, event) if asked.get("seat", seat) == seat else {}
        self._write(record, seat, status, words=event["words"], **people)

    def _people(self, record: Record, asked: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
        """Whoever did something about this jackpot, with what they wrote down."""
        match record.kind, event["status"]:
            case "press", _:
                seen_by = ", ".join(dict.fromkeys(filter(None, (self.pressed_by, record.actor))))
                if event["status"] == "booked":
                    self.pressed_by = None
                return {"verified_by": seen_by, "checked_by": self.checked_by.get(event["seat"])}
            case "verify-jackpot", _:
                return {"verified_by": record.actor}
            case "check-jackpot", _:
                return {"checked_by": record.actor}
            case "authorise-jackpot", "authorised":
                return _papers(asked) | {"decided_by": record.actor}
            case "reject-jackpot", "rejected":
                return {"decided_by": record.actor, "reason": asked["reason"]}
        return {}

    def _id(self, seat: int, number: int | None = None) -> str:
        return f"{self.table_id}-{number or self.round_number}-{seat}"

    def _write(self, record: Record, seat: int, status: str, number: int | None = None, **values: Any) -> None:
        jackpot_id, place = self._id(seat, number), {"table_id": self.table_id, "seat": seat}
        if (jackpot_id,) not in self.sheet.rows:
            claimed = {"claimed_at": record.at, "claimed_day": record.day}
            self.sheet.write(jackpot_id, **place, round_number=number or self.round_number, **claimed)
        if status in DECIDED:
            values |= {"decided_at": record.at, "decided_day": record.day}
        self.sheet.write(jackpot_id, **values)

    def _small_win(self, record: Record, event: dict[str, Any]) -> str:
        """What the dealer paid at once is told by what the meter answered then."""
        answers = (answer for answer in json.loads(record.drawn)["answers"] if isinstance(answer, dict))
        awards = (award for answer in answers for award in answer.get("awards", ()))
        [won, *_] = (award for award in awards if (award["seat"], award["row"]) == (event["seat"], event["row"]))
        return replace(new_jackpot(self.table_id, self.round_number, "", won), status="paid").sentence


def _papers(asked: dict[str, Any]) -> dict[str, Any]:
    return {"identity": asked["identity"], "tax_form": asked["tax_form"].strip() or None}
