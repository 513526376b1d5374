"""Deals the cards of Power Blackjack: from a shoe dealt to its cut card, from a full shoe each round, or given cards.

A shoe is shuffled by exchanges: each place from the first on takes one of the cards from there to the end. Its words
are those of the round with which it begins, so the shoes of a block follow from the seed and the block's first round.
Only as many places are shuffled as are dealt. Every shuffle is exactly as likely as any other: see dealing.py.

A round does not request cards one by one. It reads on from its place, and if it has read more than was ready,
more cards are shuffled and the round is played again, with the same first cards.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.philox import AGAIN, CARDS, HALF, LOW, four_words, one_word, philox

WHOLE: Final = 0
"""A shoe that goes on from round to round."""
FRESH: Final = 1
"""A full shoe for every round."""
GIVEN: Final = 2
"""Given cards, round by round."""

PLACE, READY, KIND, NUMBER, DISCARDED, WORD, ROUND, OUT = range(8)
"""The entries of ``now``: the place of the next card; how many are ready; the kind of shoe; the round whose words it
takes; how many cards had left it before this round; words used by this round; rounds so far; whether it ran out."""

_STEP: Final = 16
"""How many places are shuffled at a time."""
_REFILL: Final = 1 << 20
"""The index of the first words for refills, in groups of four."""
_AHEAD: Final = 2
"""Groups of four words made ahead for each round from a fresh shoe."""
_BEYOND: Final = 1024
"""How far a round may read beyond the ready cards: more than seven seats with four hands each can need."""


class Shoe(NamedTuple):
    """The arrays of a shoe, with everything it needs for its shuffle."""

    cards: NDArray[np.uint8]
    """Codes of cards, in the order of the deal; after them space for a refill, and some to read beyond."""
    full: NDArray[np.uint8]
    """The cards of a full shoe."""
    now: NDArray[np.int64]
    cut: int
    """The number of cards before the cut card."""
    seed: NDArray[np.uint64]
    unfair: NDArray[np.uint32]
    """By the number of dealt cards: the remainder below which a word would favor some of the other cards."""
    words: NDArray[np.uint32]
    chosen: NDArray[np.uint32]
    """How far from its place each card comes."""
    ahead: NDArray[np.uint32]
    """Words of consecutive rounds: a row for each word."""
    taken: NDArray[np.int64]
    """By card of a fresh shoe: the last round in which it was dealt."""
    given: NDArray[np.uint8]


def new_shoe(decks: int, cut: int, kind: int) -> Shoe:
    """A shoe, not shuffled yet.

    >>> len(new_shoe(6, 234, WHOLE).full)
    312
    """
    size = 52 * decks
    now = np.zeros(8, np.int64)
    now[KIND] = kind
    full = np.tile(np.arange(52, dtype=np.uint8), decks)
    return Shoe(
        cards=np.resize(full, 2 * size + _BEYOND),
        full=full,
        now=now,
        cut=cut,
        seed=np.zeros(1, np.uint64),
        unfair=np.array([2**32 % left for left in range(size, 0, -1)], np.uint32),
        words=np.empty(size + 4, np.uint32),
        chosen=np.empty(size, np.uint32),
        ahead=np.empty((4 * _AHEAD, CHUNK), np.uint32),
        taken=np.full(size, -1, np.int64),
        given=np.empty((0, 0), np.uint8),
    )


def begin(shoe: Shoe, seed: int) -> None:
    """Begin a block with a new shuffle."""
    shoe.seed[0] = seed
    shoe.now[PLACE] = shoe.full.size


@compiled
def prepare(shoe, first, rounds):  # type: ignore[no-untyped-def]
    """Make ready for consecutive rounds."""
    if shoe.now[KIND] == FRESH:
        for place in range(_AHEAD):
            four_words(shoe.seed[0], first, place, CARDS, shoe.ahead[4 * place : 4 * place + 4, :rounds])


@compiled
def start_anew(shoe, number, column):  # type: ignore[no-untyped-def]
    """Begin a round with a new shuffle, whose first card is burned; or with other cards of its own."""
    now = shoe.now
    now[NUMBER], now[PLACE], now[READY], now[OUT] = number, 0, 0, 0
    if now[KIND] == WHOLE:
        for place in range(shoe.full.size):
            shoe.cards[place] = shoe.full[place]
        now[READY] = min((shoe.cut + _STEP + 3) // 4 * 4, shoe.full.size)
        _shuffle(shoe, 0, now[READY], shoe.full.size, 0)
        now[PLACE] = 1
    elif now[KIND] == FRESH:
        now[ROUND] += 1
        _draw_first(shoe, column)
    else:
        now[READY] = shoe.given.shape[0]
        for place in range(now[READY]):
            shoe.cards[place] = shoe.given[place, column]
    now[DISCARDED] = now[PLACE]


@compiled
def make_ready(shoe, number, needed):  # type: ignore[no-untyped-def]
    """Make cards ready for a round that has read beyond them. Return whether the shoe has enough."""
    now, size = shoe.now, shoe.full.size
    while now[READY] < needed and not now[OUT]:
        if now[READY] == size and now[KIND] == WHOLE:
            now[NUMBER] = number
            _refill(shoe)
        elif now[READY] >= size or now[KIND] == GIVEN:
            now[OUT] = 1
        elif now[KIND] == FRESH:
            _draw(shoe, one_word(shoe.seed[0], now[NUMBER], now[WORD], CARDS))
            now[WORD] += 1
        else:
            ready = min(now[READY] + _STEP, size)
            _shuffle(shoe, now[READY], ready, size, 0)
            now[READY] = ready
    return not now[OUT]


@compiled
def _draw_first(shoe, column):  # type: ignore[no-untyped-def]
    """The first cards of a round, by the words made ahead."""
    taken, cards, round, size = shoe.taken, shoe.cards, shoe.now[ROUND], np.uint64(shoe.full.size)
    unfair, ready = np.uint64(shoe.unfair[0]), 0
    for word in range(4 * _AHEAD):
        product = np.uint64(shoe.ahead[word, column]) * size
        if product & LOW < unfair:
            continue
        card = product >> HALF
        # A card that is already on the table is replaced by the next word's card.
        cards[ready] = shoe.full[card]
        ready += 1 if taken[card] != round else 0
        taken[card] = round
    shoe.now[READY], shoe.now[WORD] = ready, 4 * _AHEAD


@compiled
def _draw(shoe, word):  # type: ignore[no-untyped-def]
    """A card of a fresh shoe by a word; one that is on the table, or a word that favours some, is passed over."""
    now, size = shoe.now, shoe.full.size
    product = word * np.uint64(size)
    card = np.int64(product >> HALF)
    if product & LOW >= np.uint64(shoe.unfair[0]) and shoe.taken[card] != now[ROUND]:
        shoe.taken[card] = now[ROUND]
        shoe.cards[now[READY]] = shoe.full[card]
        now[READY] += 1


@compiled
def _refill(shoe):  # type: ignore[no-untyped-def]
    """Shuffle the cards that were burned and discarded before this round, and go on with them."""
    now, size = shoe.now, shoe.full.size
    for place in range(now[DISCARDED]):
        shoe.cards[size + place] = shoe.cards[place]
    now[READY] = size + now[DISCARDED]
    _shuffle(shoe, size, now[READY], now[READY], _REFILL)


@compiled
def _shuffle(shoe, first, last, end, fours):  # type: ignore[no-untyped-def]
    """Shuffle the places from ``first`` to before ``last``, out of all cards to before ``end``."""
    steps, most = last - first, end - first
    _words(shoe.seed[0], shoe.now[NUMBER], fours + first, (steps + 3) // 4, shoe.words)
    if _choose(shoe.words, shoe.unfair[shoe.full.size - most :], most, shoe.chosen[:steps]):
        _choose_again(shoe, fours + first, most, shoe.chosen[:steps])
    _exchange(shoe.cards, first, shoe.chosen[:steps])


@compiled
def _choose(words, unfair, most, chosen):  # type: ignore[no-untyped-def]
    """Write how far each card is moved; return whether a word was unfair."""
    again, left = np.uint64(0), np.uint64(most)
    for step in range(chosen.size):
        product = np.uint64(words[step]) * (left - np.uint64(step))
        again += np.uint64(product & LOW < np.uint64(unfair[step]))
        chosen[step] = np.uint32(product >> HALF)
    return again > 0


@compiled
def _choose_again(shoe, first, most, chosen):  # type: ignore[no-untyped-def]
    """Redraw unfair words, which occur about once in a hundred thousand shoes."""
    for step in range(chosen.size):
        left, unfair = np.uint64(most - step), np.uint64(shoe.unfair[shoe.full.size - most + step])
        product, tries = np.uint64(shoe.words[step]) * left, 0
        while product & LOW < unfair:
            product = one_word(shoe.seed[0], shoe.now[NUMBER], first + step + 1024 * tries, AGAIN) * left
            tries += 1
        chosen[step] = np.uint32(product >> HALF)


@compiled
def _exchange(cards, first, chosen):  # type: ignore[no-untyped-def]
    for step in range(chosen.size):
        place = first + step
        other = place + np.int64(chosen[step])
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card


@compiled
def _words(seed, number, first, fours, words):  # type: ignore[no-untyped-def]
    """Consecutive fours of words of one round; the first words of all fours come first."""
    k0, k1, start = np.uint64(seed) & LOW, np.uint64(seed) >> HALF, np.uint64(number)
    low, high, place, side = start & LOW, start >> HALF, np.uint64(first), np.uint64(CARDS)
    for four in range(fours):
        a, b, c, d = philox(low, high, place + np.uint64(four), side, k0, k1)
        words[four] = a
        words[fours + four] = b
        words[2 * fours + four] = c
        words[3 * fours + four] = d
