"""Counting matchups on a GPU: the question as numbers of rows, the kernel, and the answer as counts."""

from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.fortune_san_lo.gpu.dealer_bits import Classes, DealerBits, dealer_bits

CARDS: Final = 6
SLOTS: Final = 4
"""Settings of a hand that one thread counts."""
THREADS: Final = 512
WIDTH: Final = 3
"""A tile has so many times 128 hands. Odd, so that rows fall on different banks of the shared memory; and so few that
any GPU has room for a tile. Wider ones are up to 6% faster on an H200."""
BLOCKS: Final = 4096
"""About so many blocks are launched at once: enough to keep a large GPU busy, few enough to stop between launches."""


class Tasks(NamedTuple):
    """The settings that are asked about, four to a task."""

    asked: NDArray[np.uint16]
    """By entry and task, numbers of rows: six cards, then high, mid and low hand of each slot."""
    task: NDArray[np.int64]
    """Of each setting, in the order of rows and columns."""
    slot: NDArray[np.int64]


def tasks_of(hands: NDArray[np.uint8], settings: NDArray[np.uint16], row_of: NDArray[np.uint16]) -> Tasks:
    """What :meth:`Gpu.win_counts` is asked, as tasks. A slot without a setting asks for nothing and wins nothing.

    >>> row_of = np.arange(3 * 846, dtype=np.uint16).reshape(3, 846)
    >>> hands, settings = np.arange(6, dtype=np.uint8)[np.newaxis], np.full((1, 5, 3), 7, np.uint16)
    >>> tasks = tasks_of(hands, settings, row_of)
    >>> tasks.asked.shape, tasks.task.tolist(), tasks.slot.tolist()
    ((18, 2), [0, 0, 0, 0, 1], [0, 1, 2, 3, 0])
    """
    wanted = settings[..., 0] > 0
    row, _ = np.nonzero(wanted)
    numbers = wanted.sum(axis=1)
    tasks = -(-numbers // SLOTS)
    within = np.arange(len(row)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    task, slot = (np.cumsum(tasks) - tasks)[row] + within // SLOTS, within % SLOTS
    asked = np.empty((CARDS + 3 * SLOTS, int(tasks.sum())), np.uint16)
    asked[:CARDS] = np.repeat(hands, tasks, axis=0).T
    for hand, strengths in enumerate(settings[wanted].T):
        asked[CARDS + hand :: 3] = row_of[hand, 0]
        asked[CARDS + hand + 3 * slot, task] = row_of[hand, strengths]
    return Tasks(asked, task, slot)


class Gpu:
    """A GPU that has all dealer hands at hand."""

    def __init__(self, dealer: Classes, cupy: Any) -> None:
        self._cupy = cupy
        self.bits: DealerBits = dealer_bits(dealer, cupy, WIDTH * 4)
        rows = self.bits.tiles.shape[1]
        names = {"ROWS": rows, "WIDTH": WIDTH, "SLOTS": SLOTS, "THREADS": THREADS}
        source = files(__package__).joinpath("matchups.cu").read_text(encoding="utf-8")
        module = cupy.RawModule(code=source, options=tuple(f"-D{name}={value}" for name, value in names.items()))
        self._kernel = module.get_function("count_matchups")
        self._tile_bytes = rows * WIDTH * 16

    def win_counts(self, hands: NDArray[np.uint8], settings: NDArray[np.uint16]) -> NDArray[np.int64]:
        """What :func:`~pitboss.lab.fortune_san_lo.directly.win_counts` counts, against this dealer."""
        tasks = tasks_of(hands, settings, self.bits.row_of)
        counts = self._count(tasks.asked)
        possible = counts[0, tasks.task]
        one, two, three = (counts[1 + number + 3 * tasks.slot, tasks.task] for number in range(3))
        won = np.zeros((*settings.shape[:2], 4), np.int64)
        won[settings[..., 0] > 0] = np.stack([possible - one, one - two, two - three, three], axis=1)
        return won

    def _count(self, asked: NDArray[np.uint16]) -> NDArray[np.int64]:
        """By entry and task: the possible dealer hands, and how many lose one, two, three matchups at least."""
        tiles, tasks = self.bits.tiles, asked.shape[1]
        counts = self._cupy.zeros((1 + 3 * SLOTS, tasks), np.uint32)
        across = -(-tasks // THREADS)
        grid = across, min(len(tiles), BLOCKS // max(across, 1) + 1)
        arguments = tiles, np.uint32(len(tiles)), self._cupy.asarray(asked), np.uint32(tasks), counts
        if tasks:
            self._kernel(grid, (THREADS,), arguments, shared_mem=self._tile_bytes)
        counted: NDArray[np.int64] = self._cupy.asnumpy(counts).astype(np.int64)
        return counted
