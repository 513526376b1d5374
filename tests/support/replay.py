"""The whole room again from its journal alone: every record is done once more, in a database that knows nothing.

The clock and chance come from the records, so the new journal must be the same to the last hash. Chains have no common
order but the time; that of a test ticks with every command.
"""

import base64
import json
from collections import deque
from unittest.mock import patch

from pitboss.games.command import read_command
from pitboss.house.actor import read_actor
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.open_room import create_room, open_room
from pitboss.house.people.signing import Signature
from pitboss.house.property import Property, PropertySettings
from pitboss.house.records import journal
from pitboss.house.records.face_down import asked_of
from pitboss.house.records.journal import Record
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.room import OFFICE
from pitboss.house.tables.table import Table
from pitboss.sources import SeededEntropy

_NONCE = 12
"""So many bytes lock what a record keeps of chance."""


class RecordedDay:
    """Time and chance as the records have them."""

    is_live = True

    def __init__(self, key):
        self._box = Strongbox(read_key(key))
        # What seals a shoe for storage is on no record: it locks the same secret in other words.
        self._other = SeededEntropy("a replay")
        self._bytes = deque()

    def turn_to(self, record):
        """The time and the chance of the next record."""
        assert not self._bytes, "the record before drew less chance than it says"
        self._now = parse_instant(record.at)
        drawn = json.loads(record.drawn)
        locked, face_down = (base64.b64decode(drawn.get(name, "")) for name in ("chance", "face_down"))
        if locked:
            self._bytes.extend(self._box.unlock(locked, record.stamp.place) + locked[:_NONCE])
        self._bytes.extend(face_down[:_NONCE])

    def now(self):
        return self._now

    def token(self, size):
        if not self._bytes:
            return self._other.token(size)
        return bytes(self._bytes.popleft() for _ in range(size))


def records(room):
    """Every record of the room, in the order of time."""
    with room.database.reading() as connection:
        rows = connection.execute(journal.JOURNAL.select()).all()
    found = sorted(map(journal.as_record, rows), key=_moment)
    assert len(set(map(_moment, found))) == len(found), "two records of one moment: their order is unknown"
    return found


def _moment(record):
    """When it was written. What a table did is anchored in the office at the same moment, after it; that the PIN for a
    command was right is noted at the moment of the command, in a record before it."""
    return record.at, record.chain == OFFICE, record.seq


def replayed(room, database, key):
    """A new room in an empty database, brought to where the other one is by doing its records again."""
    founding, *others = records(room)
    asked, day = json.loads(founding.asked), RecordedDay(key)
    settings = PropertySettings.from_json(asked["settings"])
    day.turn_to(founding)
    create_room(database, Property(founding.property_id, asked["name"], settings), key, day, clock=day)
    again = open_room(database, key, property_id=founding.property_id, clock=day, entropy=day)
    for record in others:
        day.turn_to(record)
        _do(again, record)
    return again


def _do(room, record: Record):
    asked, who = asked_of(room.box, record), {"by": read_actor(record.actor), "command_id": record.command_id}
    with signed_as(record):
        if record.chain == OFFICE:
            return room.in_office(read_command(asked, OFFICE_COMMANDS), **who)
        table_id = record.chain.removeprefix("table:")
        return room.at_table(table_id, read_command(asked, Table.operations), **who)


def signed_as(record):
    """Who signed a record is in it, as is that their PIN was right: nobody is asked again."""
    signature = json.loads(record.drawn).get("signed")
    return patch("pitboss.house.people.signing.sign", lambda *_: Signature(**signature))
