"""Fortune San Lo Poker, rule by rule: the numbers are those of the approval of 14 March 2012."""

import pytest

from pitboss.cards import DECK_53, JOKER, parse_cards
from pitboss.games.audience import DEALER, PUBLIC, player
from pitboss.games.fortune_san_lo import FortuneSanLoRound, FortuneSanLoRules, UnusedHandsPickedUp, dealing_order
from pitboss.games.round import NotAllowedError
from pitboss.games.round_view import cards_of
from pitboss.shuffler import Shuffler
from pitboss.shuffler.allowed import is_allowed
from pitboss.sources import SeededEntropy
from support.san_lo import BEST_HIGH, PLAIN, STRONG, WEAK_DEALER, closed, deal, dealt, settled


def test_fsl_overview_53_cards_with_one_joker():
    round = deal(closed({1: {"main": 500}}), {1: "As Ks Jk 5d 5h 2h"})
    assert JOKER in round.seats[1].cards
    assert FortuneSanLoRound.shuffler.deck == DECK_53


@pytest.mark.parametrize(
    ("hand", "high"),
    [
        ("Ks Qd Jk 5d 5h 2h", "ace-king-queen straight"),
        ("2s 3s Jk Kd Kc 9h", "ace-two-three straight flush in spades"),
        ("Ks 7s Jk Kd Qc Qh", "flush in spades, ace-king-seven"),
        ("Ks 9d Jk Qd Jc 2h", "ace-king-nine high"),
    ],
)
def test_fsl_overview_joker_is_an_ace_or_completes_a_straight_or_flush(hand, high):
    assert settled(hand)["main"].hand.startswith(high)


def test_fsl_overview_joker_is_an_ace_in_the_mid_and_low_hand():
    assert settled("Ks Kd 9h Jk Qd Jc")["main"].hand == "pair of kings, nine kicker / ace-queen high / jack high"
    assert settled("Ks Kd 9h As Qd Jk")["main"].hand == "pair of kings, nine kicker / ace-queen high / ace high"


def test_fsl_ranking_a23_is_the_second_highest_straight():
    assert "wins high" in settled("As 2d 3h 5d 4d 2h", "Ks Qd Jh 5c 3d 2c")["main"].outcome
    assert "wins high" not in settled("As 2d 3h 5d 4d 2h", "Ad Ks Qh 5c 3d 2c")["main"].outcome


def test_fsl_rule_1_shuffler_is_set_to_the_game():
    setting = FortuneSanLoRound.shuffler
    assert (setting.game, setting.packet_size, setting.start_positions) == ("Fortune San Lo Poker", 6, 7)


def test_fsl_rule_1_a_round_is_dealt_from_a_shuffler_so_set():
    shuffler, entropy = Shuffler(is_drill=True), SeededEntropy("rule 1")
    shuffler.set_game(FortuneSanLoRound.shuffler)
    shuffler.press_green_button(entropy)
    round = closed({4: {"main": 500}})
    round.press_green_button(shuffler.start_position)
    while round.phase == "dealing":
        round.deal(shuffler.dispense_packet())
    assert len(round.seats[4].cards) == 6
    assert shuffler.deck.remaining == 53 - 8 * 6
    assert not is_allowed(shuffler.verify_dispense_packet)


@pytest.mark.parametrize(
    ("wager", "label"),
    [("fortune-bonus", "Fortune Bonus"), ("hat-trick", "Hat Trick"), ("progressive", "Progressive")],
)
def test_fsl_rule_2_players_must_make_the_main_bet(wager, label):
    round = FortuneSanLoRound(seats={2: "bob", 3: "cid"})
    round.place_wager(2, "main", 500)
    round.place_wager(3, wager, 100)
    with pytest.raises(NotAllowedError, match=f"^seat 3 has {label} without a main bet$"):
        round.no_more_bets()
    round.place_wager(3, "main", 500)
    round.no_more_bets()


def test_fsl_rule_2_bonus_bets_are_optional():
    assert closed({1: {"main": 500}}).phase == "starting"
    assert closed({1: {"main": 500, "fortune-bonus": 100, "hat-trick": 500}}).phase == "starting"


def test_fsl_rule_2a_hat_trick_is_never_more_than_the_main_bet():
    round = FortuneSanLoRound(seats={1: "ann"})
    round.place_wager(1, "main", 500)
    with pytest.raises(NotAllowedError, match=r"^a Hat Trick of \$6 at seat 1 is above the main bet of \$5$"):
        round.place_wager(1, "hat-trick", 600)
    round.place_wager(1, "hat-trick", 500)


def test_fsl_rule_2a_main_bet_is_never_made_smaller_than_the_hat_trick():
    round = FortuneSanLoRound(seats={1: "ann"})
    round.place_wager(1, "hat-trick", 800)
    with pytest.raises(NotAllowedError, match=r"^a Hat Trick of \$8 at seat 1 is above the main bet of \$5$"):
        round.place_wager(1, "main", 500)
    round.place_wager(1, "main", 1000)
    round.no_more_bets()


@pytest.mark.parametrize("start", range(1, 8))
def test_fsl_rule_3_display_shows_the_position_that_gets_the_first_hand(start):
    round = closed({1: {"main": 500}})
    round.press_green_button(start)
    assert round.display.words == str(start)
    assert round.view(PUBLIC).screen.words == str(start)
    assert round.awaiting.seat == start


@pytest.mark.parametrize("start", [0, 8, -1])
def test_fsl_rule_3_display_shows_1_to_7(start):
    round = closed({1: {"main": 500}})
    with pytest.raises(NotAllowedError, match=f"^the display cannot show {start}: it shows a number from 1 to 7$"):
        round.press_green_button(start)


def test_fsl_rule_3_no_bets_after_the_green_button_nor_the_button_before_them():
    round = FortuneSanLoRound(seats={1: "ann"})
    with pytest.raises(NotAllowedError, match="^pressing the green button is not possible now: the round waits for"):
        round.press_green_button(1)
    round = closed({1: {"main": 500}})
    with pytest.raises(NotAllowedError, match="^a wager is not possible now: the round waits for the dealer to press"):
        round.place_wager(1, "main", 1000)


def test_fsl_rule_3_note_positioning_is_a_setting_of_the_house():
    rules = FortuneSanLoRules(house_way=BEST_HIGH, positions=(7, 6, 5, 4, 3, 2, 1))
    round = closed({1: {"main": 500}}, rules=rules)
    round.press_green_button(2)
    assert (round.display.words, round.awaiting.seat) == ("2", 6)


@pytest.mark.parametrize(
    ("first", "order"),
    [
        (1, (1, None, 7, 6, 5, 4, 3, 2)),
        (4, (4, 3, 2, 1, None, 7, 6, 5)),
        (7, (7, 6, 5, 4, 3, 2, 1, None)),
    ],
)
def test_fsl_rule_4_packets_go_counter_clockwise_through_every_position_and_the_dealer(first, order):
    round = closed({2: {"main": 500}, 6: {"main": 500}})
    round.press_green_button(first)
    deck, receivers = iter(DECK_53.cards), []
    while round.phase == "dealing":
        assert round.awaiting.cards == 6
        receivers.append(round.awaiting.seat)
        round.deal(tuple(next(deck) for _ in range(6)))
    assert tuple(receivers) == order == dealing_order(first)


def test_fsl_rule_4_each_position_gets_a_hand_occupied_or_not():
    round = closed({2: {"main": 500}})
    round.press_green_button(3)
    assert round.awaiting.words == "six cards for seat 3, which is not in play"
    round.deal(parse_cards("2c 3c 4c 5c 6c 7c"))
    assert round.awaiting.words == "six cards for seat 2"


def test_fsl_rule_5_unused_hands_are_picked_up():
    round = dealt({2: STRONG, 6: "Ts 7d 6d 5d 3h 2d"})
    (picked_up,) = [event for event in round.events if isinstance(event, UnusedHandsPickedUp)]
    assert picked_up.seats == (1, 3, 4, 5, 7)


def test_fsl_rule_5_nobody_sees_an_unused_hand_not_even_who_sits_there():
    round = deal(closed({2: {"main": 500}}, seats=[2, 5]), {2: STRONG, 5: "Ts 7d 6d 5d 3h 2d"})
    assert round.seats[5].cards == ()
    for audience in (PUBLIC, DEALER, player(5), player(2, 5)):
        seen = [event.seen_by(audience).as_json() for event in round.events]
        assert "Ts" not in str(round.view(audience)) + str(seen)


def test_fsl_rule_5_display_then_reads_dealer_house_way():
    assert dealt({2: STRONG}).display.words == "DEALER HOUSE WAY"


def test_fsl_rule_6_players_set_in_any_order():
    round = dealt({1: STRONG, 2: "Ts 7d 6d 5d 3h 2d"})
    round.set_hand(2, parse_cards("Ts 7d 3h 6d 5d 2d"))
    round.set_hand(1, parse_cards(STRONG))
    assert round.awaiting.operations == ("dealer_house_way",)


@pytest.mark.parametrize("hand", ["Qs Jd 4h Ks Kd Ac", "Ks Kd 4h Qs Jd Ac", "Ac Jd 4h Ks Kd Qs"])
def test_fsl_rule_6_hands_out_of_order_foul_and_lose(hand):
    line = settled(hand)["main"]
    assert line.pay_cents == 0
    assert line.outcome.startswith("loses: fouled, the ")


@pytest.mark.parametrize("hand", ["Kd Qc 4h Ks Qh 7d", "Kd 9c 4h Ks 5h Kc", "7c 7s 4h 7d 7h Kc"])
def test_fsl_rule_6_ruling_where_shared_ranks_are_equal_more_cards_are_higher(hand):
    assert "fouled" not in settled(hand)["main"].outcome


def test_fsl_rule_6_fouled_hand_loses_main_bet_but_keeps_fortune_bonus():
    lines = settled("Qs Qd 4h Ks Kd Ac", wagers={"main": 500, "fortune-bonus": 100})
    high, mid = "the high hand (pair of queens, four kicker)", "the mid hand (pair of kings)"
    assert lines["main"].outcome == f"loses: fouled, {high} is not above {mid}"
    assert lines["main"].pay_cents == 0
    assert (lines["fortune-bonus"].outcome, lines["fortune-bonus"].pay_cents) == ("wins 2 to 1, $2", 300)


def test_fsl_rule_6_ruling_fouled_hand_loses_hat_trick_but_keeps_progressive():
    lines = settled("Qs Qd 4h Ks Kd Kc", wagers={"main": 500, "hat-trick": 500, "progressive": 100})
    assert lines["hat-trick"].pay_cents == 0
    assert lines["hat-trick"].outcome.startswith("loses: fouled, ")
    assert lines["progressive"].outcome == "taken; wins 15 for 1"


def test_fsl_rule_7_house_way_for_a_player_shows_on_the_display_and_sets_the_hand():
    round = dealt({1: "4h Ks Jd Kd Ac Qs", 2: "Ts 7d 6d 5d 3h 2d"})
    round.ask_house_way(1)
    round.set_hand(2, parse_cards("Ts 7d 3h 6d 5d 2d"))
    round.player_house_way(1)
    assert round.display.words == "PLAYER HOUSE WAY, SEAT 1"
    assert str(round.seats[1].setting) == "Ac Ks Qs / Kd Jd / 4h"
    assert (round.display.high, round.display.mid, round.display.low) == tuple(
        map(parse_cards, ("Ac Ks Qs", "Kd Jd", "4h"))
    )
    round.exit_display()
    assert round.display.words == "DEALER HOUSE WAY"


def test_fsl_rule_7_note_all_others_must_have_set_before_the_display_is_used():
    round = dealt({1: STRONG, 2: "Ts 7d 6d 5d 3h 2d", 3: "Th 8c 7c 5h 4s 3c"})
    round.ask_house_way(1)
    locked = "^the house way of seat 1 is locked until all other players have set or asked for it: "
    with pytest.raises(NotAllowedError, match=f"{locked}seats 2 and 3 not yet$"):
        round.player_house_way(1)
    round.set_hand(2, parse_cards("Ts 7d 3h 6d 5d 2d"))
    with pytest.raises(NotAllowedError, match=f"{locked}seat 3 not yet$"):
        round.player_house_way(1)
    round.set_hand(3, parse_cards("Th 8c 4s 7c 5h 3c"))
    round.player_house_way(1)


def test_fsl_rule_7_ruling_asking_for_the_house_way_counts_as_having_set():
    round = dealt({1: STRONG, 2: "Ts 7d 6d 5d 3h 2d"})
    round.ask_house_way(1)
    round.ask_house_way(2)
    round.player_house_way(2)
    round.exit_display()
    round.player_house_way(1)


def test_fsl_rule_7_display_is_exited_before_anything_else_is_pressed():
    round = dealt({1: STRONG, 2: "Ts 7d 6d 5d 3h 2d"})
    round.ask_house_way(1)
    round.ask_house_way(2)
    round.player_house_way(1)
    for press in (lambda: round.player_house_way(2), round.dealer_house_way):
        with pytest.raises(NotAllowedError, match="^the display shows the house way of seat 1: press EXIT first$"):
            press()


def test_fsl_rule_8_dealer_reveals_the_cards_and_sets_them_the_house_way():
    round = dealt({1: STRONG})
    round.set_hand(1, parse_cards(STRONG))
    assert cards_of(round.view(PUBLIC).dealer) == ["??"] * 6
    round.dealer_house_way()
    (dealer,) = round.view(PUBLIC).dealer
    assert [(row.label, row.cards) for row in dealer.rows] == [
        ("high", ["9s", "8d", "6h"]),
        ("mid", ["5c", "3d"]),
        ("low", ["2c"]),
    ]
    assert sorted(cards_of([dealer])) == sorted(WEAK_DEALER.split())


def test_fsl_rule_8_display_shows_the_low_and_the_mid_hand_only():
    round = dealt({1: STRONG})
    round.set_hand(1, parse_cards(STRONG))
    round.dealer_house_way()
    assert (round.display.high, round.display.mid, round.display.low) == ((), *map(parse_cards, ("5c 3d", "2c")))


def test_fsl_rule_8_note_dealer_house_way_waits_for_all_players():
    round = dealt({1: STRONG, 2: "Ts 7d 6d 5d 3h 2d"})
    locked = "^the dealer's house way is locked until all players have set: "
    with pytest.raises(NotAllowedError, match=f"{locked}seats 1 and 2 not yet$"):
        round.dealer_house_way()
    round.set_hand(1, parse_cards(STRONG))
    round.ask_house_way(2)
    with pytest.raises(NotAllowedError, match=f"{locked}seat 2 not yet$"):
        round.dealer_house_way()
    round.player_house_way(2)
    round.exit_display()
    round.dealer_house_way()


def test_fsl_rule_9_each_hand_is_compared_with_the_corresponding_hand():
    assert settled("As 7d 4h 6d 5d 3h")["main"].outcome == "wins 1 to 1, $5: wins all three"
    assert settled("9d 7c 4h 5d 4d 3h")["main"].outcome == "wins 1 to 1, $5: wins mid and low, loses high"
    assert settled("9d 8c 7c 4d 3h 2d")["main"].outcome == "loses: wins high, loses mid and low (a tie)"


def test_fsl_rule_10_house_wins_identical_hands():
    assert settled("9d 8c 6c 5d 3h 2d")["main"].outcome == "loses high (a tie), mid (a tie) and low (a tie)"
    assert settled("Ks Kd 4h 5d 3h 2d")["main"].outcome == "loses: wins high, loses mid (a tie) and low (a tie)"
    assert settled("Ks Kd 4h 5d 3h 3s")["main"].outcome == "wins 1 to 1, $5: wins high and low, loses mid (a tie)"


@pytest.mark.parametrize("hand", ["Ks Kd 4h Ac Jd Qs", "9d 7c 4h 5d 4d 3h"])
def test_fsl_rule_11_two_or_more_matchups_win_1_to_1(hand):
    line = settled(hand)["main"]
    assert (line.stake_cents, line.pay_cents) == (500, 1000)


@pytest.mark.parametrize("hand", ["9d 8c 7c 4d 3h 2d", "7d 5d 4d 4c 3h 2d"])
def test_fsl_rule_12_two_or_more_matchups_lost_lose(hand):
    assert settled(hand)["main"].pay_cents == 0


def test_fsl_rule_12_three_matchups_lost_say_so():
    assert settled("7d 5d 4d 4c 3h 2d", STRONG)["main"].outcome == "loses all three"


def test_fsl_rule_13_fortune_bonus_wins_from_two_pair_among_the_six_cards():
    wagers = {"main": 500, "fortune-bonus": 100}
    assert settled(STRONG, wagers=wagers)["fortune-bonus"].outcome == "loses"
    line = settled("Ks Kd 4h Qd Js Qs", wagers=wagers)["fortune-bonus"]
    assert (line.outcome, line.pay_cents) == ("wins 2 to 1, $2", 300)
    assert line.hand == "two pair, kings and queens, jack kicker"


def test_fsl_rule_13_ruling_best_five_of_six_need_not_hold_the_joker():
    wagers = {"main": 500, "fortune-bonus": 100}
    # With the joker forced among the five, these would be three kings only.
    line = settled("Kd Kh 4s Kc 4d Jk", wagers=wagers)["fortune-bonus"]
    assert (line.hand, line.outcome) == ("full house, kings over fours", "wins 10 to 1, $10")


@pytest.mark.parametrize(
    ("hand", "pay_cents"),
    [
        ("As Ad Ah Ac Jk Ks", 100_100),
        ("As Ks Qs Js Ts 2h", 20_100),
        ("Jd Td 9d 8c 7d Jk", 5_100),
        ("Ks Kd Kh Kc 4s 4d", 3_100),
        ("Ks Kd Kh 4s 4d 2h", 1_100),
        ("Ks Js 7s 4s 2s Jd", 900),
        ("Ks Qd Jh Ts 9d 2h", 600),
        ("Ks Kd Kh 4s 7d 2h", 400),
        ("Ks Kd 4h 4s 7d 2h", 300),
        ("Ks Kd 4h 5s 7d 2h", 0),
    ],
)
def test_fsl_rule_13_fortune_bonus_pays_by_fslp_01(hand, pay_cents):
    lines = settled(hand, "9s 8h 6h 5c 3d 2c", wagers={"main": 500, "fortune-bonus": 100})
    assert lines["fortune-bonus"].pay_cents == pay_cents


def test_fsl_rule_14_hat_trick_pays_5_to_1_for_all_three():
    line = settled(STRONG, wagers={"main": 500, "hat-trick": 500})["hat-trick"]
    assert (line.outcome, line.pay_cents) == ("wins 5 to 1, $25: wins all three", 3000)


@pytest.mark.parametrize("hand", ["9d 7c 4h 5d 4d 3h", "Ks Kd 4h 5d 3h 3s", "9d 8c 7c 4d 3h 2d"])
def test_fsl_rule_14_hat_trick_loses_with_less(hand):
    assert settled(hand, wagers={"main": 500, "hat-trick": 500})["hat-trick"].pay_cents == 0


def test_fsl_settling_goes_from_the_right_to_the_left():
    hands = {2: STRONG, 4: "Ts 7d 6d 5d 3h 2d", 7: "Th 8c 7c 5h 4s 3c"}
    round = dealt(hands, rules=PLAIN)
    for seat in hands:
        round.set_hand(seat, round.seats[seat].cards)
    round.dealer_house_way()
    with pytest.raises(NotAllowedError, match="^seat 2 is not next: settle seat 7$"):
        round.settle(2)
    for seat in (7, 4, 2):
        round.settle(seat)
    assert [line.seat for line in round.lines] == [7, 4, 2]
