"""The games, their wagers that are paid by a paytable, and the hands that each can pay, best first."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial

from pitboss.cards import (
    BlackjackTotal,
    Category,
    FiveCardCategory,
    HandValue,
    Rank,
    Suit,
    ThreeCardCategory,
)

Worth = HandValue | BlackjackTotal
"""What a wager looks at: a poker hand, or the dealer's total."""


class Game(StrEnum):
    """The four games, by the names that commands and files use.

    >>> Game("fortune-san-lo").label
    'Fortune San Lo Poker'
    """

    THREE_CARD_POKER = "three-card-poker"
    FORTUNE_SAN_LO = "fortune-san-lo"
    DOUBLE_DRAW = "double-draw"
    POWER_BLACKJACK = "power-blackjack"

    @property
    def label(self) -> str:
        """The name on the felt."""
        return _LABELS[self]


_LABELS = {
    Game.THREE_CARD_POKER: "Three Card Poker",
    Game.FORTUNE_SAN_LO: "Fortune San Lo Poker",
    Game.DOUBLE_DRAW: "Double Draw Poker",
    Game.POWER_BLACKJACK: "Power Blackjack with Push 22",
}


@dataclass(frozen=True)
class PaidHand:
    """A hand that a wager can pay: a row of its paytables.

    >>> WAGERS[Game.THREE_CARD_POKER]["pair-plus"].hands[0].label
    'Straight flush'
    """

    slug: str
    label: str
    matches: Callable[[Worth], bool] = field(compare=False)
    required: bool = True
    """Whether every paytable of the wager must have this row."""


@dataclass(frozen=True)
class Wager:
    """A wager that is paid by a paytable.

    >>> [hand.slug for hand in WAGERS[Game.THREE_CARD_POKER]["ante-bonus"].hands]
    ['straight-flush', 'three-of-a-kind', 'straight']
    """

    game: Game
    slug: str
    title: str
    hands: tuple[PaidHand, ...]
    is_progressive: bool = False
    """Whether the wager is taken before the deal, pays "for" and from a meter, and brings envy."""

    def hand(self, slug: str) -> PaidHand | None:
        """The paid hand of that name."""
        return next((hand for hand in self.hands if hand.slug == slug), None)


def _row(*categories: Category, slug: str | None = None, label: str | None = None, required: bool = True) -> PaidHand:
    """A row for one kind of hand, named after it, or for several under one name."""
    name = label or categories[0].label.capitalize()
    chosen = frozenset((type(category), category) for category in categories)
    return PaidHand(
        slug or name.lower().replace(" ", "-"),
        name,
        partial(_is_of, chosen),
        required,
    )


# Rows travel to other processes, so what they match is a named function.
def _is_of(categories: frozenset[tuple[type, Category]], worth: Worth) -> bool:
    return isinstance(worth, HandValue) and (type(worth.category), worth.category) in categories


def _is_ace_king_queen(worth: Worth) -> bool:
    return (
        isinstance(worth, HandValue)
        and worth.category is ThreeCardCategory.STRAIGHT_FLUSH
        and worth.ranks[:2] == (Rank.ACE, Rank.KING)
    )


def _is_22(worth: Worth) -> bool:
    return isinstance(worth, BlackjackTotal) and worth.total == 22


def _is_ace_king_queen_of_spades(worth: Worth) -> bool:
    return _is_ace_king_queen(worth) and isinstance(worth, HandValue) and worth.suit is Suit.SPADES


def _is_suited_22(worth: Worth) -> bool:
    return _is_22(worth) and len({card.suit for card in worth.cards}) == 1


def _is_coloured_22(worth: Worth) -> bool:
    return _is_22(worth) and len({card.suit.is_red for card in worth.cards}) == 1


_AKQ_SPADES = PaidHand("akq-of-spades", "A-K-Q of spades", _is_ace_king_queen_of_spades)
_AKQ_OTHER = PaidHand("akq-of-another-suit", "A-K-Q of hearts, diamonds or clubs", _is_ace_king_queen)

_SUITED_22 = PaidHand("suited-22", "22 in one suit", _is_suited_22, required=False)
_COLOURED_22 = PaidHand("coloured-22", "22 in one colour", _is_coloured_22, required=False)
_ANY_22 = PaidHand("any-22", "22", _is_22)

_T, _F = ThreeCardCategory, FiveCardCategory
_THREES = tuple(map(_row, (_T.STRAIGHT_FLUSH, _T.THREE_OF_A_KIND, _T.STRAIGHT, _T.FLUSH, _T.PAIR)))
_ROYAL = _row(_F.NATURAL_ROYAL_FLUSH, _F.WILD_ROYAL_FLUSH, label="Royal flush")
_QUADS_TO_STRAIGHT = tuple(map(_row, (_F.STRAIGHT_FLUSH, _F.FOUR_OF_A_KIND, _F.FULL_HOUSE, _F.FLUSH, _F.STRAIGHT)))
_THREE_OF_A_KIND, _TWO_PAIR, _FIVE_ACES = map(_row, (_F.THREE_OF_A_KIND, _F.TWO_PAIR, _F.FIVE_ACES))

_ALL = (
    Wager(Game.THREE_CARD_POKER, "ante-bonus", "Ante Bonus", _THREES[:3]),
    Wager(Game.THREE_CARD_POKER, "pair-plus", "Pair Plus", _THREES),
    Wager(
        Game.THREE_CARD_POKER,
        "six-card-bonus",
        "6 Card Bonus",
        (_ROYAL, *_QUADS_TO_STRAIGHT, _THREE_OF_A_KIND),
    ),
    Wager(
        Game.THREE_CARD_POKER,
        "progressive",
        "Progressive",
        (_AKQ_SPADES, _AKQ_OTHER, *_THREES[:2], _row(_T.STRAIGHT, required=False)),
        is_progressive=True,
    ),
    Wager(
        Game.FORTUNE_SAN_LO,
        "fortune-bonus",
        "Fortune Bonus",
        (_FIVE_ACES, _ROYAL, *_QUADS_TO_STRAIGHT, _THREE_OF_A_KIND, _TWO_PAIR),
    ),
    Wager(
        Game.FORTUNE_SAN_LO,
        "progressive",
        "Progressive",
        (_FIVE_ACES, _ROYAL, *_QUADS_TO_STRAIGHT),
        is_progressive=True,
    ),
    Wager(
        Game.DOUBLE_DRAW,
        "bonus",
        "Bonus",
        (
            _FIVE_ACES,
            _row(_F.NATURAL_ROYAL_FLUSH),
            _row(_F.WILD_ROYAL_FLUSH),
            *_QUADS_TO_STRAIGHT,
            _THREE_OF_A_KIND,
            _TWO_PAIR,
        ),
    ),
    Wager(Game.POWER_BLACKJACK, "push-22", "Push 22", (_SUITED_22, _COLOURED_22, _ANY_22)),
)

WAGERS: dict[Game, dict[str, Wager]] = {game: {w.slug: w for w in _ALL if w.game is game} for game in Game}
"""Every wager that is paid by a paytable, by game and name."""


def wager_label(game: Game, wager: str) -> str:
    """A wager as the felt names it.

    >>> wager_label(Game.THREE_CARD_POKER, "six-card-bonus"), wager_label(Game.DOUBLE_DRAW, "draw-1")
    ('6 Card Bonus', 'Draw 1')
    """
    paid = WAGERS[game].get(wager)
    return paid.title if paid is not None else wager.replace("-", " ").title()
