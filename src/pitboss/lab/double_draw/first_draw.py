"""The first decision: computes the value of each of the 27 options for every class of hands, and picks the best."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.games.double_draw.options import FOLD, MASKS, REPLACED, STAND
from pitboss.lab.double_draw.classes import dead_cards, exchange, hands, set_number
from pitboss.lab.double_draw.money import CASES, CASES_OF_A_DRAW
from pitboss.lab.double_draw.numbering import number_of
from pitboss.lab.double_draw.tables import Tables, kept_sums


@dataclass(frozen=True)
class FirstDrawChoices:
    """The best option of every class of hands and its value, times the number of cases."""

    options: NDArray[np.uint8]
    values: NDArray[np.int64]


@dataclass(frozen=True)
class Places:
    """The index of the sum for every class of hands and every option that replaces a given number of cards."""

    options: tuple[int, ...]
    dead: NDArray[np.int32]
    """The class of the cards replaced."""
    kept: NDArray[np.int32]
    """The number of the set kept, after the exchange of suits that makes the dead cards those of their class."""


@cache
def places(size: int) -> Places:
    """The indexes of the sums of the options that replace ``size`` cards: one, two or three.

    >>> places(1).dead.shape
    (152646, 5)
    """
    options = tuple(option for option in range(len(MASKS)) if REPLACED[option] == size)
    cards = hands().cards
    dead, kept = (np.empty((len(cards), len(options)), np.int32) for _ in range(2))
    masks = np.array([MASKS[option] for option in options], np.uint8)
    _find(cards, masks, size, dead_cards(size).class_of, (dead, kept))
    return Places(options, dead, kept)


@njit(cache=True, nogil=True)
def _find(cards, masks, size, class_of, found):  # type: ignore[no-untyped-def]
    dead, kept = found
    out, rest, new = np.empty(5, np.uint8), np.empty(5, np.uint8), np.empty(54, np.uint8)
    for hand in range(cards.shape[0]):
        for option in range(masks.size):
            gone, stays = 0, 0
            for place in range(5):
                if masks[option] >> place & 1:
                    out[gone] = cards[hand, place]
                    gone += 1
                else:
                    rest[stays] = cards[hand, place]
                    stays += 1
            exchange(out, size, new)
            for place in range(size):
                out[place] = new[out[place]]
            for place in range(5 - size):
                rest[place] = new[rest[place]]
            dead[hand, option] = class_of[set_number(out, size)]
            kept[hand, option] = set_number(rest, 5 - size)


def sums_of_size(table: Tables, size: int) -> NDArray[np.int64]:
    """The sums over all draws for every class of ``size`` dead cards and every set kept."""
    return np.stack([kept_sums(table, dead) for dead in dead_cards(size).cards])


def choose(table: Tables, fold: int, threes: NDArray[np.int64]) -> FirstDrawChoices:
    """The best option of every class, from the sums for three dead cards; this computes those for fewer dead cards."""
    values = np.empty((len(hands().cards), len(MASKS)), np.int64)
    values[:, FOLD] = fold * CASES
    values[:, STAND] = stand_values(table, hands().cards) * CASES_OF_A_DRAW[0]
    for size, sums in ((1, sums_of_size(table, 1)), (2, sums_of_size(table, 2)), (3, threes)):
        where = places(size)
        values[:, where.options] = sums[where.dead, where.kept] * CASES_OF_A_DRAW[size]
    # argmax finds the first of equal values, and the options are in the order that breaks ties.
    best = values.argmax(axis=1)
    return FirstDrawChoices(best.astype(np.uint8), values[np.arange(len(best)), best])


def stand_values(table: Tables, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The value of the second decision for hands that replaced no card, times the 49 unseen cards."""
    amounts = table.hands[number_of(cards)].astype(np.int64)
    best = np.maximum(amounts * 49, 0)
    for place in range(5):
        four = number_of(np.delete(cards, place, axis=1))
        best = np.maximum(best, table.fours[four] - amounts)
    return best
