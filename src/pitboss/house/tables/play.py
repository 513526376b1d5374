"""Plays rounds with electronic cards: starts them, deals, passes commands to the game's rules, and moves the chips."""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import Command, Deal, NoMoreBets, PlaceWager, Who, read_named
from pitboss.games.round import Round
from pitboss.games.rounds import ROUNDS, TIME_OUTS
from pitboss.house.errors import RefusedError
from pitboss.house.reports.gaming_day import second_of
from pitboss.house.tables import camera_holds, electronic_jackpots
from pitboss.house.tables.commands import Act, DealCards, StartRound, TimeOut
from pitboss.house.tables.doing import Doing, Handler, Part, Verifying
from pitboss.house.tables.events import MeterRose, RoundStarted
from pitboss.house.tables.preconditions import (
    acts_of,
    round_of,
    seating_of,
    verify_chips,
    verify_no_round,
    verify_open,
    verify_shuffler_runs,
)
from pitboss.house.tables.state import TableState


def verify_start_round(asking: Verifying) -> None:
    """A round starts at an open table with a player who may play, after the last one ended, while the shuffler runs."""
    state, host = asking.state, asking.host
    verify_open(state)
    verify_no_round(state, "a new round starts")
    if state.is_live:
        raise RefusedError(f"table {state.table_id} is dealt by hand: press the keys of its controller")
    if not state.seatings:
        raise RefusedError(f"nobody sits at table {state.table_id}")
    host.verify_clock()
    if state.settings.meter_id is not None:
        host.verify_in_service(state.settings.meter_id)
    host.verify_some_may_play(_seated(state))
    verify_shuffler_runs(state)


def start_round(doing: Doing) -> None:
    """Start a round. Players who may not play any more are not in it."""
    state, host = doing.state, doing.host
    state.barred = frozenset(host.barred(_seated(state)))
    state.camera_above_cents = host.camera_above_cents()
    state.asked_at = dict.fromkeys(state.seatings, second_of(host.clock))
    seated = {seat: seating for seat, seating in sorted(state.seatings.items()) if seating.player not in state.barred}
    seal = state.cards.start_round(host.entropy)
    state.round_number += 1
    state.awards = []
    state.round = ROUNDS[state.settings.game](
        state.settings.rules,
        seats={seat: seating.player for seat, seating in seated.items()},
        lit={seat: seating.lit_cents for seat, seating in seated.items() if seating.lit_cents},
    )
    doing.tell(RoundStarted(state.round_number, seal.root.hex()))


def _seated(state: TableState) -> list[str]:
    return [seating.player for seating in state.seatings.values()]


def verify_deal_cards(asking: Verifying) -> None:
    """The round must wait for cards or for the shuffler's green button, and the shuffler must run."""
    awaiting = round_of(asking.state).awaiting
    if awaiting.kind != "cards" and GREEN_BUTTON not in awaiting.operations:
        raise RefusedError(f"no cards are wanted now: the round waits for {awaiting.words}")
    verify_shuffler_runs(asking.state)


def deal_cards(doing: Doing) -> None:
    """Deal what the round waits for."""
    round, cards = round_of(doing.state), doing.state.cards
    command = cards.answer(round, doing.host.entropy)
    assert command is not None
    round.verify(command)
    in_round(doing, round, command)
    if isinstance(command, Deal):
        doing.dealt_from = cards.dealt_from()


def verify_act(asking: Verifying, command: Mapping[str, Any]) -> None:
    """The rules of the game must allow the command, and the seat must have the chips for it."""
    state = asking.state
    round = round_of(state)
    game_command = _read(state, command)
    if Who.SHUFFLER in game_command.who:
        raise RefusedError("cards and the start position come out of the shuffler: ask for deal-cards")
    _verify_in(state, round, game_command)
    if isinstance(game_command, PlaceWager) and _more_cents(round, game_command) > 0:
        _verify_not_excluded(asking, game_command.seat)


def act(doing: Doing, command: Mapping[str, Any]) -> None:
    """Do a command of the game."""
    state = doing.state
    round, game_command = round_of(state), _read(state, command)
    if isinstance(game_command, PlaceWager) and _more_cents(round, game_command) > 0:
        state.asked_at[game_command.seat] = second_of(doing.host.clock)
    in_round(doing, round, game_command)


def _read(state: TableState, command: Mapping[str, Any]) -> Command:
    return read_named(command, acts_of(state.settings.game))


def _verify_not_excluded(asking: Verifying, seat: int) -> None:
    """Refuse new wagers of an excluded player; earlier ones are played to the end.

    The player list is read at most once a second for each seat, because there are thousands of wagers.
    """
    if asking.state.asked_at.get(seat) != second_of(asking.host.clock):
        asking.host.verify_not_excluded(seating_of(asking.state, seat).player)


def verify_time_out(asking: Verifying, seat: int) -> None:
    """The round must wait for a decision of that seat."""
    awaiting = round_of(asking.state).awaiting
    if awaiting.kind != "decision" or awaiting.seat != seat:
        raise RefusedError(f"seat {seat} has nothing to decide now: the round waits for {awaiting.words}")


def time_out(doing: Doing, seat: int) -> None:
    """Make the posted decision for a seat."""
    # The decision depends on hidden cards, so verifying reveals nothing about it.
    state = doing.state
    round = round_of(state)
    seating_of(state, seat)
    in_round(doing, round, _as_posted(round, seat, state.chips_cents(seat)))


def in_round(doing: Doing, round: Round[Any, Any], command: Command) -> None:
    """Do a command that the round has verified, and move the chips."""
    # A command with a seat changes only the wagers of that seat; one without may change any.
    seat = getattr(command, "seat", None)
    touched = round.seats if seat is None else (seat,)
    staked = {seat: round.seats[seat].staked_cents for seat in touched}
    settled = len(round.lines)
    events = round.do_verified(command)
    _take_stakes(doing, round, staked)
    doing.tell(*events)
    if isinstance(command, NoMoreBets):
        _feed_meter(doing, round)
    camera_holds.settle(doing, round.lines[settled:])
    if round.is_over:
        _finish(doing, round)


def verify_in_round(state: TableState, command: Command) -> None:
    """Refuse a command that the rules do not allow now, or for which the seat has too few chips."""
    _verify_in(state, round_of(state), command)


def _verify_in(state: TableState, round: Round[Any, Any], command: Command) -> None:
    round.verify(command)
    _verify_stakes(state, round, command)


def _verify_stakes(state: TableState, round: Round[Any, Any], command: Command) -> None:
    """Refuse a command for which the seat has too few chips; the round computes what a decision costs."""
    seat = getattr(command, "seat", None)
    if seat is None:
        return
    if isinstance(command, PlaceWager):
        more = _more_cents(round, command)
    elif state.chips_cents(seat) >= round.seats[seat].staked_cents:
        # In no game does a decision cost more than the seat has staked already.
        return
    else:
        more = round.cost_cents(command, seat)
    verify_chips(state, seat, more)


def _more_cents(round: Round[Any, Any], wager: PlaceWager) -> int:
    """The cents that a wager adds to those on its spot."""
    before: int = round.seats[wager.seat].wagers.get(wager.wager, 0)
    return wager.cents - before


def _take_stakes(doing: Doing, round: Round[Any, Any], before: Mapping[int, int]) -> None:
    state = doing.state
    for seat, cents in before.items():
        more = round.seats[seat].staked_cents - cents
        if more:
            doing.move(state.chips_account(seat), state.felt_account, more)


def _feed_meter(doing: Doing, round: Round[Any, Any]) -> None:
    wagers = sum(not wager.is_carried for wager in round.progressive_report.wagers)
    meter_id = doing.state.settings.meter_id
    if wagers and meter_id is not None:
        shown = doing.host.contribute(meter_id, wagers, doing.entry)
        doing.tell(MeterRose(meter_id, wagers, shown))


def _finish(doing: Doing, round: Round[Any, Any]) -> None:
    still_lit, seatings = round.still_lit, doing.state.seatings
    for seat in round.seats:
        if seat in seatings:
            seatings[seat].lit_cents = still_lit.get(seat, 0)
    electronic_jackpots.claim_wins(doing, round)
    electronic_jackpots.close_round(doing)


def _as_posted(round: Round[Any, Any], seat: int, chips_cents: int) -> Command:
    """The posted decision for a player who does not answer; if the chips do not suffice, one that they can pay."""
    posted = TIME_OUTS[round.game](round, seat)
    if round.cost_cents(posted, seat) <= chips_cents:
        return posted
    return next(option for option in reversed(round.options()) if round.cost_cents(option, seat) <= chips_cents)


PLAY: Final[Part] = {
    StartRound: Handler(verify_start_round, start_round),
    DealCards: Handler(verify_deal_cards, deal_cards),
    Act: Handler(verify_act, act),
    TimeOut: Handler(verify_time_out, time_out),
}
"""Commands of a round with electronic cards."""
