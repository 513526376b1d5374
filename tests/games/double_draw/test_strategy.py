"""The best play and the time-out policy."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK_54, FIVE_CARD, parse_cards, print_cards
from pitboss.games.double_draw import DoubleDrawRound, Draw, Fold, advise, best_strategy, time_out
from pitboss.games.double_draw.first_draw import SHIPPED, first_draw, nearest_shipped
from pitboss.games.double_draw.round import MAX_DISCARDS, is_winner
from pitboss.games.double_draw.second_draw import second_draw
from pitboss.games.driver import play_out
from pitboss.paytables import Pay, load_catalogue

FOLD = None

FIRST_DRAW = [
    ("As Ah Ad Ac Jk", "", "keep five aces"),
    ("9h 8h Jk 6h 5h", "", "keep a straight flush"),
    ("As Ah Jk Jk2 7c", "7c", "keep four of a kind"),
    ("As Ah Jk 7d 7c", "7d 7c", "keep three aces"),
    ("9s 8h 7d 6c 5s", "", "keep a straight"),
    ("Kd Jd 9d 6d 2d", "", "keep a flush"),
    ("7s 7h 7d Kc 2h", "Kc 2h", "keep three of a kind"),
    ("Js Jh 4d 4c 9s", "9s", "keep two pair"),
    ("Jk Ah 3h 3d 4h", "3d", "keep four to a straight flush"),
    ("9h 8h 7h 6h 2c", "2c", "keep four to a straight flush"),
    ("Jk As 9d 6c 3h", "9d 6c 3h", "keep a pair of aces"),
    ("Jk 8s 7s 2d Kh", "2d Kh", "keep a joker and two to a straight flush"),
    ("Jk 8s 7d 6h Kc", "Kc", "keep a joker and three to a straight"),
    ("Kd Jd 9d 6d 2c", "2c", "keep four to a flush"),
    ("9h 8h 7h Kd 2c", "Kd 2c", "keep three to a straight flush"),
    ("7s 7h As 9c 2d", "9c 2d", "keep a pair and an ace"),
    ("Ks Kd 9h 5c 2d", "9h 5c 2d", "keep a pair"),
    ("9s 8h 7d 6c Kh", "Kh", "keep four to an open straight"),
    ("Jk Ks 9h 5c 2d", "Ks 9h 2d", "keep a joker and one card"),
    ("Ah Jh 6h 8d 2c", "8d 2c", "keep three to a flush"),
    ("Kd 9h 8h 3c 2s", "Kd 3c 2s", "keep two close cards of one suit"),
    ("Ah 8h Kd Jc 3s", "Kd Jc 3s", "keep two cards of one suit"),
    ("Ks Jd 9h 6c 2d", FOLD, "nothing worth a Draw bet"),
]
SECOND_DRAW = [
    ("As Ks Qs Js Ts", "", "keep a natural royal flush, worth +103.00 Antes"),
    ("As Ah Jk Jk2 7c", "7c", "keep four of a kind, worth +42.59 Antes"),
    ("Ks Kh Kd 4s 4h", "", "keep a full house, worth +8.00 Antes"),
    ("7s 7h 7d Kc 2h", "2h", "keep three of a kind and another card, worth +4.63 Antes"),
    ("Js Jh 4d 4c 9s", "9s", "keep two pair, worth +3.41 Antes"),
    ("Kd Jd 9d 6d 2c", "2c", "keep four to a flush, worth -1.76 Antes"),
    ("9s 8h 7d 6c Kh", "Kh", "keep four to an open straight, worth -2.16 Antes"),
    ("Ks Kd 9h 5c 2d", "2d", "keep a pair with two other cards, worth -2.82 Antes"),
    ("9s 8h 6d 5c Kh", "Kh", "keep four to an inside straight, worth -2.90 Antes"),
    ("Ah 8h Kd Jc 3s", FOLD, "nothing worth a Draw bet: no card would help"),
]
CASES = [(1, *case) for case in FIRST_DRAW] + [(2, *case) for case in SECOND_DRAW]

hands = st.permutations(DECK_54.cards).map(lambda deck: (deck[:5], deck[5:]))


@pytest.mark.parametrize(("draw_number", "hand", "discards", "why"), CASES)
def test_what_is_kept_and_why(draw_number, hand, discards, why):
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
    assert len(advice.discards) <= MAX_DISCARDS[draw_number]


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


@settings(max_examples=100)
@given(winners(), st.data())
def test_no_winner_is_folded_and_no_time_out_gives_one_away(hand, data):
    assert not advise(hand, 1).folds
    round = DoubleDrawRound(seats={1: "ann"})
    round.place_wager(1, "ante", 500)
    round.place_wager(1, "bonus", 500)
    round.no_more_bets()
    stub = iter(data.draw(st.permutations([card for card in DECK_54.cards if card not in hand])))
    round.deal(hand)
    play_out(round, lambda number: tuple(next(stub) for _ in range(number)), time_out)
    assert is_winner(FIVE_CARD.value(round.seats[1].cards))


def test_the_best_play_breaks_a_flush_for_a_royal_and_a_time_out_does_not(deal):
    round = deal({1: "As Ks Qs Js 2s"})
    assert best_strategy(round, 1) == Draw(1, parse_cards("2s"))
    assert time_out(round, 1) == Draw(1)


@pytest.mark.parametrize("designator", SHIPPED)
@settings(max_examples=100)
@given(dealt=hands, order=st.permutations(range(4)), places=st.permutations(range(5)), swap=st.booleans())
def test_an_exchange_of_suits_or_jokers_or_places_changes_nothing(designator, dealt, order, places, swap):
    def exchanged(card):
        if card.is_joker:
            return DECK_54.cards[105 - card.code] if swap else card
        return DECK_54.cards[4 * (card.code // 4) + order[card.suit]]

    hand = dealt[0]
    discards = first_draw(hand, designator)
    others = first_draw([exchanged(hand[place]) for place in places], designator)
    assert (discards is None) == (others is None)
    assert sorted(card.height for card in discards or ()) == sorted(card.height for card in others or ())


@settings(max_examples=50)
@given(hands)
def test_the_second_draw_takes_the_best_of_its_options(dealt):
    hand, rest = dealt
    dead = rest[:3]
    options = second_draw(hand, dead, load_catalogue()["DDP-1"]["bonus"])
    advice = advise(tuple(hand), 2, dead)
    chosen = next(o for o in options if (o.folds, o.discards or ()) == (advice.folds, advice.discards))
    assert len(options) == 7
    assert chosen.value == max(option.value for option in options)


def test_the_second_draw_minds_the_own_discards():
    hand = parse_cards("9s 8h 6d 5c Kh")
    assert not advise(hand, 2).folds
    why = "nothing worth a Draw bet: four to an inside straight would bring -3.23 Antes, folding -3"
    assert advise(hand, 2, parse_cards("7s 7h")).why == why


def edited(designator, **pays):
    paytable = load_catalogue()[designator]
    bonus = paytable["bonus"]
    rows = tuple(replace(r, pay=Pay.parse(pays.get(r.hand.slug.replace("-", "_"), str(r.pay)))) for r in bonus.rows)
    return replace(paytable, designator="OWN", wagers=(replace(bonus, rows=rows),))


def test_an_edited_paytable_is_played_like_the_nearest_and_says_so():
    own = edited("DDP-2", four_of_a_kind="25 to 1")
    assert nearest_shipped(own["bonus"]) == ("DDP-2", False)
    advice = advise(parse_cards("Ks Kd 9h 5c 2d"), 1, (), own)
    assert advice.why == "keep a pair, as with the paytable DDP-2, the nearest to this table's"
    assert nearest_shipped(edited("DDP-1", three_of_a_kind="push")["bonus"]) == ("DDP-2", True)


def test_the_second_draw_is_worked_out_for_an_edited_paytable():
    hand = parse_cards("9s 8h 6d 5c Kh")
    assert advise(hand, 2, parse_cards("7s 7h"), edited("DDP-1", straight="10 to 1")).discards == parse_cards("Kh")


def test_the_two_paytables_are_not_played_alike():
    hand = parse_cards("Kc 8h 9d 2d 5s")
    assert first_draw(hand, "DDP-1") == parse_cards("Kc 2d 5s")
    assert first_draw(hand, "DDP-2") is None


@pytest.mark.parametrize("decide", [best_strategy, time_out])
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
        best_strategy(deal({1: own, 2: other}), 1) for other in ("Kh Kc 3s 3h 3d", "As Ah Ad Ac Jk", "7s 6d 4h 2c Jk2")
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
