"""A simulated table whose rounds a GPU plays, many chunks at once."""

from typing import Any, Final

import numpy as np

from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.gpu.kernels import THREADS, kernel_of
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.simulation.spots import Spot
from pitboss.lab.simulation.table import Endings, Rows

MAX_CHUNKS: Final = 1024
"""The maximum number of chunks played at once: enough to keep a large GPU busy."""


class Gpu:
    """A GPU that knows how to play a table. All threads share it."""

    def __init__(self, simulation: Simulation, table: Any, cuda: Any) -> None:
        self.cuda = cuda
        self.spots: tuple[Spot, ...] = table.spots
        self.seats = simulation.seats
        self.chunks = min(MAX_CHUNKS, -(-min(simulation.block_rounds, simulation.rounds) // CHUNK))
        try:
            self.felt = _laid_out(table.felt, cuda)
            self.kernel = kernel_of(simulation.game, self.seats, len(self.spots), table.dealer, cuda)
            # The first thread compiles it, not all at once.
            GpuTable(self).play(simulation.seed, 0)
        except Exception as error:  # too little memory or a missing compiler: each has a different error
            raise NoGpuError(f"this GPU cannot play, use --device cpu: {' '.join(str(error).split())}") from error


def _laid_out(part: Any, cuda: Any) -> Any:
    """A record with its arrays in the memory of the GPU."""
    if isinstance(part, np.ndarray):
        return cuda.to_device(np.ascontiguousarray(part))
    if isinstance(part, tuple):
        parts = [_laid_out(each, cuda) for each in part]
        return type(part)(*parts) if hasattr(part, "_fields") else tuple(parts)
    return part


class GpuTable:
    """The rounds of one thread, with its own memory for the chunks that are played at once."""

    def __init__(self, gpu: Gpu) -> None:
        self._gpu = gpu
        self._stream = gpu.cuda.stream()
        by_seat = gpu.chunks, gpu.seats
        shapes = (*by_seat, len(gpu.spots), CHUNK), (*by_seat, CHUNK)
        self._here = [gpu.cuda.pinned_array(shape, np.uint8) for shape in shapes]
        self._there = [gpu.cuda.device_array(shape, np.uint8) for shape in shapes]

    @property
    def rounds(self) -> int:
        """The number of chunks played at once."""
        return self._gpu.chunks * CHUNK

    def play(self, seed: int, first: int) -> tuple[Endings, Rows]:
        """The endings of consecutive rounds, ``[chunk, seat, spot, round]``, and the rows of the progressive.

        They are valid until the next call. The GPU draws the luck itself.
        """
        gpu = self._gpu
        launch = gpu.kernel[self.rounds // THREADS, THREADS, self._stream]
        launch(np.uint64(seed), np.int64(first), gpu.felt, *self._there)
        for there, here in zip(self._there, self._here, strict=True):
            there.copy_to_host(here, stream=self._stream)
        self._stream.synchronize()
        endings, rows = self._here
        return endings, rows
