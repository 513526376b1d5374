"""Rules 1 to 6 of the approval of 14 January 2014: the procedure. One test or more for each number."""

from itertools import combinations

import pytest

from pitboss.cards import DECK_54, JOKER, SECOND_JOKER, parse_cards
from pitboss.errors import DuplicateCardError
from pitboss.games import deck_of
from pitboss.games.audience import DEALER, PUBLIC, player
from pitboss.games.double_draw import CardsDiscarded, DoubleDrawRound, Draw, Fold
from pitboss.games.event import CardsShown, Decided, SeatSettled, WagerPlaced
from pitboss.games.round import NotAllowedError
from pitboss.games.round_view import CardRow

KINGS = "Ks Kd 9h 5c 2d"
QUEENS = "Qs Qd 8h 6c 3d"
JACKS = "Js Jd 7h 4c 2s"
TWO_PAIR = "Ts Td 7s 7c 3h"


def wagers_of(round, seat):
    return round.view(PUBLIC).seats[seat].wagers


def cards_of(round, seat, audience=PUBLIC):
    return round.view(audience).seats[seat].cards


def discards_of(round, seat, audience=PUBLIC):
    return [card for pile in round.view(audience).seats[seat].piles for card in pile.cards]


# ---- 1. the shuffler


def test_ddp_rule_1_the_shuffler_is_set_to_double_draw_and_its_54_cards():
    setting = DoubleDrawRound.shuffler
    assert setting.game == "Double Draw Poker"
    assert setting.deck is deck_of(DoubleDrawRound.game) is DECK_54
    assert {JOKER, SECOND_JOKER} < set(setting.deck.cards)
    assert setting.packet_size == 5
    assert setting.gives_stub, "the green button dispenses what is left"


def test_ddp_rule_1_no_card_comes_twice(bet):
    round = bet(1, 2)
    round.deal(parse_cards("As Ks Qs Js Jk"))
    with pytest.raises(DuplicateCardError, match="As appears twice, and the 54-card deck has only one"):
        round.deal(parse_cards("As 2s 3s 4s Jk2"))
    round.deal(parse_cards("2s 3s 4s 5s Jk2"))


# ---- 2. the bets


def test_ddp_rule_2_ante_and_bonus_are_bet_equally():
    round = DoubleDrawRound(seats={3: "ann"})
    round.place_wager(3, "ante", 1000)
    with pytest.raises(NotAllowedError, match="seat 3 has no Bonus"):
        round.no_more_bets()
    round.place_wager(3, "bonus", 500)
    with pytest.raises(NotAllowedError, match=r"an Ante of \$10 and a Bonus of \$5: they must be equal"):
        round.no_more_bets()
    round.place_wager(3, "bonus", 1000)
    round.no_more_bets()
    assert wagers_of(round, 3) == {"ante": 1000, "bonus": 1000}


# ---- 3. the deal


def test_ddp_rule_3_packets_of_five_go_clockwise_to_the_seats_in_play():
    round = DoubleDrawRound(seats={2: "ann", 3: "nobody bets here", 5: "bob"})
    for seat in (5, 2):
        round.place_wager(seat, "ante", 500)
        round.place_wager(seat, "bonus", 500)
    round.no_more_bets()
    assert (round.awaiting.kind, round.awaiting.seat, round.awaiting.cards) == ("cards", 2, 5)
    round.deal(parse_cards(KINGS))
    assert (round.awaiting.kind, round.awaiting.seat, round.awaiting.cards) == ("cards", 5, 5)
    round.deal(parse_cards(QUEENS))
    assert cards_of(round, 3) == []


def test_ddp_rule_3_the_green_button_dispenses_the_rest_once_all_packets_are_out(bet):
    round = bet(1, 4)
    round.deal(parse_cards(KINGS))
    assert not round.can_press_green_button()
    round.deal(parse_cards(QUEENS))
    assert round.awaiting.words == "the dealer to press the green button"
    (dispensed,) = round.press_green_button()
    assert dispensed.cards_left == 54 - 2 * 5
    assert not round.can_press_green_button()


def test_ddp_rule_3_the_dealer_holds_the_remaining_cards_and_no_hand(bet):
    round = bet(1)
    round.deal(parse_cards(KINGS))
    assert round.view(DEALER).piles == []
    round.press_green_button()
    round.draw(1, parse_cards("9h 5c"))
    round.deal(parse_cards("3c 4c"))
    assert round.view(DEALER).dealer == []
    assert round.view(DEALER).piles == [CardRow(["??"] * 47, "stub")]


def test_ddp_rule_3_packets_lie_face_down(deal):
    round = deal({1: KINGS, 2: QUEENS})
    assert cards_of(round, 1, PUBLIC) == cards_of(round, 1, DEALER) == cards_of(round, 1, player(2)) == ["??"] * 5
    assert cards_of(round, 1, player(1)) == KINGS.split()


# ---- 4. the first option


def test_ddp_rule_4_the_first_option_goes_clockwise(deal):
    round = deal({1: KINGS, 3: QUEENS, 6: JACKS})
    asked = []
    while round.draw_number == 1:
        asked.append(round.awaiting.seat)
        assert [seat for seat in (1, 3, 6) if round.can_draw(seat)] == asked[-1:]
        round.draw(round.awaiting.seat)
    assert asked == [1, 3, 6]


def test_ddp_rule_4a_a_fold_loses_all_that_was_placed_and_hides_the_hand(deal):
    round = deal({1: TWO_PAIR, 2: QUEENS})
    round.fold(1)
    round.draw(2)
    round.draw(2)
    round.settle(2)
    (settled,) = round.settle(1)
    assert isinstance(settled, SeatSettled), "a folded hand is not shown"
    assert [(line.wager, line.outcome, line.net_cents) for line in settled.lines] == [
        ("ante", "loses: folded", -500),
        ("bonus", "loses: folded", -500),
    ]
    assert cards_of(round, 1, PUBLIC) == cards_of(round, 1, player(2)) == ["??"] * 5


def test_ddp_rule_4a_who_stays_makes_a_draw_bet_equal_to_the_ante(deal):
    round = deal({2: KINGS}, cents=1500)
    events = round.draw(2)
    assert events == (Decided(2, "draw"), WagerPlaced(2, "draw-1", 1500))
    assert wagers_of(round, 2) == {"ante": 1500, "bonus": 1500, "draw-1": 1500}


@pytest.mark.parametrize(("discards", "asked"), [("", None), ("2d", 1), ("2d 5c", 2), ("2d 5c 9h", 3)])
def test_ddp_rule_4a_i_1_zero_to_three_cards_are_replaced(deal, discards, asked):
    round = deal({1: KINGS, 2: QUEENS})
    round.draw(1, parse_cards(discards))
    if asked is None:
        assert (round.awaiting.kind, round.awaiting.seat) == ("decision", 2)
    else:
        assert (round.awaiting.kind, round.awaiting.seat, round.awaiting.cards) == ("cards", 1, asked)


def test_ddp_rule_4a_i_1_four_cards_are_too_many(deal):
    round = deal({1: KINGS})
    with pytest.raises(NotAllowedError, match="three cards at most in the first draw, not 4: Kd 9h 5c 2d"):
        round.draw(1, parse_cards("Kd 9h 5c 2d"))


def test_ddp_rule_4a_i_1_every_choice_of_the_seat_is_an_option(deal):
    round = deal({1: KINGS})
    cards = parse_cards(KINGS)
    choices = [choice for number in range(4) for choice in combinations(cards, number)]
    assert len(choices) == 1 + 5 + 10 + 10
    assert set(round.options()) == {Fold(1)} | {Draw(1, choice) for choice in choices}


def test_ddp_rule_4a_i_1_a_discards_lie_face_down_and_only_their_owner_knows_them(deal):
    round = deal({1: KINGS, 2: QUEENS})
    events = round.draw(1, parse_cards("9h 5c 2d"))
    assert events[-1] == CardsDiscarded(1, parse_cards("9h 5c 2d"))
    assert discards_of(round, 1, PUBLIC) == discards_of(round, 1, DEALER) == ["??"] * 3
    assert discards_of(round, 1, player(2)) == ["??"] * 3
    assert discards_of(round, 1, player(1)) == ["9h", "5c", "2d"]
    assert events[-1].seen_by(DEALER).as_json()["cards"] == ["??"] * 3


def test_ddp_rule_4a_i_1_a_the_dealer_replaces_the_discards(deal):
    round = deal({1: KINGS, 2: QUEENS})
    round.draw(1, parse_cards("9h 2d"))
    round.deal(parse_cards("Ac Kh"))
    assert cards_of(round, 1, player(1)) == ["Ks", "Kd", "5c", "Ac", "Kh"]
    assert round.awaiting.seat == 2


def test_ddp_rule_4a_i_1_a_discards_never_come_back(deal):
    round = deal({1: KINGS, 2: QUEENS})
    round.draw(1, parse_cards("9h 2d"))
    round.deal(parse_cards("Ac Kh"))
    round.draw(2, parse_cards("3d"))
    for gone in ("9h", "2d", "3d"):
        with pytest.raises(DuplicateCardError, match=f"{gone} appears twice"):
            round.deal(parse_cards(gone))


# ---- 5. the second option


def test_ddp_rule_5_the_second_option_comes_when_all_have_acted_and_goes_clockwise(deal):
    round = deal({1: KINGS, 3: QUEENS, 6: JACKS})
    round.draw(1)
    round.fold(3)
    assert round.draw_number == 1
    round.draw(6, parse_cards("2s"))
    assert not round.can_draw(1), "seat 6 has not got its card"
    round.deal(parse_cards("Ac"))
    assert (round.draw_number, round.awaiting.seat) == (2, 1)
    round.draw(1)
    assert round.awaiting.seat == 6, "seat 3 has folded"


def test_ddp_rule_5a_a_fold_loses_the_first_draw_bet_too(deal):
    round = deal({1: KINGS})
    round.draw(1)
    round.fold(1)
    round.settle(1)
    assert {line.wager: line.net_cents for line in round.lines} == {"ante": -500, "draw-1": -500, "bonus": -500}


def test_ddp_rule_5a_who_stays_makes_a_second_draw_bet_equal_to_the_ante(deal):
    round = deal({2: KINGS}, cents=1500)
    round.draw(2)
    assert round.draw(2) == (Decided(2, "draw"), WagerPlaced(2, "draw-2", 1500))
    assert wagers_of(round, 2) == {"ante": 1500, "bonus": 1500, "draw-1": 1500, "draw-2": 1500}


def test_ddp_rule_5a_i_1_no_card_or_one_is_replaced(deal):
    round = deal({1: KINGS})
    round.draw(1)
    assert round.options() == (Draw(1), *(Draw(1, (card,)) for card in parse_cards(KINGS)), Fold(1))
    with pytest.raises(NotAllowedError, match="one card at most in the second draw, not 2: 5c 2d"):
        round.draw(1, parse_cards("5c 2d"))
    round.draw(1, parse_cards("2d"))
    assert (round.awaiting.kind, round.awaiting.seat, round.awaiting.cards) == ("cards", 1, 1)


def test_ddp_rule_5a_i_1_a_the_second_discard_joins_the_first_face_down(deal):
    round = deal({1: KINGS, 2: QUEENS})
    round.draw(1, parse_cards("2d"))
    round.deal(parse_cards("3s"))
    round.draw(2)
    round.draw(1, parse_cards("5c"))
    round.deal(parse_cards("Kh"))
    assert cards_of(round, 1, player(1)) == ["Ks", "Kd", "9h", "3s", "Kh"]
    assert discards_of(round, 1, player(1)) == ["2d", "5c"]
    assert discards_of(round, 1, PUBLIC) == ["??", "??"]


# ---- 6. settling


def test_ddp_rule_6_settling_goes_counter_clockwise(deal):
    round = deal({1: KINGS, 3: QUEENS, 6: JACKS})
    round.fold(1)
    for seat in (3, 6, 3, 6):
        round.draw(seat)
    settled = []
    while not round.is_over:
        settled.append(round.awaiting.seat)
        round.settle(round.awaiting.seat)
    assert settled == [6, 3, 1]


def test_ddp_rule_6_each_hand_is_shown_when_it_is_settled_and_its_discards_are_not(deal):
    round = deal({1: KINGS, 2: "Qs Jk 8h 6c 3d"})
    round.draw(1)
    round.draw(2, parse_cards("3d"))
    round.deal(parse_cards("8d"))
    round.draw(1)
    round.draw(2)
    shown, _ = round.settle(2)
    assert shown == CardsShown(
        2, parse_cards("8h 8d Jk Qs 6c"), "pair of eights, ace-queen-six kickers; the joker stands for an ace"
    )
    assert cards_of(round, 1) == ["??"] * 5
    assert cards_of(round, 2) == ["Qs", "Jk", "8h", "6c", "8d"]
    assert discards_of(round, 2) == ["??"]


def test_ddp_rule_6_when_all_have_folded_the_dealer_settles_at_once(deal):
    round = deal({1: KINGS, 2: QUEENS})
    round.fold(1)
    round.fold(2)
    assert (round.phase, round.awaiting.seat) == ("settling", 2)
