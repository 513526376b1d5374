"""The 6 Card Bonus and the progressive of Three Card Poker as far as a round goes, a test per numbered rule.

Meter, controllers and the payment of envy (progressive rules 4, 9d to 9i and 10c) are the progressive's business.
"""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.audience import PUBLIC
from pitboss.games.round import NotAllowedError
from pitboss.games.statement import Source
from pitboss.games.three_card_poker import ThreeCardPokerRound, ThreeCardPokerRules
from pitboss.paytables import Game, load_catalogue
from support.three_card import QUEEN, WEAK, dealt, one, played

CATALOGUE = load_catalogue()
BONUS = {"ante": 500, "six-card-bonus": 100}
BOTH = {"ante": 500, "progressive": 100}

SIX_CARDS = [
    ("As Ks Qs", "Js Ts 2d", (1000, 1000, 1000, 1000)),
    ("9s 8s 7s", "6s 5s 2d", (200, 200, 200, 200)),
    ("5s 5d 2c", "5h 5c 9d", (50, 50, 100, 100)),
    ("5s 5d 2c", "5h 2h 9d", (25, 25, 20, 20)),
    ("As 9s 4s", "Js 2s 8d", (20, 15, 15, 15)),
    ("9s 8d 7s", "6h 5s 2d", (10, 10, 9, 10)),
    ("9s 9d 7s", "9h 5s 2d", (5, 5, 8, 7)),
]
"""Player's hand, dealer's hand, and what TCP-6B1 to TCP-6B4 pay to 1."""

PROGRESSIVE = [
    ("As Ks Qs", "100% of meter", "100% of meter"),
    ("Ah Kh Qh", "500 for 1", "500 for 1"),
    ("9s 8s 7s", "70 for 1", "100 for 1"),
    ("9s 9d 9c", "60 for 1", "90 for 1"),
    ("9s 8d 7c", "6 for 1", None),
    ("As 9s 4s", None, None),
]
"""A hand, and what TCPP-1 and TCPP-2 pay."""


class TestSixCardBonus:
    def test_tcp_rule_six_card_bonus_1_is_optional(self):
        assert "six-card-bonus" not in one({"ante": 500}, "5s 5d 2c", "5h 5c 9d")
        rules = ThreeCardPokerRules(six_card_bonus=None)
        assert "six-card-bonus" not in rules.offered()

    @pytest.mark.parametrize(("hand", "dealer", "pays"), SIX_CARDS)
    def test_tcp_rule_six_card_bonus_4_pays_by_each_of_the_four_paytables(self, hand, dealer, pays):
        for paytable, pay in zip(CATALOGUE.for_wager(Game.THREE_CARD_POKER, "six-card-bonus"), pays, strict=True):
            paid, _ = one(BONUS, hand, dealer, six_card_bonus=paytable)["six-card-bonus"]
            assert paid == 100 * (pay + 1), paytable.designator

    def test_tcp_rule_six_card_bonus_5_is_one_dollar_unless_the_table_says_otherwise(self):
        assert ThreeCardPokerRules().limit("six-card-bonus").minimum_cents == 100

    def test_tcp_rule_six_card_bonus_6_needs_a_standard_wager(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "six-card-bonus", 100)
        with pytest.raises(NotAllowedError, match="^seat 1 has 6 Card Bonus without an Ante or a Pair Plus$"):
            round.no_more_bets()
        round.place_wager(1, "pair-plus", 500)
        assert round.can_no_more_bets()

    def test_tcp_rule_six_card_bonus_7_the_regular_game_is_dealt_as_without_it(self):
        with_bonus = dealt({1: BONUS}, {1: "5s 5d 2c"}, QUEEN)
        without = dealt({1: {"ante": 500}}, {1: "5s 5d 2c"}, QUEEN)
        assert with_bonus.awaiting == without.awaiting
        assert with_bonus.events[-2:] == without.events[-2:]

    def test_tcp_rule_six_card_bonus_8a_is_paid_by_the_paytable_or_lost(self):
        assert one(BONUS, "9s 9d 7s", "9h 5s 2d")["six-card-bonus"] == (600, "wins 5 to 1, $5")
        assert one(BONUS, "9s 9d 7s", "7h 5s 2d")["six-card-bonus"] == (0, "loses")


class TestProgressive:
    def test_tcp_progressive_rule_1_is_optional(self):
        round = played({1: {"ante": 500}, 2: BOTH}, {1: "9s 9d 9c", 2: "6s 4c 2d"}, WEAK)
        assert [wager.seat for wager in round.progressive_report.wagers] == [2]

    def test_tcp_progressive_rule_2_considers_the_own_three_cards_only(self):
        round = played({1: BOTH}, {1: "9s 9d 2c"}, "9c 9h 5d")
        assert round.progressive_report.hands == ()

    @pytest.mark.parametrize(("hand", "first", "second"), PROGRESSIVE)
    def test_tcp_progressive_rule_3_pays_for_1_by_both_paytables(self, hand, first, second):
        for paytable, pay in zip(("TCPP-1", "TCPP-2"), (first, second), strict=True):
            found = one(BOTH, hand, WEAK, progressive=CATALOGUE[paytable])["progressive"]
            assert found == (0, f"taken; wins {pay}" if pay else "taken")

    def test_tcp_progressive_rule_6_wagers_are_taken_when_the_bets_are_closed(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500), round.place_wager(1, "progressive", 100)
        assert round.progressive_report.wagers == ()
        round.no_more_bets()
        assert [(wager.seat, wager.cents) for wager in round.progressive_report.wagers] == [(1, 100)]
        with pytest.raises(NotAllowedError, match="^taking back a wager is not possible now"):
            round.take_back(1, "progressive")

    def test_tcp_progressive_rule_7_the_regular_game_is_dealt_as_without_it(self):
        with_wager, without = (
            dealt({1: BOTH}, {1: "9s 9c 2c"}, QUEEN),
            dealt({1: {"ante": 500}}, {1: "9s 9c 2c"}, QUEEN),
        )
        assert with_wager.awaiting == without.awaiting
        assert with_wager.events[-2:] == without.events[-2:]

    def test_tcp_progressive_rule_9c_the_player_farthest_on_the_right_comes_first(self):
        round = played({2: BOTH, 6: BOTH}, {2: "As Ks Qs", 6: "9h 8h 7h"}, WEAK)
        with pytest.raises(NotAllowedError, match="^seat 2 is not next: settle seat 6$"):
            round.settle(2)
        round.settle(6), round.settle(2)
        wins = [(line.seat, line.source) for line in round.lines if line.wager == "progressive"]
        assert wins == [(6, Source.TRAY), (2, Source.METER)]

    def test_tcp_progressive_rule_10a_the_report_names_the_owner_of_every_hand_and_wager(self):
        round = ThreeCardPokerRound(seats={1: "ann", 2: "ann", 5: "bob"})
        for seat in (1, 2, 5):
            round.place_wager(seat, "ante", 500)
        round.place_wager(2, "progressive", 100), round.no_more_bets()
        for cards in ("As Ks Qs", "6s 4c 2d", "7s 5c 2h", WEAK):
            round.deal(parse_cards(cards))
        for seat in (1, 2, 5):
            round.play(seat)
        round.reveal_dealer()
        report = round.progressive_report
        assert [(wager.seat, wager.player) for wager in report.wagers] == [(2, "ann")]
        assert [(hand.seat, hand.player, hand.has_wager) for hand in report.hands] == [(1, "ann", False)]

    def test_tcp_progressive_rule_10a_the_dealers_hand_brings_no_envy(self):
        assert played({1: BOTH}, {1: "9s 5d 2c"}, "As Ks Qs").progressive_report.hands == ()

    def test_tcp_progressive_rule_10a_a_folded_seat_still_has_its_wager_in_the_report(self):
        round = dealt({1: BOTH, 2: BOTH}, {1: "As Ks Qs", 2: "6s 4c 2d"}, WEAK)
        round.play(1), round.fold(2), round.reveal_dealer()
        assert [wager.seat for wager in round.progressive_report.wagers] == [1, 2]

    def test_tcp_progressive_rule_10b_a_hand_that_brings_envy_stays_face_up(self):
        round = played({1: BOTH, 6: {"ante": 500}}, {1: "9s 5d 2c", 6: "Ah Kh Qh"}, WEAK)
        round.settle(6), round.settle(1)
        assert round.view(PUBLIC).seats[6].cards == ["Ah", "Kh", "Qh"]
