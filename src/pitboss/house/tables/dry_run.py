"""Checks which commands a table would refuse now, and why, without doing them.

Consoles use it to disable buttons. The command is verified again when it is sent.
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
from pitboss.house.tables.room_host import RoomChecks
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_holds import verify_table_limit, verify_undisputed


def refusals(
    room: Room, table: Table, connection: Connection, commands: Mapping[str, Command], by: Actor
) -> dict[str, str]:
    """The commands that the table would refuse now, each with the reason; call it while looking at the table."""
    reasons = {}
    host = DryRunHost(room, table.table_id, connection)
    for name, command in commands.items():
        try:
            verify_permitted(by, command)
            table.verify(command, host, by)
        except StorageError:
            raise
        except PitbossError as reason:
            reasons[name] = str(reason)
    return reasons


class DryRunHost(RoomChecks):
    """The room for checks only: it answers as for a command, and locks no rows."""

    def __init__(self, room: Room, table_id: str, connection: Connection) -> None:
        moment = room.clock.moment()
        day = room.house.days.day_of(parse_instant(moment.at)).isoformat()
        stamp = Stamp(room.house.property_id, chain_of(table_id), _NEVER, moment.at, day)
        super().__init__(_ReadOnlyTransaction(connection), stamp, room.house, moment)

    def verify_may_resume(self, round_number: int) -> None:
        """Refuse while the round is disputed, without locking the table."""
        verify_undisputed(self._later.connection, self._stamp.property_id, self._table_id, round_number)

    def verify_may_open(self) -> None:
        """Refuse more open tables than the law allows, without locking the room."""
        max_tables = self._house.most_tables
        if max_tables is not None:
            verify_table_limit(self._later.connection, self._stamp.property_id, self._table_id, max_tables)

    def _meter(self, meter_id: str) -> meters.StoredMeter:
        return meters.look(self._later.connection, self._stamp.property_id, meter_id)


_NEVER: Final = 0
"""The number of the record, which is never written."""


class _ReadOnlyTransaction(DeferredTransaction):
    """A transaction that only reads."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
