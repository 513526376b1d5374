"""Preconditions that commands of several parts share: each refuses a table that does not meet it."""

from typing import Any

from pitboss.games.round import Round
from pitboss.house.errors import RefusedError
from pitboss.house.tables.state import Seating, TableState
from pitboss.paytables import print_dollars
from pitboss.progressive.controllers import Controller


def verify_status(state: TableState, allowed: str | tuple[str, ...], what: str) -> None:
    """Refuse a table with another status."""
    _ = state.settings
    statuses = (allowed,) if isinstance(allowed, str) else allowed
    if state.status not in statuses:
        needed = " or ".join(statuses)
        raise RefusedError(f"table {state.table_id} is {state.status} and cannot be {what}: it must be {needed}")


def verify_open(state: TableState) -> None:
    """Refuse a table that is not open, with the reason where there is one."""
    _ = state.settings
    if state.status != "open":
        why = f": {state.reason}" if state.reason else ""
        raise RefusedError(f"table {state.table_id} is {state.status}{why}")


def verify_no_round(state: TableState, then: str) -> None:
    """Refuse what can only be done ``then``, when the round has ended and everything in it is paid."""
    for seat, held in state.held_wins.items():
        won = f"{print_dollars(held.won_cents)} at seat {seat} of table {state.table_id}"
        raise RefusedError(f"{won} waits for surveillance, who must see it on camera before {then}")
    if state.round is not None and not state.round.is_over:
        raise RefusedError(f"round {state.round_number} of table {state.table_id} is in progress: end it before {then}")
    if state.is_playing:
        raise RefusedError(f"a jackpot is pending at table {state.table_id}: decide it before {then}")


def round_of(state: TableState) -> Round[Any, Any]:
    """The round that is played now."""
    verify_open(state)
    if state.jackpots:
        raise RefusedError(f"a jackpot is pending at table {state.table_id}: it is decided first")
    if state.round is None or state.round.is_over:
        raise RefusedError(f"no round is in progress at table {state.table_id}: start one")
    return state.round


def seating_of(state: TableState, seat: int) -> Seating:
    """The player at a seat."""
    if seat not in state.seatings:
        taken = ", ".join(map(str, sorted(state.seatings))) or "none"
        raise RefusedError(f"nobody sits at seat {seat} of table {state.table_id}; taken seats: {taken}")
    return state.seatings[seat]


def verify_chips(state: TableState, seat: int, cents: int) -> None:
    """Refuse what costs more than the chips at a seat."""
    seating_of(state, seat)
    has = state.chips_cents(seat)
    if cents > has:
        raise RefusedError(f"seat {seat} has {print_dollars(has)} in chips, and this needs {print_dollars(cents)}")


def keypad_of(state: TableState) -> Controller:
    """The keypad of an open table with live cards."""
    verify_open(state)
    if state.controller is None:
        raise RefusedError(f"table {state.table_id} has no keypad: it deals electronic cards, or has no progressive")
    return state.controller


def verify_shuffler_runs(state: TableState) -> None:
    """Refuse cards and games while the shuffler has stopped."""
    stopped = state.trouble
    if stopped is not None:
        words = f"the shuffler of table {state.table_id} is stopped ({stopped.fault}): {stopped.asked_for}"
        raise RefusedError(words)
