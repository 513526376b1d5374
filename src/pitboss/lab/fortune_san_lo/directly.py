"""Counts matchups directly, by going through every dealer hand."""

from itertools import permutations
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.fortune_san_lo.dealer import DealerTable

_SUIT_ORDERS: Final = np.array(list(permutations(range(4))), np.uint64)


def win_counts(hands: NDArray[np.uint8], settings: NDArray[np.uint16], dealer: DealerTable) -> NDArray[np.int64]:
    """The numbers of dealer hands against which each setting of each hand wins none, one, two and three matchups.

    ``hands`` has six card codes in each row; ``settings`` the strengths of high, mid and low hand by row and column, or
    zeros for an empty place, whose counts are zeros. The dealer's hands are all hands of the other cards.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> hands, above_all = np.array([[2, 12, 13, 47, 51, 52]], np.uint8), np.full((1, 1, 3), 845, np.uint16)
    >>> win_counts(hands, above_all, dealer_table()).tolist()
    [[[0, 0, 0, 10737573]]]
    """
    won = np.zeros((*settings.shape[:2], 4), np.int64)
    masks = np.bitwise_or.reduce(np.uint64(1) << dealer.hands.astype(np.uint64), axis=1)
    _win_counts(hands, settings, masks, dealer, won)
    return won


@njit(cache=True, nogil=True)
def _win_counts(hands, settings, masks, dealer, won):  # type: ignore[no-untyped-def]
    own = np.empty(24, np.uint64)
    for row in range(hands.shape[0]):
        _write_suit_orders(hands[row], own)
        counts = _count_others(own, masks, dealer)
        for column in range(settings.shape[1]):
            if settings[row, column, 0] > 0:
                for number in range(counts.size):
                    won[row, column, wins(settings[row, column], dealer.settings[number])] += counts[number]


@njit(cache=True, nogil=True)
def _write_suit_orders(hand, own):  # type: ignore[no-untyped-def]
    """Write the hand as bits, with its suits exchanged in each of the 24 orders."""
    for order in range(24):
        own[order] = 0
        for card in hand:
            code = np.uint64(card)
            if card < 52:
                code = code & ~np.uint64(3) | _SUIT_ORDERS[order, card & 3]
            own[order] |= np.uint64(1) << code


@njit(cache=True, nogil=True)
def _count_others(own, masks, dealer):  # type: ignore[no-untyped-def]
    """How many hands of the other cards are set into each setting.

    The 24 orders of the suits turn the hand of a class into each of its hands equally often, 24 / size times. A turned
    hand shares a card with ours exactly if the original shares a card with ours turned back.
    """
    counts = np.zeros(dealer.settings.shape[0], np.int64)
    for row in range(masks.size):
        mask, free = masks[row], 0
        for order in range(24):
            free += (mask & own[order]) == 0
        counts[dealer.setting[row]] += free * np.int64(dealer.sizes[row])
    return counts // 24


@njit(cache=True, nogil=True)
def wins(setting, other):  # type: ignore[no-untyped-def]
    """How many matchups a setting wins against another. The house wins copies."""
    return (setting[0] > other[0]) + (setting[1] > other[1]) + (setting[2] > other[2])
