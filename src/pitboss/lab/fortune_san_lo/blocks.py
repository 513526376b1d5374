"""The blocks of the work: all player hands of a range counted, or a few drawn by number. It brings NumPy and Numba."""

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.games.fortune_san_lo.house_way_batch import share_arrays
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, shipped_shares
from pitboss.lab.fortune_san_lo.dealer import DealerTable, kept_dealer_table
from pitboss.lab.fortune_san_lo.exclusion import win_counts_by_exclusion
from pitboss.lab.fortune_san_lo.held import HeldCards, held_cards
from pitboss.lab.fortune_san_lo.player import Player
from pitboss.lab.fortune_san_lo.worth_counting import Column, settings_of

_TWO_OF_THREE: Final = np.array([0, 0, 1, 1])
_THREE: Final = np.array([0, 0, 0, 1])


@lru_cache(maxsize=1)
def _dealer_side(folder: str | None, key: str, lowest: int) -> tuple[DealerTable, HeldCards]:
    """Made once in each process."""
    dealer = kept_dealer_table(folder, key).of_cards_from(lowest)
    return dealer, held_cards(dealer)


def choices(won: NDArray[np.int64]) -> dict[Player, NDArray[np.int64]]:
    """The column that each player chooses in each row of counts; where columns are equal, the higher high hand.

    >>> won = np.array([[[1, 5, 4, 0], [1, 6, 3, 0], [2, 4, 2, 2], [1, 4, 5, 0], [4, 3, 0, 3]]])
    >>> {player.value: columns.tolist() for player, columns in choices(won).items()}
    {'house-way': [0], 'rule-list': [1], 'best': [3], 'best-hat-trick': [4], 'best-both': [4]}
    """
    main, hat_trick = won @ _TWO_OF_THREE, won @ _THREE
    # What is not wanted first still decides between equals.
    scores = {
        Player.BEST: main << 24 | hat_trick,
        Player.BEST_HAT_TRICK: hat_trick << 24 | main,
        Player.BEST_BOTH: 2 * main + 6 * hat_trick,
    }
    best = {player: Column.UNBEATEN + score[:, Column.UNBEATEN :].argmax(axis=1) for player, score in scores.items()}
    simple = {Player.HOUSE_WAY: Column.HOUSE_WAY, Player.RULE_LIST: Column.RULE_LIST}
    return {player: np.full(len(won), column) for player, column in simple.items()} | best


def _won_by(players: Mapping[Player, NDArray[np.int64]], won: NDArray[np.int64]) -> dict[Player, NDArray[np.int64]]:
    return {player: won[np.arange(len(won)), columns] for player, columns in players.items()}


def count_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> dict[str, list[int]]:
    """For each player how many deals of this part of the hands win none, one, two and three matchups, and how many
    hands are set as well for the main bet as can be.
    """
    dealer, held = _dealer_side(folder, key, inputs["lowest"])
    first, last = (len(dealer.hands) * number // inputs["blocks"] for number in (block, block + 1))
    hands, sizes = dealer.hands[first:last], dealer.sizes[first:last].astype(np.int64)
    won = win_counts_by_exclusion(hands, settings_of(hands), dealer, held)
    by_player = _won_by(choices(won), won)
    best = by_player[Player.BEST] @ _TWO_OF_THREE
    return {
        player: [*(sizes @ counts).tolist(), int(sizes @ (counts @ _TWO_OF_THREE == best))]
        for player, counts in by_player.items()
    }


def sample_block(folder: str | None, key: str, inputs: Mapping[str, Any], block: int) -> dict[str, list[list[float]]]:
    """For each player the sums over the hands drawn in this block, and the sums of their squares, of
    :func:`_quantities`.
    """
    dealer, held = _dealer_side(folder, key, inputs["lowest"])
    hands = draw_hands(inputs["seed"], block * inputs["size"], inputs["size"], inputs["lowest"])
    settings = settings_of(hands)
    won = win_counts_by_exclusion(hands, settings, dealer, held)
    by_player = _won_by(choices(won), won)
    shares = {player: counts / counts.sum(axis=1, keepdims=True) for player, counts in by_player.items()}
    model = model_shares(settings[:, Column.HOUSE_WAY])
    expected = dealer.counts @ model_shares(dealer.settings) / dealer.number_of_hands
    found = {player: _quantities(shares, player, model - expected) for player in shares}
    return {player: [rows.sum(axis=0).tolist(), (rows**2).sum(axis=0).tolist()] for player, rows in found.items()}


def _quantities(
    shares: Mapping[Player, NDArray[np.float64]], player: Player, luck: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Of each hand drawn: the shares of none, one, two and three matchups won; what main bet and Hat Trick bring; how
    far they are behind the best setting for each; whether no setting is better for the main bet.

    The luck of the draw, as far as the model tells it, is taken off. On average it is nothing, so nothing is distorted;
    and most of what hands differ by is gone.
    """
    own = shares[player]
    main, hat_trick = own @ _TWO_OF_THREE, own @ _THREE
    main_behind = shares[Player.BEST] @ _TWO_OF_THREE - main
    hat_trick_behind = shares[Player.BEST_HAT_TRICK] @ _THREE - hat_trick
    fair = own - luck
    returns = 2 * (fair @ _TWO_OF_THREE) - 1, 6 * (fair @ _THREE) - 1
    return np.column_stack([fair, *returns, 2 * main_behind, 6 * hat_trick_behind, main_behind == 0])


def model_shares(settings: NDArray[np.uint16]) -> NDArray[np.float64]:
    """How often none, one, two and three matchups are won by the model behind the house way: each matchup apart,
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
    """So many hands of a sequence that the seed fixes, from a place in it on; the lowest card of each first.

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
    """Numbers in sequence to numbers without order: the finaliser of the SplitMix64 generator."""
    mixed = numbers * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return mixed ^ mixed >> np.uint64(31)
