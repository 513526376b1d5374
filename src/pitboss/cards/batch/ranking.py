"""Whole arrays of hands at once: strengths, categories, and what a strength means."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pitboss.cards.batch.codes import as_codes
from pitboss.cards.batch.kernel import kernel
from pitboss.cards.batch.packing import unpack
from pitboss.cards.batch.strengths import (
    SAN_LO_RUNS,
    THREE_CARD_POKER_RUNS,
    five_card_flush,
    five_card_strength,
    three_card_flush,
    three_card_strength,
)
from pitboss.cards.batch.tables import NOT_A_CARD, Scale, Tables, build_tables
from pitboss.cards.card import Card, Rank
from pitboss.cards.category import Category, FiveCardCategory, ThreeCardCategory
from pitboss.errors import HandSizeError, NotInDeckError


class BatchRanking:
    """A ranking for arrays of hands, one hand a row of card codes. A higher strength beats a lower, equal ones tie.

    Rows are not searched for repeated cards: hands that cannot be dealt get meaningless strengths.

    >>> from pitboss.cards import parse_cards
    >>> hands = encode([parse_cards("As Ks Qs Js Ts"), parse_cards("2c 2d Ah Ks Jk")])
    >>> strengths = five_card().strengths(hands)
    >>> [five_card().meaning(strength)[0].label for strength in strengths]
    ['natural royal flush', 'two pair']
    """

    def __init__(self, scale: Scale, packed: Sequence[int], categories: type[Category]) -> None:
        self.size = scale.size
        self.deck_size = 52 + scale.jokers
        self._packed = packed
        self._enum = categories
        self._tables = build_tables(scale, {value: number for number, value in enumerate(packed)})
        self.category_of: NDArray[np.uint8] = np.array([unpack(value)[0] for value in packed], np.uint8)
        """The category of each strength, for ``category_of[strengths]``."""
        # A higher category always means a higher strength, so the same look-up serves with smaller tables.
        self._category_tables = self._tables._replace(
            cells=self.category_of[self._tables.cells], flushes=self.category_of[self._tables.flushes]
        )

    @property
    def category_tables(self) -> Tables:
        """What a kernel needs to find categories by itself."""
        return self._category_tables

    @property
    def number_of_strengths(self) -> int:
        """Strengths go from 0 to one less than this."""
        return len(self._packed)

    def strengths(self, hands: ArrayLike, out: NDArray[np.uint16] | None = None) -> NDArray[np.uint16]:
        """The strength of every hand; ``out`` may bring the array for the answer."""
        return self._look_up(hands, self._tables, out)

    def categories(self, hands: ArrayLike, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """The category of every hand, as its number; ``out`` may bring the array for the answer."""
        return self._look_up(hands, self._category_tables, out)

    def _look_up(self, hands: ArrayLike, tables: Tables, out: NDArray[Any] | None) -> NDArray[Any]:
        cards = as_codes(hands)
        if cards.ndim != 2 or cards.shape[1] != self.size:
            raise HandSizeError(f"hands come as rows of {self.size} card codes, not in the shape {cards.shape}")
        if out is None:
            out = np.empty(len(cards), tables.cells.dtype)
        if out.shape != (len(cards),) or out.dtype != tables.cells.dtype:
            raise ValueError(f"out must be {len(cards)} {tables.cells.dtype}, not {out.shape} {out.dtype}")
        seen = kernel(self.size)(cards.reshape(-1), tables, out)
        if seen >= NOT_A_CARD:
            raise NotInDeckError(f"{cards.max()} is not the code of a card in the {self.deck_size}-card deck")
        return out

    def meaning(self, strength: int) -> tuple[Category, tuple[Rank, ...]]:
        """The category and the ranks that a strength stands for."""
        category, ranks = unpack(self._packed[strength])
        return self._enum(category), tuple(map(Rank, ranks))


def encode(hands: Sequence[Sequence[Card]]) -> NDArray[np.uint8]:
    """Hands as an array of card codes.

    >>> from pitboss.cards import parse_cards
    >>> encode([parse_cards("2c As Jk")]).tolist()
    [[0, 51, 52]]
    """
    return np.array([[card.code for card in hand] for hand in hands], np.uint8)


def decode(hands: ArrayLike) -> list[tuple[Card, ...]]:
    """Hands of card codes as cards.

    >>> decode([[0, 51, 52]])
    [(2c, As, Jk)]
    """
    return [tuple(map(Card.from_code, hand)) for hand in np.asarray(hands).tolist()]


@lru_cache
def five_card() -> BatchRanking:
    """Five cards of the 52, 53 or 54-card deck.

    >>> five_card().categories([[51, 47, 43, 39, 35]]).tolist()  # As Ks Qs Js Ts
    [10]
    """
    scale = Scale(5, 2, five_card_strength, 5, five_card_flush)
    return BatchRanking(scale, sorted(scale.packed), FiveCardCategory)


@lru_cache
def best_five_of_six() -> BatchRanking:
    """Six cards of the 52 or 53-card deck, by their best five. Strengths are those of :func:`five_card`.

    >>> six, five = [51, 47, 43, 39, 35, 0], [51, 47, 43, 39, 35]
    >>> best_five_of_six().strengths([six]) == five_card().strengths([five])
    array([ True])
    """
    scale = Scale(6, 1, five_card_strength, 5, five_card_flush)
    return BatchRanking(scale, five_card()._packed, FiveCardCategory)


@lru_cache
def three_card_poker() -> BatchRanking:
    """Three cards of the 52-card deck, 3-2-A the lowest straight.

    >>> three_card_poker().meaning(three_card_poker().strengths([[4, 0, 49]])[0])[0].label  # 3c 2c Ad
    'straight'
    """
    by_ranks = partial(three_card_strength, runs=THREE_CARD_POKER_RUNS)
    scale = Scale(3, 0, by_ranks, 3, partial(three_card_flush, runs=THREE_CARD_POKER_RUNS))
    return BatchRanking(scale, sorted(scale.packed), ThreeCardCategory)


@lru_cache
def san_lo() -> tuple[BatchRanking, BatchRanking, BatchRanking]:
    """The high, mid and low hands of Fortune San Lo. Strengths compare across the three.

    >>> high, mid, low = san_lo()
    >>> bool(mid.strengths([[47, 43]])[0] > low.strengths([[46]])[0])  # K-Q over K
    True
    """
    by_flush = partial(three_card_flush, runs=SAN_LO_RUNS)
    high = Scale(3, 1, partial(three_card_strength, runs=SAN_LO_RUNS), 3, by_flush)
    mid = Scale(2, 1, partial(three_card_strength, runs=()))
    low = Scale(1, 1, partial(three_card_strength, runs=()))
    packed = sorted(high.packed | mid.packed | low.packed)
    first, second, third = (BatchRanking(scale, packed, ThreeCardCategory) for scale in (high, mid, low))
    return first, second, third
