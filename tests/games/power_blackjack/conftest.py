"""A blackjack table for tests: cards by where they lie, then the rest as a script."""

import pytest

from pitboss.cards import parse_card, parse_cards
from pitboss.games.power_blackjack import PowerBlackjackRound, PowerBlackjackRules


class Felt:
    """A round that is driven by words: ``power_split@1 7c stand@1`` splits at seat 1, deals the 7c, stands."""

    def __init__(self, hands, dealer, bet=1000, bonus=(), **settings):
        self.round = PowerBlackjackRound(PowerBlackjackRules(**settings), seats={n: f"player {n}" for n in hands})
        for seat in hands:
            self.round.place_wager(seat, "bet", bet)
        for seat in bonus:
            self.round.place_wager(seat, "push-22", 100)
        self.round.no_more_bets()
        rows = [*map(parse_cards, hands.values()), parse_cards(dealer)]
        for place in (0, 1):
            for row in rows:
                self.round.deal((row[place],))

    def play(self, script):
        for word in script.split():
            operation, at, seat = word.partition("@")
            if at:
                getattr(self.round, operation)(*([int(seat)] if seat else []))
            else:
                self.round.deal((parse_card(word),))
        return self

    def dealer_acts(self):
        """Let the dealer do what is wanted, until a card or a player is."""
        while self.round.awaiting.kind == "dealer":
            self.round.do(self.round.options()[0])
        return self

    def outcomes(self):
        return {(line.seat, line.wager): line.outcome for line in self.round.lines}

    def net(self, seat):
        return sum(line.net_cents for line in self.round.lines if line.seat == seat)

    def said(self):
        return [event.words for event in self.round.events if hasattr(event, "words")]

    def allowed(self):
        return set(self.round.awaiting.operations)

    def hand(self, seat, number=1):
        return self.round.seats[seat].hands[number - 1]


@pytest.fixture
def felt():
    return Felt
