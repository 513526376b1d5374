"""The kernel of Double Draw Poker: plays seat after seat, for all rounds of a chunk together.

Each step is a short loop without unpredictable branches, so the processor runs the lookups of many rounds
at once.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import FiveCardCategory
from pitboss.lab.double_draw.numbering import CHOOSE, DECK
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.double_draw_first import FOLDS, FirstDraws

# Endings by number: hands from the best down, then the folds.
_BEST: Final = int(max(FiveCardCategory))
_FOLD_2: Final = _BEST + 1
_FOLD_1: Final = _BEST + 2

_NO_CARD: Final = DECK
"""The mark for a missing dead card; it completes no hand."""
_UNSEEN: Final = DECK - 5
_EXCHANGES: Final = ((0, 1), (3, 4), (2, 4), (2, 3), (0, 3), (0, 2), (1, 4), (1, 3), (1, 2))
"""The exchanges that sort any five cards."""


class Felt(NamedTuple):
    """Everything that the kernel knows about the table and its players."""

    first_draws: FirstDraws
    completed: NDArray[np.uint8]
    """``[four, card]``: the category of four cards with one more."""
    fours: NDArray[np.int32]
    """The value of each four cards above folding, summed over the fifth card."""
    amounts: NDArray[np.int32]
    """The value of each category above folding; zero for an impossible card."""
    minds_dead: bool
    folds: bool


class Room(NamedTuple):
    """The data of a chunk of rounds between the steps; the last index is the round."""

    hands: NDArray[np.uint8]
    """By seat, and by place in the hand."""
    dead: NDArray[np.uint8]
    """By seat: the cards discarded at the first draw, then ``_NO_CARD``."""
    following: NDArray[np.uint64]
    """The index of the next card."""
    replaced: NDArray[np.uint8]
    """The places that the first draw replaces."""
    fours: NDArray[np.uint64]
    """The number of the four cards that a second draw would keep."""
    worths: NDArray[np.int64]
    """The value of these four, summed over the fifth card."""


def room_for(seats: int) -> Room:
    """Allocate the arrays for this many seats.

    >>> room_for(2).hands.shape
    (2, 5, 2048)
    """
    hands, dead = (np.empty((seats, 5, CHUNK), np.uint8) for _ in range(2))
    following, fours = (np.empty(CHUNK, np.uint64) for _ in range(2))
    return Room(hands, dead, following, np.empty(CHUNK, np.uint8), fours, np.empty(CHUNK, np.int64))


@njit(cache=True, nogil=True)
def play(cards, felt, room, endings):  # type: ignore[no-untyped-def]
    """Play the rounds of a chunk: the first draw of every seat, then the second."""
    seats, rounds = endings.shape[0], endings.shape[2]
    room.following[:] = 5 * seats
    for seat in range(seats):
        for place in range(5):
            for column in range(rounds):
                room.hands[seat, place, column] = cards[5 * seat + place, column]
        _put_in_order(room.hands[seat], rounds)
        _look_up(room.hands[seat], felt.first_draws, room.replaced, endings[seat, 0])
        _replace(cards, room, seat, rounds)
    for seat in range(seats):
        _put_in_order(room.hands[seat], rounds)
        _choose_four(felt, room, seat, rounds)
        _draw_second(cards, felt, room, seat, endings[seat, 0])


@njit(cache=True, nogil=True)
def _put_in_order(hands, rounds):  # type: ignore[no-untyped-def]
    """The lowest card first."""
    for low, high in _EXCHANGES:
        lower, higher = hands[low], hands[high]
        for column in range(rounds):
            one, other = lower[column], higher[column]
            lower[column] = min(one, other)
            higher[column] = max(one, other)


@njit(cache=True, nogil=True)
def _look_up(hands, first_draws, replaced, endings):  # type: ignore[no-untyped-def]
    """Write the cards replaced at the first draw; none for a folded hand."""
    for column in range(endings.size):
        number = np.uint64(0)
        for place in range(5):
            number += CHOOSE[hands[place, column], place + 1]
        places = first_draws[number]
        endings[column] = _FOLD_1 if places == FOLDS else _FOLD_2
        replaced[column] = 0 if places == FOLDS else places


@njit(cache=True, nogil=True)
def _replace(cards, room, seat, rounds):  # type: ignore[no-untyped-def]
    """Write every place again, with a new card or the old one, because a branch would be mispredicted too often."""
    hands, dead = room.hands[seat], room.dead[seat]
    dead[:] = _NO_CARD
    for column in range(rounds):
        gone, taken, replaced = np.uint64(0), room.following[column], room.replaced[column]
        for place in range(5):
            is_out = np.uint64(replaced >> place & 1)
            card, fresh = hands[place, column], cards[taken, column]
            dead[gone, column] = card if is_out else _NO_CARD
            hands[place, column] = fresh if is_out else card
            gone += is_out
            taken += is_out
        room.following[column] = taken


@njit(cache=True, nogil=True)
def _choose_four(felt, room, seat, rounds):  # type: ignore[no-untyped-def]
    """The four cards with the highest value over all live fifth cards; of equal ones, those without the lowest."""
    hands, dead = room.hands[seat], room.dead[seat]
    completed, fours, amounts, minds_dead = felt.completed, felt.fours, felt.amounts, felt.minds_dead
    for column in range(rounds):
        one, two, three = dead[0, column], dead[1, column], dead[2, column]
        four = _without_lowest(hands, column)
        best, most = four, -(2**31)
        for place in range(5):
            total = fours[four]
            if minds_dead:
                total -= amounts[completed[four, one]] + amounts[completed[four, two]] + amounts[completed[four, three]]
            best = four if total > most else best
            most = max(most, total)
            if place < 4:
                four += CHOOSE[hands[place, column], place + 1] - CHOOSE[hands[place + 1, column], place + 1]
        room.fours[column] = best
        room.worths[column] = most


@njit(cache=True, nogil=True)
def _without_lowest(hands, column):  # type: ignore[no-untyped-def]
    """The number of the four highest cards."""
    four = np.uint64(0)
    for place in range(1, 5):
        four += CHOOSE[hands[place, column], place]
    return four


@njit(cache=True, nogil=True)
def _draw_second(cards, felt, room, seat, endings):  # type: ignore[no-untyped-def]
    """Fold, keep all, or draw a card to the best four, and write the ending."""
    hands, dead = room.hands[seat], room.dead[seat]
    completed, amounts, folds, minds_dead = felt.completed, felt.amounts, felt.folds, felt.minds_dead
    for column in range(endings.size):
        if endings[column] == _FOLD_1:
            continue
        category, unseen = completed[_without_lowest(hands, column), hands[0, column]], _UNSEEN
        if minds_dead:
            for place in range(3):
                unseen -= dead[place, column] != _NO_CARD
        # The sum for four cards includes the fifth card of the hand, which cannot be drawn.
        replacing, standing = room.worths[column] - amounts[category], unseen * amounts[category]
        if folds and max(replacing, standing) <= 0:
            continue
        if replacing > standing:
            category = completed[room.fours[column], cards[room.following[column], column]]
            room.following[column] += np.uint64(1)
        endings[column] = _BEST - category
