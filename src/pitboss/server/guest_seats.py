"""Limits how many seats a guest, and the guests of one address, hold at the same time."""

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.games.command import Command
from pitboss.house.people.sessions import Session
from pitboss.house.tables.commands import TakeSeat
from pitboss.house.tables.queries import table_ids
from pitboss.house.tables.table import Table
from pitboss.house.tables.views import TableView
from pitboss.server.context import ServerContext
from pitboss.server.limits import is_guest


@contextmanager
def seating(context: ServerContext, session: Session, table_id: str, command: Command) -> Iterator[None]:
    """Run a command in this context: it refuses a guest a seat over the limit. Called from a thread of the house."""
    if not (isinstance(command, TakeSeat) and is_guest(session)):
        yield
        return
    with context.limits.seating:
        taken = {
            (each, seat): name for each in table_ids(context.room) for seat, name in _players(context, each).items()
        }
        taken.pop((table_id, command.seat), None)  # a repeated command gets its first answer
        context.limits.verify_may_sit(session, list(taken.values()))
        yield


def _players(context: ServerContext, table_id: str) -> dict[int, str]:
    def look(table: Table, _version: int) -> dict[int, str]:
        return {seat: seating.player for seat, seating in table.seatings.items()}

    return context.room.glance(table_id, look)


def note_chips(context: ServerContext, session: Session, view: TableView) -> None:
    """Let the limits know whether a guest who has just done something at a table has chips there."""
    if is_guest(session):
        own = [seat.chips_cents for seat in view.seats.values() if seat.player == session.actor.name]
        is_betting = view.round is not None and view.round.phase != "over" and bool(own)
        context.limits.note_chips(session, any(own) or is_betting, context.clock.now())
