"""Double Draw Poker over random legal play: see tests/support/conformance.py for what must hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK_54
from pitboss.errors import PitbossError
from pitboss.games.command import Deal, Void
from pitboss.games.double_draw import DoubleDrawRound, DoubleDrawRules, Draw, Fold, PressGreenButton
from pitboss.paytables import load_catalogue
from support.conformance import Conformance, snapshot


def nonsense(round):
    """Acts of this game that are never allowed, or not now."""
    yield Fold(99)
    yield Draw(99)
    if round.phase != "dispensing":
        yield PressGreenButton()
    for number, seat in round.seats.items():
        foreign = next(card for card in DECK_54.cards if card not in seat.cards)
        yield Draw(number, (foreign,))
        yield Draw(number, seat.cards[:4])
        if round.want.kind != "decision" or round.want.seat != number:
            yield Draw(number)
            yield Fold(number)


class TestConformance(Conformance):
    def new_round(self, draw):
        rules = DoubleDrawRules(paytable=load_catalogue()[draw(st.sampled_from(["DDP-1", "DDP-2"]))])
        numbers = draw(st.sets(st.integers(1, 6), min_size=1))
        round = DoubleDrawRound(rules, seats={number: f"player {number}" for number in numbers})
        in_play = draw(st.sets(st.sampled_from(sorted(numbers)), min_size=1))
        for number in in_play:
            cents = draw(st.sampled_from([500, 1000, 2500]))
            for wager in ("ante", "bonus"):
                round.place_wager(number, wager, cents)
        round.no_more_bets()
        return round

    def fresh_deck(self, draw):
        return draw(st.permutations(DECK_54.cards))

    def known_cards(self, round, audience):
        """Discards are known to their owner, and to nobody else ever."""
        own = [seat for number, seat in round.seats.items() if audience.may_look_at(number)]
        return super().known_cards(round, audience) | {str(card) for seat in own for card in seat.discards}

    def known_dealer_cards(self, round):
        return set()

    def check_step(self, round, dealt):
        super().check_step(round, dealt)
        on_the_table = [card for seat in round.seats.values() for card in (*seat.cards, *seat.discards)]
        assert sorted(card.code for card in on_the_table) == sorted(card.code for card in dealt)
        before = snapshot(round)
        for command in nonsense(round):
            with pytest.raises(PitbossError):
                round.do(command)
        assert snapshot(round) == before

    def check_end(self, round):
        super().check_end(round)
        for seat in round.seats.values():
            assert seat.wagers == {} or set(seat.wagers.values()) == {seat.wagers["ante"]}, "all bets are equal"
            assert seat.is_shown == (seat.is_settled and not seat.is_folded)

    @settings(max_examples=40)
    @given(st.data())
    def test_a_void_at_any_moment_gives_everything_back(self, data):
        round, deck = self.new_round(data.draw), list(self.fresh_deck(data.draw))
        for _ in range(data.draw(st.integers(0, 30))):
            if round.phase == "settling":
                break
            if round.want.kind == "cards":
                round.do(Deal(tuple(deck.pop() for _ in range(round.want.cards))))
            else:
                round.do(data.draw(st.sampled_from(round.options())))
        round.do(Void("shuffler malfunction"))
        assert round.statement.house_cents == 0
        assert round.statement.staked_cents == sum(seat.staked_cents for seat in round.seats.values())
        self.check_step(round, [card for seat in round.seats.values() for card in (*seat.cards, *seat.discards)])
