"""Counts matchups by inclusion and exclusion, hundreds of times faster than going through every dealer hand.

A dealer hand is possible if it holds none of the player's six cards. Count all hands, subtract those that hold one
given card, add those that hold two, and so on: the sum over all 64 subsets of the player's cards, each with the
sign of its size, is exactly the number of hands that hold none. The settings of the hands that hold given cards are in
:mod:`~pitboss.lab.fortune_san_lo.held`; the only hand that holds all six is the player's own.

Hands of the same ranks are counted together. Together they need only a few strengths of high, mid and low hands,
so each list of up to four cards becomes a small table between these thresholds, which is summed up once.
"""

from itertools import pairwise
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.fortune_san_lo.dealer import DealerTable, rank_keys
from pitboss.lab.fortune_san_lo.directly import wins
from pitboss.lab.fortune_san_lo.held import SUBSETS, HeldCards, held_by

_MAX_TABLED: Final = 4
"""Lists of up to this many held cards become tables; those of five are short enough to go through."""
_TABLES: Final = sum(len(subsets) for subsets in SUBSETS[: _MAX_TABLED + 1])
_SIGNS: Final = np.array([(-1) ** size for size in range(_MAX_TABLED + 1) for _ in SUBSETS[size]])
_STRENGTHS: Final = 845


def win_counts_by_exclusion(
    hands: NDArray[np.uint8], settings: NDArray[np.uint16], dealer: DealerTable, held: HeldCards
) -> NDArray[np.int64]:
    """The counts of :func:`~pitboss.lab.fortune_san_lo.directly.win_counts`, for hands with the lowest card first.

    The first column must be the house way, since the player's own hand, set so, is one of the terms.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> from pitboss.lab.fortune_san_lo.directly import win_counts
    >>> from pitboss.lab.fortune_san_lo.held import held_cards
    >>> from pitboss.lab.fortune_san_lo.worth_counting import settings_of
    >>> dealer = dealer_table().of_cards_from(36)
    >>> hands, settings = dealer.hands[:9], settings_of(dealer.hands[:9])
    >>> counted = win_counts_by_exclusion(hands, settings, dealer, held_cards(dealer))
    >>> np.array_equal(counted, win_counts(hands, settings, dealer))
    True
    """
    keys, classes = rank_keys(hands), held_by(hands, held)
    order = np.argsort(keys, kind="stable")
    bounds = np.flatnonzero(np.diff(keys[order], prepend=-1, append=-1))
    won = np.zeros((*settings.shape[:2], 4), np.int64)
    for first, last in pairwise(bounds):
        rows = order[first:last]
        won[rows] = _count_alike(settings[rows], classes[rows], dealer, held)
    return won


def _count_alike(
    settings: NDArray[np.uint16], classes: NDArray[np.int32], dealer: DealerTable, held: HeldCards
) -> NDArray[np.int64]:
    """The counts for hands of the same ranks, by the classes of all cards they hold."""
    used, slots = np.unique(classes[:, :_TABLES], return_inverse=True)
    places = _places(settings)
    tables = np.zeros((len(used), *(places[:, -1] + 1)), np.int32)
    _fill(tables.reshape(len(used), -1), used, _cells(dealer.settings, places), held)
    _sum_up(tables)
    won = np.zeros((*settings.shape[:2], 4), np.int64)
    _exclude(settings, places, tables, slots.reshape(len(classes), -1), won)
    _exclude_five_and_six(settings, classes[:, _TABLES:], dealer, held, won)
    return won


@njit(cache=True, nogil=True)
def _places(settings):  # type: ignore[no-untyped-def]
    """For high, mid and low hands and each strength: how many thresholds (strengths in ``settings``) it reaches.

    So a dealer's hand is below the threshold at place n exactly if its own place is below n.
    """
    places = np.zeros((3, _STRENGTHS), np.int64)
    for row in range(settings.shape[0]):
        for column in range(settings.shape[1]):
            if settings[row, column, 0] > 0:
                for hand in range(3):
                    places[hand, settings[row, column, hand]] = 1
    for hand in range(3):
        for strength in range(1, _STRENGTHS):
            places[hand, strength] += places[hand, strength - 1]
    return places


@njit(cache=True, nogil=True)
def _cells(settings, places):  # type: ignore[no-untyped-def]
    """The cell of the tables that each setting of the dealer falls into."""
    mids, lows = places[1, -1] + 1, places[2, -1] + 1
    cells = np.empty(settings.shape[0], np.uint16)
    for number in range(settings.shape[0]):
        high, mid, low = settings[number]
        cells[number] = (places[0, high] * mids + places[1, mid]) * lows + places[2, low]
    return cells


@njit(cache=True, nogil=True)
def _fill(tables, used, cells, held):  # type: ignore[no-untyped-def]
    for slot in range(used.size):
        table = tables[slot]
        for entry in range(held.starts[used[slot]], held.starts[used[slot] + 1]):
            table[cells[held.setting[entry]]] += held.hands[entry]


@njit(cache=True, nogil=True)
def _sum_up(tables):  # type: ignore[no-untyped-def]
    """From counts in each cell to counts of all cells up to it, in each of the three directions."""
    number, highs, mids, lows = tables.shape
    for slot in range(number):
        table = tables[slot]
        for high in range(highs):
            for mid in range(mids):
                for low in range(1, lows):
                    table[high, mid, low] += table[high, mid, low - 1]
            for mid in range(1, mids):
                for low in range(lows):
                    table[high, mid, low] += table[high, mid - 1, low]
        for high in range(1, highs):
            for mid in range(mids):
                for low in range(lows):
                    table[high, mid, low] += table[high - 1, mid, low]


@njit(cache=True, nogil=True)
def _exclude(settings, places, tables, slots, won):  # type: ignore[no-untyped-def]
    for row in range(settings.shape[0]):
        for column in range(settings.shape[1]):
            setting = settings[row, column]
            if setting[0] > 0:
                below = places[0, setting[0]] - 1, places[1, setting[1]] - 1, places[2, setting[2]] - 1
                _add_signed(below, tables, slots[row], won[row, column])


@njit(cache=True, nogil=True)
def _add_signed(below, tables, slots, won):  # type: ignore[no-untyped-def]
    """Count the hands that lose a given one, a given two, all three matchups; from that, exactly one or two."""
    high, mid, low = below
    hands, ones, twos, threes = 0, 0, 0, 0
    for choice in range(slots.size):
        table, sign = tables[slots[choice]], _SIGNS[choice]
        hands += sign * table[-1, -1, -1]
        ones += sign * (table[high, -1, -1] + table[-1, mid, -1] + table[-1, -1, low])
        twos += sign * (table[high, mid, -1] + table[high, -1, low] + table[-1, mid, low])
        threes += sign * table[high, mid, low]
    won[3] = threes
    won[2] = twos - 3 * threes
    won[1] = ones - 2 * twos + 3 * threes
    won[0] = hands - ones + twos - threes


@njit(cache=True, nogil=True)
def _exclude_five_and_six(settings, classes, dealer, held, won):  # type: ignore[no-untyped-def]
    for row in range(settings.shape[0]):
        own = settings[row, 0]
        for column in range(settings.shape[1]):
            setting = settings[row, column]
            if setting[0] > 0:
                for five in classes[row]:
                    for entry in range(held.starts[five], held.starts[five + 1]):
                        won[row, column, wins(setting, dealer.settings[held.setting[entry]])] -= held.hands[entry]
                won[row, column, wins(setting, own)] += 1
