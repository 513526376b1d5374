"""Three Card Poker over random legal play: see tests/support/conformance.py for what must hold."""

from hypothesis import strategies as st

from pitboss.cards import DECK_52
from pitboss.games.three_card_poker import ThreeCardPokerRound, ThreeCardPokerRules
from support.conformance import Conformance


class TestConformance(Conformance):
    def check_end(self, round):
        super().check_end(round)
        # every progressive wager of the round is reported once, and nothing stays lit after a round that was played
        lit = [number for number in round.seats if "progressive" in round.seats[number].wagers]
        assert [wager.seat for wager in round.progressive_report.wagers] == lit
        assert round.still_lit == {}

    def new_round(self, draw):
        rules = ThreeCardPokerRules(folded_hands_qualify=draw(st.booleans()), ante_is_mandatory=draw(st.booleans()))
        numbers = draw(st.sets(st.integers(1, 7), min_size=1, max_size=7))
        round = ThreeCardPokerRound(rules, seats={number: f"player {number}" for number in numbers})
        for number in numbers:
            base = draw(
                st.sampled_from([["ante"], ["ante", "pair-plus"]] + [["pair-plus"]] * (not rules.ante_is_mandatory))
            )
            extra = draw(st.sets(st.sampled_from(["six-card-bonus", "progressive"])))
            for wager in [*base, *sorted(extra)]:
                cents = 100 if wager in extra else draw(st.sampled_from([500, 1000, 2500]))
                round.place_wager(number, wager, cents)
        round.no_more_bets()
        return round

    def fresh_deck(self, draw):
        return draw(st.permutations(DECK_52.cards))
