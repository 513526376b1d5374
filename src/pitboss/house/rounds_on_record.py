"""Rounds as the journal has them: where each begins and ends, and whether it is over.

At electronic cards a round begins with start-round, at physical cards when the keypad takes the wagers in.
"""

import json
from typing import Any, Final

from sqlalchemy import Connection, and_, or_, select

from pitboss.house import journal
from pitboss.house.answers import public_part
from pitboss.house.errors import UnknownError
from pitboss.house.journal import Record, as_record, chain_of
from pitboss.house.json_text import json_entry
from pitboss.house.schema import JOURNAL, TABLES

_TAKEN: Final = json_entry("event", "wagers-taken")
BEGINS: Final = or_(JOURNAL.c.kind == "start-round", and_(JOURNAL.c.kind == "press", JOURNAL.c.events.contains(_TAKEN)))


def start_of(connection: Connection, property_id: str, table_id: str, round_number: int) -> Record:
    """The record with which a round began."""
    query = select(JOURNAL).where(_of_table(property_id, table_id), BEGINS).order_by(JOURNAL.c.seq)
    if type(round_number) is int and 0 < round_number < 2**31:
        row = connection.execute(query.offset(round_number - 1).limit(1)).first()
        if row is not None:
            return as_record(row)
    raise UnknownError(f"there is no round {round_number!r} at table {table_id}")


def records_of(connection: Connection, property_id: str, table_id: str, round_number: int) -> list[Record]:
    """The records from the start of a round to the start of the next, or to the end."""
    first = start_of(connection, property_id, table_id, round_number)
    found = [first]
    for record in journal.read(connection, property_id, chain_of(table_id), after=first.seq):
        if begins_round(record):
            break
        found.append(record)
    return found


def begins_round(record: Record) -> bool:
    """Whether a round begins with this record."""
    return record.kind == "start-round" or (record.kind == "press" and _TAKEN in record.events)


def wagers_of(connection: Connection, property_id: str, table_id: str, round_number: int) -> list[int]:
    """The seats whose progressive wagers were in a game at the keypad, carried ones too."""
    first = start_of(connection, property_id, table_id, round_number)
    told = map(public_part, json.loads(first.events))
    taken = [event for event in told if event["event"] == "wagers-taken"]
    return sorted({seat for event in taken for seat in (*event["seats"], *event["carried"])})


def marks_of(
    connection: Connection, property_id: str, table_id: str, round_number: int
) -> tuple[list[int], list[tuple[int, str]]]:
    """What was marked in a game at the keypad: seats that folded, and by seat hands without a wager that award envy.

    The same mark again takes it back.
    """
    folded, brought = set[int](), dict[int, str]()
    for record in records_of(connection, property_id, table_id, round_number):
        asked = json.loads(record.asked)
        if record.kind == "mark-fold":
            folded ^= {asked["seat"]}
        elif record.kind == "bring-envy" and brought.pop(asked["seat"], None) is None:
            brought[asked["seat"]] = asked["row"]
    return sorted(folded), sorted(brought.items())


def is_over(connection: Connection, property_id: str, table_id: str, round_number: int) -> bool:
    """Whether a round that was begun is over: a table is stored at the end of each."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    snapshot = json.loads(connection.execute(select(TABLES.c.snapshot).where(of_table)).scalar_one())
    return bool(snapshot["round_number"] >= round_number)


def is_suspended(connection: Connection, property_id: str, table_id: str) -> bool:
    """Whether a table is stopped now."""
    of_table = (TABLES.c.property_id == property_id) & (TABLES.c.table_id == table_id)
    return connection.scalar(select(TABLES.c.status).where(of_table)) == "suspended"


def _of_table(property_id: str, table_id: str) -> Any:
    return (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain_of(table_id))
