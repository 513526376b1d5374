"""Computes the probabilities of the dealer's final totals, for many shoes at once, in double precision."""

from typing import Final

import numpy as np
from numba import njit

BUST: Final = 6
PUSH: Final = 5
"""The dealer's ends with more than 22, and with 22."""

_LANES = 8
"""How many shoes go through the tree together: as many doubles as a processor multiplies at a time."""


@njit(cache=True, nogil=True)
def dealer_ends(shoes, tree, blackjack):  # type: ignore[no-untyped-def]
    """The probabilities that the dealer ends with 17, 18, 19, 20, 21, 22, or more: a row for each shoe.

    A shoe is what is left without all known cards, the up card among them; the hole card is one of it, and is not the
    one that would make a blackjack. Rows of shoes that cannot be (a value below zero) mean nothing.
    """
    ends = np.empty((shoes.shape[0], 7))
    left, cards = np.zeros((10, _LANES)), np.zeros(_LANES)
    for start in range(0, shoes.shape[0], _LANES):
        lanes = min(_LANES, shoes.shape[0] - start)
        for lane in range(lanes):
            cards[lane] = 0.0
            for card in range(10):
                left[card, lane] = shoes[start + lane, card]
                cards[lane] += shoes[start + lane, card]
        _sum_leaves(_products(left, tree), cards, tree, ends[start : start + lanes])
        for lane in range(lanes):
            _given_no_blackjack(left, cards, lane, blackjack, ends[start + lane])
    return ends


@njit(cache=True, nogil=True)
def _products(left, tree):  # type: ignore[no-untyped-def]
    """Node by node, the product of how many cards are left for each step on the way to it."""
    nodes, steps = tree.parent.shape[0], tree.card.shape[0]
    factors = np.empty((steps, _LANES))
    for step in range(steps):
        for lane in range(_LANES):
            factors[step, lane] = max(left[tree.card[step], lane] - tree.before[step], 0.0)
    products = np.empty((nodes, _LANES))
    products[0] = 1.0
    for node in range(1, nodes):
        parent, step = tree.parent[node], tree.step[node]
        for lane in range(_LANES):
            products[node, lane] = products[parent, lane] * factors[step, lane]
    return products


@njit(cache=True, nogil=True)
def _sum_leaves(products, cards, tree, ends):  # type: ignore[no-untyped-def]
    """The chances of the ends: the products of their leaves in all orders, out of all orders of as many cards."""
    ends[:] = 0.0
    for group in range(tree.end.shape[0]):
        sums = np.zeros(_LANES)
        for leaf in range(tree.first[group], tree.first[group + 1]):
            node, orders = tree.leaf[leaf], tree.orders[leaf]
            for lane in range(_LANES):
                sums[lane] += products[node, lane] * orders
        for lane in range(ends.shape[0]):
            every = 1.0
            for drawn in range(tree.size[group]):
                every *= cards[lane] - drawn
            if every > 0.0:
                ends[lane, tree.end[group]] += sums[lane] / every


@njit(cache=True, nogil=True)
def _given_no_blackjack(left, cards, lane, blackjack, ends):  # type: ignore[no-untyped-def]
    given = 1.0
    if blackjack >= 0 and cards[lane] > left[blackjack, lane]:
        given = cards[lane] / (cards[lane] - left[blackjack, lane])
    below = 0.0
    for end in range(BUST):
        ends[end] *= given
        below += ends[end]
    ends[BUST] = 1.0 - below
