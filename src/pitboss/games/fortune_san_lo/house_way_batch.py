"""The house way for whole arrays of hands: a twin of the readable one, for making its tables and for the mathematics.

It brings NumPy and Numba, so nothing that a table or the command line needs may import it.
"""

from typing import Final, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import ArrayLike, NDArray

from pitboss.cards import HandValue
from pitboss.cards.batch import san_lo
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, Shares, ShareTable
from pitboss.games.fortune_san_lo.rule_list import HOLDINGS, Rule, RuleList
from pitboss.games.fortune_san_lo.setting import RANKINGS, WAYS

_HANDS_OF_WAYS: Final = [sorted({way[hand] for way in WAYS}) for hand in range(3)]
_WAYS: Final = np.array([[_HANDS_OF_WAYS[hand].index(way[hand]) for hand in range(3)] for way in WAYS], np.uint8)
"""For each of the 60 ways, which of the 20 high, 15 mid and 6 low hands it has."""


class Strengths(NamedTuple):
    """The strengths of every high, mid and low hand that six cards can be set into, one row per six cards."""

    cards: NDArray[np.uint8]
    """From the highest code to the lowest: the order to which the positions in ``WAYS`` refer."""
    high: NDArray[np.uint16]
    mid: NDArray[np.uint16]
    low: NDArray[np.uint16]
    ways: NDArray[np.uint8] = _WAYS

    def set(self, ways: NDArray[np.int64]) -> tuple[NDArray[np.uint16], ...]:
        """The strengths of the high, mid and low hands, each row set one way."""
        rows = np.arange(len(ways))
        hands = (self.high, self.mid, self.low)
        return tuple(hand[rows, self.ways[ways, column]] for column, hand in enumerate(hands))


def strengths_of(hands: ArrayLike) -> Strengths:
    """The strengths of the hands that each row of six card codes can be set into.

    >>> strengths = strengths_of([[51, 47, 52, 13, 12, 2]])  # As Ks Jk 5d 5c 2h
    >>> strengths.high.shape, strengths.mid.shape, strengths.low.shape
    ((1, 20), (1, 15), (1, 6))
    """
    cards = np.ascontiguousarray(np.sort(np.asarray(hands, np.uint8), axis=1)[:, ::-1])
    high, mid, low = (
        np.stack([ranking.strengths(cards[:, positions]) for positions in _HANDS_OF_WAYS[hand]], axis=1)
        for hand, ranking in enumerate(san_lo())
    )
    return Strengths(cards, high, mid, low)


def number_of_strengths() -> int:
    """Strengths go from 0 to one less than this; those of high, mid and low hands are on one scale.

    >>> number_of_strengths()
    845
    """
    return san_lo()[0].number_of_strengths


def share_arrays(shares: Shares) -> NDArray[np.int64]:
    """The three tables as rows of one array, by strength; a strength that is not a high, mid or low hand has nothing.

    >>> from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
    >>> share_arrays(shipped_shares()).shape
    (3, 845)
    """
    meanings = [san_lo()[0].meaning(strength) for strength in range(number_of_strengths())]
    tables: tuple[ShareTable, ...] = (shares.high, shares.mid, shares.low)
    return np.array([[table.get(meaning, 0) for meaning in meanings] for table in tables], np.int64)


@njit(cache=True, nogil=True)
def _hands(strengths, row, way):  # type: ignore[no-untyped-def]
    """The high, mid and low hand of a row that is set one way."""
    high, mid, low = strengths.ways[way]
    return np.int64(strengths.high[row, high]), np.int64(strengths.mid[row, mid]), np.int64(strengths.low[row, low])


def set_hands(strengths: Strengths, shares: NDArray[np.int64]) -> NDArray[np.int64]:
    """The house way of every row: which of the 60 ``WAYS`` it takes.

    >>> from pitboss.games.fortune_san_lo.house_way_shares import shipped_shares
    >>> strengths = strengths_of([[52, 51, 47, 13, 12, 2]])  # Jk As Ks 5d 5c 2h
    >>> WAYS[set_hands(strengths, share_arrays(shipped_shares()))[0]]  # Jk As 2h / 5d 5c / Ks
    ((0, 1, 5), (3, 4), (2,))
    """
    ways = np.empty(len(strengths.cards), np.int64)
    _set_hands(strengths, shares, ways)
    return ways


@njit(cache=True, nogil=True)
def _set_hands(strengths, shares, ways):  # type: ignore[no-untyped-def]
    for row in range(ways.size):
        best = (-1, -1, -1, -1)
        for way in range(strengths.ways.shape[0]):
            high, mid, low = _hands(strengths, row, way)
            if high > mid > low:
                p, q, r = shares[0, high], shares[1, mid], shares[2, low]
                merit = (MILLION * (p * q + p * r + q * r) - 2 * p * q * r, high, mid, low)
                if merit > best:
                    best = merit
                    ways[row] = way


def scores(strengths: Strengths, ways: NDArray[np.int64], shares: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance of every row, set its way, to win at least two of three independent matchups.

    >>> strengths = strengths_of([[51, 47, 52, 13, 12, 2]])
    >>> scores(strengths, np.array([0]), np.full((3, number_of_strengths()), 500_000))
    array([0.5])
    """
    p, q, r = (shares[column, chosen] / MILLION for column, chosen in enumerate(strengths.set(ways)))
    return np.asarray(p * q + p * r + q * r - 2 * p * q * r)


def count_legal(strengths: Strengths, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often each strength is a high, mid and low hand when every legal setting of every row is laid down once.

    >>> counts = count_legal(strengths_of([[51, 47, 52, 13, 12, 2]]), np.array([1]))
    >>> counts.sum(axis=1)  # so many settings are legal
    array([34, 34, 34])
    """
    counts = np.zeros((3, number_of_strengths()), np.int64)
    _count_legal(strengths, weights, counts)
    return counts


@njit(cache=True, nogil=True)
def _count_legal(strengths, weights, counts):  # type: ignore[no-untyped-def]
    for row in range(weights.size):
        for way in range(strengths.ways.shape[0]):
            high, mid, low = _hands(strengths, row, way)
            if high > mid > low:
                counts[0, high] += weights[row]
                counts[1, mid] += weights[row]
                counts[2, low] += weights[row]


def count_set(strengths: Strengths, ways: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often each strength is a high, mid and low hand when every row is set its way.

    >>> counts = count_set(strengths_of([[51, 47, 52, 13, 12, 2]]), np.array([0]), np.array([24]))
    >>> counts.sum(axis=1)
    array([24, 24, 24])
    """
    counts = np.zeros((3, number_of_strengths()), np.int64)
    for column, chosen in enumerate(strengths.set(ways)):
        np.add.at(counts[column], chosen, weights)
    return counts


def set_by_rules(strengths: Strengths, rules: RuleList) -> NDArray[np.int64]:
    """How a list of rules sets every row: which of the 60 ``WAYS`` it takes.

    >>> from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
    >>> WAYS[set_by_rules(strengths_of([[52, 51, 47, 13, 12, 2]]), shipped_rule_list())[0]]
    ((0, 1, 5), (3, 4), (2,))
    """
    ways = np.full(len(strengths.cards), -1, np.int64)
    holdings = _holdings(strengths.cards)
    for rule in rules.rules:
        rows = np.flatnonzero((ways < 0) & _holds(rule, holdings))
        order = np.array([list(RANKINGS).index(hand) for hand in rule.order])
        _set_by_rule(strengths, rows, _allowed(rule), order, ways)
    return ways


def _holdings(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What each six cards hold: the sum of the cubes of the sizes of their groups, which tells all holdings apart."""
    ranks = np.minimum(cards >> 2, 12)  # the joker, whose code is 52, is an ace like 48 to 51
    equal = (ranks[:, :, np.newaxis] == ranks[:, np.newaxis, :]).sum(axis=2)
    return np.asarray((equal**2).sum(axis=1))


def _holds(rule: Rule, holdings: NDArray[np.int64]) -> NDArray[np.bool_]:
    cubes = [sum(size**3 for size in shape) for shape, name in HOLDINGS.items() if rule.holding in (None, name)]
    return np.isin(holdings, cubes)


def _allowed(rule: Rule) -> NDArray[np.bool_]:
    """Which strengths a rule allows in the high, the mid and the low hand."""
    values = [HandValue(*san_lo()[0].meaning(strength), ()) for strength in range(number_of_strengths())]
    asked = [rule.requirements.get(hand) for hand in RANKINGS]
    return np.array([[not hand or hand.is_met_by(value) for value in values] for hand in asked])


@njit(cache=True, nogil=True)
def _set_by_rule(strengths, rows, allowed, order, ways):  # type: ignore[no-untyped-def]
    for row in rows:
        best = (-1, -1, -1)
        for way in range(strengths.ways.shape[0]):
            hands = _hands(strengths, row, way)
            high, mid, low = hands
            if high > mid > low and allowed[0, high] and allowed[1, mid] and allowed[2, low]:
                merit = (hands[order[0]], hands[order[1]], hands[order[2]])
                if merit > best:
                    best = merit
                    ways[row] = way
