"""Tables of every hand as a set of values, and of every way in which the dealer's hand can end.

Blackjack has ten values: aces (here 0), twos (1), ... tens (9). A hand is its count of each. A table lists all
hands up to 22 points, aces as one, in the order of their points, so that a hand follows all hands it can grow from.
"""

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

ACE: Final = 0
TEN: Final = 9
MAX_POINTS: Final = 22
"""The highest points in the tables: a dealer's 22 is different from a higher bust, but higher busts are all alike."""
_BITS = 5
TWENTY_TWO: Final = 5
"""The dealer's ends are 17, 18, 19, 20, 21, 22 and more, numbered from 0; this is the sixth."""


class HandTable(NamedTuple):
    """All hands, by number; number 0 is the empty hand."""

    counts: Ints
    """The number of cards of each value."""
    total: Ints
    """The total of the hand, with an ace as eleven if that does not bust it."""
    soft: Ints
    size: Ints
    after: Ints
    """The number of the hand with one more card of each value; -1 where it has more than 22 points."""
    without_highest: Ints
    """The number of the hand without its highest card."""
    highest: Ints


class DealerTree(NamedTuple):
    """The dealer's cards after the up card for hands that end with 17 to 22, as a tree of shared first cards.

    A node adds one card to its parent: it makes a *step*, which is a value and how many cards of it the parent has. A
    *leaf* is a node at which the dealer's hand ends. Leaves of the same end and the same number of cards form a group.
    """

    parent: Ints
    step: Ints
    card: Ints
    """Of each step."""
    before: Ints
    leaf: Ints
    """The nodes of the leaves, group by group."""
    orders: Floats
    """The number of orders in which the dealer can draw the cards of each leaf."""
    first: Ints
    """The index of the first leaf of each group, and the end of the last group."""
    end: Ints
    """Of each group."""
    size: Ints
    """The number of cards that the dealer takes, in each group."""


class Facing(NamedTuple):
    """An up card, with the dealer's possible ends against the player."""

    table: HandTable
    tree: DealerTree
    blackjack: int
    """The hole card that would make a blackjack, which the dealer does not have; -1 if there is none."""
    pushes: int
    """Whether a dealer's 22 pushes."""


def total_of(hard: int, has_ace: bool) -> tuple[int, bool]:
    """What points count, aces first taken as one; and whether an ace counts eleven.

    >>> total_of(7, True), total_of(12, True)
    ((17, True), (12, False))
    """
    soft = has_ace and hard <= 11
    return (hard + 10 if soft else hard), soft


@lru_cache
def hand_table() -> HandTable:
    """All hands up to 22 points, aces as one.

    >>> len(hand_table().total)
    3890
    """
    keys = _keys_by_points()
    number = {key: index for index, key in enumerate(keys)}
    counts = np.array([[key >> _BITS * card & 31 for card in range(10)] for key in keys], np.int64)
    hard = counts @ np.arange(1, 11)
    totals = [total_of(int(points), bool(aces)) for points, aces in zip(hard, counts[:, ACE], strict=True)]
    after = np.array([[number.get(key + (1 << _BITS * card), -1) for card in range(10)] for key in keys], np.int64)
    highest = np.array([max((card for card in range(10) if key >> _BITS * card & 31), default=-1) for key in keys])
    without = [number[key - (1 << _BITS * int(card))] if key else -1 for key, card in zip(keys, highest, strict=True)]
    return HandTable(
        counts,
        np.array([total for total, _ in totals], np.int64),
        np.array([soft for _, soft in totals], np.int64),
        counts.sum(axis=1),
        after,
        np.array(without, np.int64),
        highest.astype(np.int64),
    )


def _keys_by_points() -> list[int]:
    """Hands as numbers with five bits for each value; no value comes more than 22 times."""
    by_points: list[set[int]] = [set() for _ in range(MAX_POINTS + 1)]
    by_points[0].add(0)
    for points in range(MAX_POINTS):
        for card in range(min(10, MAX_POINTS - points)):
            by_points[points + card + 1].update(key + (1 << _BITS * card) for key in by_points[points])
    return [key for keys in by_points for key in sorted(keys)]


@lru_cache
def dealer_tree(up: int, hits_soft_17: int) -> DealerTree:
    """How a dealer who shows this value and has no blackjack may end.

    A dealer with a ten has 288 orders of cards, 98 of them busts above 22, which the tree does not need.

    >>> tree = dealer_tree(TEN, 1)
    >>> len(tree.parent), int(tree.orders.sum())
    (144, 190)
    """
    table = hand_table()
    orders, ends = dealer_orders(up, hits_soft_17)
    nodes = _nodes(table, ends >= 0)
    place = {int(hand): node for node, hand in enumerate(nodes)}
    parent = np.maximum(table.without_highest[nodes], 0)
    steps, step = np.unique(
        np.stack([table.highest[nodes], table.counts[parent, table.highest[nodes]]]), axis=1, return_inverse=True
    )
    leaves = np.nonzero(ends >= 0)[0]
    leaves = leaves[np.lexsort((table.size[leaves], ends[leaves]))]
    groups, first = np.unique(np.stack([ends[leaves], table.size[leaves]]), axis=1, return_index=True)
    return DealerTree(
        parent=np.array([place[int(hand)] for hand in parent], np.int64),
        step=step.reshape(-1).astype(np.int64),
        card=np.ascontiguousarray(steps[0]),
        before=np.ascontiguousarray(steps[1]),
        leaf=np.array([place[int(hand)] for hand in leaves], np.int64),
        orders=orders[leaves].astype(np.float64),
        first=np.append(first, len(leaves)).astype(np.int64),
        end=np.ascontiguousarray(groups[0]),
        size=np.ascontiguousarray(groups[1]),
    )


def _nodes(table: HandTable, is_leaf: NDArray[np.bool_]) -> Ints:
    """The leaves and all nodes between them and the empty hand."""
    needed = is_leaf.copy()
    needed[0] = True
    for hand in range(len(needed) - 1, 0, -1):
        if needed[hand]:
            needed[table.without_highest[hand]] = True
    return np.nonzero(needed)[0]


@lru_cache
def dealer_orders(up: int, hits_soft_17: int) -> tuple[Ints, Ints]:
    """For each set of cards after the up card: in how many orders it can be drawn, and how the hand ends.

    Ends are numbered from 0 for 17; -1 if the dealer draws another card, or can never have this set. A ten makes 22
    with two sixes, in one order.

    >>> orders, ends = dealer_orders(TEN, 1)
    >>> hand = int(hand_table().after[hand_table().after[0, 5], 5])
    >>> int(orders[hand]), int(ends[hand])
    (1, 5)
    """
    table = hand_table()
    orders, ends = np.zeros(len(table.total), np.int64), np.full(len(table.total), -1, np.int64)
    orders[0] = 1
    blackjack = blackjack_card(up)
    points = table.counts @ np.arange(1, 11) + up + 1
    for hand in range(len(orders)):
        if not orders[hand] or points[hand] > MAX_POINTS:
            continue
        total, soft = total_of(int(points[hand]), up == ACE or table.counts[hand, ACE] > 0)
        if hand and (total > 17 or (total == 17 and not (soft and hits_soft_17))):
            ends[hand] = total - 17
            continue
        for card in range(10):
            if table.after[hand, card] >= 0 and not (hand == 0 and card == blackjack):
                orders[table.after[hand, card]] += orders[hand]
    return orders, ends


def blackjack_card(up: int) -> int:
    """The hole card that makes a blackjack with this up card; -1 if there is none.

    >>> blackjack_card(ACE) == TEN, blackjack_card(5)
    (True, -1)
    """
    return {ACE: TEN, TEN: ACE}.get(up, -1)


@lru_cache
def facing(up: int, hits_soft_17: int, pushes: int) -> Facing:
    """The table for this up card.

    >>> facing(ACE, 1, 1).blackjack == TEN
    True
    """
    return Facing(hand_table(), dealer_tree(up, hits_soft_17), blackjack_card(up), pushes)
