"""Numbers sets of cards, and lists the category of every five-card hand by its number.

A set of n cards a > b > c > ... has the number C(a,n) + C(b,n-1) + C(c,n-2) + ... among the sets of its size. Sets that
differ only in their lowest cards are then contiguous in memory, which makes the kernels fast.
"""

from functools import cache
from math import comb
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards.batch import every_hand, five_card

DECK: Final = 54
NO_HAND: Final = 12
"""The category of a card that the hand already holds."""

# Unsigned throughout: a signed index costs Numba a test for negative ones, and with it the vector instructions.
CHOOSE: Final = np.array([[comb(cards, size) for size in range(6)] for cards in range(DECK + 1)], np.uint64)


def every_set(size: int) -> NDArray[np.uint8]:
    """Every set of ``size`` cards in the order of their numbers, each with its lowest card first.

    >>> every_set(2)[:4].tolist()
    [[0, 1], [0, 2], [1, 2], [0, 3]]
    """
    return np.ascontiguousarray(DECK - 1 - every_hand(DECK, size)[::-1, ::-1])


def number_of(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The numbers of sets, each a row with its lowest card first.

    >>> number_of(every_set(3)[[0, 100, 24803]]).tolist()
    [0, 100, 24803]
    """
    numbers = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        numbers += CHOOSE[cards[:, place], place + 1].astype(np.int64)
    return numbers


@cache
def categories() -> NDArray[np.uint8]:
    """The category of each of the 3,162,510 hands, by number.

    >>> int((categories() == 11).sum())  # five aces
    6
    """
    return five_card().categories(every_set(5))


@cache
def completed() -> NDArray[np.uint8]:
    """The category that each card makes of each four cards: ``completed()[card, number of the four]``.

    >>> completed().shape
    (54, 316251)
    """
    out = np.empty((DECK, comb(DECK, 4)), np.uint8)
    _complete(categories(), every_set(4), out)
    return out


@njit(cache=True, nogil=True)
def _complete(category, fours, out):  # type: ignore[no-untyped-def]
    for number in range(fours.shape[0]):
        four = fours[number]
        for card in range(DECK):
            below = 0
            while below < 4 and four[below] < card:
                below += 1
            if below < 4 and four[below] == card:
                out[card, number] = NO_HAND
                continue
            hand = CHOOSE[card, below + 1]
            for place in range(4):
                hand += CHOOSE[four[place], place + 1 + (place >= below)]
            out[card, number] = category[hand]
