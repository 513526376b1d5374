from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import CARDS, DECK_52, DECK_53, DECK_54, JOKER, parse_cards, shoe
from pitboss.shuffler import WrongDeckError, check_deck, draw_below, shuffle
from pitboss.sources import SeededEntropy

FOUR = parse_cards("As Kd Qh Jc")
# With up to four cards a draw looks at two bits, so these bytes stand for all; the first test below shows it.
BYTES = (0x00, 0x40, 0x80, 0xC0)


def test_a_small_draw_looks_only_at_the_two_leading_bits(outcome):
    for limit, byte in product((2, 3, 4), range(256)):
        draw = lambda entropy, limit=limit: draw_below(entropy, limit)  # noqa: E731
        assert outcome(draw, [byte]) == outcome(draw, [byte & 0xC0])


@pytest.mark.parametrize("length", [3, 4, 5, 6])
def test_over_all_outcomes_of_chance_every_order_comes_equally_often(outcome, length):
    """Every script of that many bytes is played; those with too many rejected draws to finish come to nothing."""
    found = Counter(outcome(lambda entropy: shuffle(FOUR, entropy), script) for script in product(BYTES, repeat=length))
    del found[None]
    assert set(found) == set(permutations(FOUR))
    assert len(set(found.values())) == 1


def test_the_usual_mistake_would_be_seen(outcome):
    """Swapping each card with any other gives 256 equal outcomes, which 24 orders cannot share."""

    def swap_with_any(entropy):
        order = list(FOUR)
        for place in range(4):
            chosen = draw_below(entropy, 4)
            order[place], order[chosen] = order[chosen], order[place]
        return tuple(order)

    found = Counter(outcome(swap_with_any, script) for script in product(BYTES, repeat=4))
    assert set(found) == set(permutations(FOUR))
    assert len(set(found.values())) > 1


@given(st.sampled_from([DECK_52, DECK_53, DECK_54, shoe(6)]), st.integers(0, 10**6))
def test_a_shuffle_keeps_every_card(deck, seed):
    order = shuffle(deck.cards, SeededEntropy(seed))
    check_deck(deck, order)
    assert order != deck.cards


@pytest.mark.parametrize("cards", ["", "As"])
def test_what_cannot_be_shuffled_stays_without_drawing(scripted, cards):
    assert shuffle(parse_cards(cards), scripted(b"")) == parse_cards(cards)


SHUFFLES = 5_200


def chi_square(orders, size):
    """How far the card x position matrix is from an even one.

    Rows and columns of the matrix add up to the number of shuffles, so there are (size - 1) squared degrees of
    freedom; the usual sum is too large by size / (size - 1) because a shuffle fills each position with one card.
    """
    matrix = Counter((position, card) for order in orders for position, card in enumerate(order))
    expected = SHUFFLES / size
    missing = size * size - len(matrix)
    total = missing * expected + sum((seen - expected) ** 2 / expected for seen in matrix.values())
    return total * (size - 1) / size


# For 51 squared = 2,601 degrees of freedom, 99% of sound shufflers lie between these (0.5% and 99.5%).
LOWEST, HIGHEST = 2_418.9, 2_790.6


def test_every_card_comes_to_every_position_evenly():
    entropy = SeededEntropy("card x position")
    statistic = chi_square((shuffle(DECK_52.cards, entropy) for _ in range(SHUFFLES)), 52)
    assert LOWEST < statistic < HIGHEST


def test_the_matrix_would_show_numbers_folded_into_range():
    entropy = SeededEntropy("card x position")

    def folded(cards):
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            chosen = entropy.token(1)[0] % 64 % (last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    assert chi_square((folded(DECK_52.cards) for _ in range(SHUFFLES)), 52) > HIGHEST


ACES = parse_cards("As Ah")


@pytest.mark.parametrize(
    ("deck", "cards", "wrong"),
    [
        (DECK_52, DECK_52.cards[:-1], "these 51 cards are not the 52-card deck: missing As"),
        (DECK_52, (*DECK_52.cards, CARDS[0]), "these 53 cards are not the 52-card deck: too many 2c"),
        (DECK_52, (*DECK_52.cards[:-1], CARDS[0]), "these 52 cards are not the 52-card deck: missing As; too many 2c"),
        (DECK_52, DECK_53.cards, "these 53 cards are not the 52-card deck: too many Jk"),
        (DECK_54, (*DECK_53.cards, JOKER), "these 54 cards are not the 54-card deck: missing Jk2; too many Jk"),
        (shoe(2), DECK_52.cards * 2 + ACES * 2, "these 108 cards are not the two-deck shoe: too many 2 x Ah, 2 x As"),
        (DECK_52, (), "these 0 cards are not the 52-card deck: missing 2c, 2d, 2h, 2s, 3c, 3d and 46 more"),
    ],
)
def test_a_wrong_deck_is_refused_by_the_cards_that_are_wrong(deck, cards, wrong):
    with pytest.raises(WrongDeckError, match=f"^{wrong}$"):
        check_deck(deck, cards)


@given(st.permutations(DECK_54.cards))
def test_a_whole_deck_in_any_order_is_right(cards):
    check_deck(DECK_54, cards)
