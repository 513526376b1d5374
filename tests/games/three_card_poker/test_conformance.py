"""Three Card Poker over random play: see tests/support/conformance.py for what must hold."""

from hypothesis import strategies as st

from pitboss.cards import DECK_52
from pitboss.games.event import SeatSettled, WagersSettled
from pitboss.games.table import Limit
from pitboss.games.three_card_poker import ThreeCardPokerRules
from pitboss.paytables import Game
from support.conformance import Conformance
from support.seating import any_amount, any_paytable

ORDER = ThreeCardPokerRules().settling_order
LIMITS = [{}, {"ante": Limit(100, 20_000, 100), "progressive": Limit(500, 500, 500)}]


class TestConformance(Conformance):
    game = Game.THREE_CARD_POKER
    deck = DECK_52

    def rules(self, draw):
        return ThreeCardPokerRules(
            seats=draw(st.sampled_from([7, 7, 7, 4, 2])),
            limits=draw(st.sampled_from(LIMITS)),
            adjacent_seats=draw(st.booleans()),
            paytable=any_paytable(draw, self.game, "pair-plus", optional=False),
            six_card_bonus=any_paytable(draw, self.game, "six-card-bonus"),
            progressive=any_paytable(draw, self.game, "progressive"),
            ante_is_mandatory=draw(st.booleans()),
            settling_order=tuple(draw(st.permutations(ORDER))),
            lay_and_pay=draw(st.booleans()),
            folded_hands_qualify=draw(st.booleans()),
        )

    def bets(self, rules, draw):
        ways = [["ante"], ["ante", "pair-plus"]] + [["pair-plus"]] * (not rules.ante_is_mandatory)
        bonuses = [wager for wager in ("six-card-bonus", "progressive") if wager in rules.offered()]
        extra = [wager for wager in bonuses if draw(st.booleans())]
        return {wager: any_amount(draw, rules, wager) for wager in [*draw(st.sampled_from(ways)), *extra]}

    def go_together(self, rules, wagers):
        return "ante" in wagers or ("pair-plus" in wagers and not rules.ante_is_mandatory)

    def keeps_secrets(self, round):
        """A folded hand that may win the progressive is shown if it does, and so tells something if it does not."""
        return not (round.rules.folded_hands_qualify and round.lines)

    def check_settled(self, round, playing):
        super().check_settled(round, playing)
        for number in playing:
            seat = round.seats[number]
            assert seat.wagers.get("play", seat.wagers.get("ante")) == seat.wagers.get("ante")
            assert seat.is_folded == ("ante" in seat.wagers and "play" not in seat.wagers)
            for event in [event for event in round.events if isinstance(event, SeatSettled | WagersSettled)]:
                order = [line.wager for line in event.lines]
                assert order == [wager for wager in round.rules.settling_order if wager in order]
                early = isinstance(event, WagersSettled)
                assert not early or round.seats[event.seat].is_folded
