"""Rules 7 to 9 of the approval of 14 January 2014: what wins, and what it is paid. Then our rulings on the game."""

import pytest

from pitboss.cards import DECK_54, parse_cards
from pitboss.games.audience import PUBLIC, player
from pitboss.games.double_draw import DoubleDrawRound, DoubleDrawRules
from pitboss.games.round_view import CardRow
from pitboss.games.table import Limit, TableRulesError
from pitboss.paytables import load_catalogue

HANDS = {
    "five-aces": "As Ah Ad Ac Jk",
    "natural-royal-flush": "As Ks Qs Js Ts",
    "wild-royal-flush": "As Ks Qs Jk Ts",
    "straight-flush": "9h 8h 7h 6h 5h",
    "four-of-a-kind": "9s 9h 9d 9c 2c",
    "full-house": "Ks Kh Kd 4s 4h",
    "flush": "Kd Jd 9d 6d 2d",
    "straight": "9s 8h 7d 6c 5s",
    "three-of-a-kind": "7s 7h 7d Kc 2h",
    "two-pair": "Js Jh 4d 4c 9s",
}
PAYS_TO_ONE = [500, 100, 50, 50, 20, 5, 3, 2, 1, 0]
PAID = list(zip(HANDS.values(), PAYS_TO_ONE, strict=True))


@pytest.mark.parametrize("hand", HANDS.values(), ids=list(HANDS))
def test_ddp_rule_7_two_pair_or_better_wins(settle, hand):
    assert sum(settle(hand).values()) > 0


@pytest.mark.parametrize("hand", HANDS.values(), ids=list(HANDS))
def test_ddp_rule_8a_ante_and_draw_bets_pay_1_to_1(settle, hand):
    gains = settle(hand, cents=700, rules=DoubleDrawRules(limits={"ante": Limit(100, 10_000, 100)}))
    assert [gains[wager] for wager in ("ante", "draw-1", "draw-2")] == [700, 700, 700]


@pytest.mark.parametrize(("hand", "pays"), PAID, ids=list(HANDS))
def test_ddp_rule_8b_the_bonus_pays_by_paytable_1(settle, hand, pays):
    assert settle(hand)["bonus"] == 500 * pays


@pytest.mark.parametrize(("hand", "pays"), PAID, ids=list(HANDS))
def test_ddp_rule_8b_paytable_2_differs_in_three_of_a_kind_which_pushes(settle, hand, pays):
    rules = DoubleDrawRules(paytable=load_catalogue()["DDP-2"])
    assert settle(hand, rules=rules)["bonus"] == (0 if hand == HANDS["three-of-a-kind"] else 500 * pays)


def test_ddp_rule_8b_two_pair_pushes_the_bonus(deal):
    round = deal({1: "Ts Td 7s 7c 3h"})
    round.draw(1)
    round.draw(1)
    round.settle(1)
    assert [(line.wager, line.outcome) for line in round.lines] == [
        ("ante", "wins 1 to 1, $5"),
        ("draw-1", "wins 1 to 1, $5"),
        ("draw-2", "wins 1 to 1, $5"),
        ("bonus", "pushes"),
    ]
    assert {line.hand for line in round.lines} == {"two pair, tens and sevens, three kicker"}


@pytest.mark.parametrize("hand", ["Js Jh 4d 5c 9s", "Ks Jh 9d 6c 2s", "As Ah Kd 7c 2s", "Jk As 9d 6c 3h"])
def test_ddp_rule_9_less_than_two_pair_loses_all_bets(settle, hand):
    assert settle(hand) == {"ante": -500, "draw-1": -500, "draw-2": -500, "bonus": -500}


def test_ddp_rule_9_says_why(deal):
    round = deal({1: "Ks Kd 9h 5c 2d"})
    round.draw(1)
    round.draw(1)
    round.settle(1)
    assert {line.outcome for line in round.lines} == {"loses: less than two pair"}
    assert {line.hand for line in round.lines} == {"pair of kings, nine-five-two kickers"}


# ---- the rulings


def test_ddp_ruling_a_card_just_drawn_may_be_discarded(deal):
    round = deal({1: "Ks Kd 9h 5c 2d"})
    round.draw(1, parse_cards("2d"))
    round.deal(parse_cards("3s"))
    round.draw(1, parse_cards("3s"))
    assert round.view(player(1)).seats[1].piles == [CardRow(["2d", "3s"], "discards")]


def test_ddp_ruling_both_jokers_alone_are_a_pair_of_aces_and_lose(deal):
    round = deal({1: "Jk Jk2 9s 5d 2c"})
    round.draw(1)
    round.draw(1)
    round.settle(1)
    assert {line.hand for line in round.lines} == {"pair of aces, nine-five-two kickers"}
    assert round.statement.paid_cents == 0


@pytest.mark.parametrize("hand", ["As Ah Ad Ac Jk", "As Ah Ad Ac Jk2", "As Ah Ad Jk Jk2", "As Ad Ac Jk Jk2"])
def test_ddp_ruling_five_aces_are_any_five_of_four_aces_and_two_jokers(settle, hand):
    assert settle(hand)["bonus"] == 500 * 500


def test_ddp_ruling_a_royal_with_a_joker_is_wild_and_pays_half_the_natural_one(settle):
    assert settle("Ah Kh Qh Jh Th")["bonus"] == 500 * 100
    assert settle("Jk Kh Qh Jh Th")["bonus"] == 500 * 50
    assert settle("Jk Kh Jk2 Jh Th")["bonus"] == 500 * 50


def test_ddp_ruling_a_joker_is_an_ace_or_completes_a_straight_or_flush_and_nothing_else(deal):
    hands = {1: "Kc Kd Jk 7h 2s", 2: "9s 8h Jk2 6c 5s", 3: "As 2d 3c 4h 5d"}
    round = deal(hands)
    assert [round.hand_of(seat).category.label for seat in hands] == ["pair", "straight", "straight"]


def test_ddp_ruling_seven_seats_are_refused_with_the_reason():
    with pytest.raises(TableRulesError) as refusal:
        DoubleDrawRules(seats=7)
    assert str(refusal.value) == (
        "7 seats at Double Draw Poker: allowed are 1 to 6, since six players may use 6 x 9 = 54 cards"
    )


def test_ddp_ruling_six_players_may_use_all_54_cards(bet):
    stub = list(DECK_54.cards)

    def next_cards(number):
        return tuple(stub.pop() for _ in range(number))

    round = bet(*range(1, 7))
    while round.phase != "settling":
        if round.awaiting.kind == "cards":
            round.deal(next_cards(round.awaiting.cards))
        elif round.phase == "dispensing":
            round.press_green_button()
        else:
            seat, most = round.awaiting.seat, 3 if round.draw_number == 1 else 1
            round.draw(seat, round.seats[seat].cards[:most])
    assert stub == []
    assert round.stub_size == 0


def test_ddp_ruling_a_void_gives_every_bet_back_and_shows_no_hand(deal):
    round = deal({1: "Ks Kd 9h 5c 2d", 2: "Qs Qd 8h 6c 3d"})
    round.draw(1, parse_cards("2d"))
    round.void("four cards at seat 2")
    assert {(line.seat, line.wager, line.net_cents) for line in round.lines} == {
        (1, "ante", 0),
        (1, "bonus", 0),
        (1, "draw-1", 0),
        (2, "ante", 0),
        (2, "bonus", 0),
    }
    assert round.view(PUBLIC).seats[1].cards == ["??"] * 4
    assert round.awaiting.kind == "nothing"


def test_ddp_ruling_one_player_may_take_two_adjacent_seats():
    assert DoubleDrawRound(seats={3: "ann", 4: "ann"}).seats[4].player == "ann"
