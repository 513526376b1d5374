"""Whether a command would be done at a table now, and if not, why: by its own checks. Nothing is done.

A console asks before it offers something. What counts is still what the command says when it is sent.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.errors import StorageError
from pitboss.house.jackpots import meters
from pitboss.house.permissions import verify_permitted
from pitboss.house.records.journal import Stamp, chain_of
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.room import Room
from pitboss.house.storage.transactions import DeferredTransaction
from pitboss.house.tables import Table
from pitboss.house.tables.room_host import RoomChecks
from pitboss.house.tables.table_holds import verify_not_enough, verify_undisputed


def refusals(
    room: Room, table: Table, connection: Connection, commands: Mapping[str, Command], by: Actor
) -> dict[str, str]:
    """The reasons against those of the commands that would be refused now; to be asked while one looks at the table."""
    found = {}
    host = DryRunHost(room, table.table_id, connection)
    for name, command in commands.items():
        try:
            verify_permitted(by, command)
            table.verify(command, host, by)
        except StorageError:
            raise
        except PitbossError as reason:
            found[name] = str(reason)
    return found


class DryRunHost(RoomChecks):
    """The room as a command would find it, to be read only: no line is held for writing."""

    def __init__(self, room: Room, table_id: str, connection: Connection) -> None:
        moment = room.clock.moment()
        day = room.house.days.day_of(parse_instant(moment.at)).isoformat()
        stamp = Stamp(room.house.property_id, chain_of(table_id), _NEVER, moment.at, day)
        super().__init__(_Reading(connection), stamp, room.house, moment)

    def verify_may_resume(self, round_number: int) -> None:
        """A disputed round keeps its table; nothing is held to ask for it."""
        verify_undisputed(self._later.connection, self._stamp.property_id, self._table_id, round_number)

    def verify_may_open(self) -> None:
        """The law says how many tables a room may have; nothing is held to count them."""
        most = self._house.most_tables
        if most is not None:
            verify_not_enough(self._later.connection, self._stamp.property_id, self._table_id, most)

    def _meter(self, meter_id: str) -> meters.StoredMeter:
        return meters.look(self._later.connection, self._stamp.property_id, meter_id)


_NEVER: Final = 0
"""The number of a record that is never written."""


class _Reading(DeferredTransaction):
    """A transaction that only reads."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
