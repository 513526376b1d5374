"""Kernels that value the player's hands against one up card, in double precision.

``left`` is the number of cards of each value in the shoe, without all known cards: the up card, the player's cards, and
others that were removed. All values assume that the dealer has checked and has no blackjack.
"""

from typing import Final

import numpy as np
from numba import njit

from pitboss.lab.power_blackjack.dealer_kernel import PUSH, dealer_ends

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2


@njit(cache=True, nogil=True)
def draw_chance(left, cards, blackjack, card):  # type: ignore[no-untyped-def]
    """The probability that the player's next card has this value."""
    if left[card] <= 0 or (blackjack >= 0 and (cards == 1 or cards == left[blackjack])):
        return 0.0
    if blackjack < 0:
        return left[card] / cards
    if card == blackjack:
        return left[card] / (cards - 1)
    # One card of the shoe is the hole card, which is not the one that would make a blackjack.
    return left[card] * (cards - 1 - left[blackjack]) / ((cards - 1) * (cards - left[blackjack]))


@njit(cache=True, nogil=True)
def score(total, end, pushes):  # type: ignore[no-untyped-def]
    """The net of a unit on a standing hand: 1, 0 or -1."""
    if end == PUSH and pushes:
        return 0
    if end >= PUSH or total > end + 17:
        return 1
    return 0 if total == end + 17 else -1


# Sums of whole arrays are written as loops here: they run as fast, and compile in a fraction of the time.


@njit(cache=True, nogil=True)
def shoes_without(shoe, table, hands):  # type: ignore[no-untyped-def]
    """A shoe without the cards of each of some hands."""
    shoes = np.empty((hands.shape[0], 10), np.int64)
    for row in range(hands.shape[0]):
        for card in range(10):
            shoes[row, card] = shoe[card] - table.counts[hands[row], card]
    return shoes


@njit(cache=True, nogil=True)
def _next_shoes(left):  # type: ignore[no-untyped-def]
    """A shoe without one more card of each value."""
    shoes = np.empty((10, 10), np.int64)
    for row in range(10):
        for card in range(10):
            shoes[row, card] = left[card] - (row == card)
    return shoes


@njit(cache=True, nogil=True)
def _value_of(tally):  # type: ignore[no-untyped-def]
    """The average net of a unit, from a tally of -1, 0 and 1."""
    value = 0.0
    for end in range(7):
        value += tally[2, end] - tally[0, end]
    return value


@njit(cache=True, nogil=True)
def value_hands(shoe, facing, values):  # type: ignore[no-untyped-def]
    """The value of standing, of hitting and of doubling with each hand; hands that the shoe cannot make have zeros."""
    table = facing.table
    shoes = shoes_without(shoe, table, np.arange(table.total.shape[0]))
    ends = dealer_ends(shoes, facing.tree, facing.blackjack)
    for hand in range(table.total.shape[0] - 1, 0, -1):
        if table.total[hand] > 21:
            continue
        left = shoes[hand]
        if _is_possible(left):
            for end in range(7):
                values[hand, STAND] += score(table.total[hand], end, facing.pushes) * ends[hand, end]
            _value_cards(left, facing, values, hand)


@njit(cache=True, nogil=True)
def _is_possible(left):  # type: ignore[no-untyped-def]
    lowest = left[0]
    for card in range(10):
        lowest = min(lowest, left[card])
    return lowest >= 0


@njit(cache=True, nogil=True)
def _value_cards(left, facing, values, hand):  # type: ignore[no-untyped-def]
    """Hitting and doubling, from the hands with one more card."""
    table, cards = facing.table, left.sum()
    hit, double = 0.0, 0.0
    for card in range(10):
        chance = draw_chance(left, cards, facing.blackjack, card)
        if chance == 0.0:
            continue
        then = table.after[hand, card]
        if then < 0 or table.total[then] > 21:
            hit -= chance
            double -= 2.0 * chance
            continue
        best = values[then, STAND]
        if table.total[then] < 21 and values[then, HIT] > best:
            best = values[then, HIT]
        hit += chance * best
        double += 2.0 * chance * values[then, STAND]
    values[hand, HIT] = hit
    values[hand, DOUBLE] = double


@njit(cache=True, nogil=True)
def choose(table, values, doubles, actions):  # type: ignore[no-untyped-def]
    """Choose the best of standing, hitting and, with two cards, doubling; 21 always stands."""
    for hand in range(table.total.shape[0]):
        best = STAND
        if table.total[hand] < 21:
            if values[hand, HIT] > values[hand, STAND]:
                best = HIT
            if doubles and table.size[hand] == 2 and values[hand, DOUBLE] > values[hand, best]:
                best = DOUBLE
        actions[hand] = best


@njit(cache=True, nogil=True)
def spread(shoe, facing, actions, reach, standing):  # type: ignore[no-untyped-def]
    """Play hands by ``actions``: complete how often each hand is reached, and write how often each stands, by stake.

    ``shoe`` is the rest of the shoe without the cards of the hand itself. Returns how often a hand busts, by stake.
    """
    busts = np.zeros(2)
    for hand in range(reach.shape[0]):
        if reach[hand] > 0.0:
            if actions[hand] == STAND:
                standing[hand, 0] += reach[hand]
            elif actions[hand] == HIT:
                busts[0] += _draw(shoe, facing, hand, reach[hand], reach)
            else:
                busts[1] += _draw(shoe, facing, hand, reach[hand], standing[:, 1])
    return busts


@njit(cache=True, nogil=True)
def play_hands(shoe, facing, actions, reach, tally):  # type: ignore[no-untyped-def]
    """Play hands by ``actions``, from how often each is reached, and tally how they end.

    The tally is by stake (one or two units), by the net of a unit (-1, 0, 1), and by the dealer's end. Returns how
    often a hand busts, by stake, which is not in the tally.
    """
    table = facing.table
    standing = np.zeros((table.total.shape[0], 2))
    busts = spread(shoe, facing, actions, reach, standing)
    ending, number = np.empty(table.total.shape[0], np.int64), 0
    for hand in range(table.total.shape[0]):
        if standing[hand, 0] > 0.0 or standing[hand, 1] > 0.0:
            ending[number] = hand
            number += 1
    ends = dealer_ends(shoes_without(shoe, table, ending[:number]), facing.tree, facing.blackjack)
    for row in range(number):
        hand = ending[row]
        for end in range(7):
            result = score(table.total[hand], end, facing.pushes) + 1
            for stake in range(2):
                tally[stake, result, end] += standing[hand, stake] * ends[row, end]
    return busts


@njit(cache=True, nogil=True)
def _draw(shoe, facing, hand, chance, reach):  # type: ignore[no-untyped-def]
    """Give a hand one card; return how often it busts."""
    table = facing.table
    left = shoes_without(shoe, table, np.array([hand]))[0]
    cards = left.sum()
    bust = 0.0
    for card in range(10):
        then = table.after[hand, card]
        drawn = chance * draw_chance(left, cards, facing.blackjack, card)
        if then < 0 or table.total[then] > 21:
            bust += drawn
        else:
            reach[then] += drawn
    return bust


@njit(cache=True, nogil=True)
def power_double(left, hand, facing, choices, tally):  # type: ignore[no-untyped-def]
    """The value of a power double, with the best choice between the card drawn and the next card.

    ``left`` is the shoe without the hand. ``choices`` gets the values of keeping and of replacing each first card
    for a bet of one unit; the tally is by the net of a unit and by the dealer's end.
    """
    table, cards = facing.table, left.sum()
    value = 0.0
    kept_ends = dealer_ends(_next_shoes(left), facing.tree, facing.blackjack)
    for card in range(10):
        chance = draw_chance(left, cards, facing.blackjack, card)
        if chance == 0.0:
            continue
        kept = np.zeros((3, 7))
        for end in range(7):
            kept[score(table.total[table.after[hand, card]], end, facing.pushes) + 1, end] = kept_ends[card, end]
        left[card] -= 1
        replaced = _replace(left, hand, facing)
        left[card] += 1
        choices[card, 0], choices[card, 1] = 2.0 * _value_of(kept), 2.0 * _value_of(replaced)
        chosen = replaced if choices[card, 1] > choices[card, 0] else kept
        for result in range(3):
            for end in range(7):
                tally[result, end] += chance * chosen[result, end]
        value += chance * max(choices[card, 0], choices[card, 1])
    return value


@njit(cache=True, nogil=True)
def _replace(left, hand, facing):  # type: ignore[no-untyped-def]
    """How a hand ends with the next card, which is final."""
    tally = np.zeros((3, 7))
    table, cards = facing.table, left.sum()
    ends = dealer_ends(_next_shoes(left), facing.tree, facing.blackjack)
    for card in range(10):
        chance = draw_chance(left, cards, facing.blackjack, card)
        total = table.total[table.after[hand, card]]
        for end in range(7):
            tally[score(total, end, facing.pushes) + 1, end] += chance * ends[card, end]
    return tally
