"""Preconditions that commands of several parts share: each refuses a table that does not meet it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from pitboss.games.command import Command, Who
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS
from pitboss.house.actor import Actor, Role
from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.permissions import roles_of
from pitboss.house.tables.commands import Act, Press, TakeSeat
from pitboss.house.tables.events import dealer_in_words
from pitboss.house.tables.state import HOUSE, Seating, TableState
from pitboss.paytables import Game, print_dollars
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


MACHINES: Final = frozenset({Who.SHUFFLER, Who.METER})
"""What does acts that nobody sends. The round and the keypad refuse those, and say where they come from."""

_WORDS: Final[Mapping[Who, str]] = {
    Who.DEALER: "the dealer",
    Who.FLOOR: "a supervisor or an executive",
    Who.HOUSE: "the house itself",
}
"""Whom a refusal names: the first of these who may do it."""


def seat_of(command: Command) -> Any:
    """The seat that a command is about; nothing where it is about none."""
    return command.command.get("seat") if isinstance(command, Act) else getattr(command, "seat", None)


def verify_who(table: TableState, command: Command, by: Actor) -> None:
    """Refuse a sender whom the command does not name; a player at another seat; a dealer who deals elsewhere."""
    kind = kind_of(table, command)
    if by.role is Role.PLAYER:
        _verify_player(table, command, kind, by.name)
    elif isinstance(command, Act) and command.names_cards:
        raise NotPermittedError(f"cards are named by the player who holds them, not by {by}")
    elif not kind.who & MACHINES and by.role not in roles_of(kind):
        raise NotPermittedError(f"{kind.slug()} is for {_in_words(kind)}, not for {by}")
    elif by.role is Role.DEALER and Who.ANY_DEALER not in kind.who:
        _verify_deals_here(table, by)


def kind_of(table: TableState, command: Command) -> type[Command]:
    """The command itself, or the act of the game or the press of the keypad that it carries.

    What is no act or press at all is left to the round or the keypad to refuse.
    """
    if isinstance(command, Act):
        return acts_of(table.settings.game).get(command.command["do"], Act)
    if isinstance(command, Press) and table.controller is not None:
        return _presses_of(type(table.controller)).get(command.press["do"], Press)
    return type(command)


@cache
def acts_of(game: Game) -> dict[str, type[Command]]:
    """The commands of a game's rounds by name."""
    return {kind.slug(): kind for kind in ROUNDS[game].operations}


@cache
def _presses_of(controller: type[Controller]) -> dict[str, type[Command]]:
    return {kind.slug(): kind for kind in controller.operations}


def _in_words(kind: type[Command]) -> str:
    return next((words for who, words in _WORDS.items() if who in kind.who), "others")


def _verify_player(table: TableState, command: Command, kind: type[Command], player: str) -> None:
    """Players act for themselves, and leave the dealer's work to the dealer."""
    if isinstance(command, TakeSeat):
        if command.player != player:
            raise NotPermittedError(f"{player} cannot take a seat for {command.player}")
        return
    if Who.PLAYER not in kind.who and not kind.who & MACHINES:
        raise NotPermittedError(f"{kind.slug()} is for {_in_words(kind)}, not for a player")
    seat = seat_of(command)
    seating = table.seatings.get(seat) if isinstance(seat, int) else None
    if seating is None or seating.player != player:
        raise NotPermittedError(f"{player} does not sit at seat {seat!r} of table {table.table_id}")


def _verify_deals_here(table: TableState, by: Actor) -> None:
    """Cards, chips and players of a table are handled by the dealer of that table, and by no other."""
    if table.dealer == HOUSE:
        raise NotPermittedError(
            f"the house deals at table {table.table_id}: it is for the house dealer and the floor until it is "
            "handed over"
        )
    if table.dealer not in ("", by.name):
        raise NotPermittedError(
            f"{dealer_in_words(table.dealer)} deals at table {table.table_id}, not {by}: have it handed over first"
        )
