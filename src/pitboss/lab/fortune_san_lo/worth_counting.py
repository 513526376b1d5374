"""Finds the settings of a player's hand that the analysis needs: house way, rule list, and all unbeaten settings."""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.games.fortune_san_lo.house_way_batch import Strengths, set_by_rules, set_hands, share_arrays, strengths_of
from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.lab.fortune_san_lo.choosing import Column

COLUMNS: Final = 42
"""No six cards have more than 40 unbeaten settings: a test checks all of them."""


def settings_of(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The strengths of high, mid and low hand, by row and column; an unused column has zeros.

    Whatever the player wants to win, the best setting is unbeaten: a higher hand never wins less.

    >>> settings = settings_of(np.array([[2, 12, 13, 47, 51, 52]], np.uint8))  # 2h 5c 5d Ks As Jk
    >>> int((settings[0, Column.UNBEATEN :, 0] > 0).sum())
    5
    """
    strengths = strengths_of(hands)
    settings = np.zeros((len(hands), COLUMNS, 3), np.uint16)
    settings[:, Column.HOUSE_WAY] = _set(strengths, set_hands(strengths, share_arrays(shipped_shares())))
    settings[:, Column.RULE_LIST] = _set(strengths, set_by_rules(strengths, shipped_rule_list()))
    _fill_unbeaten(strengths, settings[:, Column.UNBEATEN :])
    return settings


def legal_settings_of(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """The strengths of all 60 ways to set each hand, in their order; zeros for those that foul.

    >>> int((legal_settings_of(np.array([[2, 12, 13, 47, 51, 52]], np.uint8))[0, :, 0] > 0).sum())
    34
    """
    strengths = strengths_of(hands)
    hands_of_ways = zip((strengths.high, strengths.mid, strengths.low), strengths.ways.T, strict=True)
    settings = np.stack([hand[:, column] for hand, column in hands_of_ways], axis=2)
    fouled = (settings[..., :-1] <= settings[..., 1:]).any(axis=2)
    settings[fouled] = 0
    return settings


def _set(strengths: Strengths, ways: NDArray[np.int64]) -> NDArray[np.uint16]:
    return np.stack(strengths.set(ways), axis=1)


@njit(cache=True, nogil=True)
def _fill_unbeaten(strengths, settings):  # type: ignore[no-untyped-def]
    legal = np.empty(strengths.ways.shape[0], np.int64)
    for row in range(settings.shape[0]):
        number = _legal(strengths, row, legal)
        column = 0
        # From the highest high hand down, so only a setting kept earlier can beat the next.
        for packed in np.sort(legal[:number])[::-1]:
            mid, low = packed >> 16 & 0xFFFF, packed & 0xFFFF
            beaten = False
            for other in range(column):
                beaten |= settings[row, other, 1] >= mid and settings[row, other, 2] >= low
            if not beaten:
                settings[row, column, 0] = packed >> 32
                settings[row, column, 1] = mid
                settings[row, column, 2] = low
                column += 1


@njit(cache=True, nogil=True)
def _legal(strengths, row, legal):  # type: ignore[no-untyped-def]
    """Write the legal settings of a row as numbers that sort by high, mid and low hand; return how many there are."""
    number = 0
    for way in range(strengths.ways.shape[0]):
        columns = strengths.ways[way]
        high = np.int64(strengths.high[row, columns[0]])
        mid = np.int64(strengths.mid[row, columns[1]])
        low = np.int64(strengths.low[row, columns[2]])
        if high > mid > low:
            legal[number] = high << 32 | mid << 16 | low
            number += 1
    return number
