"""What the house dealer does next at a table: what the procedure asks for, and for a silent player what is posted."""

from typing import Any, Final

from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import CallOff, Command, NoMoreBets, TakeBack
from pitboss.games.round import Round
from pitboss.house.tables import Table
from pitboss.house.tables.commands import Act, DealCards, LeaveSeat, StartRound, TimeOut

CALLED_OFF: Final = CallOff()
"""A round whose players are gone, or whose bets somebody waits for who was not there when they opened."""


def next_act(table: Table, away: int | None = None) -> Command:
    """The next command of the house dealer, whose time has come; or the seat of somebody who is away is free again."""
    round = table.round
    if away is not None:
        return LeaveSeat(away)
    if round is None or round.is_over:
        return StartRound()
    if round.want.kind == "cards" or GREEN_BUTTON in round.want.operations:
        return DealCards()
    if round.want.kind == "decision":
        assert round.want.seat is not None
        return TimeOut(round.want.seat)
    return Act(_in_round(round).as_json())


def _in_round(round: Round[Any, Any]) -> Command:
    if round.want.kind == "wagers":
        return _close_bets(round) if round.has_wagers else CALLED_OFF
    return round.options()[0]


def _close_bets(round: Round[Any, Any]) -> Command:
    """Close the bets; before that, wagers that do not go together are given back to their seat, all of them."""
    for seat in round.misfits():
        for wager in round.seats[seat].wagers:
            if round.can(TakeBack(seat, wager)):
                return TakeBack(seat, wager)
    return NoMoreBets()
