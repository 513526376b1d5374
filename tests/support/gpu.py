"""A GPU's part played by NumPy: CuPy as far as the lab uses it, and the kernel in plain array arithmetic."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

RESULTS = Path(__file__).parents[2] / "prove" / "results"


def kept_result(name="fortune-san-lo-gpu"):
    """What a proof wrote last."""
    return json.loads(sorted(RESULTS.glob(f"????-??-??-{name}.json"))[-1].read_text())


class Kernel:
    """What ``matchups.cu`` does, for all tasks of a launch."""

    def __init__(self):
        self.launches = 0

    def __call__(self, grid, block, arguments, *, shared_mem):
        tiles, number_of_tiles, asked, tasks, won = arguments
        assert len(tiles) == number_of_tiles
        assert grid[0] * block[0] >= tasks > 0
        assert 1 <= grid[1] <= number_of_tiles
        assert tiles[0].nbytes == shared_mem <= 48 * 1024
        self.launches += 1
        for task, rows in enumerate(asked.T):
            won[:, task] += task_counts(tiles, rows)


def task_counts(tiles, rows):
    cards, strengths = rows[:6], rows[6:].reshape(-1, 3)
    free = ~np.bitwise_or.reduce(tiles[:, cards], axis=1)
    counts = [free]
    for high, mid, low in (np.moveaxis(tiles[:, slot], 1, 0) for slot in strengths):
        counts += [free & (high | mid | low), free & (high & mid | high & low | mid & low), free & high & mid & low]
    return [np.bitwise_count(bits).sum(dtype=np.uint32) for bits in counts]


class StandIn(SimpleNamespace):
    """In the place of the module ``cupy``."""

    def __init__(self, *, gpus=1):
        names = ("asarray", "concatenate", "empty", "full", "packbits", "unique", "zeros")
        super().__init__(**{name: getattr(np, name) for name in names}, asnumpy=np.asarray, kernel=Kernel())
        self.cuda = SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=lambda: gpus))

    def RawModule(self, *, code, options):  # noqa: N802
        for option in options:
            name, value = option.removeprefix("-D").split("=")
            assert name in code
            assert int(value) > 0
        return SimpleNamespace(
            get_function=lambda name: self.kernel if f" {name}(" in code or f"\n{name}(" in code else None
        )
