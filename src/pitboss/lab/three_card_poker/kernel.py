"""Goes through all 407,170,400 deals of Three Card Poker, and counts the dealer's ends for every player hand."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import Rank, ThreeCardCategory
from pitboss.cards.batch import every_hand, three_card_poker


def count_deals() -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Every player's hand, the lowest first, and how many dealer's hands do not play, lose to it, tie and beat it.

    >>> hands, counts = count_deals()
    >>> hands.shape, counts.sum(axis=0).tolist(), int(counts.sum())
    ((22100, 3), [123809280, 97417516, 279840, 185663764], 407170400)
    """
    hands, strengths = _in_order()
    first_to_play = np.searchsorted(strengths, _lowest_that_plays())
    below = np.maximum(np.searchsorted(strengths, strengths, "left"), first_to_play)
    up_to = np.maximum(np.searchsorted(strengths, strengths, "right"), first_to_play)
    all_of = np.full(len(hands), len(hands))
    edges = np.stack([all_of * 0, all_of * 0 + first_to_play, below, up_to, all_of], axis=1)
    cards = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    low, high = (cards & np.uint64(0xFFFFFFFF)).astype(np.uint32), (cards >> np.uint64(32)).astype(np.uint32)
    counts = np.empty((len(hands), 4), np.int64)
    _count(low, high, edges, counts)
    return hands, counts


def _in_order() -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Hands by strength, so that those that a hand beats stand together."""
    hands = every_hand(52, 3)
    strengths = three_card_poker().strengths(hands)
    order = np.argsort(strengths, kind="stable")
    return hands[order], strengths[order]


def _lowest_that_plays() -> int:
    """The strength of queen-three-two, the lowest hand with which the dealer plays."""
    ranking, lowest = three_card_poker(), (Rank.QUEEN, Rank.THREE, Rank.TWO)
    meanings = map(ranking.meaning, range(ranking.number_of_strengths))
    return list(meanings).index((ThreeCardCategory.HIGH_CARD, lowest))


@njit(cache=True, nogil=True)
def _count(low, high, edges, counts):  # type: ignore[no-untyped-def]
    """For each hand, between each two edges of the list, the dealer's hands that share no card with it."""
    for hand in range(low.size):
        mine = (low[hand], high[hand])
        for part in range(4):
            start, end = edges[hand, part], edges[hand, part + 1]
            counts[hand, part] = _without(mine, low[start:end], high[start:end])


@njit(cache=True, nogil=True)
def _without(mine, low, high):  # type: ignore[no-untyped-def]
    """How many hands share no card with mine. Cards are bits in two halves of 32, so that a vector holds more hands."""
    found = np.uint32(0)
    for other in range(low.size):
        found += np.uint32((low[other] & mine[0] | high[other] & mine[1]) == 0)
    return found
