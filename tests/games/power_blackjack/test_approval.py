"""The rules of play of the approval of 25 June 2012, sentence by sentence, under its own headings."""

from datetime import date

import pytest

from pitboss.cards import parse_cards
from pitboss.games.event import CardsDealt
from pitboss.games.power_blackjack import CardsBurned, PowerBlackjackRules
from pitboss.games.round import NotAllowedError
from pitboss.games.table import WASHINGTON, Limit, TableRulesError
from pitboss.paytables import load_catalogue

# ---- dealing procedure


def test_pbj_rule_dealing_procedure_players_place_wagers_within_the_limits(felt):
    round = felt({1: "Ts 8d"}, "9h 8c").round
    assert round.seats[1].wagers == {"bet": 1000}
    with pytest.raises(NotAllowedError):
        felt({1: "Ts 8d"}, "9h 8c", bet=400)


def test_pbj_rule_dealing_procedure_push_22_is_an_optional_bonus_wager(felt):
    round = felt({1: "Ts 8d", 2: "9s 8s"}, "9h 8c", bonus=[2]).round
    assert round.seats[1].wagers == {"bet": 1000}
    assert round.seats[2].wagers == {"bet": 1000, "push-22": 100}


def test_pbj_rule_dealing_procedure_cards_one_by_one_the_hole_card_face_down(felt):
    round = felt({1: "Ts 8d", 3: "9s 7s"}, "9h 8c").round
    dealt = [(event.seat, *event.cards, event.face_up) for event in round.events if isinstance(event, CardsDealt)]
    ts, nine, up, eight, seven, hole = parse_cards("Ts 9s 9h 8d 7s 8c")
    assert dealt == [
        (1, ts, True),
        (3, nine, True),
        (None, up, True),
        (1, eight, True),
        (3, seven, True),
        (None, hole, False),
    ]


# ---- power split


@pytest.mark.parametrize("cards", ["Ts 5d", "9s 6d", "8s 7d", "Ks 6d", "9s 7d"])
def test_pbj_rule_power_split_hard_15_or_16_in_two_cards(felt, cards):
    table = felt({1: cards}, "9h 8c").play("power_split@1")
    assert [hand.cards for hand in table.round.seats[1].hands] == [(card,) for card in parse_cards(cards)]


@pytest.mark.parametrize("cards", ["As 4d", "As 5d", "Ts 4d", "Ts 7d", "9s 5d"])
def test_pbj_rule_power_split_not_soft_and_not_another_total(felt, cards):
    assert "power_split" not in felt({1: cards}, "9h 8c").allowed()


def test_pbj_rule_power_split_by_an_additional_wager_next_to_the_original(felt):
    round = felt({1: "Ks 6d"}, "9h 8c").play("power_split@1").round
    assert round.seats[1].wagers == {"bet": 1000, "split-2": 1000}
    assert round.seats[1].staked_cents == 2000


def test_pbj_rule_power_split_each_card_in_turn_until_stand_or_bust(felt):
    table = felt({1: "Ks 6d", 2: "9s 8d"}, "9h 8c").play("power_split@1")
    assert table.round.awaiting.words == "one card for hand 1 of seat 1"
    table.play("5c hit@1 7c")
    assert table.hand(1).total.sentence == "bust with 22"
    assert table.round.awaiting.words == "one card for hand 2 of seat 1"
    table.play("Th hit@1 2h stand@1")
    assert table.hand(1, 2).total.sentence == "hard 18"
    assert table.round.awaiting.seat == 2


def test_pbj_rule_power_split_a_hand_may_be_doubled_afterwards(felt):
    """The approval's example: a 5 on the 6, after the king and 6 were split."""
    table = felt({1: "Ks 6d"}, "9h 8c").play("power_split@1 8c stand@1 5c")
    assert "double" in table.allowed()
    table.play("double@1 9d").dealer_acts()
    assert table.round.seats[1].wagers == {"bet": 1000, "split-2": 1000, "double-2": 1000}
    assert table.net(1) == 1000 + 2000  # 18 and a doubled 20 against 17


def test_pbj_rule_power_split_only_on_the_first_two_cards_not_after_a_split(felt):
    table = felt({1: "8s 8d"}, "9h 8c").play("split@1 7c")
    assert table.hand(1).total.sentence == "hard 15"
    assert "power_split" not in table.allowed()


def test_pbj_rule_power_split_only_on_the_first_two_cards_not_after_a_power_split(felt):
    table = felt({1: "Ks 6d"}, "9h 8c").play("power_split@1 6c")
    assert table.hand(1).total.sentence == "hard 16"
    assert "power_split" not in table.allowed()


def test_pbj_rule_power_split_only_on_the_first_two_cards_not_on_three(felt):
    table = felt({1: "Ts 2d"}, "9h 8c").play("hit@1 3c")
    assert table.hand(1).total.sentence == "hard 15"
    assert "power_split" not in table.allowed()


# ---- power double


@pytest.mark.parametrize("cards", ["6s 4d", "8s 2d", "7s 3d", "8s 3d", "9s 2d", "5s 5d"])
def test_pbj_rule_power_double_hard_10_or_11_in_two_cards(felt, cards):
    assert "power_double" in felt({1: cards}, "9h 8c").allowed()


@pytest.mark.parametrize("cards", ["As 9d", "7s 2d", "Ts 2d"])
def test_pbj_rule_power_double_not_soft_and_not_another_total(felt, cards):
    assert "power_double" not in felt({1: cards}, "9h 8c").allowed()


def test_pbj_rule_power_double_example_of_8_3_whose_6_becomes_a_9(felt):
    table = felt({1: "8s 3d"}, "9h 8c").play("power_double@1 6c")
    assert table.round.seats[1].wagers == {"bet": 1000, "double": 1000}
    assert table.allowed() == {"keep_card", "replace_card"}
    table.play("replace_card@1 9c")
    assert table.hand(1).cards == parse_cards("8s 3d 9c")
    assert table.hand(1).total.sentence == "hard 20"


def test_pbj_rule_power_double_a_wave_keeps_the_first_card(felt):
    table = felt({1: "8s 3d"}, "9h 8c").play("power_double@1 9c keep_card@1")
    assert table.hand(1).cards == parse_cards("8s 3d 9c")
    assert table.round.awaiting.operations == ("turn_hole_card",)


def test_pbj_rule_power_double_the_second_card_is_final(felt):
    """With a 3 in place of the 6, the 6 does not come back."""
    table = felt({1: "8s 3d"}, "9h 8c").play("power_double@1 6c replace_card@1 3c")
    assert table.hand(1).total.sentence == "hard 14"
    for refused in (table.round.can_replace_card, table.round.can_keep_card, table.round.can_hit):
        assert not refused(1)
    assert table.round.burned == list(parse_cards("6c"))


def test_pbj_rule_power_double_not_after_a_split(felt):
    table = felt({1: "8s 8d"}, "9h 8c").play("split@1 3c")
    assert table.hand(1).total.sentence == "hard 11"
    assert table.allowed() == {"hit", "stand", "double"}


def test_pbj_rule_power_double_not_after_a_power_split(felt):
    table = felt({1: "9s 6d"}, "9h 8c").play("power_split@1 9d stand@1 5c")
    assert table.hand(1, 2).total.sentence == "hard 11"
    assert table.allowed() == {"hit", "stand", "double"}


# ---- playing the game


def test_pbj_rule_playing_the_game_worked_example(felt):
    """Three players, dealer A-3-3-9-6: a power split, a replaced ace, a blackjack, and a table push."""
    table = felt({1: "Ts 5d", 2: "6s 5c", 3: "As Kd"}, "Ah 3h")
    table.play("no_insurance@1 no_insurance@2 no_insurance@3 peek@ pay_blackjack@3")
    table.play("power_split@1 7c stand@1 5h")
    assert table.hand(1).total.sentence == "hard 17"
    assert not table.round.can_power_double(1)
    table.play("double@1 Jd")
    assert table.hand(1, 2).total.sentence == "hard 20"
    table.play("power_double@2 Ad replace_card@2 4c")
    assert table.hand(2).total.sentence == "hard 15"
    assert table.round.burned == list(parse_cards("Ad"))
    table.play("turn_hole_card@")
    for card, so_far in (("3c", "soft 17"), ("9c", "hard 16"), ("6h", "bust with 22")):
        assert table.round.awaiting.cards == 1
        table.play(card)
        assert table.round.dealer_total.sentence == so_far
    assert table.said()[-2:] == ["Dealer busts with 22", "Table push"]
    table.play("settle@2 settle@1")
    push = "pushes: the dealer has 22"
    assert table.outcomes() == {
        (3, "bet"): "wins 3 to 2, $15",
        (2, "bet"): push,
        (2, "double"): push,
        (1, "split-2"): push,
        (1, "double-2"): push,
        (1, "bet"): push,
    }
    assert [table.net(seat) for seat in (1, 2, 3)] == [0, 0, 1500]
    assert table.round.phase == "over"


def test_pbj_rule_playing_the_game_first_the_dealer_asks_for_insurance(felt):
    table = felt({1: "Ts 8d", 2: "9s 8s"}, "Ah 8c")
    assert table.said() == ["No more bets", "Insurance?"]
    assert table.allowed() == {"insure", "no_insurance"}


def test_pbj_rule_playing_the_game_then_the_dealer_checks_for_blackjack(felt):
    table = felt({1: "Ts 8d"}, "Ah 8c").play("no_insurance@1")
    assert table.allowed() == {"peek"}
    table.play("peek@")
    assert table.said()[-2:] == ["Insurance is closed", "No blackjack"]
    assert table.round.awaiting.seat == 1


def test_pbj_rule_playing_the_game_a_regular_double_where_a_power_double_is_not_allowed(felt):
    table = felt({1: "Ts 5d"}, "9h 8c").play("power_split@1 7c stand@1 5h double@1 Jd")
    assert table.hand(1, 2).total.sentence == "hard 20"
    assert table.round.seats[1].wagers["double-2"] == 1000


def test_pbj_rule_playing_the_game_the_replaced_card_is_burned(felt):
    round = felt({1: "6s 5c"}, "9h 8c").play("power_double@1 Ad replace_card@1").round
    assert round.events[-1] == CardsBurned(parse_cards("Ad"), "replaced at seat 1")


def test_pbj_rule_playing_the_game_the_card_is_replaced_only_once(felt):
    table = felt({1: "6s 5c"}, "9h 8c").play("power_double@1 Ad replace_card@1 4c")
    assert table.hand(1).total.total == 15
    assert not table.round.can_replace_card(1)
    assert table.allowed() == {"turn_hole_card"}


def test_pbj_rule_playing_the_game_a_blackjack_is_paid_3_to_2(felt):
    table = felt({1: "As Kd"}, "9h 8c").dealer_acts()
    assert table.outcomes() == {(1, "bet"): "wins 3 to 2, $15"}


def test_pbj_rule_playing_the_game_the_dealer_draws_on_soft_17(felt):
    table = felt({1: "Ts 8d"}, "Ah 3h").play("no_insurance@1 peek@ stand@1 turn_hole_card@ 3c")
    assert table.round.dealer_total.sentence == "soft 17"
    assert table.round.awaiting.kind == "cards"


def test_pbj_rule_playing_the_game_a_dealer_22_pushes_all_remaining_hands(felt):
    table = felt({1: "Ts 8d", 2: "Ts 2d"}, "9h 3c").play("stand@1 stand@2 turn_hole_card@ Th").dealer_acts()
    assert set(table.outcomes().values()) == {"pushes: the dealer has 22"}


def test_pbj_rule_playing_the_game_the_dealer_indicates_a_table_push(felt):
    table = felt({1: "Ts 8d"}, "9h 3c").play("stand@1 turn_hole_card@ Th")
    assert table.said()[-1] == "Table push"


def test_pbj_rule_playing_the_game_a_blackjack_wins_against_a_dealer_22(felt):
    table = felt({1: "As Kd", 2: "Ts 8d"}, "9h 3c").dealer_acts().play("stand@2 turn_hole_card@ Th").dealer_acts()
    assert (table.net(1), table.net(2)) == (1500, 0)


def test_pbj_rule_playing_the_game_a_blackjack_pushes_only_against_a_dealer_blackjack(felt):
    table = felt({1: "As Kd"}, "Th Ac").dealer_acts()
    assert table.outcomes() == {(1, "bet"): "pushes: blackjack against blackjack"}


# ---- push 22


def test_pbj_rule_push_22_all_bets_in_action_push(felt):
    table = felt({1: "8s 8d"}, "9h 3c").play("split@1 3h double@1 9d Th stand@1 turn_hole_card@ Tc").dealer_acts()
    assert table.net(1) == 0
    assert set(table.outcomes()) == {(1, "split-2"), (1, "bet"), (1, "double")}


def test_pbj_rule_push_22_wins_if_the_dealer_has_22(felt):
    table = felt({1: "Ts 8d"}, "9h 3c", bonus=[1]).play("stand@1 turn_hole_card@ Th").dealer_acts()
    assert table.outcomes()[1, "push-22"] == "wins 11 to 1, $11"


@pytest.mark.parametrize(("last", "total"), [("8h", 21), ("Jh", 23)])
def test_pbj_rule_push_22_loses_if_the_dealer_has_anything_else(felt, last, total):
    table = felt({1: "Ts 8d"}, "9h 4c", bonus=[1]).play(f"stand@1 turn_hole_card@ {last}").dealer_acts()
    assert table.round.dealer_total.total == total
    assert table.outcomes()[1, "push-22"] == "loses: the dealer does not have 22"


def test_pbj_rule_push_22_stands_with_a_hand_of_29(felt):
    table = felt({1: "Ts 9d"}, "9h 3c", bonus=[1]).play("hit@1 Jd turn_hole_card@ Th").dealer_acts()
    assert table.hand(1).total.total == 29
    assert table.outcomes() == {(1, "bet"): "loses: bust", (1, "push-22"): "wins 11 to 1, $11"}


def test_pbj_rule_push_22_loses_if_the_hand_exceeds_29(felt):
    table = felt({1: "Ts Qd", 2: "Ts 8d"}, "9h 3c", bonus=[1, 2])
    table.play("hit@1 Jd stand@2 turn_hole_card@ Th").dealer_acts()
    assert table.outcomes()[1, "push-22"] == "loses: a hand exceeds 29"
    assert table.outcomes()[2, "push-22"] == "wins 11 to 1, $11"


def test_pbj_rule_push_22_pays_by_the_payout_sign(felt):
    paid = {}
    for designator in ("PUSH22-11", "PUSH22-10", "PUSH22-SUITED"):
        paytable = load_catalogue()[designator]
        table = felt({1: "Ts 8d"}, "9h 3c", bonus=[1], push_22=paytable)
        paid[designator] = table.play("stand@1 turn_hole_card@ Th").dealer_acts().outcomes()[1, "push-22"]
    assert paid == {
        "PUSH22-11": "wins 11 to 1, $11",
        "PUSH22-10": "wins 10 to 1, $10",
        "PUSH22-SUITED": "wins 10 to 1, $10",
    }


@pytest.mark.parametrize(
    ("dealer", "last", "pay"),
    [("9h 3c", "Th", "10 to 1"), ("9h 3d", "Th", "17 to 1"), ("9h 3h", "Th", "35 to 1"), ("9s 3c", "Tc", "17 to 1")],
)
def test_pbj_rule_push_22_by_colour_and_suit_of_the_dealers_cards(felt, dealer, last, pay):
    table = felt({1: "Ts 8d"}, dealer, bonus=[1], push_22=load_catalogue()["PUSH22-SUITED"])
    table.play(f"stand@1 turn_hole_card@ {last}").dealer_acts()
    assert table.outcomes()[1, "push-22"].startswith(f"wins {pay}")


def test_pbj_rule_push_22_blackjacks_are_paid_before_the_dealer_draws(felt):
    table = felt({1: "As Kd", 2: "Ts 8d"}, "9h 3c").dealer_acts()
    assert table.outcomes() == {(1, "bet"): "wins 3 to 2, $15"}
    assert not table.round.dealer_is_shown


def test_pbj_rule_push_22_otherwise_standard_blackjack(felt):
    table = felt({1: "Ts 8d", 2: "Ts 7d", 3: "Ts 6d", 4: "Ts 2d"}, "9h 8c")
    table.play("stand@1 stand@2 stand@3 hit@4 Jd turn_hole_card@").dealer_acts()
    assert [(line.seat, line.outcome) for line in table.round.lines] == [
        (4, "loses: bust"),
        (3, "loses to hard 17"),
        (2, "pushes: equal totals"),
        (1, "wins 1 to 1, $10"),
    ]


def test_pbj_rule_push_22_a_dealer_over_22_loses_to_every_hand_left(felt):
    table = felt({1: "Ts 2d"}, "9h 4c").play("stand@1 turn_hole_card@ Th").dealer_acts()
    assert table.outcomes() == {(1, "bet"): "wins 1 to 1, $10"}


def test_pbj_rule_push_22_limits_stay_within_the_authorized_ones():
    PowerBlackjackRules().verify_for(WASHINGTON, date(2012, 6, 25))
    with pytest.raises(TableRulesError, match="the maximum of \\$400 on Bet is above \\$300"):
        PowerBlackjackRules(limits={"bet": Limit(500, 40_000, 500)}).verify_for(WASHINGTON, date(2012, 6, 25))
