"""The shape of some cards: how high they are and whether they are of one suit, whichever it is.

Millions of choices of cards have few shapes, so what holds for a shape is worth remembering.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from pitboss.cards.card import Card, Suit

Shape = tuple[tuple[int, ...], bool]
"""The height of each card, and whether all that are no jokers are of one suit."""


def shapes(cards: Sequence[Card], *sizes: int) -> list[Shape]:
    """The shapes of every choice of so many cards, size by size, in the order of ``itertools.combinations``.

    >>> from pitboss.cards import parse_cards
    >>> shapes(parse_cards("Jk As Ks Kd"), 3)
    [((15, 14, 13), True), ((15, 14, 13), False), ((15, 13, 13), False), ((14, 13, 13), False)]
    """
    heights = [card.height for card in cards]
    suits = [None if card.is_joker else card.suit for card in cards]
    found: list[Shape] = []
    for size in sizes:
        found += zip(combinations(heights, size), map(_is_one, combinations(suits, size)), strict=True)
    return found


@cache
def _is_one(suits: tuple[Suit | None, ...]) -> bool:
    return len({suit for suit in suits if suit is not None}) == 1
