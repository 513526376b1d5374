"""What a round waits for is remembered between commands, and never stale."""

import pytest

from pitboss.games import deck_of
from pitboss.games.command import NoMoreBets, PlaceWager
from pitboss.games.driver import answer
from pitboss.games.round import NotAllowedError
from pitboss.games.rounds import BASE_WAGERS, ROUNDS, STRATEGIES
from pitboss.paytables import Game


@pytest.mark.parametrize("game", Game)
def test_a_round_never_remembers_an_old_want(game):
    cards = iter([card for start in range(5) for card in deck_of(game).cards[start::5]])
    round = ROUNDS[game](seats={1: "ann", 2: "bob"})
    opening = [PlaceWager(seat, wager, 500) for seat in round.seats for wager in BASE_WAGERS[game]]
    for command in (*opening, NoMoreBets()):
        round.do(command)
    seen = set()
    while not round.is_over:
        awaiting = round.awaiting
        with pytest.raises(NotAllowedError):
            round.do(NoMoreBets())
        assert round.awaiting is awaiting
        seen.add(awaiting.kind)
        round.do(answer(round, lambda number: tuple(next(cards) for _ in range(number)), STRATEGIES[game]))
        assert round.awaiting == round._wanted()
    assert seen == {"cards", "decision", "dealer"}
