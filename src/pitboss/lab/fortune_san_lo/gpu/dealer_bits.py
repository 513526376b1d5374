"""The dealer's hands as rows of bits: one bit for each hand there is, one row for each thing asked about it.

Written for arrays of NumPy and of CuPy alike; ``arrays`` is the one or the other.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

DECK: Final = 53
WORD: Final = 32
STRENGTHS: Final = 846
"""Those that hands have, and one above all of them."""


class Classes(Protocol):
    """What is needed of :class:`~pitboss.lab.fortune_san_lo.dealer.DealerTable`, whose module brings Numba."""

    @property
    def hands(self) -> NDArray[np.uint8]:
        """Six card codes a row, for each suit class."""

    @property
    def setting(self) -> NDArray[np.uint32]:
        """Which of the settings below each class is set into."""

    @property
    def settings(self) -> NDArray[np.uint16]:
        """The strengths of high, mid and low hand."""


class DealerBits(NamedTuple):
    """Every dealer hand in tiles, and where what is asked of them stands."""

    tiles: Any
    """By tile, row and word: 32 hands to a word. First a row for each card: the hands that hold it. Then, for high, mid
    and low hands, a row for each number of strengths: the hands that have one of so many lowest."""
    row_of: NDArray[np.uint16]
    """By high, mid or low hand and strength: the row of the hands that are below it."""
    number_of_hands: int


def dealer_bits(dealer: Classes, arrays: Any, words: int) -> DealerBits:
    """All dealer hands in tiles of so many words.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> bits = dealer_bits(dealer_table().of_cards_from(36), np, words=12)
    >>> bits.tiles.shape, bits.number_of_hands  # 33 tiles of 384 hands
    ((33, 711, 12), 12376)
    """
    masks, setting = every_hand(dealer, arrays)
    known = [np.unique(column) for column in dealer.settings.T]
    places = [np.searchsorted(*columns) for columns in zip(known, dealer.settings.T, strict=True)]
    # Hands that fill the last tile hold every card, so nobody meets them.
    filling = -len(masks) % (words * WORD)
    padded = arrays.concatenate([masks, arrays.full(filling, (1 << DECK) - 1, masks.dtype)])
    settings = arrays.concatenate([setting, arrays.zeros(filling, setting.dtype)])
    rows = DECK + sum(len(strengths) + 1 for strengths in known)
    tiles = arrays.empty((len(padded) // (words * WORD), rows, words), np.uint32)
    for row, asked in enumerate(_rows(padded, [arrays.asarray(place)[settings] for place in places], known)):
        tiles[:, row] = arrays.packbits(asked).view(np.uint32).reshape(-1, words)
    return DealerBits(tiles, _row_of(known), len(masks))


def every_hand(dealer: Classes, arrays: Any) -> tuple[Any, Any]:
    """The cards of each hand as bits, and which setting it is set into: no class stands for its hands any more.

    >>> from pitboss.lab.fortune_san_lo.dealer import dealer_table
    >>> masks, setting = every_hand(dealer_table().of_cards_from(36), np)
    >>> len(masks), len(setting), int(masks[0]).bit_count()
    (12376, 12376, 6)
    """
    hands = arrays.asarray(dealer.hands)
    turned = [arrays.asarray(_turned(order))[hands].sum(axis=1) for order in permutations(range(4))]
    # Orders that exchange suits of equal ranks give the same hand again.
    masks, first = arrays.unique(arrays.concatenate(turned), return_index=True)
    return masks, arrays.asarray(dealer.setting)[first % len(hands)]


def _turned(order: tuple[int, ...]) -> NDArray[np.uint64]:
    """The bit of each card with the suits in another order; the joker stays."""
    codes = [code & ~3 | order[code & 3] if code < DECK - 1 else code for code in range(DECK)]
    bits: NDArray[np.uint64] = np.uint64(1) << np.array(codes, np.uint64)
    return bits


def _rows(masks: Any, places: list[Any], known: list[NDArray[np.uint16]]) -> Iterator[Any]:
    """In the order of :attr:`DealerBits.tiles`, a truth for each hand."""
    for card in range(DECK):
        yield (masks & np.uint64(1 << card)) != 0
    for place, strengths in zip(places, known, strict=True):
        for number in range(len(strengths) + 1):
            yield place < number


def _row_of(known: list[NDArray[np.uint16]]) -> NDArray[np.uint16]:
    firsts = DECK + np.cumsum([0, *(len(strengths) + 1 for strengths in known[:-1])])
    below = [np.searchsorted(strengths, np.arange(STRENGTHS)) for strengths in known]
    return (firsts[:, np.newaxis] + below).astype(np.uint16)
