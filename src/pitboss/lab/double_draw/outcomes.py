"""Counts how rounds end if both decisions are the best ones: final hands of each category, and folds.

The first decisions are known already. For one set of dead cards, every hand that the first draw can make has a
weight: how many dealt hands lead to it. Its second decision is made, and the weight goes to the fold, to the
hand itself, or to the four cards kept. At the end, every card that is not dead completes those four.
"""

from math import comb
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.double_draw.blocks import PAIRS, block_of, fours_with_threes, threes_with_twos, weigh
from pitboss.lab.double_draw.numbering import DECK, NO_HAND, categories, completed, number_of
from pitboss.lab.double_draw.tables import Tables, game_without

FOLDED: Final = 12
"""The index of folds at the second draw, after the twelve categories."""
_ZERO, _ONE, _TWO, _CARDS = (np.uint64(number) for number in (0, 1, 2, DECK))


class OutcomeTally:
    """Counts of final hands by category and of folds; a hand dealt, a draw and an unseen card make one case."""

    def __init__(self, table: Tables) -> None:
        self._table = table
        self._ends = np.zeros(FOLDED + 1, np.int64)
        self._fours = np.zeros(comb(DECK, 4), np.int64)

    def draw(self, dead: NDArray[np.uint8], kept: NDArray[np.int64], sizes: NDArray[np.int64]) -> None:
        """Count the dealt hands that keep these sets, by number, and replace the dead cards; ``sizes`` has how many."""
        weights = _weights_of_fours(len(dead), kept, sizes)
        ends, fours = np.zeros_like(self._ends), np.zeros_like(self._fours)
        _decide(game_without(self._table, dead), categories(), weights, ends, fours)
        _complete(-fours, completed()[dead], ends)
        # Each way from a set kept to a hand was counted once for every four cards between the two.
        self._ends += ends // len(dead)
        self._fours += fours // len(dead)

    def stand(self, cards: NDArray[np.uint8], sizes: NDArray[np.int64]) -> None:
        """Count the dealt hands that replace no card at the first draw; ``sizes`` has how many of each."""
        numbers, unseen = number_of(cards), DECK - 5
        kept = np.stack([number_of(np.delete(cards, place, axis=1)) for place in range(5)], axis=1)
        amounts = self._table.hands[numbers].astype(np.int64)
        values = np.column_stack(
            [np.zeros_like(amounts), unseen * amounts, self._table.fours[kept] - amounts[:, np.newaxis]]
        )
        best = values.argmax(axis=1)
        category = categories()[numbers]
        for option, hands in ((option, best == option) for option in range(7)):
            if option >= 2:
                np.add.at(self._fours, kept[hands, option - 2], sizes[hands])
            counted = sizes[hands] * (unseen if option < 2 else -1)
            np.add.at(self._ends, np.full(len(counted), FOLDED) if option == 0 else category[hands], counted)

    def counts(self) -> list[int]:
        """How many cases end in each category, and in a fold at the second draw."""
        ends = self._ends.copy()
        _complete(self._fours, completed(), ends)
        return [int(count) for count in ends]


def _weights_of_fours(size: int, kept: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int32]:
    """How many of the dealt hands keep a part of each four cards."""
    weights = np.zeros(comb(DECK, 5 - size), np.int32)
    np.add.at(weights, kept, sizes.astype(np.int32))
    if size == 1:
        return weights
    fours = np.zeros(comb(DECK, 4), np.int32)
    if size == 2:
        fours_with_threes(weights, fours)
        return fours
    threes = np.zeros(comb(DECK, 3), np.int32)
    threes_with_twos(weights, threes)
    fours_with_threes(threes, fours)
    return fours // np.int32(2)


@njit(cache=True, nogil=True)
def _complete(fours, category, ends):  # type: ignore[no-untyped-def]
    for card in range(category.shape[0]):
        for number in range(fours.size):
            if fours[number] != 0 and category[card, number] != NO_HAND:
                ends[category[card, number]] += fours[number]


@njit(cache=True, nogil=True)
def _decide(game, category, weights, ends, kept):  # type: ignore[no-untyped-def]
    here, live = np.empty(PAIRS, np.int32), game.live
    for a in range(_CARDS):
        for b in range(a):
            for c in range(_TWO, b):
                if live[a] and live[b] and live[c]:
                    block = block_of(a, b, c)
                    if weigh(weights, block, game.live_pairs, here):
                        _decide_block(game, block, here, category, (ends, kept))


@njit(cache=True, nogil=True)
def _decide_block(game, block, weights, category, out):  # type: ignore[no-untyped-def]
    ends, kept = out
    t = _ZERO
    for d in range(_ONE, block.c):
        for e in range(d):
            weight = np.int64(weights[t])
            if weight:
                amount, hand = game.amounts[block.hands + t], category[block.hands + t]
                where = _largest_total(game.fours, block, d, e, t)
                replacing, standing = game.fours[where] - amount, game.unseen * amount
                if max(replacing, standing) <= 0:
                    ends[FOLDED] += weight * game.unseen
                elif standing >= replacing:
                    ends[hand] += weight * game.unseen
                else:
                    kept[where] += weight
                    ends[hand] -= weight
            t += _ONE


@njit(cache=True, nogil=True)
def _largest_total(fours, block, d, e, t):  # type: ignore[no-untyped-def]
    """The four cards with the largest total; of equal ones, those without the lowest card."""
    where = block.abc + d
    for other in (block.abc + e, block.ab + t, block.ac + t, block.bc + t):
        if fours[other] > fours[where]:
            where = other
    return where
