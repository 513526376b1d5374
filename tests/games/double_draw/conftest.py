"""Rounds of Double Draw Poker, brought to where a test begins."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.double_draw import DoubleDrawRound


@pytest.fixture
def bet():
    """A round whose seats have ante and bonus, the bets closed."""

    def start(*numbers, rules=None, cents=500):
        round = DoubleDrawRound(rules, seats={number: f"player {number}" for number in numbers})
        for number in numbers:
            round.place_wager(number, "ante", cents)
            round.place_wager(number, "bonus", cents)
        round.no_more_bets()
        return round

    return start


@pytest.fixture
def deal(bet):
    """A round with these packets by seat, the stub in the dealer's hand."""

    def start(hands, **settings):
        round = bet(*hands, **settings)
        for number in sorted(hands):
            round.deal(parse_cards(hands[number]))
        round.press_green_button()
        return round

    return start


@pytest.fixture
def settle(deal):
    """What becomes of a hand that stands pat twice, by wager: what the player gains."""

    def play(hand, **settings):
        round = deal({1: hand}, **settings)
        round.draw(1)
        round.draw(1)
        round.settle(1)
        return {line.wager: line.net_cents for line in round.lines}

    return play
