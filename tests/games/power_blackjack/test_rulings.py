"""How we read the approval where it is silent or leaves the choice to the house."""

import json

import pytest
from msgspec import to_builtins

from pitboss.cards import DECK_52, parse_card, parse_cards
from pitboss.errors import DuplicateCardError
from pitboss.games.audience import PUBLIC, Audience, Role, player
from pitboss.games.event import WagersSettled
from pitboss.games.power_blackjack import (
    Double,
    Hit,
    Insure,
    NoInsurance,
    PowerBlackjackRound,
    PowerBlackjackRules,
    PowerSplit,
    Split,
    Stand,
)
from pitboss.games.round import NotAllowedError
from pitboss.games.round_view import CardRow, HandView, cards_of
from pitboss.paytables import Pay

# ---- the dealer


@pytest.mark.parametrize("up", ["Ah", "Th", "Jh", "Qh", "Kh"])
def test_pbj_rule_dealer_peeks_under_an_ace_or_ten(felt, up):
    assert felt({1: "9s 8d"}, f"{up} 7c", insurance=False).allowed() == {"peek"}


@pytest.mark.parametrize("up", ["2h", "5h", "9h"])
def test_pbj_rule_dealer_does_not_peek_under_another_card(felt, up):
    assert "stand" in felt({1: "9s 8d"}, f"{up} Ac").allowed()


def test_pbj_rule_dealer_blackjack_ends_the_round(felt):
    table = felt({1: "Ts 9d", 2: "As Kd"}, "Th Ac", bonus=[1, 2]).play("peek@")
    assert table.said()[-1] == "Dealer has blackjack"
    table.dealer_acts()
    assert table.outcomes() == {
        (2, "bet"): "pushes: blackjack against blackjack",
        (2, "push-22"): "loses to blackjack",
        (1, "bet"): "loses to blackjack",
        (1, "push-22"): "loses to blackjack",
    }
    assert table.round.phase == "over"


def test_pbj_rule_dealer_stands_on_soft_17_where_the_table_says_so(felt):
    drawing = felt({1: "9s 8d"}, "6h Ac").play("stand@1 turn_hole_card@")
    standing = felt({1: "9s 8d"}, "6h Ac", dealer_hits_soft_17=False).play("stand@1 turn_hole_card@")
    assert (drawing.round.awaiting.kind, standing.round.awaiting.kind) == ("cards", "dealer")


@pytest.mark.parametrize("dealer", ["Th 7c", "8h Ac", "9h 9c"])
def test_pbj_rule_dealer_stands_on_hard_17_and_soft_18(felt, dealer):
    table = felt({1: "9s 8d"}, dealer, insurance=False)
    if table.allowed() == {"peek"}:
        table.play("peek@")
    table.play("stand@1 turn_hole_card@")
    assert table.allowed() == {"settle"}


def test_pbj_rule_dealer_does_not_draw_when_every_hand_is_bust(felt):
    table = felt({1: "Ts 6d"}, "9h 3c").play("hit@1 Jd turn_hole_card@")
    assert table.said()[-1] == "Dealer has 12"
    table.dealer_acts()
    assert table.outcomes() == {(1, "bet"): "loses: bust"}


def test_pbj_rule_dealer_leaves_the_hole_card_when_everything_is_settled(felt):
    table = felt({1: "As Kd"}, "9h 3c").dealer_acts()
    assert table.round.phase == "over"
    assert cards_of(table.round.view(PUBLIC).dealer) == ["9h", "??"]


# ---- blackjacks


def test_pbj_rule_blackjack_is_paid_right_after_the_peek_from_right_to_left(felt):
    table = felt({1: "As Kd", 2: "Ts 8d", 3: "Ah Qd"}, "Kh 9c").play("peek@")
    assert table.allowed() == {"pay_blackjack"}
    table.dealer_acts()
    assert [line.seat for line in table.round.lines] == [3, 1]
    assert isinstance(table.round.events[-1], WagersSettled)
    assert table.round.awaiting.seat == 2


def test_pbj_rule_blackjack_pays_as_the_table_is_set(felt):
    table = felt({1: "As Kd"}, "9h 3c", blackjack_pays=Pay.parse("6 to 5")).dealer_acts()
    assert table.outcomes() == {(1, "bet"): "wins 6 to 5, $12"}


def test_pbj_rule_blackjack_is_not_a_21_after_a_split(felt):
    table = felt({1: "As Ad"}, "9h 8c").play("split@1 Kd Qs turn_hole_card@").dealer_acts()
    assert table.outcomes() == {(1, "split-2"): "wins 1 to 1, $10", (1, "bet"): "wins 1 to 1, $10"}
    table = felt({1: "Ts 5d"}, "9h 3c").play("power_split@1 Ad 9d stand@1 turn_hole_card@ Th").dealer_acts()
    assert table.net(1) == 0  # soft 21 pushes against 22


# ---- insurance


def test_pbj_rule_insurance_is_asked_against_an_ace_only(felt):
    assert felt({1: "9s 8d"}, "Ah 7c").allowed() == {"insure", "no_insurance"}
    assert felt({1: "9s 8d"}, "Kh Ac").allowed() == {"peek"}


def test_pbj_rule_insurance_pays_2_to_1_at_the_peek(felt):
    table = felt({1: "9s 8d"}, "Ah Kc")
    table.round.insure(1, 500)
    table.play("peek@")
    assert table.outcomes() == {(1, "insurance"): "wins 2 to 1, $10"}
    table.dealer_acts()
    assert table.net(1) == 0


def test_pbj_rule_insurance_loses_at_the_peek(felt):
    table = felt({1: "9s 8d", 2: "Ts 8s"}, "Ah 8c")
    table.round.insure(1, 500)
    table.round.insure(2, 250)
    table.play("peek@")
    assert [(line.seat, line.outcome, line.net_cents) for line in table.round.lines] == [
        (2, "loses: the dealer has no blackjack", -250),
        (1, "loses: the dealer has no blackjack", -500),
    ]
    assert table.round.seats[2].staked_cents == 1250


def test_pbj_rule_insurance_on_a_blackjack_is_even_money(felt):
    for hole in ("Kc", "7c"):
        table = felt({1: "As Qd"}, f"Ah {hole}")
        table.round.insure(1, 500)
        table.dealer_acts()
        assert table.net(1) == 1000


def test_pbj_rule_insurance_may_be_answered_in_any_order(felt):
    table = felt({1: "9s 8d", 2: "Ts 8s"}, "Ah 8c").play("no_insurance@2")
    assert table.round.options() == (Insure(1, 500), NoInsurance(1))


# ---- doubles


@pytest.mark.parametrize("cards", ["2s 3d", "9s 8d", "As 7d", "Ts 9d", "8s 8d"])
def test_pbj_rule_double_on_any_first_two_cards(felt, cards):
    assert "double" in felt({1: cards}, "9h 8c").allowed()


def test_pbj_rule_double_gets_one_card_and_no_more(felt):
    table = felt({1: "5s 4d"}, "9h 8c").play("double@1 2d turn_hole_card@").dealer_acts()
    assert table.outcomes() == {(1, "bet"): "loses to hard 17", (1, "double"): "loses to hard 17"}
    assert table.net(1) == -2000


def test_pbj_rule_double_after_a_split_where_the_table_allows_it(felt):
    assert "double" in felt({1: "8s 8d"}, "9h 8c").play("split@1 3d").allowed()
    assert "double" not in felt({1: "8s 8d"}, "9h 8c", double_after_split=False).play("split@1 3d").allowed()


def test_pbj_rule_double_for_less_where_the_table_allows_it(felt):
    assert not felt({1: "5s 4d"}, "9h 8c").round.can(Double(1, 500))
    table = felt({1: "5s 4d"}, "9h 8c", double_for_less=True)
    table.round.double(1, 500)
    table.play("Td turn_hole_card@").dealer_acts()
    assert table.net(1) == 1500


def test_pbj_rule_double_on_5_5_may_be_a_power_double_or_a_split(felt):
    assert {"power_double", "double", "split"} <= felt({1: "5s 5d"}, "9h 8c").allowed()


def test_pbj_rule_power_double_can_be_switched_off(felt):
    assert "power_double" not in felt({1: "6s 5d"}, "9h 8c", power_double=False).allowed()


def test_pbj_rule_power_double_for_less_where_the_table_allows_it(felt):
    table = felt({1: "6s 5d"}, "9h 8c", double_for_less=True)
    table.round.power_double(1, 500)
    assert table.round.seats[1].wagers == {"bet": 1000, "double": 500}


# ---- splits


@pytest.mark.parametrize("cards", ["Ks Qd", "Ts Jd", "9s 9d"])
def test_pbj_rule_split_cards_of_equal_value(felt, cards):
    assert "split" in felt({1: cards}, "9h 8c").allowed()


def test_pbj_rule_split_cards_of_equal_rank_only_where_the_table_says_so(felt):
    assert "split" not in felt({1: "Ks Qd"}, "9h 8c", split_equal_value=False).allowed()
    assert "split" in felt({1: "Ks Kd"}, "9h 8c", split_equal_value=False).allowed()


def test_pbj_rule_split_up_to_four_hands_in_the_order_of_their_making(felt):
    table = felt({1: "8s 8d"}, "9h 7c").play("split@1 8h split@1 8c split@1")
    assert table.round.seats[1].wagers == {"bet": 1000, "split-2": 1000, "split-3": 1000, "split-4": 1000}
    table.play("8c")
    assert "split" not in table.allowed()
    table.play("stand@1 2h stand@1 3h stand@1 Th stand@1")
    assert [hand.cards[0] for hand in table.round.seats[1].hands] == list(parse_cards("8s 8d 8h 8c"))
    table.play("turn_hole_card@ 9d").dealer_acts()
    assert [line.wager for line in table.round.lines] == ["split-4", "split-3", "split-2", "bet"]


def test_pbj_rule_split_up_to_fewer_hands_where_the_table_says_so(felt):
    assert "split" not in felt({1: "8s 8d"}, "9h 7c", hands_per_seat=2).play("split@1 8h").allowed()


def test_pbj_rule_split_aces_get_one_card_each_and_are_not_split_again(felt):
    table = felt({1: "As Ad"}, "9h 7c").play("split@1 Ah 5c")
    assert table.allowed() == {"turn_hole_card"}


def test_pbj_rule_split_aces_may_be_split_again_where_the_table_allows_it(felt):
    table = felt({1: "As Ad"}, "9h 7c", resplit_aces=True).play("split@1 Ah")
    assert table.round.options() == (Stand(1), Split(1))
    table.play("split@1 2c 3c 4c")
    assert table.allowed() == {"turn_hole_card"}
    assert len(table.round.seats[1].hands) == 3


def test_pbj_rule_split_aces_stand_by_themselves_at_the_most_hands(felt):
    table = felt({1: "As Ad"}, "9h 7c", resplit_aces=True, hands_per_seat=2).play("split@1 Ah 2c")
    assert table.allowed() == {"turn_hole_card"}


def test_pbj_rule_split_aces_play_on_where_the_table_allows_it(felt):
    table = felt({1: "As Ad"}, "9h 7c", split_aces_one_card=False).play("split@1 5c")
    assert table.allowed() == {"hit", "stand", "double"}
    table.play("hit@1 5d")
    assert table.hand(1).total.sentence == "soft 21"


def test_pbj_rule_split_a_hand_of_21_stands_by_itself(felt):
    table = felt({1: "5s 6d", 2: "9s 8s"}, "9h 7c").play("hit@1 Td")
    assert table.round.awaiting.seat == 2


def test_pbj_rule_power_split_8_8_is_an_ordinary_pair(felt):
    table = felt({1: "8s 8d"}, "9h 7c")
    assert "split" in table.allowed()
    assert "power_split" not in table.allowed()


def test_pbj_rule_power_split_pairs_may_be_split_afterwards_up_to_four_hands(felt):
    table = felt({1: "Ts 6d"}, "9h 7c").play("power_split@1 Kd split@1 Qd split@1 Jd")
    assert len(table.round.seats[1].hands) == 4
    assert table.allowed() == {"hit", "stand", "double"}


def test_pbj_rule_power_split_can_be_switched_off(felt):
    assert "power_split" not in felt({1: "Ts 6d"}, "9h 7c", power_split=False).allowed()


# ---- surrender


def test_pbj_rule_surrender_is_off_unless_the_table_allows_it(felt):
    assert "surrender" not in felt({1: "Ts 6d"}, "9h 7c").allowed()


def test_pbj_rule_surrender_after_the_peek_gives_half_back(felt):
    table = felt({1: "Ts 6d", 2: "9s 8s"}, "Kh 7c", surrender=True)
    assert not table.round.can_surrender(1)
    table.play("peek@ surrender@1 stand@2 turn_hole_card@").dealer_acts()
    assert table.outcomes()[1, "bet"] == "loses half: surrendered"
    assert table.net(1) == -500


def test_pbj_rule_surrender_keeps_push_22_in_action(felt):
    table = felt({1: "Ts 6d"}, "9h 3c", surrender=True, bonus=[1])
    table.play("surrender@1 turn_hole_card@ Th").dealer_acts()
    assert table.outcomes() == {(1, "bet"): "loses half: surrendered", (1, "push-22"): "wins 11 to 1, $11"}


def test_pbj_rule_surrender_only_of_the_first_two_cards(felt):
    table = felt({1: "8s 8d"}, "9h 7c", surrender=True).play("split@1 7h")
    assert "surrender" not in table.allowed()
    assert "surrender" not in felt({1: "2s 3d"}, "9h 7c", surrender=True).play("hit@1 7h").allowed()


# ---- push 22


def test_pbj_rule_push_22_the_dealer_draws_out_when_no_hand_is_left(felt):
    """A bust of 22 to 29 and a paid blackjack keep the wager alive."""
    table = felt({1: "Ts 6d", 2: "As Kd"}, "9h 3c", bonus=[1, 2]).dealer_acts().play("hit@1 Jd turn_hole_card@")
    assert table.round.awaiting.words == "one card for the dealer, who has hard 12"
    table.play("Th").dealer_acts()
    assert table.outcomes() == {
        (2, "bet"): "wins 3 to 2, $15",
        (2, "push-22"): "wins 11 to 1, $11",
        (1, "bet"): "loses: bust",
        (1, "push-22"): "wins 11 to 1, $11",
    }


def test_pbj_rule_push_22_the_dealer_does_not_draw_for_a_wager_that_cannot_win(felt):
    table = felt({1: "Ts Qd"}, "9h 3c", bonus=[1]).play("hit@1 Jd turn_hole_card@")
    assert table.allowed() == {"settle"}
    table.dealer_acts()
    assert table.outcomes()[1, "push-22"] == "loses: a hand exceeds 29"


def test_pbj_rule_push_22_any_hand_of_the_seat_above_29_loses_it(felt):
    table = felt({1: "Ks Qd"}, "9h 3c", bonus=[1]).play("split@1 Td hit@1 Jd Jh stand@1 turn_hole_card@ Th")
    table.dealer_acts()
    assert table.outcomes() == {
        (1, "split-2"): "pushes: the dealer has 22",
        (1, "bet"): "loses: bust",
        (1, "push-22"): "loses: a hand exceeds 29",
    }


def test_pbj_rule_push_22_busted_hands_have_lost(felt):
    table = felt({1: "Ts 6d", 2: "Ts 8d"}, "9h 3c").play("hit@1 Jd stand@2 turn_hole_card@ Th").dealer_acts()
    assert (table.net(1), table.net(2)) == (-1000, 0)


def test_pbj_rule_push_22_is_not_offered_without_a_paytable(felt):
    with pytest.raises(NotAllowedError, match="'push-22' is not a wager here; offered: bet"):
        felt({1: "Ts 6d"}, "9h 3c", push_22=None, bonus=[1])


# ---- the shoe


def test_pbj_rule_shoe_has_as_many_copies_of_a_card_as_decks(felt):
    table = felt({1: "8s 8s"}, "8s 9h", decks=3)
    table.play("hit@1")
    with pytest.raises(DuplicateCardError, match="8s appears 4 times, and the three-deck shoe has only 3"):
        table.play("8s")
    table.play("2s")


def test_pbj_rule_shoe_burned_cards_do_not_come_again(felt):
    table = felt({1: "6s 5d"}, "9h 8c", decks=1).play("power_double@1 Ad replace_card@1")
    with pytest.raises(DuplicateCardError, match="Ad appears twice, and the 52-card deck has only one"):
        table.play("Ad")


# ---- whole rounds


def test_pbj_rule_settling_goes_right_to_left(felt):
    table = felt({1: "Ts 8d", 4: "Ts 9d", 6: "Ts 7d"}, "9h 8c").play("stand@1 stand@4 stand@6 turn_hole_card@")
    with pytest.raises(NotAllowedError, match="seat 1 is not next: settle seat 6"):
        table.round.settle(1)
    table.dealer_acts()
    assert [line.seat for line in table.round.lines] == [6, 4, 1]


def test_pbj_rule_deciding_goes_left_to_right_hand_by_hand(felt):
    table = felt({2: "8s 8d", 5: "Ts 7d"}, "9h 8c").play("split@2 9d stand@2 Td stand@2")
    assert table.round.awaiting.seat == 5


def test_pbj_rule_options_are_what_may_be_done(felt):
    table = felt({1: "Ts 5d"}, "9h 8c")
    assert table.round.options() == (Hit(1), Stand(1), Double(1), PowerSplit(1))
    assert all(map(table.round.can, table.round.options()))
    table.play("hit@1")
    assert table.round.options() == ()


def test_pbj_rule_nothing_shows_the_hole_card_before_it_is_turned(felt):
    round = felt({1: "Ts 8d", 2: "9s 9d"}, "Ah Kc").round
    audiences = [*map(Audience, Role), player(1), player(1, 2)]
    assert "Kc" in json.dumps([event.as_json() for event in round.events])
    for audience in audiences:
        view = round.view(audience)
        seen = [to_builtins(view), [event.seen_by(audience).as_json() for event in round.events]]
        assert "Kc" not in json.dumps(seen)
        assert "blackjack" not in str(view.dealer)
    for command in (NoInsurance(1), NoInsurance(2)):
        round.do(command)
    round.peek()
    assert round.view(PUBLIC).dealer == [HandView(1, [CardRow(["Ah", "Kc"], words="blackjack")])]


def test_pbj_rule_the_view_shows_each_hand_with_its_stakes(felt):
    table = felt({1: "Ts 5d"}, "9h 8c").play("power_split@1 7c stand@1 6h")
    view = table.round.view(PUBLIC)
    assert (view.awaiting.seat, view.awaiting.hand) == (1, 2)
    assert view.seats[1].hands == [
        HandView(1, [CardRow(["Ts", "7c"], words="hard 17")], bets_cents=[1000]),
        HandView(2, [CardRow(["5d", "6h"], words="hard 11")], bets_cents=[1000]),
    ]
    assert view.seats[1].cards == ["Ts", "7c", "5d", "6h"]


def test_pbj_rule_an_empty_seat_gets_no_cards():
    round = PowerBlackjackRound(PowerBlackjackRules(decks=1), seats={1: "ann", 2: "bob", 3: "cleo"})
    for seat in (1, 3):
        round.place_wager(seat, "bet", 1000)
    round.no_more_bets()
    receivers = []
    for card in DECK_52.cards[:6]:
        receivers.append(round.awaiting.seat)
        round.deal((card,))
    assert receivers == [1, 3, None, 1, 3, None]
    assert round.seats[2].hands == []


def test_pbj_rule_one_player_may_have_two_adjacent_seats():
    seats = {3: "ann", 4: "ann"}
    assert set(PowerBlackjackRound(seats=seats).seats) == {3, 4}
    with pytest.raises(NotAllowedError, match="one seat a player"):
        PowerBlackjackRound(PowerBlackjackRules(adjacent_seats=False), seats=seats)


def test_pbj_rule_a_card_too_many_is_refused(felt):
    table = felt({1: "Ts 5d"}, "9h 8c").play("hit@1")
    with pytest.raises(NotAllowedError, match="one card for seat 1: 2 were given: 2c 3c"):
        table.round.deal((parse_card("2c"), parse_card("3c")))
