"""Groups hands and discards that differ only by suits, or by the two jokers, because they are played alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import CARDS
from pitboss.cards.batch import suit_classes
from pitboss.lab.double_draw.numbering import CHOOSE, every_set

FIRST_JOKER: Final = 52
SECOND_JOKER: Final = 53


@dataclass(frozen=True)
class Hands:
    """One hand of every class, its lowest card first, and how many hands each class has."""

    cards: NDArray[np.uint8]
    sizes: NDArray[np.int64]


@cache
def hands() -> Hands:
    """The classes of five cards.

    >>> len(hands().cards), int(hands().sizes.sum())
    (152646, 3162510)
    """
    cards, sizes = suit_classes(54, 5)
    first, second = (cards == FIRST_JOKER).any(axis=1), (cards == SECOND_JOKER).any(axis=1)
    # A single joker is always the first one, and stands for the second too.
    kept = first | ~second
    return Hands(np.ascontiguousarray(cards[kept]), (sizes * np.where(first & ~second, 2, 1))[kept])


@dataclass(frozen=True)
class DeadCards:
    """One set of dead cards of every class, and the class of every set by its number (-1: it represents no class)."""

    cards: NDArray[np.uint8]
    class_of: NDArray[np.int32]


@cache
def dead_cards(size: int) -> DeadCards:
    """The classes of ``size`` dead cards.

    >>> [len(dead_cards(size).cards) for size in range(4)]
    [1, 14, 183, 1937]
    """
    if size == 0:
        return DeadCards(np.empty((1, 0), np.uint8), np.zeros(1, np.int32))
    sets = every_set(size)
    numbers = np.empty(len(sets), np.int64)
    _represent(sets, numbers)
    chosen = np.unique(numbers)
    class_of = np.full(len(sets), -1, np.int32)
    class_of[chosen] = np.arange(len(chosen))
    return DeadCards(sets[chosen], class_of)


@njit(cache=True, nogil=True)
def _represent(sets, numbers):  # type: ignore[no-untyped-def]
    """Write the numbers of the sets that represent the classes of these sets."""
    new, size = np.empty(54, np.uint8), sets.shape[1]
    exchanged = np.empty(size, np.uint8)
    for row in range(sets.shape[0]):
        exchange(sets[row], size, new)
        for place in range(size):
            exchanged[place] = new[sets[row, place]]
        numbers[row] = set_number(exchanged, size)


@njit(cache=True, nogil=True)
def exchange(dead, size, new):  # type: ignore[no-untyped-def]
    """Write which card each card becomes, if the first ``size`` dead cards become the representatives of their class.

    The suit with the greatest set of ranks, as bits, becomes clubs, and so on; a single joker becomes the first one.
    """
    held = np.zeros(4, np.int64)
    jokers, swap = 0, False
    for place in range(size):
        card = dead[place]
        if card < 52:
            held[card & 3] |= 1 << (card >> 2)
        else:
            jokers += 1
            swap = card == 53
    for suit in range(4):
        order = 0
        for other in range(4):
            if held[other] > held[suit] or (held[other] == held[suit] and other < suit):
                order += 1
        for rank in range(13):
            new[4 * rank + suit] = 4 * rank + order
    swap = swap and jokers == 1
    new[52] = 53 if swap else 52
    new[53] = 52 if swap else 53


@njit(cache=True, nogil=True)
def set_number(cards, size):  # type: ignore[no-untyped-def]
    """The number of the set of the first ``size`` cards, which are sorted in place, lowest first."""
    for place in range(1, size):
        card, before = cards[place], place - 1
        while before >= 0 and cards[before] > card:
            cards[before + 1] = cards[before]
            before -= 1
        cards[before + 1] = card
    number = np.uint64(0)
    for place in range(size):
        number += CHOOSE[cards[place], place + 1]
    return number


def ranks_of(codes: Sequence[int]) -> str:
    """The ranks of a hand whose lowest card comes first: highest first, and jokers before them.

    >>> ranks_of([0, 12, 51, 52])
    '*A52'
    """
    return "".join("*" if CARDS[code].is_joker else CARDS[code].rank.letter for code in reversed(codes))


def decisions_by_ranks(letters: str) -> dict[str, str]:
    """For the ranks of every hand, the letters of its suit patterns, in order; hands without jokers first.

    The letters are in the order of the classes of hands, which is that of their cards, lowest card first.
    """
    letters_of: dict[str, list[str]] = {}
    for cards, letter in zip(hands().cards.tolist(), letters, strict=True):
        letters_of.setdefault(ranks_of(cards), []).append(letter)
    return {ranks: "".join(letters_of[ranks]) for ranks in sorted(letters_of, key=lambda ranks: ranks.count("*"))}
