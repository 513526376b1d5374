"""Double Draw Poker over random play: see tests/support/conformance.py for what must hold."""

from hypothesis import strategies as st

from pitboss.cards import DECK_54
from pitboss.games.double_draw import DoubleDrawRules
from pitboss.games.table import Limit
from pitboss.paytables import Game
from support.conformance import Conformance
from support.seating import any_amount, any_paytable

LIMITS = [{}, {"ante": Limit(100, 20_000, 100), "bonus": Limit(100, 20_000, 100)}]


class TestConformance(Conformance):
    game = Game.DOUBLE_DRAW
    deck = DECK_54
    most_seats = 6

    def rules(self, draw):
        return DoubleDrawRules(
            seats=draw(st.sampled_from([6, 6, 6, 4, 2])),
            limits=draw(st.sampled_from(LIMITS)),
            adjacent_seats=draw(st.booleans()),
            paytable=any_paytable(draw, self.game, "bonus", optional=False),
        )

    def bets(self, rules, draw):
        return dict.fromkeys(("ante", "bonus"), any_amount(draw, rules, "ante"))

    def go_together(self, rules, wagers):
        return set(wagers) == {"ante", "bonus"} and wagers["ante"] == wagers["bonus"]

    def known_cards(self, round, audience):
        """Discards are known to their owner, and to nobody else ever."""
        own = [seat for number, seat in round.seats.items() if audience.may_look_at(number)]
        return super().known_cards(round, audience) | {str(card) for seat in own for card in seat.discards}

    def known_dealer_cards(self, round):
        return set()

    def check_hidden(self, round, deck, told):
        super().check_hidden(round, deck, told)
        on_the_table = [card for seat in round.seats.values() for card in (*seat.cards, *seat.discards)]
        assert {*on_the_table, *deck} == set(DECK_54.cards)
        assert len(on_the_table) + len(deck) == DECK_54.size

    def check_settled(self, round, playing):
        super().check_settled(round, playing)
        for seat in round.seats.values():
            assert seat.wagers == {} or set(seat.wagers.values()) == {seat.wagers["ante"]}, "all bets are equal"
            assert seat.is_shown == (seat.is_settled and not seat.is_folded)
