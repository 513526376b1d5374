"""Compiled loops over shuffled decks that NumPy cannot express."""

import numpy as np
from numba import njit

FIXED_POINTS, CYCLES, DESCENTS, RISING_SEQUENCES, UP_DOWN_RUNS, INVERSIONS = range(6)
"""The columns of :func:`describe`."""


@njit(cache=True, nogil=True)
def describe(orders, out):  # type: ignore[no-untyped-def]
    """What each order is like, against that of the new deck: one row of numbers for each."""
    size = orders.shape[1]
    where, met = np.empty(size, np.int64), np.empty(size, np.int64)
    for row in range(orders.shape[0]):
        order = orders[row]
        fixed = descents = inversions = cycles = rising = 0
        runs = 1
        for place in range(size):
            where[order[place]] = place
            met[place] = 0
            fixed += order[place] == place
            for later in range(place + 1, size):
                inversions += order[place] > order[later]
        for place in range(1, size):
            descents += order[place] < order[place - 1]
            rising += where[place] < where[place - 1]
            if place > 1 and (order[place] > order[place - 1]) != (order[place - 1] > order[place - 2]):
                runs += 1
        for place in range(size):
            if not met[place]:
                cycles += 1
                step = place
                while not met[step]:
                    met[step] = 1
                    step = order[step]
        out[row, 0], out[row, 1], out[row, 2] = fixed, cycles, descents
        out[row, 3], out[row, 4], out[row, 5] = rising, runs, inversions


@njit(cache=True, nogil=True)
def count_choices(orders, counts):  # type: ignore[no-untyped-def]
    """What was drawn at each step of the shuffle, found from the finished orders: ``counts[limit, number]``.

    A step draws one of the places up to the last that is not filled, and swaps the two.
    """
    size = orders.shape[1]
    card_at, place_of = np.empty(size, np.int64), np.empty(size, np.int64)
    for row in range(orders.shape[0]):
        for place in range(size):
            card_at[place] = place
            place_of[place] = place
        for last in range(size - 1, 0, -1):
            card = orders[row, last]
            chosen = place_of[card]
            counts[last + 1, chosen] += 1
            moved = card_at[last]
            card_at[chosen], place_of[moved] = moved, chosen
