"""Letting a round run: cards from one place, decisions from another."""

from collections.abc import Callable
from typing import Any, Protocol

from pitboss.cards import Card
from pitboss.games.command import Command, Deal
from pitboss.games.round import Round

Dealer = Callable[[int], tuple[Card, ...]]
"""Gives the next cards: a shuffled deck, a recorded deal, a sampler."""


Chance = Callable[[int], int]
"""A number below a limit, where an act of the dealer is left to chance (the start position of the first packet)."""


def _first(_limit: int) -> int:
    return 0


class Strategy(Protocol):
    """How a seat decides. It looks only at what the player at that seat may see."""

    def __call__(self, round: Round[Any, Any], seat: int) -> Command:
        """The command that answers the decision now wanted from the seat."""


def answer(round: Round[Any, Any], deal: Dealer, decide: Strategy, chance: Chance = _first) -> Command:
    """The command that answers what a round waits for. The dealer does what the procedure asks."""
    awaiting = round.awaiting
    if awaiting.kind == "cards":
        return Deal(deal(awaiting.cards))
    if awaiting.kind == "decision":
        assert awaiting.seat is not None
        return decide(round, awaiting.seat)
    options = round.options()
    return options[chance(len(options))]


def play_out(round: Round[Any, Any], deal: Dealer, decide: Strategy, chance: Chance = _first) -> None:
    """Carry a round whose wagers are placed to its end.

    >>> from pitboss.cards import DECK_52
    >>> from pitboss.games.three_card_poker import Play, ThreeCardPokerRound
    >>> cards = iter(DECK_52.cards)
    >>> round = ThreeCardPokerRound(seats={1: "ann"})
    >>> _ = round.place_wager(1, "ante", 500), round.no_more_bets()
    >>> play_out(round, lambda n: tuple(next(cards) for _ in range(n)), lambda round, seat: Play(seat))
    >>> round.phase
    'over'
    """
    while not round.is_over:
        round.do(answer(round, deal, decide, chance))
