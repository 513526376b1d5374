"""Computes the blocks of work: counts all player hands of a range, or samples some. It loads NumPy and Numba."""

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.games.fortune_san_lo.house_way_batch import share_arrays
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, shipped_shares
from pitboss.lab.fortune_san_lo.choosing import THREE, TWO_OF_THREE, Column, choices, sums_by_player, won_by
from pitboss.lab.fortune_san_lo.dealer import DealerTable, kept_dealer_table
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.held import HeldCards, held_cards
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.fortune_san_lo.worth_counting import settings_of


@lru_cache(maxsize=1)
def dealer_side(folder: str | None, key: str, lowest: int) -> tuple[DealerTable, HeldCards]:
    """The dealer's table and held cards, made once in each process."""
    dealer = kept_dealer_table(folder, key).of_cards_from(lowest)
    return dealer, held_cards(dealer)


def count_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> dict[str, list[int]]:
    """For each player, how many deals of this part of the hands win none, one, two and three matchups, and how many
    hands are set as well for the main bet as can be.
    """
    dealer, held = dealer_side(folder, key, inputs["lowest"])
    hands, sizes = part_of(dealer, inputs["blocks"], block)
    return sums_by_player(win_counts_by_exclusion(hands, settings_of(hands), dealer, held), sizes)


def part_of(dealer: DealerTable, blocks: int, block: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """One part of all classes: a hand of each class, and the number of hands in the class.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> hands, sizes = part_of(dealer_table(), 64, 63)
    >>> len(hands), int(sizes.sum())
    (17148, 331800)
    """
    first, last = (len(dealer.hands) * number // blocks for number in (block, block + 1))
    return dealer.hands[first:last], dealer.sizes[first:last].astype(np.int64)


def sample_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> dict[str, list[list[float]]]:
    """For each player the sums over the hands drawn in this block, and the sums of their squares, of
    :func:`_quantities`.
    """
    dealer, held = dealer_side(folder, key, inputs["lowest"])
    hands = draw_hands(inputs["seed"], block * inputs["size"], inputs["size"], inputs["lowest"])
    settings = settings_of(hands)
    won = win_counts_by_exclusion(hands, settings, dealer, held)
    by_player = won_by(choices(won), won)
    shares = {player: counts / counts.sum(axis=1, keepdims=True) for player, counts in by_player.items()}
    model = model_shares(settings[:, Column.HOUSE_WAY])
    expected = dealer.counts @ model_shares(dealer.settings) / dealer.number_of_hands
    found = {player: _quantities(shares, player, model - expected) for player in shares}
    return {player: [rows.sum(axis=0).tolist(), (rows**2).sum(axis=0).tolist()] for player, rows in found.items()}


def _quantities(
    shares: Mapping[Player, NDArray[np.float64]], player: Player, luck: NDArray[np.float64]
) -> NDArray[np.float64]:
    """For each sampled hand: the shares of none, one, two and three matchups won; the net of both wagers; how
    far they are behind the best setting for each; whether no setting is better for the main bet.

    The luck of the draw, as the model predicts it, is subtracted. Its average is zero, so nothing is distorted,
    and most of the variance is gone.
    """
    own = shares[player]
    main, hat_trick = own @ TWO_OF_THREE, own @ THREE
    main_behind = shares[Player.BEST] @ TWO_OF_THREE - main
    hat_trick_behind = shares[Player.BEST_HAT_TRICK] @ THREE - hat_trick
    fair = own - luck
    returns = 2 * (fair @ TWO_OF_THREE) - 1, 6 * (fair @ THREE) - 1
    return np.column_stack([fair, *returns, 2 * main_behind, 6 * hat_trick_behind, main_behind == 0])


def model_shares(settings: NDArray[np.uint16]) -> NDArray[np.float64]:
    """How often none, one, two and three matchups are won by the model behind the house way: each matchup separately,
    against all hands.

    >>> model_shares(np.array([[844, 378, 12]], np.uint16)).sum().round(9)
    np.float64(1.0)
    """
    p, q, r = (
        table[column] / MILLION for table, column in zip(share_arrays(shipped_shares()), settings.T, strict=True)
    )
    three, two = p * q * r, p * q + p * r + q * r
    return np.column_stack([(1 - p) * (1 - q) * (1 - r), p + q + r - 2 * two + 3 * three, two - 3 * three, three])


def draw_hands(seed: int, first: int, number: int, lowest: int = 0) -> NDArray[np.uint8]:
    """``number`` hands of the sequence of a seed, from index ``first`` on; the lowest card of each hand first.

    >>> draw_hands(7, 0, 3)[2].tolist() == draw_hands(7, 2, 1)[0].tolist()
    True
    """
    place = np.arange(first + 1, first + number + 1, dtype=np.uint64)
    left = (_mixed(place + _mixed(np.array([seed], np.uint64))) % comb(53 - lowest, 6)).astype(np.int64)
    hands = np.empty((number, 6), np.uint8)
    for size in range(6, 0, -1):
        # The number of a hand is the sum of how many smaller choices each of its cards has below it.
        below = np.array([comb(card, size) for card in range(53 - lowest)])
        card = np.searchsorted(below, left, side="right") - 1
        left -= below[card]
        hands[:, size - 1] = card + lowest
    return hands


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Mix sequential numbers: the finalizer of the SplitMix64 generator."""
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)
