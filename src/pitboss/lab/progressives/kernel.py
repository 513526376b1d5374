"""Computes lower and upper bounds of the meter's distribution at a top hit, on a fixed grid."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


class Grid(NamedTuple):
    """The meter in cells, always rounded down or always rounded up."""

    seed: int
    """The cell of the seed."""
    drops: NDArray[np.int64]
    """For each smaller share and cell: the cell of the rest."""
    weights: NDArray[np.float64]
    """The probability that a win from the meter is each smaller share; the rest is the top hand."""
    quiet: float
    """The probability that no hand wins from the meter while it rises by one cell."""
    shift: int
    """The minimum number of cells that it rises from one win to the next."""
    is_open: bool
    """Whether meters above the last cell are dropped (they are above every cell), or stay in the last cell."""


@njit(cache=True, nogil=True)
def hit_law(grid, rest):  # type: ignore[no-untyped-def]
    """The probability of each cell of the meter at a top hit, added up over the wins since the last seed.

    It follows the wins until the remaining probability is below ``rest``.
    """
    cells = grid.drops.shape[1]
    law, start, risen = np.zeros(cells), np.zeros(cells), np.zeros(cells)
    start[grid.seed] = 1.0
    left, top = 1.0, 1.0 - grid.weights.sum()
    while left > rest:
        _rise(start, risen, grid.quiet, grid.shift, grid.is_open)
        start[:] = 0.0
        for cell in range(cells):
            law[cell] += top * risen[cell]
            for share in range(grid.weights.size):
                start[grid.drops[share, cell]] += grid.weights[share] * risen[cell]
        left *= 1.0 - top
    return law


@njit(cache=True, nogil=True)
def _rise(start, risen, quiet, shift, is_open):  # type: ignore[no-untyped-def]
    """The cell of the meter at the next win from it: a geometric number of cells higher."""
    held, before = 0.0, 0.0
    for cell in range(start.size):
        came = before if shift else start[cell]
        held = quiet * held + (1.0 - quiet) * came
        risen[cell] = held
        before = start[cell]
    if not is_open:
        # Everything above the last cell: what has arrived and has not been won.
        risen[-1] += held * quiet / (1.0 - quiet) + (start[-1] if shift else 0.0)
