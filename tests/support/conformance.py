"""What must hold for every game, over random legal play. A game's own test brings a factory and its base wagers.

Usage in tests/games/<game>/test_conformance.py:

    class TestConformance(Conformance):
        round_type = ThreeCardPokerRound
        def new_round(self, draw): ...   # a round with random table rules, seats and wagers, bets closed
        def fresh_deck(self, draw): ...  # the cards to deal from, shuffled
"""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC, Audience, Role, player
from pitboss.games.command import Deal, NoMoreBets, PlaceWager, Settle, TakeBack, Void

AUDIENCES = [PUBLIC, Audience(Role.DEALER), Audience(Role.SUPERVISOR), Audience(Role.SURVEILLANCE)]


def snapshot(round):
    return json.dumps([round.as_json(), [event.as_json() for event in round.events], round.phase], sort_keys=True)


def views(round):
    audiences = AUDIENCES + [player(number) for number in round.seats]
    return json.dumps([round.view(audience) for audience in audiences])


def nonsense(round):
    """Commands that are never allowed, or not now; each must be refused and change nothing."""
    yield PlaceWager(99, "ante", 500)
    yield PlaceWager(next(iter(round.seats)), "no-such-wager", 500)
    yield PlaceWager(next(iter(round.seats)), round.rules.wagers[0], 1)
    yield TakeBack(99, "ante")
    yield NoMoreBets()
    yield Deal(())
    yield Settle(99)
    yield Void("  ")


class Conformance:
    examples = 60

    def new_round(self, draw):
        raise NotImplementedError

    def fresh_deck(self, draw):
        raise NotImplementedError

    def known_cards(self, round, audience):
        """Every card that the audience may know; games override where more lies open."""
        known = set()
        for number, seat in round.seats.items():
            if seat.is_shown or audience.may_look_at(number):
                known |= set(map(str, seat.cards))
        return known | self.known_dealer_cards(round)

    def known_dealer_cards(self, round):
        return set(map(str, round.dealer_cards)) if round.dealer_is_shown else set()

    def check_step(self, round, dealt):
        for command in nonsense(round):
            before = snapshot(round)
            with pytest.raises(PitbossError):
                round.do(command)
            assert not round.can(command)
            assert snapshot(round) == before
        for audience in AUDIENCES + [player(number) for number in round.seats]:
            shown = json.dumps(round.view(audience)) + json.dumps(
                [event.seen_by(audience).as_json() for event in round.events]
            )
            hidden = {str(card) for card in dealt} - self.known_cards(round, audience)
            leaked = [card for card in hidden if f'"{card}"' in shown]
            assert leaked == [], (audience, leaked)

    def test_random_legal_play(self):
        @settings(max_examples=self.examples)
        @given(st.data())
        def run(data):
            self.play(data.draw)

        run()

    def play(self, draw):
        round, deck = self.new_round(draw), list(self.fresh_deck(draw))
        dealt = []
        steps = 0
        while not round.is_over:
            steps += 1
            assert steps < 500
            want = round.want
            if want.kind == "cards":
                cards, deck = tuple(deck[: want.cards]), deck[want.cards :]
                round.do(Deal(cards))
                dealt += cards
            else:
                options = round.options()
                assert options
                assert all(round.can(option) for option in options)
                round.do(draw(st.sampled_from(options)))
            self.check_step(round, dealt)
        self.check_end(round)

    def check_end(self, round):
        statement = round.statement
        staked = sum(seat.staked_cents for seat in round.seats.values())
        assert statement.staked_cents == staked
        assert statement.staked_cents == statement.paid_cents + statement.house_cents
        assert all(line.pay_cents >= 0 and isinstance(line.pay_cents, int) for line in statement.lines)
        again = type(round).from_json(json.loads(json.dumps(round.as_json())))
        assert snapshot(again) == snapshot(round)
        assert views(again) == views(round)
        assert again.statement == statement
        assert again.progressive_report == round.progressive_report
