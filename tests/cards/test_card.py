import copy
import pickle

import pytest

from pitboss.cards import CARDS, JOKER, SECOND_JOKER, Card, Rank, Suit
from pitboss.errors import CardError


def test_codes_run_from_the_two_of_clubs_to_the_second_joker():
    assert [card.code for card in CARDS] == list(range(54))
    assert str(CARDS[0]) == "2c"
    assert str(CARDS[51]) == "As"
    assert (JOKER.code, SECOND_JOKER.code) == (52, 53)


def test_every_rank_and_suit_has_its_card():
    assert {Card.of(rank, suit) for rank in Rank for suit in Suit} == set(CARDS[:52])


@pytest.mark.parametrize("card", [CARDS[0], CARDS[51], JOKER, SECOND_JOKER], ids=str)
def test_copies_and_pickles_are_the_same_object(card):
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize("code", [-1, 54, 255])
def test_a_code_outside_the_deck_is_refused_by_name(code):
    with pytest.raises(CardError, match=f"^{code} is not the code of a card"):
        Card.from_code(code)


@pytest.mark.parametrize("name", ["rank", "suit"])
def test_a_joker_has_no_rank_or_suit_of_its_own(name):
    with pytest.raises(CardError, match=f"^Jk has no {name} of its own$"):
        getattr(JOKER, name)


def test_an_attribute_that_no_card_has_is_an_ordinary_error():
    with pytest.raises(AttributeError):
        _ = JOKER.colour


def test_making_a_card_gives_the_one_that_exists():
    assert Card(51) is CARDS[51]


def test_cards_cannot_be_changed():
    with pytest.raises(AttributeError, match="rank of As cannot be changed"):
        CARDS[51].rank = Rank.TWO


def test_a_joker_says_no_to_hasattr():
    assert not hasattr(JOKER, "rank")


def test_red_suits():
    assert [suit for suit in Suit if suit.is_red] == [Suit.DIAMONDS, Suit.HEARTS]
