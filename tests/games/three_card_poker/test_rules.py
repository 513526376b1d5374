"""Three Card Poker, a test per rule of the approval, named after it."""

from datetime import date

import pytest

from pitboss.cards import THREE_CARD_POKER, parse_cards, print_cards
from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC, player
from pitboss.games.event import Announced, CardsShown
from pitboss.games.round import NotAllowedError
from pitboss.games.statement import Source
from pitboss.games.table import WASHINGTON, Limit, TableRulesError
from pitboss.games.three_card_poker import (
    Fold,
    Play,
    ThreeCardPokerRound,
    ThreeCardPokerRules,
    dealer_plays,
    simple_strategy,
    time_out,
)
from pitboss.paytables import load_catalogue
from support.three_card import QUEEN, WEAK, dealt, one

CATALOGUE = load_catalogue()


def words(round):
    return [event.words for event in round.events if isinstance(event, Announced)]


class TestWaysToPlay:
    @pytest.mark.parametrize("wagers", [{"ante": 500}, {"pair-plus": 500}, {"ante": 500, "pair-plus": 1500}])
    def test_tcp_rule_three_ways_to_play(self, wagers):
        assert set(one(wagers, "5s 5d 2c", WEAK)) >= set(wagers)

    def test_tcp_rule_ante_and_pair_plus_need_not_be_equal(self):
        assert one({"ante": 500, "pair-plus": 2000}, "5s 5d 2c", WEAK)["pair-plus"][0] == 4000

    def test_tcp_rule_play_always_equals_the_ante(self):
        round = dealt({1: {"ante": 1500}}, {1: "5s 5d 2c"}, WEAK)
        round.play(1)
        assert round.seats[1].wagers["play"] == 1500

    def test_tcp_rule_each_spot_takes_the_table_minimum_to_the_maximum(self):
        found = one({"ante": 500, "pair-plus": 30_000}, "Ks Kd 4h", WEAK)
        assert found["pair-plus"] == (60_000, "wins 1 to 1, $300")

    def test_tcp_rule_no_side_bets_between_players(self):
        round = ThreeCardPokerRound(seats={1: "ann", 2: "bob"})
        with pytest.raises(NotAllowedError, match="^'against seat 2' is not a wager here; offered: ante, pair-plus, "):
            round.place_wager(1, "against seat 2", 500)

    def test_tcp_rule_exception_the_ante_may_be_mandatory(self):
        round = ThreeCardPokerRound(ThreeCardPokerRules(ante_is_mandatory=True), seats={1: "ann"})
        round.place_wager(1, "pair-plus", 500)
        with pytest.raises(NotAllowedError, match="^seat 1 has no Ante, which this table asks for$"):
            round.no_more_bets()

    def test_tcp_rule_bonus_wagers_need_an_ante_or_a_pair_plus(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "six-card-bonus", 100)
        with pytest.raises(NotAllowedError, match="^seat 1 has 6 Card Bonus without an Ante or a Pair Plus$"):
            round.no_more_bets()


class TestAgainstTheDealer:
    def test_tcp_rule_fold_loses_the_ante(self):
        assert one({"ante": 500}, "5s 4d 2c", WEAK, "fold") == {"ante": (0, "loses: folded")}

    def test_tcp_rule_dealer_does_not_play_ante_wins_play_pushes(self):
        assert one({"ante": 500}, "5s 4d 2c", WEAK) == {
            "play": (500, "pushes: the dealer does not play"),
            "ante": (1000, "wins 1 to 1, $5"),
        }

    def test_tcp_rule_dealer_plays_and_the_player_wins_both(self):
        assert one({"ante": 500}, "Ks 4d 2c", QUEEN) == {
            "play": (1000, "wins 1 to 1, $5"),
            "ante": (1000, "wins 1 to 1, $5"),
        }

    def test_tcp_rule_dealer_plays_and_the_player_loses_both(self):
        loss = (0, "loses to queen-nine-two high")
        assert one({"ante": 500}, "Js 4d 2c", QUEEN) == {"play": loss, "ante": loss}

    def test_tcp_rule_equal_hands_push(self):
        push = (500, "pushes: equal hands")
        assert one({"ante": 500}, "Qd 9s 2c", QUEEN) == {"play": push, "ante": push}

    @pytest.mark.parametrize(("cards", "plays"), [("Qs 3d 2h", True), ("Js Td 9h", True), ("Js Td 8h", False)])
    def test_tcp_rule_the_dealer_plays_with_a_queen_or_better(self, cards, plays):
        assert dealer_plays(THREE_CARD_POKER.value(parse_cards(cards))) is plays

    def test_tcp_rule_ranking_a_straight_beats_a_flush(self):
        assert one({"ante": 500}, "9s 8d 7c", "As 9h 2h".replace("As", "Ah"))["ante"][0] == 1000

    def test_tcp_rule_ranking_3_2_a_is_the_lowest_straight(self):
        assert one({"ante": 500}, "3s 2d Ac", "4s 3d 2c".replace("3d", "3h"))["ante"][0] == 0


class TestBonuses:
    @pytest.mark.parametrize(
        ("hand", "pay"), [("9s 8s 7s", 2500), ("9s 9d 9c", 2000), ("9s 8d 7c", 500), ("9s 7s 2s", None)]
    )
    def test_tcp_rule_ante_bonus_pays_the_three_highest_hands(self, hand, pay):
        found = one({"ante": 500}, hand, "Js 4d 2h")
        assert found.get("ante-bonus", (None,))[0] == pay

    def test_tcp_rule_ante_bonus_is_paid_whatever_the_dealer_holds_even_when_the_player_loses(self):
        found = one({"ante": 500}, "9s 8d 7c", "Ts 9d 8c")
        assert (found["ante"][0], found["ante-bonus"]) == (0, (500, "wins 1 to 1, $5"))

    def test_tcp_rule_ante_bonus_needs_the_play_wager(self):
        assert "ante-bonus" not in one({"ante": 500}, "9s 8d 7c", WEAK, "fold")

    @pytest.mark.parametrize(
        ("hand", "pay"),
        [("9s 8s 7s", 20500), ("9s 9d 9c", 15500), ("9s 8d 7c", 3500), ("9s 7s 2s", 2500), ("9s 9d 2c", 1000)],
    )
    def test_tcp_rule_pair_plus_pays_by_the_paytable_regardless_of_the_dealer(self, hand, pay):
        assert one({"pair-plus": 500}, hand, "As Ad Ac")["pair-plus"][0] == pay

    def test_tcp_rule_pair_plus_loses_without_a_pair(self):
        assert one({"pair-plus": 500}, "Ks 9d 2c", WEAK)["pair-plus"] == (0, "loses")

    def test_tcp_rule_folding_forfeits_ante_and_pair_plus(self):
        found = one({"ante": 500, "pair-plus": 500}, "9s 9d 2c", WEAK, "fold")
        assert found == {"ante": (0, "loses: folded"), "pair-plus": (0, "loses: folded")}

    def test_tcp_rule_six_card_bonus_2_uses_the_best_five_of_player_and_dealer(self):
        found = one({"ante": 500, "six-card-bonus": 100}, "As Ks Qs", "Js Ts 2d")
        assert found["six-card-bonus"] == (100_100, "wins 1,000 to 1, $1,000")

    def test_tcp_rule_six_card_bonus_3_wins_even_if_the_player_folds(self):
        found = one({"ante": 500, "six-card-bonus": 100}, "5s 5d 2c", "5h 5c 9d", "fold")
        assert found["six-card-bonus"] == (5100, "wins 50 to 1, $50")

    def test_tcp_rule_a_folded_hand_with_a_six_card_bonus_keeps_its_cards_on_the_layout(self):
        round = dealt({1: {"ante": 500, "six-card-bonus": 100}, 2: {"ante": 500}}, {1: "5s 4d 2c", 2: "6s 4c 2d"}, WEAK)
        round.fold(1), round.fold(2), round.reveal_dealer()
        shown = round.view(PUBLIC).seats
        assert (shown[1].cards, shown[2].cards) == (["??", "??", "??"], [])
        round.settle(1)
        assert round.view(PUBLIC).seats[1].cards == ["5s", "4d", "2c"]


class TestDealing:
    def test_tcp_rule_1_a_player_may_have_two_adjacent_seats(self):
        ThreeCardPokerRound(seats={3: "ann", 4: "ann"})
        for seats, reason in [
            ({3: "ann", 5: "ann"}, "ann has seats 3, 5: one player may have two adjacent seats at most"),
            ({3: "ann", 4: "ann", 5: "ann"}, "ann has seats 3, 4, 5: one player may have two adjacent seats at most"),
        ]:
            with pytest.raises(NotAllowedError, match=f"^{reason}$"):
                ThreeCardPokerRound(seats=seats)
        with pytest.raises(NotAllowedError, match="this table allows one seat a player"):
            ThreeCardPokerRound(ThreeCardPokerRules(adjacent_seats=False), seats={3: "ann", 4: "ann"})

    def test_tcp_rule_dealt_with_a_shuffler_set_to_the_game(self):
        setting = ThreeCardPokerRound.shuffler
        assert (setting.game, setting.packet_size, str(setting.deck)) == ("Three Card Poker", 3, "52-card deck")

    def test_tcp_rule_2_no_more_bets_and_who_has_no_pair_plus(self):
        seats = {2: {"ante": 500}, 3: {"ante": 500}, 4: {"pair-plus": 500}, 5: {"ante": 500}}
        round = ThreeCardPokerRound(seats={seat: str(seat) for seat in seats})
        for seat, spots in seats.items():
            for wager, cents in spots.items():
                round.place_wager(seat, wager, cents)
        round.no_more_bets()
        assert words(round) == ["No more bets", "No Pair Plus, position 2, 3 and 5"]
        with pytest.raises(
            NotAllowedError, match="^a wager is not possible now: the round waits for three cards for seat 2$"
        ):
            round.place_wager(2, "pair-plus", 500)

    def test_tcp_rule_3_packets_go_left_to_right_and_last_to_the_dealer_face_down(self):
        round = ThreeCardPokerRound(seats={5: "eve", 2: "bob", 7: "kim"})
        for seat in (2, 5):
            round.place_wager(seat, "ante", 500)
        round.no_more_bets()
        order = []
        for cards in ("As Ks Qs", "2s 3s 4s", "5s 6s 7s"):
            order.append(round.awaiting.seat)
            round.deal(parse_cards(cards))
        assert order == [2, 5, None]
        assert "As" not in str(round.view(PUBLIC))
        assert round.view(player(2)).seats[2].cards == ["As", "Ks", "Qs"]

    def test_tcp_rule_4_play_or_fold_once(self):
        round = dealt({1: {"ante": 500}, 2: {"pair-plus": 500}}, {1: "5s 4d 2c", 2: "6s 4c 2d"}, WEAK)
        with pytest.raises(NotAllowedError, match="^seat 2 has no Ante and nothing to decide$"):
            round.play(2)
        round.play(1)
        with pytest.raises(NotAllowedError, match="^to fold is not possible now"):
            round.fold(1)

    def test_tcp_rule_5_a_folded_hand_is_collected_unseen(self):
        round = dealt({1: {"ante": 500}}, {1: "5s 4d 2c"}, WEAK)
        round.fold(1), round.reveal_dealer()
        assert "5s" not in str(round.view(PUBLIC)) + str([event.seen_by(PUBLIC).as_json() for event in round.events])

    def test_tcp_rule_5_forfeited_wagers_and_cards_are_collected_before_the_dealer_s_hand_is_revealed(self):
        wagers = {"ante": 500, "pair-plus": 1000, "progressive": 100}
        round = dealt({1: wagers, 2: {"ante": 500}, 3: wagers}, {1: "5s 4d 2c", 2: "Ks Qd 2h", 3: "6s 4c 2d"}, WEAK)
        round.fold(1), round.play(2)
        assert round.lines == [], "nothing is collected before every player has decided"
        round.fold(3)
        assert [(line.seat, line.wager, line.pay_cents) for line in round.lines] == [
            (3, "ante", 0),
            (3, "pair-plus", 0),
            (3, "progressive", 0),
            (1, "ante", 0),
            (1, "pair-plus", 0),
            (1, "progressive", 0),
        ]
        seats = round.view(PUBLIC).seats
        assert [seat.cards for seat in seats.values()] == [[], ["??", "??", "??"], []]
        assert [seat.is_settled for seat in seats.values()] == [True, False, True]

    def test_tcp_rule_5_what_a_folded_hand_may_still_win_stays_on_the_layout(self):
        wagers = {"ante": 500, "progressive": 100}
        spots = {1: wagers | {"six-card-bonus": 100}, 2: wagers}
        round = dealt(spots, {1: "5s 4d 2c", 2: "9s 9d 9c"}, WEAK, folded_hands_qualify=True)
        round.fold(1), round.fold(2)
        assert [(line.seat, line.wager) for line in round.lines] == [(2, "ante"), (1, "ante")]
        assert all(seat.cards == ["??", "??", "??"] for seat in round.view(PUBLIC).seats.values())
        round.reveal_dealer(), round.settle(2), round.settle(1)
        assert [line.wager for line in round.statement.of_seat(1).lines] == ["ante", "six-card-bonus", "progressive"]

    def test_tcp_rule_7_only_hands_that_have_not_folded_are_settled(self):
        round = dealt({1: {"ante": 500}, 2: {"ante": 500}}, {1: "5s 4d 2c", 2: "Ks Qd 2h"}, WEAK)
        round.play(1), round.fold(2), round.reveal_dealer()
        with pytest.raises(NotAllowedError, match="^seat 2 is not next: settle seat 1$"):
            round.settle(2)
        round.settle(1)
        assert round.is_over

    def test_tcp_rule_7_a_round_in_which_all_have_folded_is_over_with_the_dealer_s_hand(self):
        round = dealt({1: {"ante": 500}, 2: {"ante": 500}}, {1: "5s 4d 2c", 2: "Ks Qd 2h"}, WEAK)
        round.fold(1), round.fold(2)
        assert not round.is_over
        round.reveal_dealer()
        assert round.is_over

    @pytest.mark.parametrize(("dealer", "says"), [(WEAK, "Dealer doesn't play"), (QUEEN, "Dealer plays with a Queen")])
    def test_tcp_rule_6_the_dealer_announces(self, dealer, says):
        round = dealt({1: {"ante": 500}}, {1: "5s 4d 2c"}, dealer)
        with pytest.raises(NotAllowedError, match="the round waits for seat 1 to play or fold"):
            round.reveal_dealer()
        round.play(1), round.reveal_dealer()
        assert words(round)[-1] == says

    def test_tcp_rule_6_the_dealer_lays_the_hand_from_the_highest_card_to_the_lowest(self):
        round = dealt({1: {"pair-plus": 500}}, {1: "5s 4d 2c"}, "2h Qs 9d")
        round.reveal_dealer()
        (shown,) = [event for event in round.events if isinstance(event, CardsShown)]
        assert print_cards(shown.cards) == "Qs 9d 2h"

    def test_tcp_rule_7_settling_from_the_right_play_ante_bonus_ante_pair_plus(self):
        wagers = {"ante": 500, "pair-plus": 500, "six-card-bonus": 100, "progressive": 100}
        round = dealt({1: wagers, 6: {"ante": 500}}, {1: "9s 8s 7s", 6: "5s 4d 2c"}, QUEEN)
        round.play(1), round.play(6), round.reveal_dealer()
        with pytest.raises(NotAllowedError, match="^seat 1 is not next: settle seat 6$"):
            round.settle(1)
        round.settle(6), round.settle(1)
        order = [line.wager for line in round.statement.of_seat(1).lines]
        assert order == ["play", "ante-bonus", "ante", "pair-plus", "six-card-bonus", "progressive"]

    def test_tcp_rule_7_the_casino_may_wish_another_order(self):
        order = ("pair-plus", "ante", "ante-bonus", "play", "six-card-bonus", "progressive")
        found = one({"ante": 500, "pair-plus": 500}, "9s 8d 7c", WEAK, settling_order=order)
        assert list(found) == ["pair-plus", "ante", "ante-bonus", "play"]
        with pytest.raises(TableRulesError, match="must name each of play, ante-bonus"):
            ThreeCardPokerRules(settling_order=("play",))


class TestIrregularities:
    def test_tcp_rule_irregularity_1_a_wrong_number_of_cards_is_not_a_hand(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500), round.no_more_bets()
        with pytest.raises(NotAllowedError, match="^three cards for seat 1: 4 were given: As Ks Qs Js$"):
            round.deal(parse_cards("As Ks Qs Js"))

    def test_tcp_rule_irregularity_1_all_hands_are_void_and_wagers_go_back(self):
        round = dealt({1: {"ante": 500, "progressive": 100}, 2: {"ante": 1000}}, {1: "5s 4d 2c", 2: "6s 4c 2d"}, WEAK)
        round.void("four cards at seat 2")
        assert {(line.seat, line.wager): line.pay_cents for line in round.lines} == {
            (2, "ante"): 1000,
            (1, "ante"): 500,
            (1, "progressive"): 0,
        }
        assert round.void_reason == "four cards at seat 2"
        assert round.still_lit == {1: 100}

    def test_tcp_rule_irregularity_1_also_when_folded_wagers_are_collected_already(self):
        """That the dealer has a wrong number of cards is seen when the hand is revealed."""
        spots = {1: {"ante": 500, "progressive": 100}, 2: {"ante": 1000}}
        round = dealt(spots, {1: "5s 4d 2c", 2: "6s 4c 2d"}, WEAK)
        round.fold(1), round.play(2)
        assert round.statement.house_cents == 600
        round.void("four cards in the dealer's hand")
        assert round.statement.house_cents == 100, "the meter has the progressive wager"
        assert round.still_lit == {1: 100}
        assert {number: round.statement.of_seat(number).house_cents for number in (1, 2)} == {1: 100, 2: 0}

    def test_tcp_rule_irregularity_2_a_round_that_a_shuffler_malfunction_leaves_unfinished_is_void(self):
        round = ThreeCardPokerRound(seats={1: "ann", 2: "bob"})
        round.place_wager(1, "ante", 500), round.place_wager(2, "pair-plus", 1000), round.no_more_bets()
        round.deal(parse_cards("5s 4d 2c"))
        round.void("shuffler malfunction, replaced by the backup")
        assert (round.phase, round.statement.paid_cents, round.statement.house_cents) == ("void", 1500, 0)
        assert round.view(PUBLIC).seats[1].cards == ["??", "??", "??"]

    def test_tcp_rule_a_progressive_wager_of_a_void_round_stays_lit_without_a_second_contribution(self):
        again = ThreeCardPokerRound(seats={1: "ann"}, lit={1: 100})
        again.place_wager(1, "ante", 500)
        for refused in (lambda: again.take_back(1, "progressive"), lambda: again.place_wager(1, "progressive", 100)):
            with pytest.raises(NotAllowedError, match="void round before"):
                refused()
        again.no_more_bets()
        (wager,) = again.progressive_report.wagers
        assert (wager.seat, wager.cents, wager.is_carried) == (1, 100, True)

    def test_tcp_rule_a_lit_seat_may_sit_a_round_out_and_stays_lit(self):
        round = ThreeCardPokerRound(seats={1: "ann", 2: "bob"}, lit={1: 100})
        round.place_wager(2, "pair-plus", 500), round.no_more_bets()
        assert round.awaiting.seat == 2
        round.deal(parse_cards("5s 4d 2c")), round.deal(parse_cards(WEAK)), round.reveal_dealer(), round.settle(2)
        assert round.progressive_report.wagers == ()
        assert round.still_lit == {1: 100}

    def test_tcp_rule_a_lit_wager_is_charged_once(self):
        first = dealt({1: {"ante": 500, "progressive": 100}}, {1: "5s 4d 2c"}, WEAK)
        first.void("four cards at seat 2")
        again = ThreeCardPokerRound(seats={1: "player 1"}, lit=first.still_lit)
        again.place_wager(1, "ante", 500), again.no_more_bets()
        again.deal(parse_cards("5s 4d 2c")), again.deal(parse_cards(WEAK))
        again.fold(1), again.reveal_dealer()
        stakes = [line.stake_cents for round in (first, again) for line in round.lines if line.wager == "progressive"]
        assert stakes == [100, 0]

    def test_tcp_rule_a_wager_that_a_void_hands_back_is_not_reported(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500), round.place_wager(1, "progressive", 100), round.void("misdeal")
        assert round.progressive_report.wagers == ()
        assert (round.still_lit, round.statement.paid_cents) == ({}, 600)

    @pytest.mark.parametrize("cents", [-100, 777, 100.0, "100"])
    def test_tcp_rule_a_lit_wager_is_of_the_denomination(self, cents):
        with pytest.raises(NotAllowedError, match="lit at seat 1"):
            ThreeCardPokerRound(seats={1: "ann"}, lit={1: cents})

    def test_tcp_rule_words_do_not_tell_what_a_folded_hand_held(self):
        round = dealt({1: {"ante": 500, "progressive": 100}}, {1: "9s 8d 2h"}, WEAK, folded_hands_qualify=True)
        round.fold(1), round.reveal_dealer(), round.settle(1)
        assert "nine" not in str(round.view(PUBLIC)) + str([event.seen_by(PUBLIC).as_json() for event in round.events])

    def test_tcp_rule_nothing_is_lit_without_a_progressive(self):
        with pytest.raises(NotAllowedError, match="seat 1 is lit, and this table has no progressive"):
            ThreeCardPokerRound(ThreeCardPokerRules(progressive=None), seats={1: "ann"}, lit={1: 100})

    def test_tcp_rule_no_void_after_a_seat_is_settled(self):
        round = dealt({1: {"ante": 500}, 2: {"ante": 500}}, {1: "5s 4d 2c", 2: "6s 4c 2d"}, WEAK)
        round.play(1), round.play(2), round.reveal_dealer(), round.settle(2)
        with pytest.raises(NotAllowedError, match="^seat 2 is settled: a void is no longer possible$"):
            round.void("too late")
        with pytest.raises(NotAllowedError, match="^a void needs a reason$"):
            round.void("")

    def test_tcp_rule_no_card_is_dealt_twice(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500), round.no_more_bets(), round.deal(parse_cards("As Ks Qs"))
        with pytest.raises(Exception, match="As appears twice"):
            round.deal(parse_cards("As 2d 3d"))


class TestProgressive:
    def test_tcp_progressive_rule_8_hands_are_reported_for_pricing(self):
        spots = {"ante": 500, "progressive": 100}
        round = dealt({1: spots, 2: {"ante": 500}, 3: spots}, {1: "As Ks Qs", 2: "9h 8h 7h", 3: "6s 4c 2d"}, WEAK)
        assert round.progressive_report.hands == ()
        round.play(1), round.play(2), round.play(3), round.reveal_dealer()
        report = round.progressive_report
        assert [wager.seat for wager in report.wagers] == [1, 3]
        assert [(hand.seat, hand.row, hand.has_wager) for hand in report.hands] == [
            (1, "akq-of-spades", True),
            (2, "straight-flush", False),
        ]

    def test_tcp_progressive_rule_9_percentage_pays_come_from_the_meter_others_from_the_tray(self):
        for hand, source in [("As Ks Qs", Source.METER), ("9s 9d 9c", Source.TRAY)]:
            round = dealt({1: {"ante": 500, "progressive": 100}}, {1: hand}, WEAK)
            round.play(1), round.reveal_dealer(), round.settle(1)
            (line,) = [line for line in round.lines if line.wager == "progressive"]
            assert (line.source, line.pay_cents) == (source, 0)

    def test_tcp_progressive_rule_8_a_folded_hand_does_not_qualify_unless_the_table_says_so(self):
        for setting, hands in [(False, 0), (True, 1)]:
            round = dealt({1: {"ante": 500, "progressive": 100}}, {1: "9s 9d 9c"}, WEAK, folded_hands_qualify=setting)
            round.fold(1), round.reveal_dealer()
            assert len(round.progressive_report.hands) == hands

    def test_tcp_progressive_rule_5_needs_the_regular_wager(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "progressive", 100)
        with pytest.raises(NotAllowedError, match="seat 1 has Progressive without an Ante or a Pair Plus"):
            round.no_more_bets()


class TestTableRules:
    def test_limits_are_held(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        for cents, reason in [
            (100, "below the minimum of \\$5"),
            (99_900, "above the maximum"),
            (750, "multiple of \\$5"),
        ]:
            with pytest.raises(NotAllowedError, match=reason):
                round.place_wager(1, "ante", cents)

    def test_a_wager_can_be_changed_and_taken_back_before_the_bets_are_closed(self):
        round = ThreeCardPokerRound(seats={1: "ann"})
        round.place_wager(1, "ante", 500), round.place_wager(1, "ante", 1000), round.take_back(1, "ante")
        assert round.seats[1].wagers == {}
        with pytest.raises(NotAllowedError, match="^there is no Ante at seat 1$"):
            round.take_back(1, "ante")
        with pytest.raises(NotAllowedError, match="^there is no wager on the table yet$"):
            round.no_more_bets()

    def test_a_wager_that_is_not_offered(self):
        round = ThreeCardPokerRound(ThreeCardPokerRules(six_card_bonus=None, progressive=None), seats={1: "ann"})
        with pytest.raises(NotAllowedError, match="^'progressive' is not a wager here; offered: ante, pair-plus$"):
            round.place_wager(1, "progressive", 100)

    def test_seats_that_are_not_there(self):
        with pytest.raises(NotAllowedError, match="^there is no seat 8: this table has seats 1 to 7$"):
            ThreeCardPokerRound(seats={8: "ann"})
        with pytest.raises(NotAllowedError, match="at least one seat taken"):
            ThreeCardPokerRound(seats={})
        with pytest.raises(NotAllowedError, match="^nobody sits at seat 2; taken seats: 1$"):
            ThreeCardPokerRound(seats={1: "ann"}).place_wager(2, "ante", 500)

    def test_limits_above_the_law_are_refused_by_the_day(self):
        rules = ThreeCardPokerRules(limits={"ante": Limit(500, 40_000, 500)})
        rules.verify_for(WASHINGTON, date(2023, 6, 1))
        with pytest.raises(TableRulesError, match="^the maximum of \\$400 on Ante is above \\$300"):
            rules.verify_for(WASHINGTON, date(2012, 7, 30))

    @pytest.mark.parametrize(
        ("settings", "reason"),
        [
            ({"seats": 0}, "0 seats at Three Card Poker: allowed are 1 to 7"),
            (
                {"limits": {"progressive": Limit(100, 500, 100)}},
                "a progressive from \\$1 to \\$5: a meter takes wagers of one amount only",
            ),
            ({"paytable": CATALOGUE["DDP-1"]}, "DDP-1 is a paytable of Double Draw Poker, not of this game"),
            ({"limits": {"hat": Limit(100, 200, 100)}}, "a limit for 'hat': wagers are ante, pair-plus"),
        ],
    )
    def test_nonsense_is_refused_with_the_reason(self, settings, reason):
        with pytest.raises(TableRulesError, match=reason):
            ThreeCardPokerRules(**settings)

    def test_every_paytable_plays(self):
        for number in range(1, 13):
            paytable = CATALOGUE[f"TCP-{number:02}"]
            found = one({"pair-plus": 500}, "9s 9d 9c", WEAK, paytable=paytable)
            three = str(paytable["pair-plus"].rows[1].pay)
            assert found["pair-plus"][1].startswith(f"wins {three}")


class TestStorage:
    @pytest.mark.parametrize(
        "change",
        [
            {"format": 99},
            {"game": "double-draw"},
            {"rules": None},
            {"seats": {"x": "ann"}},
            {"commands": [5]},
            {"lit": 3},
        ],
    )
    def test_a_stored_round_that_is_none_is_refused(self, change):
        stored = dealt({1: {"ante": 500}}, {1: "5s 4d 2c"}, WEAK).as_json()
        with pytest.raises(PitbossError):
            ThreeCardPokerRound.from_json(stored | change)

    @pytest.mark.parametrize("arguments", [(1, "ante", 500.0), (True, "ante", 500), (1, "ante", "500"), (1, None, 500)])
    def test_commands_of_wrong_types_are_refused(self, arguments):
        round = ThreeCardPokerRound(seats={1: "ann"})
        assert not round.can_place_wager(*arguments)
        with pytest.raises(PitbossError, match="of place-wager must be"):
            round.place_wager(*arguments)

    @pytest.mark.parametrize("seats", [{"1": "ann"}, {1: ""}, {1: None}])
    def test_seats_are_numbers_and_players_names(self, seats):
        with pytest.raises(NotAllowedError, match="a seat is a number, a player a name"):
            ThreeCardPokerRound(seats=seats)


class TestStrategies:
    @pytest.mark.parametrize(("hand", "choice"), [("Qs 6d 4h", Play(1)), ("Qs 6d 3h", Fold(1)), ("2s 2d 3h", Play(1))])
    def test_the_published_strategy(self, hand, choice):
        assert simple_strategy(dealt({1: {"ante": 500}}, {1: hand}, "Ks 8s 2c"), 1) == choice

    def test_time_out_never_throws_a_pair_plus_winner_away(self):
        round = dealt({1: {"ante": 500, "pair-plus": 500}}, {1: "2s 2d 3h"}, "Ks 8s 2c")
        assert time_out(round, 1) == Play(1)
        assert time_out(dealt({1: {"ante": 500}}, {1: "Qs 6d 3h"}, "Ks 8s 2c"), 1) == Fold(1)
