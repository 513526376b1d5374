"""Picks the setting of each player from the counted settings, and sums up the results. It needs only NumPy."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.fortune_san_lo.player import Player

TWO_OF_THREE: Final = np.array([0, 0, 1, 1])
THREE: Final = np.array([0, 0, 0, 1])


class Column(IntEnum):
    """The first columns of ``worth_counting.settings_of``.

    >>> Column.RULE_LIST + 0
    1
    """

    HOUSE_WAY = 0
    RULE_LIST = 1
    UNBEATEN = 2
    """From here on: the settings that no other matches or beats in all three hands, the highest high hand first."""


def choices(won: NDArray[np.int64]) -> dict[Player, NDArray[np.int64]]:
    """The column that each player chooses in each row of counts; of equal columns, the higher high hand.

    >>> won = np.array([[[1, 5, 4, 0], [1, 6, 3, 0], [2, 4, 2, 2], [1, 4, 5, 0], [4, 3, 0, 3]]])
    >>> {player.value: columns.tolist() for player, columns in choices(won).items()}
    {'house-way': [0], 'rule-list': [1], 'best': [3], 'best-hat-trick': [4], 'best-both': [4]}
    """
    main, hat_trick = won @ TWO_OF_THREE, won @ THREE
    # The other wager breaks ties.
    scores = {
        Player.BEST: main << 24 | hat_trick,
        Player.BEST_HAT_TRICK: hat_trick << 24 | main,
        Player.BEST_BOTH: 2 * main + 6 * hat_trick,
    }
    best = {player: Column.UNBEATEN + score[:, Column.UNBEATEN :].argmax(axis=1) for player, score in scores.items()}
    simple = {Player.HOUSE_WAY: Column.HOUSE_WAY, Player.RULE_LIST: Column.RULE_LIST}
    return {player: np.full(len(won), column) for player, column in simple.items()} | best


def won_by(players: Mapping[Player, NDArray[np.int64]], won: NDArray[np.int64]) -> dict[Player, NDArray[np.int64]]:
    """The counts of each player's choices."""
    return {player: won[np.arange(len(won)), columns] for player, columns in players.items()}


def sums_by_player(won: NDArray[np.int64], sizes: NDArray[np.int64]) -> dict[str, list[int]]:
    """For each player, how many deals win none, one, two and three matchups, and how many hands are set as well for the
    main bet as can be; each row stands for as many hands as its size.

    >>> won = np.array([[[1, 5, 4, 0], [1, 6, 3, 0], [2, 4, 2, 2], [1, 4, 5, 0], [4, 3, 0, 3]]])
    >>> sums_by_player(won, np.array([24]))["house-way"]
    [24, 120, 96, 0, 0]
    """
    by_player = won_by(choices(won), won)
    best = by_player[Player.BEST] @ TWO_OF_THREE
    return {
        player.value: [*(sizes @ counts).tolist(), int(sizes @ (counts @ TWO_OF_THREE == best))]
        for player, counts in by_player.items()
    }
