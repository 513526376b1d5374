"""Numbers the six-card hands of the 53-card deck, and packs everything that a round needs about a hand in one word.

Suits are interchangeable, so they are exchanged until the lowest card is a club. Of 22,957,480 hands 6,795,152 remain,
and a table of them fits into the last-level cache of the processor.
"""

from itertools import permutations
from math import comb
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards.batch import best_five_of_six, every_hand, san_lo

Words = NDArray[np.uint32]
"""The packed words of hands. From the low bits up: the ranks of low, mid and high hand among all hands, with a free
bit above each so that three comparisons are one subtraction; then the category of the best five cards."""

_FREE: Final = (np.uint32(4), np.uint32(12), np.uint32(23))
_LOW, _MID, _HIGH, CATEGORY = np.uint32(0), np.uint32(5), np.uint32(13), np.uint32(24)
SET_HANDS: Final = np.uint32((1 << 23) - 1)
_ONE: Final = np.uint32(1)
_ONES: Final = np.uint32(1 | 1 << 5 | 1 << 13)
_BORROWED: Final = np.uint32(1 << 4 | 1 << 12 | 1 << 23)

_JOKER: Final = 52
NUMBER_OF_HANDS: Final = sum(comb(_JOKER - lowest, 5) for lowest in range(0, _JOKER, 4))


def _steps() -> NDArray[np.uint32]:
    """The amount that each card adds to the number of a hand, by its place from the lowest card up.

    The joker stays the highest card under every exchange of suits, so four codes mean the joker.
    """
    steps = np.zeros((6, _JOKER + 4), np.uint32)
    for code in range(_JOKER):
        steps[0, code] = sum(comb(_JOKER - lowest, 5) for lowest in range(code + 4, _JOKER, 4))
        steps[1:, code] = [comb(_JOKER - code, left) for left in range(5, 0, -1)]
    return steps


_STEPS: Final = _steps()


def numbers_of(cards: NDArray[np.uint8]) -> Words:
    """The numbers of hands, ``cards[card, hand]`` in any order. An exchange of suits may change the number.

    >>> numbers_of(np.array([[0, 1], [52, 3], [8, 2], [9, 8], [16, 9], [7, 52]], np.uint8)).tolist()
    [5566673, 6540975]
    """
    numbers = np.empty(cards.shape[1], np.uint32)
    number_hands(cards, np.empty(cards.shape, np.uint8), numbers)
    return numbers


@njit(cache=True, nogil=True)
def number_hands(cards, order, numbers):  # type: ignore[no-untyped-def]
    """Write the numbers of hands; ``order`` is work space."""
    lowest = order[0]
    for column in range(numbers.size):
        lowest[column] = min(cards[0, column], cards[1, column])
    for place in range(2, 6):
        _keep_lower(lowest, cards[place])
    # The first row is overwritten last.
    for place in range(5, -1, -1):
        _exchange_suits(cards[place], lowest, order[place])
    _sort(order)
    for column in range(numbers.size):
        number = np.uint32(0)
        for place in range(6):
            number += _STEPS[place, order[place, column]]
        numbers[column] = number


@njit(cache=True, nogil=True)
def _keep_lower(lowest, cards):  # type: ignore[no-untyped-def]
    for column in range(cards.size):
        lowest[column] = min(lowest[column], cards[column])


@njit(cache=True, nogil=True)
def _exchange_suits(cards, lowest, out):  # type: ignore[no-untyped-def]
    """Exchange suits so that the lowest card, which is never the joker, becomes a club."""
    for column in range(cards.size):
        out[column] = cards[column] ^ (lowest[column] & np.uint8(3))


@njit(cache=True, nogil=True)
def _sort(order):  # type: ignore[no-untyped-def]
    """Sort each column, by the fewest exchanges that sort any six cards."""
    for a, b in ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4)):
        _put_in_order(order[a], order[b])


@njit(cache=True, nogil=True)
def _put_in_order(first, second):  # type: ignore[no-untyped-def]
    for column in range(first.size):
        low, high = min(first[column], second[column]), max(first[column], second[column])
        first[column] = low
        second[column] = high


def words_of(hands: NDArray[np.uint8], settings: NDArray[np.uint16]) -> Words:
    """The packed words of hands, from rows of six cards and rows of the strengths of their three hands.

    >>> from pitboss.games.fortune_san_lo.house_way_batch import number_of_strengths
    >>> top = number_of_strengths() - 1
    >>> hex(words_of(np.array([[48, 49, 50, 51, 52, 0]], np.uint8), np.array([[top, 403, 12]], np.uint16))[0])
    '0xb5c8a24'
    """
    words = best_five_of_six().categories(hands).astype(np.uint32) << CATEGORY
    for ranking, strengths, shift in zip(san_lo(), settings.T, (_HIGH, _MID, _LOW), strict=True):
        known = np.unique(ranking.strengths(every_hand(_JOKER + 1, ranking.size)))
        words |= np.searchsorted(known, strengths).astype(np.uint32) << shift
    return words


def spread(classes: NDArray[np.uint8], words: Words) -> Words:
    """The words of all hands by their number, from one hand of every suit class, whose words its other hands share.

    >>> int(np.count_nonzero(spread(np.array([[0, 4, 9, 12, 17, 52]], np.uint8), np.array([7], np.uint32))))
    3
    """
    table = np.zeros(NUMBER_OF_HANDS, np.uint32)
    for order in permutations(range(4)):
        turned = np.array([code & ~3 | order[code & 3] for code in range(_JOKER)] + [_JOKER], np.uint8)
        table[numbers_of(turned[classes.T])] = words
    return table


@njit(inline="always")
def matchups_won(own, dealer):  # type: ignore[no-untyped-def]
    """How many of the three matchups a word wins against the dealer's. The house wins copies.

    >>> int(matchups_won(np.uint32(3 | 9 << 5 | 700 << 13), np.uint32(3 | 8 << 5 | 699 << 13)))
    2
    """
    # A hand that is not above the dealer's clears its free bit.
    left = ((own & SET_HANDS) + (_BORROWED - _ONES)) - (dealer & SET_HANDS)
    return (left >> _FREE[0] & _ONE) + (left >> _FREE[1] & _ONE) + (left >> _FREE[2] & _ONE)
