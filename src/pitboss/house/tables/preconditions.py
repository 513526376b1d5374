"""Checks that commands of several parts share: status of the table, its round, chips, and who may send a command."""

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
    """Refuse a table that is not open, with the reason if there is one."""
    _ = state.settings
    if state.status != "open":
        why = f": {state.reason}" if state.reason else ""
        raise RefusedError(f"table {state.table_id} is {state.status}{why}")


def verify_no_round(state: TableState, then: str) -> None:
    """Refuse if a round is in progress or unpaid; ``then`` names what must wait for its end."""
    for seat, held in state.held_wins.items():
        won = f"{print_dollars(held.won_cents)} at seat {seat} of table {state.table_id}"
        raise RefusedError(f"{won} waits for surveillance, who must see it on camera before {then}")
    if state.round is not None and not state.round.is_over:
        raise RefusedError(f"round {state.round_number} of table {state.table_id} is in progress: end it before {then}")
    if state.is_playing:
        raise RefusedError(f"a jackpot is pending at table {state.table_id}: decide it before {then}")


def round_of(state: TableState) -> Round[Any, Any]:
    """Return the round in progress, or refuse."""
    verify_open(state)
    if state.jackpots:
        raise RefusedError(f"a jackpot is pending at table {state.table_id}: decide it first")
    if state.round is None or state.round.is_over:
        raise RefusedError(f"no round is in progress at table {state.table_id}: start one")
    return state.round


def seating_of(state: TableState, seat: int) -> Seating:
    """Return the seating of a seat, or refuse if nobody sits there."""
    if seat not in state.seatings:
        taken = ", ".join(map(str, sorted(state.seatings))) or "none"
        raise RefusedError(f"nobody sits at seat {seat} of table {state.table_id}; taken seats: {taken}")
    return state.seatings[seat]


def verify_chips(state: TableState, seat: int, cents: int) -> None:
    """Refuse a cost of more than the chips at a seat."""
    seating_of(state, seat)
    has = state.chips_cents(seat)
    if cents > has:
        raise RefusedError(f"seat {seat} has {print_dollars(has)} in chips, and this needs {print_dollars(cents)}")


def keypad_of(state: TableState) -> Controller:
    """Return the keypad of an open live-card table, or refuse."""
    verify_open(state)
    if state.controller is None:
        raise RefusedError(f"table {state.table_id} has no keypad: it deals electronic cards, or has no progressive")
    return state.controller


def verify_shuffler_runs(state: TableState) -> None:
    """Refuse to deal while the shuffler has stopped."""
    stopped = state.trouble
    if stopped is not None:
        words = f"the shuffler of table {state.table_id} is stopped ({stopped.fault}): {stopped.asked_for}"
        raise RefusedError(words)


MACHINES: Final = frozenset({Who.SHUFFLER, Who.METER})
"""Machines whose acts nobody may send. The round and the keypad refuse them, and say where they come from."""

_WORDS: Final[Mapping[Who, str]] = {
    Who.DEALER: "the dealer",
    Who.FLOOR: "a supervisor or an executive",
    Who.HOUSE: "the house itself",
}
"""Names for a refusal; it names the first of these who may send the command."""


def seat_of(command: Command) -> Any:
    """The seat that a command is about; nothing if it is about none."""
    return command.command.get("seat") if isinstance(command, Act) else getattr(command, "seat", None)


def verify_who(table: TableState, command: Command, by: Actor) -> None:
    """Refuse a sender who may not send the command: a wrong role, another seat's player, another table's dealer."""
    kind = kind_of(table, command)
    if by.role is Role.PLAYER:
        _verify_player(table, command, kind, by.name)
    elif isinstance(command, Act) and command.names_cards:
        raise NotPermittedError(f"cards are named by the player who holds them, not by {by}")
    elif not kind.who & MACHINES and by.role not in roles_of(kind):
        raise NotPermittedError(f"{kind.slug()} is for {_in_words(kind)}, not for {by}")
    elif by.role is Role.DEALER and Who.ANY_DEALER not in kind.who:
        _verify_deals_at(table, by)


def kind_of(table: TableState, command: Command) -> type[Command]:
    """The command itself, or the act of the game or the press of the keypad that it carries.

    The round or the keypad refuses an unknown act or press later.
    """
    if isinstance(command, Act):
        return acts_of(table.settings.game).get(command.command["do"], Act)
    if isinstance(command, Press) and table.controller is not None:
        return _presses_of(type(table.controller)).get(command.press["do"], Press)
    return type(command)


@cache
def acts_of(game: Game) -> dict[str, type[Command]]:
    """The commands of a game's rounds, by name."""
    return {kind.slug(): kind for kind in ROUNDS[game].operations}


@cache
def _presses_of(controller: type[Controller]) -> dict[str, type[Command]]:
    return {kind.slug(): kind for kind in controller.operations}


def _in_words(kind: type[Command]) -> str:
    return next((words for who, words in _WORDS.items() if who in kind.who), "others")


def _verify_player(table: TableState, command: Command, kind: type[Command], player: str) -> None:
    """Refuse a player who acts for another seat or sends a command of the staff."""
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


def _verify_deals_at(table: TableState, by: Actor) -> None:
    """Refuse a dealer who does not deal at this table."""
    if table.dealer == HOUSE:
        raise NotPermittedError(
            f"the auto-dealer deals at table {table.table_id}: only the auto-dealer and the floor act there until a "
            "dealer taps in"
        )
    if table.dealer not in ("", by.name):
        raise NotPermittedError(
            f"{dealer_in_words(table.dealer)} deals at table {table.table_id}, not {by}: have it handed over first"
        )
