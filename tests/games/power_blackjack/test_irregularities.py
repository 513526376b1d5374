"""Irregularities: settled items stand, and the floor decides: burn, back up, dead hand, void before any payment."""

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import DuplicateCardError
from pitboss.games.audience import PUBLIC
from pitboss.games.command import NoMoreBets, PlaceWager, Void
from pitboss.games.power_blackjack import (
    BackUp,
    Burn,
    BurnOrdered,
    CardsBurned,
    DeadHand,
    HandDead,
    PowerBlackjackRound,
    Stand,
)
from pitboss.games.round import NotAllowedError
from pitboss.games.round_view import CardRow


def refusal(round, command):
    with pytest.raises(NotAllowedError) as refused:
        round.do(command)
    return str(refused.value)


# ---- burn


def test_pbj_rule_irregularity_the_next_card_of_the_shoe_is_burned_face_down(felt):
    table = felt({1: "Ts 5d"}, "9h 8c", decks=1).play("hit@1")
    table.round.burn(1, "two cards stuck together")
    assert table.round.events[-1] == BurnOrdered(1, "two cards stuck together")
    assert table.round.awaiting.words == "one card to burn"
    table.play("7d")
    assert table.round.events[-1] == CardsBurned(("??",), "two cards stuck together")
    assert table.round.view(PUBLIC).piles == [CardRow(["??"], "burned")]
    with pytest.raises(DuplicateCardError):
        table.play("7d")
    table.play("2d")
    assert table.hand(1).total.total == 17


def test_pbj_rule_irregularity_a_burn_during_the_deal_changes_no_order():
    round = PowerBlackjackRound(seats={1: "ann"})
    round.place_wager(1, "bet", 1000)
    round.no_more_bets()
    round.deal(parse_cards("Ts"))
    round.burn(2, "two cards came at once")
    assert (round.awaiting.words, round.awaiting.cards) == ("2 cards to burn", 2)
    round.deal(parse_cards("2c 3c"))
    assert round.awaiting.words == "the dealer's up card"


def test_pbj_rule_irregularity_a_burn_needs_a_reason_and_a_number_of_cards(felt):
    round = felt({1: "Ts 5d"}, "9h 8c").round
    assert refusal(round, Burn(1, " ")) == "a burn needs a reason"
    assert refusal(round, Burn(0, "exposed")) == "a burn takes 1 to 10 cards, not 0"
    assert refusal(round, Burn(11, "exposed")) == "a burn takes 1 to 10 cards, not 11"


def test_pbj_rule_irregularity_nothing_is_done_until_the_cards_are_burned(felt):
    round = felt({1: "Ts 5d"}, "9h 8c").round
    round.burn(1, "exposed")
    now = "is not possible now: the round waits for one card to burn"
    assert refusal(round, Burn(1, "once more")) == f"a burn {now}"
    assert refusal(round, DeadHand(1, 1, "misread")) == f"a dead hand {now}"
    assert refusal(round, Stand(1)) == f"to stand {now}"
    assert round.can_void("the shoe is empty")


def test_pbj_rule_irregularity_the_floor_waits_for_the_bets_and_comes_before_the_end(felt):
    fresh = PowerBlackjackRound(seats={1: "ann"})
    assert refusal(fresh, Burn(1, "exposed")) == "a burn is not possible before the bets are closed"
    over = felt({1: "As Kd"}, "9h 8c").dealer_acts().round
    assert refusal(over, DeadHand(1, 1, "late")) == "the round is over; corrections are documented adjustments"


# ---- back up


def test_pbj_rule_irregularity_the_card_of_a_hit_is_backed_up_and_burned(felt):
    table = felt({1: "Ts 5d", 2: "9s 8s"}, "9h 8c").play("hit@1 7c")
    assert table.round.awaiting.seat == 2
    table.round.back_up(1, "seat 1 had waved")
    assert table.hand(1).cards == parse_cards("Ts 5d")
    assert table.round.burned == list(parse_cards("7c"))
    assert table.round.awaiting.seat == 1
    table.play("stand@1")
    assert table.round.awaiting.seat == 2


def test_pbj_rule_irregularity_backing_up_the_last_hand_returns_to_its_player(felt):
    table = felt({1: "8s 8d"}, "9h 8c").play("split@1 Th stand@1 5d hit@1 9d")
    assert table.allowed() == {"turn_hole_card"}
    table.round.back_up(1, "seat 1 had waved")
    awaiting = table.round.view(PUBLIC).awaiting
    assert (awaiting.seat, awaiting.hand) == (1, 2)


def test_pbj_rule_irregularity_no_other_card_is_backed_up(felt):
    sentence = "seat 1 has not just drawn a card by a hit, and no other card is backed up"
    table = felt({1: "Ts 2d", 2: "9s 8s"}, "9h 8c")
    assert refusal(table.round, BackUp(1, "why")) == sentence
    table.play("hit@1")
    assert refusal(table.round, BackUp(1, "why")) == sentence
    table.play("3c")
    assert refusal(table.round, BackUp(2, "why")) == sentence.replace("seat 1", "seat 2")
    assert refusal(table.round, BackUp(1, "")) == "backing up needs a reason"
    table.play("stand@1")
    assert refusal(table.round, BackUp(1, "why")) == sentence


# ---- dead hands


def test_pbj_rule_irregularity_a_dead_hand_gets_its_stakes_back(felt):
    table = felt({1: "Ts 5d", 2: "9s 8s"}, "9h 8c", bonus=[1]).play("power_split@1 7c stand@1 6h double@1")
    table.round.dead_hand(1, 2, "card dealt off the table")
    assert table.round.events[-1] == HandDead(1, 2, "card dealt off the table")
    assert table.round.awaiting.seat == 2
    table.play("stand@2 turn_hole_card@").dealer_acts()
    dead = "goes back: dead hand, card dealt off the table"
    assert table.outcomes() == {
        (2, "bet"): "pushes: equal totals",
        (1, "split-2"): dead,
        (1, "double-2"): dead,
        (1, "bet"): "pushes: equal totals",
        (1, "push-22"): "loses: the dealer does not have 22",
    }


def test_pbj_rule_irregularity_push_22_goes_back_when_no_hand_of_the_seat_is_left(felt):
    table = felt({1: "Ts 5d", 2: "9s 8s"}, "9h 3c", bonus=[1, 2])
    table.round.dead_hand(1, 1, "misread")
    table.play("stand@2 turn_hole_card@ Th").dealer_acts()
    assert table.outcomes()[1, "push-22"] == "goes back: no hand of the seat is left in play"
    assert table.net(1) == 0
    assert table.outcomes()[2, "push-22"] == "wins 11 to 1, $11"


def test_pbj_rule_irregularity_a_dead_hand_above_29_does_not_lose_push_22(felt):
    table = felt({1: "Ks Qd"}, "9h 3c", bonus=[1]).play("split@1 Td hit@1 Jd Jh stand@1")
    table.round.dead_hand(1, 1, "the hit was not asked for")
    table.play("turn_hole_card@ Th").dealer_acts()
    assert table.outcomes()[1, "push-22"] == "wins 11 to 1, $11"


def test_pbj_rule_irregularity_a_dead_hand_during_the_deal_gets_no_second_card():
    round = PowerBlackjackRound(seats={1: "ann", 2: "bob"})
    for seat in (1, 2):
        round.place_wager(seat, "bet", 1000)
    round.no_more_bets()
    for card in parse_cards("Ts 9s 9h"):
        round.deal((card,))
    round.dead_hand(1, 1, "card fell")
    assert round.awaiting.words == "one card for seat 2"
    round.dead_hand(2, 1, "card fell too")
    assert round.awaiting.words == "the dealer to settle seat 2"
    round.settle(2)
    round.settle(1)
    assert round.statement.house_cents == 0
    assert round.phase == "over"


def test_pbj_rule_irregularity_the_insurance_of_a_dead_hand_goes_back(felt):
    table = felt({1: "Ts 5d", 2: "9s 8s"}, "Ah 8c")
    table.round.insure(1, 500)
    table.round.dead_hand(1, 1, "misread")
    table.play("no_insurance@2 peek@ stand@2 turn_hole_card@").dealer_acts()
    assert table.outcomes()[1, "insurance"] == "goes back: no hand of the seat is left in play"
    assert table.net(1) == 0


def test_pbj_rule_irregularity_a_dead_blackjack_is_not_paid(felt):
    table = felt({1: "As Kd", 2: "9s 8s"}, "9h 8c")
    table.round.dead_hand(1, 1, "cards of seat 2")
    table.play("stand@2 turn_hole_card@").dealer_acts()
    assert table.net(1) == 0


def test_pbj_rule_irregularity_settled_items_stand(felt):
    table = felt({1: "As Kd", 2: "9s 8s"}, "9h 8c", bonus=[1]).dealer_acts()
    assert refusal(table.round, DeadHand(1, 1, "late")) == "seat 1 is settled, and settled items stand"
    table.play("stand@2 turn_hole_card@ settle@2")
    assert refusal(table.round, DeadHand(2, 1, "late")) == "seat 2 is settled, and settled items stand"


def test_pbj_rule_irregularity_a_dead_hand_must_be_there_and_be_alive(felt):
    round = felt({1: "Ts 5d", 2: "9s 8s"}, "9h 8c").round
    assert refusal(round, DeadHand(1, 2, "why")) == "seat 1 has no hand 2: it has 1"
    assert refusal(round, DeadHand(1, 0, "why")) == "seat 1 has no hand 0: it has 1"
    assert refusal(round, DeadHand(1, 1, "")) == "a dead hand needs a reason"
    round.dead_hand(1, 1, "why")
    assert refusal(round, DeadHand(1, 1, "why")) == "seat 1 is dead already"


# ---- void


def test_pbj_rule_irregularity_a_void_before_any_payment_returns_everything(felt):
    table = felt({1: "Ts 5d"}, "9h 8c", bonus=[1]).play("power_split@1 7c stand@1 6h double@1 Td")
    table.round.void("shuffler malfunction")
    assert table.net(1) == 0
    assert table.round.statement.staked_cents == table.round.seats[1].staked_cents == 3100
    assert set(table.outcomes().values()) == {"goes back: void, shuffler malfunction"}


def test_pbj_rule_irregularity_a_void_also_returns_a_bust_that_is_not_settled(felt):
    table = felt({1: "Ts 6d"}, "9h 8c").play("hit@1 Td")
    table.round.void("shuffler malfunction")
    assert table.net(1) == 0


def test_pbj_rule_irregularity_no_void_after_a_blackjack_was_paid(felt):
    table = felt({1: "As Kd", 2: "9s 8s"}, "9h 8c").dealer_acts()
    with pytest.raises(NotAllowedError, match="^seat 1 is settled: a void is no longer possible$"):
        table.round.void("shuffler malfunction")


def test_pbj_rule_irregularity_no_void_after_insurance_was_settled(felt):
    table = felt({1: "Ts 5d", 2: "9s 8s"}, "Ah 8c")
    table.round.insure(2, 500)
    table.play("no_insurance@1 peek@")
    with pytest.raises(NotAllowedError, match="^seat 2 is settled: a void is no longer possible$"):
        table.round.void("shuffler malfunction")


def test_a_round_that_is_void_while_cards_are_burned_asks_for_no_card():
    round = PowerBlackjackRound(seats={1: "ann"})
    for command in (PlaceWager(1, "bet", 500), NoMoreBets(), Burn(1, "exposed"), Void("the shoe was opened")):
        round.do(command)
    assert round.awaiting.kind == "nothing"
    with pytest.raises(NotAllowedError, match="no cards are wanted now"):
        round.deal(parse_cards("5h"))
