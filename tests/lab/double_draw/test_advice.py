"""The adviser: every option with its exact value; and the shipped decisions are the best of these."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pitboss.cards import DECK_54, parse_cards
from pitboss.errors import PitbossError
from pitboss.games.double_draw.first_draw import SHIPPED, first_draw
from pitboss.games.double_draw.second_draw import second_draw
from pitboss.lab.double_draw import advise
from pitboss.paytables import Pay, load_catalogue

PAT_FLUSH = parse_cards("As Ks Qs Js 2s")


def test_the_first_draw_has_27_options_the_best_first():
    options = advise(parse_cards("Ks Kd 7h 4c Jk"))
    assert len(options) == len({option.words for option in options}) == 27
    assert [option.value for option in options] == sorted((option.value for option in options), reverse=True)
    assert options[0].words == "replace 7h 4c"  # another ace or joker makes two pair
    assert next(option.value for option in options if option.words == "fold") == -2


def test_a_hand_that_cannot_get_better_is_kept():
    best, *_ = advise(parse_cards("As Ah Ad Ac Jk"))
    assert (best.words, best.value, best.discards) == ("keep all five cards", 503, ())


def test_the_second_draw_has_7_options_and_minds_the_discards(bonus):
    hand, dead = parse_cards("9s 8h 6d 5c Kh"), parse_cards("7s 7h 7d")
    by_words = {option.words: option.value for option in advise(hand, 2, dead)}
    assert len(by_words) == 7
    # Three cards make the straight: one seven and two jokers. It brings 5, anything else loses 4.
    assert by_words["replace Kh"] == Fraction(3 * 5 - 43 * 4, 46)
    assert by_words["fold"] == -3
    assert advise(hand, 2, dead)[0].words == "fold"
    assert [option.value for option in advise(hand, 2, dead)] == [o.value for o in second_draw(hand, dead, bonus)]


def test_a_draw_of_one_card_is_worth_what_the_second_draws_after_it_are(bonus):
    hand = parse_cards("9s 8h 6d 5c Kh")
    kept, discard = hand[:4], hand[4:]
    stub = [card for card in DECK_54.cards if card not in hand]
    worth = sum(second_draw([*kept, card], discard, bonus)[0].value for card in stub) / 49
    assert next(option.value for option in advise(hand) if option.words == "replace Kh") == worth


def test_another_paytable_has_other_values():
    bonus = load_catalogue()["DDP-1"]["bonus"]
    rows = tuple(replace(r, pay=Pay.parse("7 to 2" if r.hand.slug == "flush" else str(r.pay))) for r in bonus.rows)
    richer = {option.words: option.value for option in advise(PAT_FLUSH, 1, (), replace(bonus, rows=rows))}
    usual = {option.words: option.value for option in advise(PAT_FLUSH)}
    assert richer["fold"] == usual["fold"]
    assert richer["keep all five cards"] == usual["keep all five cards"] + Fraction(1, 2)


@pytest.mark.parametrize("designator", SHIPPED)
def test_the_shipped_decisions_are_the_best_options(designator):
    random = Random(f"hands for {designator}")
    hands = [random.sample(DECK_54.cards, 5) for _ in range(4)]
    hands += [parse_cards(text) for text in ("Jk Ah 3h 3d 4h", "Jk2 Ks 9h 5c 2d", "Jk Jk2 9s 8s 2c", "Ks Jd 9h 6c 2d")]
    for hand in (*hands, PAT_FLUSH):
        options = advise(hand, 1, (), load_catalogue()[designator])
        discards = first_draw(hand, designator)
        chosen = next(
            option
            for option in options
            if (option.discards is None) == (discards is None) and set(option.discards or ()) == set(discards or ())
        )
        assert chosen.value == options[0].value


WRONG = [
    (("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",), r"a hand of Double Draw Poker has 5 cards, not 13: 2s 3s"),
    (("Ks Ks 7h 4c Jk",), r"Ks appears twice, and the 54-card deck of Double Draw Poker has only one"),
    (("Jk Jk Jk 4c 5d",), r"3 jokers are too many: the 54-card deck of Double Draw Poker has 2"),
    (("Ks Kd 7h 4c Jk", 2, "Ks"), r"Ks appears twice"),
    (("Ks Kd 7h 4c Jk", 2, "2s 3s 4s 5s"), r"at most 3 cards are discarded before the second draw, not 4: 2s 3s 4s 5s"),
    (("Ks Kd 7h 4c Jk", 1, "2s"), r"nothing is discarded before the first draw, so 2s cannot be dead"),
    (("Ks Kd 7h 4c Jk", 0), r"there is no draw 0 in Double Draw Poker: it is 1 or 2"),
]


@pytest.mark.parametrize(("asked", "message"), WRONG)
def test_a_wrong_question_is_refused_in_one_sentence(asked, message):
    cards, *rest = asked
    if len(rest) == 2:
        rest[1] = parse_cards(rest[1])
    with pytest.raises(PitbossError, match=message):
        advise(parse_cards(cards), *rest)
