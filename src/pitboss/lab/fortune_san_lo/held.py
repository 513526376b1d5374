"""Lists, for every set of up to five cards, how the dealer hands that hold all of them are set.

Inclusion and exclusion needs these lists. Cards that an exchange of suits turns into each other have the same
list, so there is one for each suit class.
"""

from functools import cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards.batch import every_hand, suit_class
from pitboss.lab.fortune_san_lo.dealer import DealerTable

MAX_HELD: Final = 5

_BINOMIALS: Final = np.array([[comb(card, size) for size in range(7)] for card in range(53)], np.int64)

SUBSETS: Final = [np.array(list(combinations(range(6), size)), np.int64) for size in range(MAX_HELD + 1)]
"""By size: the positions of every choice of that many of six cards."""


class HeldCards(NamedTuple):
    """The lists, by class of the cards held."""

    class_of: NDArray[np.int32]
    """The class of each choice of cards. Choices of few cards come first; those of one size go by their number."""
    first_of: NDArray[np.int64]
    """The index in ``class_of`` of the first choice of each size."""
    starts: NDArray[np.int64]
    """The start of each class's list in ``setting`` and ``hands``, and the end of the last one."""
    setting: NDArray[np.uint32]
    """The index of a setting in the dealer's table."""
    hands: NDArray[np.int32]
    """How many of the hands that hold the cards have that setting."""


def held_cards(dealer: DealerTable) -> HeldCards:
    """The lists of a dealer's table.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> held = held_cards(dealer_table().of_cards_from(36))
    >>> int(held.hands[: held.starts[1]].sum())  # all hands hold nothing
    12376
    """
    classes, lists, number = [], [], 0
    for size in range(MAX_HELD + 1):
        class_of, sizes = _classes(size)
        lists.append(_lists(dealer, size, class_of, sizes))
        classes.append(class_of + np.int32(number))
        number += len(sizes)
    first_of = np.cumsum([0, *map(len, classes)])
    lengths, setting, hands = (np.concatenate(parts) for parts in zip(*lists, strict=True))
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return HeldCards(np.concatenate(classes), first_of, starts, setting, hands)


@cache
def _classes(size: int) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The suit class of every choice of ``size`` cards, and how many choices each class has."""
    cards = every_hand(53, size)
    own, representative = numbers_of(cards), numbers_of(suit_class(cards))
    sizes = np.bincount(representative, minlength=len(cards))
    class_of = np.empty(len(cards), np.int32)
    class_of[own] = (np.cumsum(sizes > 0) - 1)[representative]
    return class_of, sizes[sizes > 0]


def numbers_of(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The number of each row of ascending cards among all choices of that many cards.

    >>> numbers_of(np.array([[0, 1], [0, 2], [1, 2], [51, 52]], np.uint8)).tolist()
    [0, 1, 2, 1377]
    """
    numbers: NDArray[np.int64] = _BINOMIALS[cards, np.arange(1, cards.shape[1] + 1)].sum(axis=1)
    return numbers


def held_by(hands: NDArray[np.uint8], held: HeldCards) -> NDArray[np.int32]:
    """The classes of all choices of up to five cards of each hand, whose lowest card comes first; few cards first.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> dealer = dealer_table().of_cards_from(36)
    >>> held_by(dealer.hands, held_cards(dealer)).shape[1]
    63
    """
    parts = []
    for size, subsets in enumerate(SUBSETS):
        parts.append(np.empty((len(hands), len(subsets)), np.int32))
        _find_classes(hands, subsets, held.class_of[held.first_of[size] :], parts[-1])
    return np.concatenate(parts, axis=1)


@njit(cache=True, nogil=True)
def _number_subsets(hand, subsets, numbers):  # type: ignore[no-untyped-def]
    """Write the number of each choice of cards from a hand."""
    size = subsets.shape[1]
    parts = np.empty((6, 6), np.int64)
    for position in range(6):
        for place in range(size):
            parts[position, place] = _BINOMIALS[hand[position], place + 1]
    for subset in range(subsets.shape[0]):
        numbers[subset] = 0
        for place in range(size):
            numbers[subset] += parts[subsets[subset, place], place]


def _lists(
    dealer: DealerTable, size: int, class_of: NDArray[np.int32], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.uint32], NDArray[np.int32]]:
    """How long the list of each class is, and the lists."""
    held = np.empty((len(dealer.hands), comb(6, size)), np.int32)
    _find_classes(dealer.hands, SUBSETS[size], class_of, held)
    starts = np.concatenate([[0], np.cumsum(np.bincount(held.reshape(-1), minlength=len(sizes)))])
    setting, weight = np.empty(held.size, np.uint32), np.empty(held.size, np.int32)
    _enter(dealer, held, starts[:-1].copy(), setting, weight)
    lengths = _merge(starts, sizes, np.zeros(len(dealer.settings), np.int64), setting, weight)
    kept = lengths.sum()
    return lengths, setting[:kept].copy(), weight[:kept].copy()


@njit(cache=True, nogil=True)
def _find_classes(hands, subsets, class_of, held):  # type: ignore[no-untyped-def]
    numbers = np.empty(subsets.shape[0], np.int64)
    for row in range(hands.shape[0]):
        _number_subsets(hands[row], subsets, numbers)
        for subset in range(numbers.size):
            held[row, subset] = class_of[numbers[subset]]


@njit(cache=True, nogil=True)
def _enter(dealer, held, ends, setting, weight):  # type: ignore[no-untyped-def]
    """Enter each hand in the lists of all cards that it holds, with the size of its class."""
    for row in range(held.shape[0]):
        for subset in range(held.shape[1]):
            end = ends[held[row, subset]]
            setting[end] = dealer.setting[row]
            weight[end] = dealer.sizes[row]
            ends[held[row, subset]] = end + 1


@njit(cache=True, nogil=True)
def _merge(starts, sizes, counts, setting, weight):  # type: ignore[no-untyped-def]
    """Add up the entries of each list that have the same setting, in place, and return how many each list has left.

    The entries of a class of held cards count the hands that hold one of its choices of cards, over all its choices.
    By symmetry of suits each choice has equally many, so the sum divided by the size of the class is exact.
    """
    lengths = np.empty(sizes.size, np.int64)
    kept = 0
    for held in range(sizes.size):
        first = kept
        for entry in range(starts[held], starts[held + 1]):
            number = setting[entry]
            if counts[number] == 0:
                setting[kept] = number
                kept += 1
            counts[number] += weight[entry]
        for entry in range(first, kept):
            weight[entry] = counts[setting[entry]] // sizes[held]
            counts[setting[entry]] = 0
        lengths[held] = kept - first
    return lengths
