"""The kernel of Power Blackjack: plays the deal, the seats in turn, and the dealer, with lookups only."""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.power_blackjack.book import (
    BLACKJACK,
    DEALER,
    DOUBLE,
    FIRST,
    FULL,
    HIT,
    MARKS,
    MAX_HANDS,
    POWER_DOUBLE,
    SPLIT,
    STAND,
    TWO,
    Book,
)
from pitboss.lab.simulation.power_blackjack.hands import BLACKJACK_END, DRAWS, END, HITS, TOO_HIGH, WORTH, results
from pitboss.lab.simulation.power_blackjack.shoe import DISCARDED, KIND, PLACE, READY, WHOLE, make_ready, start_anew
from pitboss.lab.simulation.power_blackjack.spots import BLACKJACK_ENDING, SURRENDER_ENDING
from pitboss.lab.simulation.spots import NOT_MADE

_RESULTS: Final = results()
_ACE: Final = 12
_TWENTY_TWO: Final = 5
_LOST, _PUSHED, _DOUBLED = 0, 1, 3
"""Endings of a single bet, and the first of a doubled one."""

BASE, SUM, HIGH, MADE = range(4)
"""The state of a seat: the first ending with its stake, to which the result is added; the sum of its hands' results,
eight bits for each end of the dealer; whether a hand is too high for Push 22; whether that wager was made."""


class Felt(NamedTuple):
    """The wagers as the kernel knows them. Spots that the players do not have are -1."""

    push_22: int
    insurance: int
    push_22_rows: NDArray[np.uint8]
    """The row of Push 22 by the suits of the dealer's 22."""
    made_below: NDArray[np.int64]
    """The draws of luck below which Push 22 and insurance are taken."""
    book: Book
    laid: NDArray[np.uint64]
    """Work space for the state of each seat during a round."""


@compiled
def play_rounds(first, shoe, felt, luck, endings):  # type: ignore[no-untyped-def]
    """Play consecutive rounds."""
    cards, now, book, cut = shoe.cards, shoe.now, felt.book, shoe.cut
    laid, place = felt.laid, now[PLACE]
    for column in range(endings.shape[2]):
        if now[KIND] != WHOLE or place >= cut:
            start_anew(shoe, first + column, column)
            place = now[PLACE]
        now[DISCARDED] = place
        for seat in range(laid.shape[0]):
            laid[seat, MADE] = felt.push_22 >= 0 and luck[seat, 0, column] < felt.made_below[0]
        is_short = True
        while is_short:
            place, end, suits = _play_round(cards, now[DISCARDED], book, laid)
            is_short = place > now[READY] and make_ready(shoe, first + column, place)
        if place > now[READY]:
            endings[:, :, column] = NOT_MADE
            continue
        won = felt.push_22_rows[suits] if end == _TWENTY_TWO else 0
        for seat in range(laid.shape[0]):
            result = laid[seat, SUM] >> np.uint64(8 * end) & np.uint64(255)
            endings[seat, 0, column] = laid[seat, BASE] + result
            if felt.push_22 >= 0:
                ending = won if laid[seat, HIGH] == 0 else 0
                endings[seat, felt.push_22, column] = ending if laid[seat, MADE] else NOT_MADE
        if felt.insurance >= 0:
            up = cards[now[DISCARDED] + laid.shape[0]] >> 2
            _insure(up == _ACE, end, felt, luck[:, 1, column], endings[:, felt.insurance, column])
    now[PLACE] = place


@compiled
def _insure(is_asked, end, felt, luck, endings):  # type: ignore[no-untyped-def]
    """Insurance is taken against an ace, and wins with a blackjack."""
    for seat in range(endings.shape[0]):
        made = is_asked and luck[seat] < felt.made_below[1]
        endings[seat] = (end != BLACKJACK_END) if made else NOT_MADE


@njit(inline="always")
def _in(array, index):  # type: ignore[no-untyped-def]
    """The entry of an array. An unsigned index saves Numba the check for negative indexes."""
    return np.int64(array[np.uint64(index)])


@njit(inline="always")
def _play_round(cards, start, book, laid):  # type: ignore[no-untyped-def]
    """Play one round with the cards from ``start`` on; return its last place, the dealer's end, and the suits."""
    seats = laid.shape[0]
    place = start + 2 * seats + 2
    up_card, hole_card = _in(cards, start + seats), _in(cards, place - 1)
    up = up_card >> 2
    dealt = _in(book, DEALER + _in(book, DEALER + up) + (hole_card >> 2))
    end = _in(book, DEALER + dealt + END)
    needed = np.uint64(0)
    for seat in range(seats):
        two = up << 8 | _in(cards, start + seat) >> 2 << 4 | _in(cards, start + seats + 1 + seat) >> 2
        if end == BLACKJACK_END:
            is_blackjack = _in(book, TWO + FIRST + two) == BLACKJACK
            laid[seat, BASE], laid[seat, SUM] = _PUSHED if is_blackjack else _LOST, 0
        else:
            base, results, high, place = _play_seat(cards, place, book, two)
            laid[seat, BASE], laid[seat, SUM], laid[seat, HIGH] = base, results, high
            needed |= results | (laid[seat, MADE] & np.uint64(not high))
    suits = 1 << (up_card & 3) | 1 << (hole_card & 3)
    # The dealer draws for hands still live and for Push 22 wagers that can still win.
    if needed:
        dealt, place, suits = _draw(cards, place, book, dealt, suits)
        end = _in(book, DEALER + dealt + END)
    return place, end, suits


@njit(inline="always")
def _draw(cards, place, book, dealt, suits):  # type: ignore[no-untyped-def]
    """The dealer draws. The first two steps are always taken, which is faster than a mispredicted branch."""
    for _ in range(2):
        draws, card = _in(book, DEALER + dealt + DRAWS), _in(cards, place)
        suits |= draws << (card & 3)
        dealt = _in(book, DEALER + dealt + (card >> 2))
        place += draws
    while _in(book, DEALER + dealt + DRAWS):
        card = _in(cards, place)
        suits |= 1 << (card & 3)
        dealt = _in(book, DEALER + dealt + (card >> 2))
        place += 1
    return dealt, place, suits


@njit(inline="always")
def _play_seat(cards, place, book, two):  # type: ignore[no-untyped-def]
    """Play the first two cards of a seat; return its state, and the place of the next card."""
    action = _in(book, TWO + FIRST + two)
    hand = _in(book, _in(book, two >> 4 & 15) + (two & 15))
    base, results, high = np.int64(_LOST), np.uint64(0), False
    if action <= DOUBLE:
        hand, place = _take_cards(cards, place, book, hand, two & 0xF00 | action)
        stake = 1 + (action == DOUBLE)
        base, results, high = stake * stake - 1, np.uint64(stake) * _RESULTS[_in(book, hand + WORTH)], hand == TOO_HIGH
    elif action == SPLIT:
        base, results, high, place = _split(cards, place, book, two)
    elif action == POWER_DOUBLE:
        place += _in(book, MARKS + two) >> (_in(cards, place) >> 2) & 1
        hand = _in(book, hand + (_in(cards, place) >> 2))
        place += 1
        base, results = np.int64(_DOUBLED), np.uint64(2) * _RESULTS[_in(book, hand + WORTH)]
    else:
        base = np.int64(BLACKJACK_ENDING if action == BLACKJACK else SURRENDER_ENDING)
    return base, results, high, place


@njit(inline="always")
def _take_cards(cards, place, book, hand, case):  # type: ignore[no-untyped-def]
    """A hand that stands, hits or is doubled; the case is the rank of the up card and the action.

    The first two steps are always taken, which is faster than a mispredicted branch.
    """
    up, action = case >> 8, case & 15
    takes, is_hit = np.int64(action != STAND), np.int64(action == HIT)
    for _ in range(2):
        then = _in(book, hand + (_in(cards, place) >> 2))
        hand ^= (hand ^ then) & -takes
        place += takes
        takes &= is_hit & _in(book, hand + HITS) >> up
    while takes:
        hand = _in(book, hand + (_in(cards, place) >> 2))
        place += 1
        takes = _in(book, hand + HITS) >> up & 1
    return hand, place


@compiled
def _split(cards, place, book, two):  # type: ignore[no-untyped-def]
    """Play the hands of a split; a new hand goes to the end of the row."""
    up, again, most = two >> 8, _in(book, MARKS + two), _in(book, MAX_HANDS)
    kinds, hands, number = (two >> 4 & 15) | (two & 15) << 4, 2, 0
    staked, results, high = 0, np.uint64(0), False
    while number < hands:
        kind, card = kinds >> 4 * number & 15, _in(cards, place) >> 2
        place += 1
        may_split = np.int64(hands < most) & again >> kind
        action = _in(book, TWO + (FULL >> may_split) + (up << 8 | kind << 4 | card))
        if action == SPLIT:
            kinds |= card << 4 * hands
            hands += 1
            continue
        number += 1
        hand = _in(book, _in(book, kind) + card)
        hand, place = _take_cards(cards, place, book, hand, up << 8 | action)
        stake = 1 + (action == DOUBLE)
        staked += stake
        results += np.uint64(stake) * _RESULTS[_in(book, hand + WORTH)]
        high |= hand == TOO_HIGH
    return np.int64(staked * staked - 1), results, high, place
