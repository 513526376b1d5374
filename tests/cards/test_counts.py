"""How many hands of each kind there are, against the numbers of the textbooks."""

from math import comb

import numpy as np
import pytest

from pitboss.cards import CARDS, THREE_CARD_POKER, FiveCardCategory, ThreeCardCategory
from pitboss.cards.batch import (
    best_five_of_six,
    every_hand,
    five_card,
    san_lo,
    suit_class,
    suit_classes,
    three_card_poker,
)

THREE_CARDS = {
    "straight flush": 48,
    "three of a kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
    "high card": 16_440,
}

# The classic table; the straight flushes are those that are not royal.
FIVE_CARDS_OF_52 = {
    "natural royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}

# The table known from pai gow poker and from poker with the bug.
FIVE_CARDS_OF_53 = {
    "five aces": 1,
    "natural royal flush": 4,
    "wild royal flush": 20,
    "straight flush": 180,
    "four of a kind": 828,
    "full house": 4_368,
    "flush": 7_804,
    "straight": 20_532,
    "three of a kind": 63_360,
    "two pair": 138_600,
    "pair": 1_215_024,
    "high card": 1_418_964,
}

# Published for bonuses on six cards of a 52-card deck.
SIX_CARDS_OF_52 = {
    "natural royal flush": 188,
    "straight flush": 1_656,
    "four of a kind": 14_664,
    "full house": 165_984,
    "flush": 205_792,
    "straight": 361_620,
    "three of a kind": 732_160,
    "two pair": 2_532_816,
    "pair": 9_730_740,
    "high card": 6_612_900,
}


def counted(categories, names):
    counts = np.bincount(categories, minlength=len(names))
    return {name.label: int(counts[name]) for name in reversed(names) if counts[name]}


def test_every_three_card_hand():
    assert counted(three_card_poker().categories(every_hand(52, 3)), ThreeCardCategory) == THREE_CARDS


def test_every_three_card_hand_by_the_readable_ranking():
    hands = every_hand(52, 3).tolist()
    categories = [THREE_CARD_POKER.strength([CARDS[code] for code in hand])[0] for hand in hands]
    assert counted(categories, ThreeCardCategory) == THREE_CARDS


@pytest.mark.parametrize(("deck_size", "table"), [(52, FIVE_CARDS_OF_52), (53, FIVE_CARDS_OF_53)])
def test_every_five_card_hand(deck_size, table):
    assert counted(five_card().categories(every_hand(deck_size, 5)), FiveCardCategory) == table
    assert sum(table.values()) == comb(deck_size, 5)


def test_five_aces_and_royals_of_the_54_card_deck():
    """Counted by hand: aces and jokers choose themselves; a royal lacks none, one or two of its cards."""
    counts = counted(five_card().categories(every_hand(54, 5)), FiveCardCategory)
    assert counts["five aces"] == comb(6, 5)
    assert counts["natural royal flush"] == 4
    assert counts["wild royal flush"] == 4 * (2 * comb(5, 4) + comb(5, 3))
    assert sum(counts.values()) == comb(54, 5)


def test_every_six_card_hand_of_52():
    assert counted(best_five_of_six().categories(every_hand(52, 6)), FiveCardCategory) == SIX_CARDS_OF_52


def test_every_six_card_hand_of_53():
    categories = best_five_of_six().categories(every_hand(53, 6))
    counts = counted(categories, FiveCardCategory)
    assert sum(counts.values()) == comb(53, 6) == 22_957_480
    assert counts["five aces"] == comb(48, 1)
    assert counts["natural royal flush"] == SIX_CARDS_OF_52["natural royal flush"] + 4  # and with the joker beside it
    assert counts["wild royal flush"] == 4 * 5 * (52 - 4 - 1)
    # The printed probability of the top award in Fortune San Lo, 1 in 478,281.
    assert round(comb(53, 6) / counts["five aces"]) == 478_281


def test_high_hands_of_san_lo():
    """Counted by hand: the joker with two cards makes three aces, straights, flushes, or else is an ace."""
    counts = counted(san_lo()[0].categories(every_hand(53, 3)), ThreeCardCategory)
    pairs_in_a_run = 12 + 11 + 2  # neighbours, one apart; wrap around, A-K and A-Q are in both
    joker = {
        "straight flush": 4 * (pairs_in_a_run),
        "three of a kind": comb(4, 2),
        "straight": 12 * (pairs_in_a_run),
        "flush": 4 * (comb(13, 2) - pairs_in_a_run),
        "pair": 12 * comb(4, 2) + 4 * 3 * (12 - 4),
    }
    joker["high card"] = comb(52, 2) - sum(joker.values())
    assert counts == {name: THREE_CARDS[name] + joker[name] for name in THREE_CARDS}


def classes_by_burnside(hand_size):
    """How many suit classes of naturals there are, from the hands that each exchange of suits leaves as they are."""

    def fixed(cycles):
        # In each rank the suits of a cycle are held all or none.
        per_rank = np.array([1])
        for length in cycles:
            factor = np.zeros(length + 1, int)
            factor[[0, length]] = 1
            per_rank = np.convolve(per_rank, factor)
        total = np.array([1])
        for _ in range(13):
            total = np.convolve(total, per_rank)
        return total[hand_size]

    exchanges = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (2, 2): 3, (3, 1): 8, (4,): 6}
    return sum(number * fixed(cycles) for cycles, number in exchanges.items()) // 24


@pytest.mark.parametrize(("deck_size", "hand_size"), [(52, 2), (52, 3), (52, 5), (53, 3), (53, 5), (53, 6)])
def test_suit_classes_are_as_many_as_burnside_says_and_hold_every_hand(deck_size, hand_size):
    representatives, sizes = suit_classes(deck_size, hand_size)
    expected = classes_by_burnside(hand_size) + (deck_size == 53) * classes_by_burnside(hand_size - 1)
    assert len(representatives) == expected
    assert sizes.sum() == comb(deck_size, hand_size)


def as_numbers(hands):
    return hands.astype(np.int64) @ (64 ** np.arange(hands.shape[1]))


def test_the_class_map_sends_every_hand_to_its_representative_as_often_as_the_class_is_large():
    representatives, sizes = suit_classes(53, 5)
    numbers, times = np.unique(as_numbers(suit_class(every_hand(53, 5))), return_counts=True)
    order = np.argsort(as_numbers(representatives))
    assert (as_numbers(representatives)[order] == numbers).all()
    assert (sizes[order] == times).all()


def test_the_class_map_keeps_ranks_and_does_not_mind_an_exchange_of_suits():
    rng = np.random.default_rng(53)
    hands = rng.permuted(np.tile(np.arange(53, dtype=np.uint8), (20_000, 1)), axis=1)[:, :6]
    exchange = np.append(np.arange(52) // 4 * 4 + np.array([2, 0, 3, 1])[np.arange(52) % 4], 52).astype(np.uint8)
    chosen = suit_class(hands)
    assert (suit_class(exchange[hands]) == chosen).all()
    assert (np.sort(hands // 4) == chosen // 4).all()


def test_the_best_of_a_hand_does_not_depend_on_the_order_of_its_cards():
    rng = np.random.default_rng(5)
    hands = rng.permuted(every_hand(54, 5)[::500], axis=1)
    assert (five_card().strengths(hands) == five_card().strengths(np.sort(hands))).all()
