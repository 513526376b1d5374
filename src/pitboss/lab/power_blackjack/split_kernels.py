"""Kernels that value splits, in double precision: the hands made from two cards, and their joint result.

For every number of further cards of either kind that are known to be out of the shoe, one hand of each kind is played
once. The case of a card known *not* to be of a kind follows by subtraction: all cases less those where it is.
"""

from typing import Final

import numpy as np
from numba import njit

from pitboss.lab.power_blackjack.dealer_kernel import dealer_ends
from pitboss.lab.power_blackjack.kernels import draw_chance, play_hands

SAME: Final = 0
OTHER: Final = 1
"""Whether the second card of a hand is of the same kind as the first."""
NETS: Final = 17
"""A split nets -8 to 8 units."""


@njit(cache=True, nogil=True)
def play_split_card(left, card, facing, actions, tallies):  # type: ignore[no-untyped-def]
    """Play a hand of one card; tally hands whose second card has the same value separately."""
    table = facing.table
    first = table.after[0, card]
    cards = left.sum()
    for own in (SAME, OTHER):
        reach = np.zeros(table.total.shape[0])
        for second in range(10):
            if (second == card) == (own == SAME):
                reach[table.after[first, second]] = draw_chance(left, cards, facing.blackjack, second)
        left[card] += 1
        busts = play_hands(left, facing, actions, reach, tallies[own])
        left[card] -= 1
        if busts[0] + busts[1] > 0.0:
            _tally_busts(_every_end(left, card, own, facing), busts, tallies[own])


@njit(cache=True, nogil=True)
def _every_end(left, card, own, facing):  # type: ignore[no-untyped-def]
    """Where the dealer ends, together with the second card being of the same value, or another."""
    shoes = np.empty((2, 10), np.int64)
    for value in range(10):
        shoes[0, value] = left[value]
        shoes[1, value] = left[value] - (value == card)
    ends = dealer_ends(shoes, facing.tree, facing.blackjack)
    chance = draw_chance(left, left.sum(), facing.blackjack, card)
    every = np.zeros(7)
    for end in range(7):
        with_card = chance * ends[1, end] if chance > 0.0 else 0.0
        every[end] = with_card if own == SAME else ends[0, end] - with_card
    return every


@njit(cache=True, nogil=True)
def _all_of(tally, end):  # type: ignore[no-untyped-def]
    """The probabilities of the dealer's ends, whatever the hand nets."""
    every = 0.0
    for stake in range(2):
        for result in range(3):
            every += tally[stake, result, end]
    return every


@njit(cache=True, nogil=True)
def _add(tally, more, factor):  # type: ignore[no-untyped-def]
    """Add a multiple of another tally."""
    for stake in range(2):
        for result in range(3):
            for end in range(7):
                tally[stake, result, end] += factor * more[stake, result, end]


@njit(cache=True, nogil=True)
def _tally_busts(every, busts, tally):  # type: ignore[no-untyped-def]
    """Where the dealer ends when the hand busts.

    How a hand is played does not change the dealer's end, so this is all ends less those of the hands that stand.
    """
    for end in range(7):
        bust = every[end] - _all_of(tally, end)
        for stake in range(2):
            tally[stake, 0, end] += bust * busts[stake] / (busts[0] + busts[1])


@njit(cache=True, nogil=True)
def play_kinds(left, kinds, facing, actions, tallies):  # type: ignore[no-untyped-def]
    """Hands of both kinds, for each number of further cards of A and of B that are out of the shoe.

    ``left`` is the shoe without the two cards that are split. Tallies are by kind, by further cards of A and of B, and
    by whether the second card is the same. Where both kinds are the same, only A is played.
    """
    twins, most = kinds[0] == kinds[1], tallies.shape[1] - 1
    for further_a in range(min(most, left[kinds[0]]) + 1):
        left[kinds[0]] -= further_a
        for further_b in range(1 if twins else min(most - further_a, left[kinds[1]]) + 1):
            left[kinds[1]] -= further_b
            for kind in range(1 if twins else 2):
                play_split_card(left, kinds[kind], facing, actions, tallies[kind, further_a, further_b])
            left[kinds[1]] += further_b
        left[kinds[0]] += further_a


@njit(cache=True, nogil=True)
def further_chances(left, kinds, ranks, blackjack, chances):  # type: ignore[no-untyped-def]
    """The probability that given numbers of cards are of kind A and of kind B.

    ``ranks`` is the number of cards left that pair with either kind: not all tens do if only equal ranks
    may be split.
    """
    cards = left.sum()
    hole = cards - left[blackjack] if blackjack >= 0 else 1
    for further_a in range(chances.shape[0]):
        for further_b in range(chances.shape[1]):
            drawn = further_a + further_b
            if drawn >= cards:
                chances[further_a, further_b] = 0.0
                continue
            chance = 1.0
            for nth in range(drawn):
                some = ranks[0] - nth if nth < further_a else ranks[1] - (nth - further_a)
                chance *= max(some, 0) / (cards - nth)
            if blackjack >= 0:
                out = further_a * (kinds[0] == blackjack) + further_b * (kinds[1] == blackjack)
                chance *= (cards - drawn - (left[blackjack] - out)) / (cards - drawn) * (cards / hole)
            chances[further_a, further_b] = chance


@njit(cache=True, nogil=True)
def part_ranks(left, kinds, ranks, tallies):  # type: ignore[no-untyped-def]
    """If only equal ranks are split, move the tens that do not pair from the same kind to the others."""
    for kind in range(2):
        for further_a in range(tallies.shape[1]):
            for further_b in range(tallies.shape[2]):
                further = further_a if kind == 0 else further_b
                share = max(ranks[kind] - further, 0) / max(left[kinds[kind]] - further, 1)
                hands = tallies[kind, further_a, further_b]
                _add(hands[OTHER], hands[SAME], 1.0 - share)
                _add(hands[SAME], hands[SAME], share - 1.0)


_CHOOSE = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.float64)


@njit(cache=True, nogil=True)
def _hand_in(way, kind, is_free, chances, tallies):  # type: ignore[no-untyped-def]
    """The tally of one hand, together with all that a way knows of the other cards."""
    tally = np.zeros((2, 3, 7))
    not_a = way[2] - (kind == 0 and not is_free)
    not_b = way[3] - (kind == 1 and not is_free)
    for more_a in range(not_a + 1):
        for more_b in range(not_b + 1):
            sign = -1.0 if (more_a + more_b) % 2 else 1.0
            further_a, further_b = way[0] + more_a, way[1] + more_b
            factor = sign * _CHOOSE[not_a, more_a] * _CHOOSE[not_b, more_b] * chances[further_a, further_b]
            hands = tallies[kind, further_a, further_b]
            _add(tally, hands[OTHER], factor)
            if is_free:
                _add(tally, hands[SAME], factor)
    return tally


@njit(cache=True, nogil=True)
def value_plan(plan, chances, tallies):  # type: ignore[no-untyped-def]
    """The joint result of all hands of a split, for a bet of one unit."""
    value = 0.0
    for row in range(plan.shape[0]):
        way = plan[row]
        for kind in range(2):
            for is_free in range(2):
                hands = way[2 + 2 * is_free + kind]
                if hands:
                    tally = _hand_in(way, kind, is_free, chances, tallies)
                    for end in range(7):
                        net = tally[0, 2, end] - tally[0, 0, end] + 2.0 * (tally[1, 2, end] - tally[1, 0, end])
                        value += way[6] * hands * net
    return value


@njit(cache=True, nogil=True)
def tally_plan(plan, chances, tallies, nets):  # type: ignore[no-untyped-def]
    """The probabilities that a split nets -8 to 8 units, and its average stake.

    Each hand is exact together with the dealer's end; given that end, the hands of a split are taken as independent.
    """
    staked = 0.0
    for row in range(plan.shape[0]):
        way = plan[row]
        joint = np.zeros((0, 7))
        for kind in range(2):
            for is_free in range(2):
                hands = way[2 + 2 * is_free + kind]
                if hands:
                    tally = _hand_in(way, kind, is_free, chances, tallies)
                    staked += way[6] * hands * (tally[0].sum() + 2.0 * tally[1].sum())
                    for _ in range(hands):
                        joint = _with_hand(joint, tally)
        for net in range(NETS):
            nets[net] += way[6] * joint[net].sum()
    return staked


@njit(cache=True, nogil=True)
def _with_hand(joint, tally):  # type: ignore[no-untyped-def]
    """The nets of some hands, which may be none yet, and one more."""
    then = np.zeros((NETS, 7))
    for end in range(7):
        every = _all_of(tally, end)
        for stake in range(2):
            for result in range(3):
                move = (stake + 1) * (result - 1)
                if joint.shape[0] == 0:
                    then[NETS // 2 + move, end] += tally[stake, result, end]
                elif every > 0.0:
                    share = tally[stake, result, end] / every
                    for net in range(max(0, -move), min(NETS, NETS - move)):
                        then[net + move, end] += joint[net, end] * share
    return then
