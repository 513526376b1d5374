"""Checks which commands a table would refuse now, and why, without doing them.

Consoles use it to disable buttons, and players see what each of their decisions costs or why it is not allowed. The
command is verified again when it is sent.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.games.decisions import decision_name
from pitboss.games.power_blackjack import Double, Insure, PowerBlackjackRules, PowerDouble
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules
from pitboss.house.actor import Actor
from pitboss.house.errors import StorageError
from pitboss.house.jackpots import meters
from pitboss.house.permissions import verify_permitted
from pitboss.house.records.journal import Stamp, chain_of
from pitboss.house.reports.gaming_day import parse_instant
from pitboss.house.room import Room
from pitboss.house.storage.transactions import DeferredTransaction
from pitboss.house.tables.play import verify_in_round
from pitboss.house.tables.room_host import RoomChecks
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_holds import verify_table_limit, verify_undisputed
from pitboss.house.tables.views import SeatChoice
from pitboss.paytables import print_dollars


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
        max_tables = self._house.max_tables
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


def choices(table: Table, seat: int) -> list[SeatChoice]:
    """Every decision of the game for a player; none with live cards, where players tell the dealer."""
    if table.settings.cards is CardKind.LIVE:
        return []
    # Before the first round of a table, a round that has not begun lists the same decisions.
    unstarted = ROUNDS[table.settings.game](table.settings.rules, seats={seat: table.seatings[seat].player})
    round = table.round or unstarted
    return [_choice(table, round, seat, command) for command in round.decisions(seat)]


def _choice(table: Table, round: Round[Any, Any], seat: int, command: Command) -> SeatChoice:
    cents = round.cost_cents(command, seat) if round.can(command) else None
    return SeatChoice(
        do=command.slug(),
        words=_words(command, cents),
        cents=cents,
        reason=_why_not(table, command),
        step_cents=step_cents(round.rules, command),
    )


def step_cents(rules: TableRules, command: Command) -> int | None:
    """The unit of a decision whose amount the player chooses; nothing if the rules fix the amount.

    >>> from pitboss.games.power_blackjack import Insure
    >>> step_cents(PowerBlackjackRules(), Insure(1, 500))
    250
    """
    if not isinstance(rules, PowerBlackjackRules):
        return None
    if isinstance(command, Insure):
        return rules.insurance_unit_cents
    is_double = isinstance(command, Double | PowerDouble)
    return rules.limit("bet").unit_cents if is_double and rules.double_for_less else None


def _words(command: Command, cents: int | None) -> str:
    name = decision_name(command)
    if not cents:
        return name
    # A player may insure any amount up to the maximum.
    return f"{name}: {'up to' if isinstance(command, Insure) else 'bet'} {print_dollars(cents)}"


def _why_not(table: Table, command: Command) -> str | None:
    try:
        verify_in_round(table, command)
    except PitbossError as error:
        return str(error)
    return None
