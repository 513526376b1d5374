"""The progressive of Fortune San Lo Poker as far as a round goes: wagers taken and hands reported, rule by rule."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.fortune_san_lo import FortuneSanLoRound, FortuneSanLoRules
from pitboss.games.reports import ProgressiveWager, QualifyingHand
from pitboss.games.round import NotAllowedError
from pitboss.games.statement import Source
from pitboss.games.table import Limit, TableRulesError
from pitboss.paytables import load_catalogue
from support.san_lo import BEST_HIGH, STRONG, closed, dealt, settled

BOTH = {"main": 500, "progressive": 100}
DEALER = "9s 8h 6h 5c 3d 2c"
ROWS = [
    ("As Ad Ah Ac Jk Ks", "five-aces", "100% of meter", Source.METER),
    ("As Ks Qs Js Ts 2h", "royal-flush", "10% of meter", Source.METER),
    ("As Ks Qs Jk Ts 2h", "royal-flush", "10% of meter", Source.METER),
    ("Jd Td 9d 8c 7d Jk", "straight-flush", "300 for 1", Source.TRAY),
    ("Ks Kd Kh Kc 4s 4d", "four-of-a-kind", "150 for 1", Source.TRAY),
    ("Ks Kd Kh 4s 4d 2h", "full-house", "15 for 1", Source.TRAY),
    ("Ks Js 7s 4s 2s Jd", "flush", "6 for 1", Source.TRAY),
    ("Ks Qd Jh Ts 9d 2h", "straight", "3 for 1", Source.TRAY),
]


def finished(hands, dealer=DEALER, **table):
    """Every seat sets its hand as it was dealt."""
    round = dealt(hands, dealer, **table)
    for seat in hands:
        round.set_hand(seat, round.seats[seat].cards)
    round.dealer_house_way()
    return round


def test_fsl_progressive_rule_1_the_wager_is_optional():
    round = finished({1: STRONG, 2: "Ts 7d 6d 5d 3h 2d"}, wagers={2: BOTH})
    assert round.progressive_report.wagers == (ProgressiveWager(2, "bob", 100),)


@pytest.mark.parametrize(("hand", "row"), [entry[:2] for entry in ROWS])
def test_fsl_progressive_rule_2_best_hand_among_all_the_cards_counts(hand, row):
    (found,) = finished({2: hand}, wagers={2: BOTH}).progressive_report.hands
    assert (found.seat, found.player, found.row, found.has_wager, found.is_folded) == (2, "bob", row, True, False)


@pytest.mark.parametrize(("hand", "pay"), [(hand, pay) for hand, _, pay, _ in ROWS])
def test_fsl_progressive_rule_3_pays_for_1_and_the_wager_is_not_returned(hand, pay):
    line = settled(hand, DEALER, wagers=BOTH)["progressive"]
    assert (line.outcome, line.stake_cents, line.pay_cents) == (f"taken; wins {pay}", 100, 0)


def test_fsl_progressive_rule_3_less_than_a_straight_loses():
    line = settled(STRONG, wagers=BOTH)["progressive"]
    assert (line.outcome, line.pay_cents, line.hand) == ("taken", 0, "pair of kings, ace-queen-jack kickers")


def test_fsl_progressive_rule_3_paytable_03_can_be_chosen():
    rules = FortuneSanLoRules(house_way=BEST_HIGH, progressive=load_catalogue()["FSLPP-03"])
    line = settled("Ks Js 7s 4s 2s Jd", DEALER, wagers=BOTH, rules=rules)["progressive"]
    assert line.outcome == "taken; wins 8 for 1"


def test_fsl_progressive_rule_5_needs_the_regular_wager():
    round = FortuneSanLoRound(seats={1: "ann"})
    round.place_wager(1, "progressive", 100)
    with pytest.raises(NotAllowedError, match="^seat 1 has Progressive without a main bet$"):
        round.no_more_bets()


def test_fsl_progressive_rule_6_wagers_are_taken_when_the_bets_are_closed():
    round = FortuneSanLoRound(seats={1: "ann"})
    round.place_wager(1, "main", 500)
    round.place_wager(1, "progressive", 100)
    assert round.progressive_report.wagers == ()
    round.no_more_bets()
    assert [wager.seat for wager in round.progressive_report.wagers] == [1]


def test_fsl_progressive_rule_8_is_reconciled_with_the_other_wagers_of_the_seat():
    wagers = {"main": 500, "progressive": 100, "hat-trick": 100, "fortune-bonus": 100}
    assert list(settled(STRONG, wagers=wagers)) == ["main", "fortune-bonus", "hat-trick", "progressive"]


def test_fsl_progressive_rule_8_ruling_the_order_at_a_seat_is_a_setting():
    order = ("progressive", "hat-trick", "fortune-bonus", "main")
    rules = FortuneSanLoRules(house_way=BEST_HIGH, settling_order=order)
    wagers = {"main": 500, "progressive": 100, "hat-trick": 100, "fortune-bonus": 100}
    assert tuple(settled(STRONG, wagers=wagers, rules=rules)) == order


@pytest.mark.parametrize(("hand", "source"), [(hand, source) for hand, _, _, source in ROWS])
def test_fsl_progressive_rule_9ab_percentages_come_off_the_meter_the_rest_from_the_tray(hand, source):
    assert settled(hand, DEALER, wagers=BOTH)["progressive"].source is source


def test_fsl_progressive_rule_9c_farthest_on_the_right_comes_first():
    royals = {2: "As Ks Qs Js Ts 2h", 5: "Ad Kd Qd Jd Td 2d"}
    round = finished(royals, wagers={2: BOTH, 5: BOTH})
    round.settle(5)
    round.settle(2)
    meter = [line.seat for line in round.lines if line.source is Source.METER]
    assert meter == [5, 2]


def test_fsl_progressive_envy_ruling_a_hand_is_reported_with_or_without_a_wager():
    round = finished({2: "Ks Kd Kh Kc 4s 4d", 5: "Qs Qd 7h 6d 5d 4h"}, wagers={5: BOTH})
    assert round.progressive_report.hands == (
        QualifyingHand(2, "bob", "four-of-a-kind", "four kings, four kicker", has_wager=False, is_folded=False),
    )


def test_fsl_progressive_envy_the_dealers_hand_is_never_reported():
    round = finished({2: STRONG}, "Ts Td Th Tc 4s 4d", wagers={2: BOTH})
    assert round.progressive_report.hands == ()


def test_fsl_progressive_envy_unused_hands_are_never_reported():
    round = dealt({2: STRONG, 5: "Ts Td Th Tc 4s 4d"}, DEALER, wagers={2: BOTH, 5: {}}, seats=[2, 5])
    round.set_hand(2, parse_cards(STRONG))
    round.dealer_house_way()
    assert round.progressive_report.hands == ()


def test_fsl_progressive_hands_are_not_told_before_the_dealers_hand_is_set():
    round = dealt({2: "Ks Kd Kh Kc 4s 4d"}, DEALER, wagers={2: BOTH})
    assert round.progressive_report.hands == ()


def test_fsl_progressive_a_table_without_it_reports_nothing():
    rules = FortuneSanLoRules(house_way=BEST_HIGH, progressive=None)
    assert finished({2: "Ks Kd Kh Kc 4s 4d"}, rules=rules).progressive_report.hands == ()


def test_fsl_progressive_ruling_one_denomination():
    round = FortuneSanLoRound(seats={1: "ann"})
    with pytest.raises(NotAllowedError, match=r"^Progressive of \$5 at seat 1 is above the maximum of \$1$"):
        round.place_wager(1, "progressive", 500)
    five = FortuneSanLoRules(limits={"progressive": Limit(500, 500, 500)})
    FortuneSanLoRound(five, seats={1: "ann"}).place_wager(1, "progressive", 500)
    words = r"^a progressive from \$1 to \$5: a meter takes wagers of one amount only$"
    with pytest.raises(TableRulesError, match=words):
        FortuneSanLoRules(limits={"progressive": Limit(100, 500, 100)})


def test_fsl_progressive_ruling_a_void_keeps_the_wager_lit_for_the_next_round():
    round = closed({2: BOTH})
    round.void("shuffler malfunction")
    assert round.still_lit == {2: 100}
    again = closed({2: {"main": 500}}, lit=round.still_lit)
    assert again.progressive_report.wagers == (ProgressiveWager(2, "bob", 100, is_carried=True),)


def test_fsl_progressive_rule_7_the_regular_game_is_dealt_as_without_it():
    with_wager, without = dealt({2: STRONG}, wagers={2: BOTH}), dealt({2: STRONG})
    assert with_wager.awaiting == without.awaiting
    assert with_wager.events[-11:] == without.events[-11:]
