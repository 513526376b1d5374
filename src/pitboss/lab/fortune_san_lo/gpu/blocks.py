"""Computes the blocks of work on a GPU. It loads NumPy, Numba and CuPy."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pitboss.lab.fortune_san_lo.blocks import part_of
from pitboss.lab.fortune_san_lo.choosing import sums_by_player
from pitboss.lab.fortune_san_lo.dealer import DealerTable, kept_dealer_table
from pitboss.lab.fortune_san_lo.gpu.device import NoGpuError, load_cupy
from pitboss.lab.fortune_san_lo.gpu.matchups import Gpu
from pitboss.lab.fortune_san_lo.worth_counting import settings_of


@lru_cache(maxsize=1)
def _dealer_side(folder: str | None, key: str, lowest: int) -> tuple[DealerTable, Gpu]:
    """The dealer's table and its bits on the GPU, made once."""
    dealer = kept_dealer_table(folder, key).of_cards_from(lowest)
    cupy = load_cupy()
    try:
        return dealer, Gpu(dealer, cupy)
    except Exception as error:  # too little memory or a missing compiler: CuPy has a different error for each
        raise NoGpuError(f"this GPU cannot count, use --device cpu: {' '.join(str(error).split())}") from error


def count_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> dict[str, list[int]]:
    """The counts of :func:`pitboss.lab.fortune_san_lo.blocks.count_block`."""
    dealer, gpu = _dealer_side(folder, key, inputs["lowest"])
    hands, sizes = part_of(dealer, inputs["blocks"], block)
    return sums_by_player(gpu.win_counts(hands, settings_of(hands)), sizes)
