"""The simple strategy and the time-out policy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK_54, FIVE_CARD, parse_cards, print_cards
from pitboss.games.double_draw import DoubleDrawRound, Draw, Fold, advise, simple_strategy, time_out
from pitboss.games.double_draw.round import MOST_DISCARDS, is_winner
from pitboss.games.driver import play_out

FOLD = None

FIRST_DRAW = [
    ("As Ah Ad Ac Jk", "", "keep five aces or a straight flush"),
    ("9h 8h Jk 6h 5h", "", "keep five aces or a straight flush"),
    ("As Ah Jk Jk2 7c", "7c", "keep four of a kind"),
    ("As Ah Jk 7d 7c", "7d 7c", "keep three aces"),
    ("9s 8h 7d 6c 5s", "", "keep a straight, flush or full house"),
    ("Kd Jd 9d 6d 2d", "", "keep a straight, flush or full house"),
    ("7s 7h 7d Kc 2h", "Kc 2h", "keep three of a kind"),
    ("Js Jh 4d 4c 9s", "9s", "keep two pair"),
    ("Jk Ah 3h 3d 4h", "4h", "keep two pair"),
    ("9h 8h 7h 6h 2c", "2c", "keep four to a straight flush"),
    ("Jk As 9d 6c 3h", "9d 6c 3h", "keep a pair of aces"),
    ("Jk 8s 7s 2d Kh", "2d Kh", "keep a joker and two close cards of one suit"),
    ("Jk 8s 7d 6h Kc", "Kc", "keep a joker and three to an open straight"),
    ("Kd Jd 9d 6d 2c", "2c", "keep four to a flush"),
    ("9h 8h 7h Kd 2c", "Kd 2c", "keep three to an open straight flush"),
    ("7s 7h As 9c 2d", "9c 2d", "keep a pair and an ace"),
    ("Ks Kd 9h 5c 2d", "9h 5c 2d", "keep a pair"),
    ("9s 8h 7d 6c Kh", "Kh", "keep four to an open straight"),
    ("9h 7h 5h Kd 2c", "Kd 2c", "keep three to a straight flush"),
    ("Jk Ks 9h 5c 2d", "Ks 5c 2d", "keep a joker and one card"),
    ("Ah Jh 6h 8d 2c", "8d 2c", "keep three to a flush with an ace"),
    ("Kd 9h 8h 3c 2s", "Kd 3c 2s", "keep two close cards of one suit"),
    ("Ah 8h Kd Jc 3s", "Kd Jc 3s", "keep an ace and a card of its suit"),
    ("Kh 8h 3h Jd 6c", "Jd 6c", "keep three to a flush"),
    ("Kh Jh 8d 5c 2s", "8d 5c 2s", "keep two fairly close cards of one suit"),
    ("Ks Jd 9h 6c 2d", FOLD, "nothing worth a Draw bet"),
]
SECOND_DRAW = [
    ("As Ks Qs Js Ts", "", "keep five aces or a straight flush"),
    ("As Ah Jk Jk2 7c", "7c", "keep four of a kind"),
    ("Ks Kh Kd 4s 4h", "", "keep a straight, flush or full house"),
    ("7s 7h 7d Kc 2h", "2h", "keep three of a kind"),
    ("Js Jh 4d 4c 9s", "9s", "keep two pair"),
    ("9h 8h 7h 6h 2c", "2c", "keep four to a straight flush"),
    ("Kd Jd 9d 6d 2c", "2c", "keep four to a flush"),
    ("9s 8h 7d 6c Kh", "Kh", "keep four to an open straight"),
    ("Ks Kd 9h 5c 2d", "2d", "keep a pair"),
    ("9s 8h 6d 5c Kh", "Kh", "keep four to an inside straight"),
    ("Ah 8h Kd Jc 3s", FOLD, "nothing worth a Draw bet"),
]
CASES = [(1, *case) for case in FIRST_DRAW] + [(2, *case) for case in SECOND_DRAW]

hands = st.permutations(DECK_54.cards).map(lambda deck: (deck[:5], deck[5:]))


@pytest.mark.parametrize(("draw_number", "hand", "discards", "why"), CASES)
def test_each_line_of_the_lists(draw_number, hand, discards, why):
    advice = advise(parse_cards(hand), draw_number)
    assert advice.why == why
    assert advice.folds == (discards is FOLD)
    assert print_cards(advice.discards) == (discards or "")


@settings(max_examples=300)
@given(hands, st.sampled_from([1, 2]))
def test_the_strategy_discards_own_cards_and_not_too_many(dealt, draw_number):
    hand, _ = dealt
    advice = advise(tuple(hand), draw_number)
    assert set(advice.discards) <= set(hand)
    assert len(advice.discards) <= MOST_DISCARDS[draw_number]


def winners():
    kinds = [
        "Js Jh 4d 4c 9s",
        "Jk Ah 3h 3d 4h",
        "7s 7h 7d Kc 2h",
        "Jk Jk2 As 5s 3d",
        "Jk As Ah 7d 7c",
        "9s 9h 9d 9c 2c",
    ]
    return st.sampled_from(kinds).map(parse_cards) | hands.map(lambda dealt: tuple(dealt[0])).filter(
        lambda hand: is_winner(FIVE_CARD.value(hand))
    )


@settings(max_examples=200)
@given(winners(), st.sampled_from([1, 2]), st.data())
def test_a_winner_is_never_given_away_whatever_comes(hand, draw_number, data):
    advice = advise(hand, draw_number)
    assert not advice.folds
    kept = [card for card in hand if card not in advice.discards]
    stub = [card for card in DECK_54.cards if card not in hand]
    drawn = data.draw(st.permutations(stub))[: len(advice.discards)]
    assert is_winner(FIVE_CARD.value([*kept, *drawn]))


@pytest.mark.parametrize("decide", [simple_strategy, time_out])
@settings(max_examples=30)
@given(deck=st.permutations(DECK_54.cards))
def test_a_whole_table_plays_by_it(decide, deck):
    cards = iter(deck)
    round = DoubleDrawRound(seats={number: f"player {number}" for number in range(1, 7)})
    for number in round.seats:
        round.place_wager(number, "ante", 500)
        round.place_wager(number, "bonus", 500)
    round.no_more_bets()
    play_out(round, lambda number: tuple(next(cards) for _ in range(number)), decide)
    assert round.phase == "over"


def test_the_strategy_looks_at_its_own_cards_only(deal):
    own = "Ks Kd 9h 5c 2d"
    answers = {
        simple_strategy(deal({1: own, 2: other}), 1)
        for other in ("Kh Kc 3s 3h 3d", "As Ah Ad Ac Jk", "7s 6d 4h 2c Jk2")
    }
    assert answers == {Draw(1, parse_cards("9h 5c 2d"))}


def test_a_time_out_stays_with_a_winner_and_makes_only_the_draw_bet(deal):
    round = deal({1: "Js Jh 4d 4c 9s"})
    round.do(time_out(round, 1))
    assert round.seats[1].wagers == {"ante": 500, "bonus": 500, "draw-1": 500}
    assert print_cards(round.seats[1].discards) == "9s"


def test_a_time_out_folds_what_the_strategy_folds(deal):
    round = deal({1: "Ks Jd 9h 6c 2d"})
    assert time_out(round, 1) == Fold(1)
