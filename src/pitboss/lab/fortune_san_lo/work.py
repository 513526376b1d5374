"""Defines the work of this game's analysis: the modules that compute it, its inputs and its blocks."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from pitboss.lab.store import key_of
from pitboss.lab.work import Resources, Work

MODULES: Final = (
    "pitboss.cards",
    "pitboss.games.fortune_san_lo.data",
    "pitboss.games.fortune_san_lo.house_way_batch",
    "pitboss.games.fortune_san_lo.house_way_shares",
    "pitboss.games.fortune_san_lo.rule_list",
    "pitboss.games.fortune_san_lo.setting",
    "pitboss.lab.fortune_san_lo.blocks",
    "pitboss.lab.fortune_san_lo.choosing",
    "pitboss.lab.fortune_san_lo.dealer",
    "pitboss.lab.fortune_san_lo.directly",
    "pitboss.lab.fortune_san_lo.exclusion",
    "pitboss.lab.fortune_san_lo.held",
    "pitboss.lab.fortune_san_lo.worth_counting",
)
"""The modules whose code computes the figures, and the data of the house way and of the rule list."""

ALONE: Final = Resources(processes=1)

COUNT_BLOCKS: Final = 64
SAMPLE_SIZE: Final = 512
SAMPLE_BLOCKS: Final = 16
SEED: Final = 53


def dealer_place(resources: Resources) -> tuple[str | None, str]:
    """The folder and the key of the stored dealer's table; without a store there is no folder.

    >>> dealer_place(ALONE)[0] is None
    True
    """
    key = key_of("fortune-san-lo-dealer", {}, MODULES)
    return (str(resources.store.folder) if resources.store is not None else None), key


def counting(resources: Resources, *, blocks: int = COUNT_BLOCKS, lowest: int = 0) -> Work:
    """The work of counting all player hands of the deck from a card code on; a GPU counts the same in another way."""
    run = partial(_count_block_on_gpu if resources.gpu else _count_block, *dealer_place(resources))
    modules = (*MODULES, "pitboss.lab.fortune_san_lo.gpu")
    return Work("fortune-san-lo-count", {"lowest": lowest, "blocks": blocks}, modules, blocks, run)


def sampling(resources: Resources, *, blocks: int = SAMPLE_BLOCKS, seed: int = SEED, lowest: int = 0) -> Work:
    """The work of sampling player hands of the deck from a card code on."""
    run = partial(_sample_block, *dealer_place(resources))
    inputs = {"lowest": lowest, "seed": seed, "size": SAMPLE_SIZE, "blocks": blocks}
    return Work("fortune-san-lo-sample", inputs, MODULES, blocks, run)


# Imported in the functions, so that reading a stored result does not load NumPy and Numba.


def _count_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> Any:
    from pitboss.lab.fortune_san_lo.blocks import count_block  # noqa: PLC0415

    return count_block(folder, key, inputs, block)


def _count_block_on_gpu(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> Any:
    from pitboss.lab.fortune_san_lo.gpu.blocks import count_block  # noqa: PLC0415

    return count_block(folder, key, inputs, block)


def _sample_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> Any:
    from pitboss.lab.fortune_san_lo.blocks import sample_block  # noqa: PLC0415

    return sample_block(folder, key, inputs, block)
