"""The decisions of players in words, and hints: what the posted simple strategy would do, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.command import Command
from pitboss.games.double_draw import advise_at
from pitboss.games.fortune_san_lo import FortuneSanLoRound, SetHand
from pitboss.games.power_blackjack import NoInsurance, PowerBlackjackRound
from pitboss.games.round import NotAllowedError, Round
from pitboss.games.rounds import STRATEGIES
from pitboss.games.three_card_poker import Play
from pitboss.paytables import Game

_NAMES: Final = {
    "ask-house-way": "House way",
    "insure": "Insurance",
    "keep-card": "Keep the card",
    "replace-card": "Replace the card",
    "set-hand": "Set the hand",
}


def decision_name(command: Command) -> str:
    """A decision as a button has it.

    >>> decision_name(NoInsurance(1)), decision_name(SetHand(1, ()))
    ('No insurance', 'Set the hand')
    """
    slug = command.slug()
    return _NAMES.get(slug, slug.replace("-", " ").capitalize())


@dataclass(frozen=True)
class Hint:
    """What the simple strategy would do, and why.

    >>> Hint(Play(1), "queen-six-four or better").words
    'Play: queen-six-four or better'
    """

    command: Command
    why: str

    @property
    def words(self) -> str:
        """The hint in words."""
        return f"{decision_name(self.command)}: {self.why}"


def hint(round: Round[Any, Any], seat: int) -> Hint:
    """What the simple strategy would do now at a seat. It is for the seat's own player only, and changes nothing.

    Where a display shows the house way, the hint is the house way and obeys its lock.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.three_card_poker import ThreeCardPokerRound
    >>> round = ThreeCardPokerRound(seats={1: "ann"})
    >>> _ = round.place_wager(1, "ante", 500), round.no_more_bets()
    >>> _ = round.deal(parse_cards("Qs 6d 3h")), round.deal(parse_cards("Ks 6s 3s"))
    >>> hint(round, 1).words
    'Fold: less than queen-six-four'
    """
    if not any(map(round.can, round.decisions(seat))):
        raise NotAllowedError(f"seat {seat} has nothing to decide now: the round waits for {round.awaiting.words}")
    if isinstance(round, FortuneSanLoRound):
        choice = round.hint(seat)
        return Hint(SetHand(seat, choice.setting.cards), choice.words)
    command = STRATEGIES[round.game](round, seat)
    return Hint(command, _WHY[round.game](round, seat, command))


def _why_three_card_poker(_round: Round[Any, Any], _seat: int, command: Command) -> str:
    return "queen-six-four or better" if isinstance(command, Play) else "less than queen-six-four"


def _why_double_draw(round: Round[Any, Any], seat: int, _command: Command) -> str:
    return advise_at(round, seat).why


def _why_power_blackjack(round: Round[Any, Any], _seat: int, command: Command) -> str:
    assert isinstance(round, PowerBlackjackRound)
    if isinstance(command, NoInsurance):
        return "it is never worth its price"
    assert round.turn is not None, "a hand is to be decided on"
    _, hand = round.turn
    return f"{hand.total.sentence} against {round.up_card}"


_WHY: Final[dict[Game, Callable[[Round[Any, Any], int, Command], str]]] = {
    Game.THREE_CARD_POKER: _why_three_card_poker,
    Game.DOUBLE_DRAW: _why_double_draw,
    Game.POWER_BLACKJACK: _why_power_blackjack,
}
