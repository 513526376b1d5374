"""The law of the meter at a top hit, bounded from below and from above on a fixed grid."""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray


class Grid(NamedTuple):
    """The meter in cells, rounded always down or always up."""

    seed: int
    """The cell of the seed."""
    drops: NDArray[np.int64]
    """For each lesser share and cell: the cell of what is left."""
    weights: NDArray[np.float64]
    """How likely a win from the meter is each lesser share; the rest of one is the top hand."""
    quiet: float
    """How likely it is that no hand wins from the meter while it rises by one cell."""
    shift: int
    """How many cells it rises at least from one win to the next."""
    is_open: bool
    """Whether what rises over the last cell is lost from the count (it is above every cell), or stays in the last."""


@njit(cache=True, nogil=True)
def hit_law(grid, rest):  # type: ignore[no-untyped-def]
    """How likely the meter is in each cell when the top hand comes, by the number of lesser wins since the last seed.

    Wins from the meter go on until what is left of the probability is below ``rest``.
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
    """Where the meter stands at the next win from it: a geometric number of cells higher."""
    held, before = 0.0, 0.0
    for cell in range(start.size):
        came = before if shift else start[cell]
        held = quiet * held + (1.0 - quiet) * came
        risen[cell] = held
        before = start[cell]
    if not is_open:
        # What would rise over the last cell: all that has come and not yet been won.
        risen[-1] += held * quiet / (1.0 - quiet) + (start[-1] if shift else 0.0)
