"""The kinds of hand, ordered from the lowest to the highest."""

from enum import IntEnum


class _Category(IntEnum):
    @property
    def label(self) -> str:
        """The name people use.

        >>> FiveCardCategory.WILD_ROYAL_FLUSH.label
        'wild royal flush'
        """
        return self.name.lower().replace("_", " ")


class ThreeCardCategory(_Category):
    """Kinds of hands of up to three cards. A straight beats a flush.

    >>> ThreeCardCategory.STRAIGHT > ThreeCardCategory.FLUSH
    True
    """

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class FiveCardCategory(_Category):
    """Kinds of five-card hands. A natural royal flush holds no joker, a wild one does; five aces need one.

    >>> FiveCardCategory.FIVE_ACES > FiveCardCategory.NATURAL_ROYAL_FLUSH > FiveCardCategory.WILD_ROYAL_FLUSH
    True
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    WILD_ROYAL_FLUSH = 9
    NATURAL_ROYAL_FLUSH = 10
    FIVE_ACES = 11


Category = ThreeCardCategory | FiveCardCategory
"""Any kind of hand."""
