"""The shape of a hand is all that its strength hangs on."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    CARDS,
    FIVE_CARD,
    JOKER_HEIGHT,
    SAN_LO_HIGH,
    SAN_LO_LOW,
    SAN_LO_MID,
    THREE_CARD_POKER,
    parse_cards,
    shapes,
)


def test_a_joker_is_higher_than_every_other_card():
    assert [card.height for card in CARDS[52:]] == [JOKER_HEIGHT] * 2
    assert all(card.height == card.rank < JOKER_HEIGHT for card in CARDS[:52])


@pytest.mark.parametrize("ranking", [THREE_CARD_POKER, SAN_LO_HIGH, SAN_LO_MID, SAN_LO_LOW, FIVE_CARD])
@given(data=st.data())
def test_hands_of_one_shape_are_equally_strong(ranking, data):
    cards = data.draw(st.lists(st.sampled_from(ranking.deck.cards), min_size=6, max_size=6, unique=True))
    hands = list(combinations(cards, ranking.size))
    assert [ranking.strength_of(shape) for shape in shapes(cards, ranking.size)] == list(map(ranking.strength, hands))


def test_shapes_come_size_by_size():
    cards = parse_cards("Jk 9s 9d")
    assert shapes(cards, 2, 3) == [((15, 9), True), ((15, 9), True), ((9, 9), False), ((15, 9, 9), False)]
