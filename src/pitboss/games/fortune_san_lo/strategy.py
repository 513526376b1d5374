"""How a seat of Fortune San Lo Poker decides when nobody thinks for it."""

from typing import Any

from pitboss.games.command import Command
from pitboss.games.fortune_san_lo.commands import AskHouseWay, SetHand
from pitboss.games.fortune_san_lo.round import FortuneSanLoRound
from pitboss.games.round import Round


def house_way_strategy(round: Round[Any, Any], seat: int) -> Command:
    """Set the hand the house way where the player may see it already, and otherwise ask for it.

    >>> round = FortuneSanLoRound(seats={1: "ann"})
    >>> house_way_strategy(round, 1)
    AskHouseWay(seat=1)
    """
    assert isinstance(round, FortuneSanLoRound)
    if round.can_hint(seat):
        return SetHand(seat, round.hint(seat).setting.cards)
    return AskHouseWay(seat)


def time_out(round: Round[Any, Any], seat: int) -> Command:
    """The posted policy for a player who is away or takes too long: the hand is set the house way.

    >>> time_out(FortuneSanLoRound(seats={1: "ann"}), 1)
    AskHouseWay(seat=1)
    """
    return AskHouseWay(seat)
