"""Computes and stores how the best players set every hand: the choices behind the exact figures."""

import base64
import zlib
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.fortune_san_lo.blocks import dealer_side, part_of
from pitboss.lab.fortune_san_lo.choosing import choices
from pitboss.lab.fortune_san_lo.dealer import DealerTable
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.fortune_san_lo.work import COUNT_BLOCKS, dealer_place
from pitboss.lab.fortune_san_lo.work import MODULES as COUNTING
from pitboss.lab.fortune_san_lo.worth_counting import settings_of
from pitboss.lab.simulation.fortune_san_lo_hands import Words
from pitboss.lab.simulation.fortune_san_lo_ways import MODULES, kept_hands
from pitboss.lab.store import key_of
from pitboss.lab.work import Resources, Work, remembered

BEST: Final = (Player.BEST, Player.BEST_HAT_TRICK, Player.BEST_BOTH)
"""The players who know how often each setting of their hand wins."""


def hands_set_best(player: Player, resources: Resources) -> Words:
    """All hands by number, set as one of the best players does against the house way of Pitboss.

    The first time this takes about as long as the exact figures of the game, in blocks that are stored.
    """
    key = key_of("fortune-san-lo-hands", {"player": player.value}, (*MODULES, __name__))
    return kept_hands(key, resources, partial(_settings_by, player, resources))


def choosing(resources: Resources, *, blocks: int = COUNT_BLOCKS, lowest: int = 0) -> Work:
    """The work of finding each best player's choice, for all hands of the deck from a card code on.

    >>> choosing(Resources(processes=1)).blocks
    64
    """
    run = partial(_choose_block, *dealer_place(resources))
    inputs = {"lowest": lowest, "blocks": blocks}
    return Work("fortune-san-lo-choices", inputs, (*COUNTING, __name__), blocks, run)


def _choose_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> str:
    dealer, held = dealer_side(folder, key, inputs["lowest"])
    hands, _ = part_of(dealer, inputs["blocks"], block)
    chosen = choices(win_counts_by_exclusion(hands, settings_of(hands), dealer, held))
    columns = np.array([chosen[player] for player in BEST], np.uint8)
    return base64.b85encode(zlib.compress(columns.tobytes())).decode()


def columns_of(text: str) -> NDArray[np.uint8]:
    """The choices of a block: a row for each of the best players, a column of their settings for each hand.

    >>> columns_of(base64.b85encode(zlib.compress(bytes(range(2, 8)))).decode()).tolist()
    [[2, 3], [4, 5], [6, 7]]
    """
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8).reshape(len(BEST), -1)


def _settings_by(player: Player, resources: Resources, dealer: DealerTable) -> NDArray[np.uint16]:
    """The setting that the player chooses for each class, block by block to save memory."""
    work = choosing(resources)
    texts: list[str] = remembered(work, resources, list)
    found = []
    for block, text in enumerate(texts):
        hands, _ = part_of(dealer, work.blocks, block)
        columns = columns_of(text)[BEST.index(player)]
        found.append(settings_of(hands)[np.arange(len(hands)), columns])
    return np.concatenate(found)
