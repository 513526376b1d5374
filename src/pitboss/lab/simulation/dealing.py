"""Deals the first cards of a shuffled deck for many rounds at once, with every order equally likely.

Arrays have a row for each card and a column for each round, so the processor deals dozens of
rounds with one instruction. A random word chooses among the remaining cards by multiplication; the few words that would
favor some cards are replaced by others (Lemire, "Fast random integer generation in an interval", 2019), so the deal is
exactly fair.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.lab.simulation.philox import AGAIN, CARDS, HALF, LOW, LUCK, four_words, one_word

CHUNK = 2048
"""How many rounds are dealt at once: their data fit in the processor's caches."""

Cards = NDArray[np.uint8]


class Dealer:
    """Deals the first cards of a deck.

    >>> Dealer(52, 6).deal(seed=1, first=0, rounds=2).T.tolist()
    [[46, 45, 29, 35, 1, 13], [34, 45, 23, 33, 11, 49]]
    """

    def __init__(self, deck: int, cards: int) -> None:
        self.deck = deck
        self.cards = cards
        self._cards = np.empty((cards, CHUNK), np.uint8)
        self._order = np.empty((cards, CHUNK), np.uint8)
        self._words = np.empty((4, CHUNK), np.uint32)

    def deal(self, seed: int, first: int, rounds: int) -> Cards:
        """The cards of consecutive rounds, at most ``CHUNK``: ``[card, round]``, valid until the next deal."""
        cards, order, words = self._cards[:, :rounds], self._order[:, :rounds], self._words[:, :rounds]
        deal_cards(np.uint64(seed), first, self.deck, cards, order, words)
        return cards


@njit(cache=True, nogil=True)
def draw_luck(seed, first, words, luck):  # type: ignore[no-untyped-def]
    """Fill ``luck``, four draws for every seat and round: the halves of two random words. ``words`` is work space."""
    for seat in range(luck.shape[0]):
        if seat % 2 == 0:
            four_words(seed, first, seat // 2, LUCK, words)
        for half in range(2):
            word = words[2 * (seat % 2) + half]
            for column in range(word.size):
                luck[seat, 2 * half, column] = word[column] & 0xFFFF
                luck[seat, 2 * half + 1, column] = word[column] >> 16


@njit(cache=True, nogil=True)
def deal_cards(seed, first, deck, cards, order, words):  # type: ignore[no-untyped-def]
    """Fill ``cards``; the other two arrays are work space."""
    for place in range(cards.shape[0]):
        if place % 4 == 0:
            four_words(seed, first, place // 4, CARDS, words)
        _choose(seed, first, place, deck - place, words[place % 4], cards[place])
        for before in range(place):
            _step_over(order[before], cards[place])
        _put_in_order(order, place, cards[place])


@njit(cache=True, nogil=True)
def _choose(seed, first, place, left, words, chosen):  # type: ignore[no-untyped-def]
    """A number below ``left`` for each round."""
    size = np.uint64(left)
    unfair = np.uint64(2**32 % left)
    again = np.uint64(0)
    for column in range(words.size):
        product = np.uint64(words[column]) * size
        again += np.uint64(product & LOW < unfair)
        chosen[column] = np.uint8(product >> HALF)
    if again:
        _choose_again(seed, first, place, size, unfair, words, chosen)


@njit(cache=True, nogil=True)
def _choose_again(seed, first, place, size, unfair, words, chosen):  # type: ignore[no-untyped-def]
    """Redraw unfair words, which occur about once in a hundred million cards."""
    for column in range(words.size):
        product, tries = np.uint64(words[column]) * size, 0
        while product & LOW < unfair:
            product = one_word(seed, first + column, place + 256 * tries, AGAIN) * size
            tries += 1
        chosen[column] = np.uint8(product >> HALF)


@njit(cache=True, nogil=True)
def _step_over(dealt, chosen):  # type: ignore[no-untyped-def]
    """Convert a place among the remaining cards to a card: each card dealt before, the lowest first, moves it up."""
    for column in range(chosen.size):
        chosen[column] += chosen[column] >= dealt[column]


@njit(cache=True, nogil=True)
def _put_in_order(order, place, dealt):  # type: ignore[no-untyped-def]
    """Keep the cards dealt so far in order, the lowest first."""
    last = order[place]
    for column in range(dealt.size):
        last[column] = dealt[column]
    for before in range(place):
        row = order[before]
        for column in range(dealt.size):
            low, high = min(row[column], last[column]), max(row[column], last[column])
            row[column] = low
            last[column] = high
