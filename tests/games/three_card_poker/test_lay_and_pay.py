"""Rule 7: the dealer lays and pays, or picks and pays, as the table is set."""

import pytest

from pitboss.cards import parse_cards
from pitboss.games.audience import DEALER, PUBLIC, player
from pitboss.games.round_view import HandView
from pitboss.games.three_card_poker import HandPickedUp, ThreeCardPokerRound, ThreeCardPokerRules


def settled(lay_and_pay, progressive=(2,)):
    """Seat 1 plays a plain hand, seat 2 a straight flush, seats 3 and 4 fold, the second with a 6 Card Bonus.

    Seat 5 plays A-K-Q of clubs, which awards envy to the seats with a progressive wager.
    """
    players = {1: "ann", 2: "bob", 3: "cleo", 4: "dan", 5: "eve"}
    round = ThreeCardPokerRound(ThreeCardPokerRules(lay_and_pay=lay_and_pay), seats=players)
    for seat in round.seats:
        round.place_wager(seat, "ante", 500)
    round.place_wager(4, "six-card-bonus", 100)
    for seat in progressive:
        round.place_wager(seat, "progressive", 100)
    round.no_more_bets()
    for cards in ("Ks 7d 2h", "9h 8h 7h", "5d 9s 2c", "4d 8s 2s", "Ac Kc Qc", "Qh 9c 2d"):
        round.deal(parse_cards(cards))
    for seat, decide in enumerate((round.play, round.play, round.fold, round.fold, round.play), start=1):
        decide(seat)
    round.reveal_dealer()
    for seat in (5, 4, 2, 1):
        round.settle(seat)
    return round


def picked_up(round):
    return [event.seat for event in round.events if isinstance(event, HandPickedUp)]


def test_rule_7_lay_and_pay_leaves_every_hand_open_until_the_end():
    round = settled(lay_and_pay=True)
    assert picked_up(round) == [3], "only what was folded"
    assert round.view(PUBLIC).seats[1].cards == ["Ks", "7d", "2h"]


@pytest.mark.parametrize("audience", [PUBLIC, DEALER, player(1)])
def test_rule_7_pick_and_pay_takes_each_hand_up_as_it_is_paid(audience):
    round = settled(lay_and_pay=False)
    assert picked_up(round) == [3, 4, 2, 1]
    seats = round.view(audience).seats
    assert seats[4].hands == [HandView(1, [], "folded")]
    assert seats[1].hands == [HandView(1, [], "picked-up")]


def test_nexus_rule_10b_a_hand_that_awards_envy_stays_face_up_and_no_other_hand_of_the_progressive():
    seats = settled(lay_and_pay=False).view(PUBLIC).seats
    assert (seats[5].cards, seats[2].cards) == (["Ac", "Kc", "Qc"], [])


def test_nexus_rule_10b_without_a_progressive_wager_there_is_no_envy_and_every_hand_is_picked_up():
    assert picked_up(settled(lay_and_pay=False, progressive=())) == [3, 5, 4, 2, 1]


def test_a_hand_that_wins_the_progressive_stays_face_up_until_it_is_verified():
    assert picked_up(settled(lay_and_pay=False, progressive=(5,))) == [3, 4, 2, 1]


def test_rule_7_the_hand_is_shown_then_picked_up_then_paid():
    events = [event.as_json() for event in settled(lay_and_pay=False).events]
    assert [event["event"] for event in events if event.get("seat") == 1][-3:] == [
        "cards-shown",
        "hand-picked-up",
        "seat-settled",
    ]


def test_rule_7_the_money_is_the_same_either_way():
    assert settled(lay_and_pay=True).statement == settled(lay_and_pay=False).statement


def test_rule_7_the_setting_is_stored_with_the_round():
    round = settled(lay_and_pay=False)
    assert picked_up(ThreeCardPokerRound.from_json(round.as_json())) == [3, 4, 2, 1]
