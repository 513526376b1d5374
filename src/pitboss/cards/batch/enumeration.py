"""Every hand of a deck, and its classes under exchange of suits."""

from math import comb

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from pitboss.cards.batch.codes import as_codes


def every_hand(deck_size: int, hand_size: int) -> NDArray[np.uint8]:
    """Every hand of so many cards from the first ``deck_size`` card codes, in lexicographic order.

    >>> every_hand(52, 5).shape
    (2598960, 5)
    """
    hands = np.empty((comb(deck_size, hand_size), hand_size), np.uint8)
    _fill_every_hand(deck_size, hands)
    return hands


@njit(cache=True)
def _fill_every_hand(deck_size, hands):  # type: ignore[no-untyped-def]
    number, size = hands.shape
    current = np.arange(size)
    for row in range(number):
        for position in range(size):
            hands[row, position] = current[position]
        position = size - 1
        while position >= 0 and current[position] == deck_size - size + position:
            position -= 1
        if position >= 0:
            current[position] += 1
            for later in range(position + 1, size):
                current[later] = current[later - 1] + 1


def suit_class(hands: ArrayLike) -> NDArray[np.uint8]:
    """The representative of each hand's suit class: the same ranks, with the suits exchanged into a fixed order.

    Two hands are of one class when exchanging suits turns the one into the other; such hands have the same value.
    The suits are ordered by the set of ranks they hold, the greatest set (as bits) in clubs.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.cards.batch import decode, encode
    >>> decode(suit_class(encode([parse_cards("Ah Kh Qs Jk"), parse_cards("Ad Kd Qh Jk")])))
    [(Qd, Kc, Ac, Jk), (Qd, Kc, Ac, Jk)]
    """
    cards = as_codes(hands)
    out = np.empty_like(cards)
    _suit_class(cards, out)
    return out


@njit(cache=True)
def _held(hand, held):  # type: ignore[no-untyped-def]
    """The set of ranks that each suit holds, a bit a rank."""
    held[:] = 0
    for card in hand:
        if card < 52:
            held[card & 3] |= 1 << (card >> 2)


@njit(cache=True)
def _suit_class(hands, out):  # type: ignore[no-untyped-def]
    held = np.empty(4, np.int64)
    for row in range(hands.shape[0]):
        _held(hands[row], held)
        held[:] = np.sort(held)[::-1]
        position = 0
        for rank in range(13):
            for suit in range(4):
                if held[suit] >> rank & 1:
                    out[row, position] = 4 * rank + suit
                    position += 1
        for card in hands[row]:
            if card >= 52:
                out[row, position] = card
                position += 1


def suit_classes(deck_size: int, hand_size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """One representative of every suit class, and how many hands each class has.

    >>> representatives, sizes = suit_classes(52, 3)
    >>> len(representatives), int(sizes.sum())
    (1755, 22100)
    """
    hands = every_hand(deck_size, hand_size)
    sizes = _class_sizes(hands)
    chosen = sizes > 0
    return hands[chosen], sizes[chosen]


@njit(cache=True)
def _class_sizes(hands):  # type: ignore[no-untyped-def]
    """The size of the class that a hand represents, nothing for a hand that represents none.

    There are 24 orders of the suits, less those that only exchange suits holding the same ranks.
    """
    sizes = np.zeros(hands.shape[0], np.int64)
    held = np.empty(4, np.int64)
    for row in range(hands.shape[0]):
        _held(hands[row], held)
        if held[0] >= held[1] >= held[2] >= held[3]:
            same, orders = 1, 24
            for suit in range(1, 4):
                same = same + 1 if held[suit] == held[suit - 1] else 1
                orders //= same
            sizes[row] = orders
    return sizes
