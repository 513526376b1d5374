"""Every refusal, with its sentence. Nothing changes when a command is refused."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.power_blackjack import (
    Double,
    Hit,
    Insure,
    KeepCard,
    NoInsurance,
    PayBlackjack,
    Peek,
    PowerBlackjackRound,
    PowerDouble,
    PowerSplit,
    ReplaceCard,
    Split,
    Stand,
    Surrender,
    TurnHoleCard,
    basic_strategy,
)
from pitboss.games.round import NotAllowedError

CASES = [
    # whose turn, and when
    ("Ts 5d", "9h 8c", "", {}, Hit(2), "it is not the turn of seat 2: the round waits for a decision on the hard 15 of seat 1"),
    ("Ts 5d", "9h 8c", "", {}, Hit(9), "nobody sits at seat 9; taken seats: 1, 2"),
    ("Ts 5d", "9h 8c", "hit@1", {}, Hit(1), "to hit is not possible now: the round waits for one card for seat 1"),
    ("Ts 5d", "9h 8c", "stand@1 stand@2", {}, Hit(1), "to hit is not possible now: the round waits for the dealer to turn the hole card over"),
    ("Ts 5d", "Ah 8c", "", {}, Stand(1), "to stand is not possible now: the round waits for seat 1 to take or decline insurance"),
    ("Ts 5d", "9h 8c", "", {}, TurnHoleCard(), "turning the hole card over is not possible now: the round waits for a decision on the hard 15 of seat 1"),
    ("Ts 5d", "9h 8c", "", {}, Peek(), "looking at the hole card is not possible now: the round waits for a decision on the hard 15 of seat 1"),
    # insurance
    ("Ts 5d", "9h 8c", "", {}, Insure(1, 500), "insurance is not possible now: the round waits for a decision on the hard 15 of seat 1"),
    ("Ts 5d", "Ah 8c", "", {"insurance": False}, NoInsurance(1), "this table does not offer insurance"),
    ("Ts 5d", "Ah 8c", "", {}, Insure(1, 750), "insurance of $7.50 at seat 1 is above $5, half the bet"),
    ("Ts 5d", "Ah 8c", "", {}, Insure(1, 100), "insurance of $1 at seat 1 is not a multiple of $2.50"),
    ("Ts 5d", "Ah 8c", "", {}, Insure(1, 0), "insurance of $0 at seat 1 is not a multiple of $2.50"),
    ("Ts 5d", "Ah 8c", "no_insurance@1", {}, Insure(1, 500), "seat 1 has answered for insurance already"),
    # blackjacks
    ("As Kd", "9h 8c", "", {}, PayBlackjack(2), "seat 2 is not next: pay the blackjack at seat 1"),
    ("As Kd", "Th 8c", "", {}, PayBlackjack(1), "paying a blackjack is not possible now: the round waits for the dealer to look at the hole card"),
    # doubles
    ("5s 4d", "9h 8c", "hit@1 2c", {}, Double(1), "seat 1 cannot double: a double is for two cards, not 3"),
    ("8s 8d", "9h 8c", "split@1 3c", {"double_after_split": False}, Double(1), "seat 1 cannot double: this table has no double after a split"),
    ("As Ad", "9h 8c", "split@1 Ah", {"resplit_aces": True}, Double(1), "seat 1 cannot double: split aces get one card each"),
    ("5s 4d", "9h 8c", "", {}, Double(1, 500), "a double of $5 at seat 1 is less than the bet of $10, and this table has no double for less"),
    ("5s 4d", "9h 8c", "", {"double_for_less": True}, Double(1, 1500), "a double of $15 at seat 1 is above the bet of $10"),
    ("5s 4d", "9h 8c", "", {"double_for_less": True}, Double(1, 250), "a double of $2.50 at seat 1 is not a multiple of $5"),
    ("5s 4d", "9h 8c", "", {"double_for_less": True}, Double(1, 0), "a double of $0 at seat 1 is not a multiple of $5"),
    ("6s 5d", "9h 8c", "", {}, PowerDouble(1, 500), "a double of $5 at seat 1 is less than the bet of $10, and this table has no double for less"),
    # power doubles
    ("5s 4d", "9h 8c", "", {}, PowerDouble(1), "seat 1 cannot power double: a power double is for hard 10 or 11, not hard 9"),
    ("As 9d", "9h 8c", "", {}, PowerDouble(1), "seat 1 cannot power double: a power double is for hard 10 or 11, not soft 20"),
    ("8s 8d", "9h 8c", "split@1 3c", {}, PowerDouble(1), "seat 1 cannot power double: a power double is for the first two cards of the seat"),
    ("5s 4d", "9h 8c", "hit@1 2c", {}, PowerDouble(1), "seat 1 cannot power double: a power double is for the first two cards of the seat"),
    ("6s 5d", "9h 8c", "", {"power_double": False}, PowerDouble(1), "seat 1 cannot power double: this table has no power double"),
    ("6s 5d", "9h 8c", "", {}, KeepCard(1), "seat 1 has no card of a power double to keep or replace"),
    ("6s 5d", "9h 8c", "", {}, ReplaceCard(1), "seat 1 has no card of a power double to keep or replace"),
    ("6s 5d", "9h 8c", "power_double@1", {}, ReplaceCard(1), "to replace the card is not possible now: the round waits for one card for seat 1"),
    ("6s 5d", "9h 8c", "power_double@1 2c", {}, Hit(1), "seat 1 cannot hit: the double-down card is kept or replaced first"),
    ("6s 5d", "9h 8c", "power_double@1 2c replace_card@1 3c", {}, ReplaceCard(1), "it is not the turn of seat 1: the round waits for a decision on the hard 17 of seat 2"),
    # splits
    ("8s 7d", "9h 8c", "", {}, Split(1), "seat 1 cannot split: 8s 7d are not two cards of equal value"),
    ("Ks Qd", "9h 8c", "", {"split_equal_value": False}, Split(1), "seat 1 cannot split: Ks Qd are not two cards of equal rank"),
    ("4s 4d", "9h 8c", "hit@1 4c", {}, Split(1), "seat 1 cannot split: a split is for two cards, not 3"),
    ("8s 8d", "9h 8c", "split@1 8h", {"hands_per_seat": 2}, Split(1), "seat 1 cannot split: 2 hands are the most at a seat"),
    ("As Ad", "9h 8c", "split@1 Ah", {"split_aces_one_card": False}, Split(1), "seat 1 cannot split: split aces are not split again"),
    ("As Ad", "9h 8c", "split@1 Ah", {"resplit_aces": True}, Hit(1), "seat 1 cannot hit: split aces get one card each"),
    # power splits
    ("As 4d", "9h 8c", "", {}, PowerSplit(1), "seat 1 cannot power split: a power split is for hard 15 or 16, not soft 15"),
    ("Ts 4d", "9h 8c", "", {}, PowerSplit(1), "seat 1 cannot power split: a power split is for hard 15 or 16, not hard 14"),
    ("8s 8d", "9h 8c", "", {}, PowerSplit(1), "seat 1 cannot power split: 8s 8d are a pair, which is split as usual"),
    ("Ts 6d", "9h 8c", "power_split@1 6c", {}, PowerSplit(1), "seat 1 cannot power split: a power split is for the first two cards of the seat"),
    ("Ts 6d", "9h 8c", "", {"power_split": False}, PowerSplit(1), "seat 1 cannot power split: this table has no power split"),
    # surrender
    ("Ts 6d", "9h 8c", "", {}, Surrender(1), "seat 1 cannot surrender: this table has no surrender"),
    ("Ts 2d", "9h 8c", "hit@1 2c", {"surrender": True}, Surrender(1), "seat 1 cannot surrender: only the first two cards of the seat can be surrendered"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[-1])
def test_pbj_rule_refusals_say_why(felt, case):
    cards, dealer, script, settings, command, sentence = case
    table = felt({1: cards, 2: "9s 8h"}, dealer, **settings).play(script)
    before = (table.round.as_json(), list(table.round.events), table.round.phase)
    with pytest.raises(NotAllowedError) as refusal:
        table.round.do(command)
    assert str(refusal.value) == sentence
    assert not table.round.can(command)
    assert (table.round.as_json(), list(table.round.events), table.round.phase) == before


def test_pbj_rule_refusals_push_22_needs_a_bet():
    round = PowerBlackjackRound(seats={2: "ann"})
    round.place_wager(2, "push-22", 100)
    with pytest.raises(NotAllowedError, match="^seat 2 has a Push 22 wager without a bet$"):
        round.no_more_bets()


def test_pbj_rule_refusals_there_is_no_progressive():
    with pytest.raises(NotAllowedError, match="^seat 2 is lit, and this table has no progressive$"):
        PowerBlackjackRound(seats={2: "ann"}, lit={2: 100})


def test_pbj_rule_refusals_no_up_card_before_the_deal():
    with pytest.raises(NotAllowedError, match="^the dealer has no card yet$"):
        _ = PowerBlackjackRound(seats={2: "ann"}).up_card


def test_pbj_rule_refusals_insurance_for_a_seat_without_a_hand():
    round = PowerBlackjackRound(seats={1: "ann", 2: "bob"})
    round.place_wager(1, "bet", 1000)
    round.no_more_bets()
    for card in parse_cards("Ts Ah 8s 9c"):
        round.deal((card,))
    with pytest.raises(NotAllowedError, match="^seat 2 has no hand in play to insure$"):
        round.insure(2, 250)


def test_pbj_rule_refusals_a_strategy_asked_out_of_turn(felt):
    table = felt({1: "Ts 5d", 2: "9s 8h"}, "9h 8c")
    with pytest.raises(NotAllowedError, match="^seat 2 has nothing to decide: the round waits for a decision on"):
        basic_strategy(table.round, 2)
