"""How six cards are set: three in the high hand, two in the mid hand, one in the low hand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from operator import attrgetter
from typing import Final, TypeVar

from pitboss.cards import DECK_53, SAN_LO_HIGH, SAN_LO_LOW, SAN_LO_MID, Card, HandValue, Ranking, print_cards
from pitboss.errors import CardError
from pitboss.games.reading import wrong_size
from pitboss.paytables import Game

RANKINGS: Final = {"high": SAN_LO_HIGH, "mid": SAN_LO_MID, "low": SAN_LO_LOW}
"""The three hands of a setting, in the order in which they must rank."""

_NAMES: Final = tuple(RANKINGS)

_T = TypeVar("_T")

Positions = tuple[tuple[int, ...], ...]


def _every_way() -> tuple[Positions, ...]:
    ways = []
    for high in combinations(range(6), 3):
        rest = [position for position in range(6) if position not in high]
        ways += [(high, tuple(position for position in rest if position != low), (low,)) for low in rest]
    return tuple(ways)


WAYS: Final = _every_way()
"""The 60 ways to set six cards: the positions of the cards that go into the high, the mid and the low hand."""


class SettingError(CardError):
    """A setting of other cards than the six that were dealt.

    >>> issubclass(SettingError, CardError)
    True
    """


@dataclass(frozen=True)
class Setting:
    """Six cards set into three hands. The order in which the cards of a hand are given does not matter.

    >>> from pitboss.cards import parse_cards
    >>> setting = Setting(high=parse_cards("2h 3h Jk"), mid=parse_cards("9c 9d"), low=parse_cards("Ks"))
    >>> print(setting)
    Jk 2h 3h / 9d 9c / Ks
    >>> setting.words
    'ace-two-three straight flush in hearts / pair of nines / king high'
    """

    high: tuple[Card, ...]
    mid: tuple[Card, ...]
    low: tuple[Card, ...]
    values: tuple[HandValue, HandValue, HandValue] = field(init=False, repr=False, compare=False)
    """What the high, the mid and the low hand are worth."""

    def __post_init__(self) -> None:
        hands = zip(RANKINGS.values(), (self.high, self.mid, self.low), strict=True)
        values = tuple([_value(ranking, _by_code(hand)) for ranking, hand in hands])
        object.__setattr__(self, "values", values)
        for name, value in zip(RANKINGS, values, strict=True):
            # Arranged as the hand reads, so that settings which differ in nothing else are equal.
            object.__setattr__(self, name, value.cards)
        if len(set(self.cards)) < 6:
            DECK_53.check(self.cards, Game.FORTUNE_SAN_LO.label)

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "Setting":
        """The setting of six cards that come as high, mid and low hand.

        >>> from pitboss.cards import parse_cards
        >>> Setting.of(parse_cards("5d 5c 2h / Ks Kc / Jk")).is_fouled
        'the high hand (pair of fives, two kicker) is not above the mid hand (pair of kings)'
        """
        _check_six(cards)
        return cls(tuple(cards[:3]), tuple(cards[3:5]), tuple(cards[5:]))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All six: the high, the mid and the low hand."""
        return self.high + self.mid + self.low

    def value_of(self, hand: str) -> HandValue:
        """What the hand of that name, high, mid or low, is worth."""
        return self.values[_NAMES.index(hand)]

    @property
    def high_value(self) -> HandValue:
        """What the high hand is worth."""
        return self.values[0]

    @property
    def mid_value(self) -> HandValue:
        """What the mid hand is worth."""
        return self.values[1]

    @property
    def low_value(self) -> HandValue:
        """What the low hand is worth."""
        return self.values[2]

    @property
    def is_legal(self) -> bool:
        """Whether the high hand is above the mid hand and the mid hand above the low hand.

        >>> from pitboss.cards import parse_cards
        >>> Setting.of(parse_cards("Kd Qc 4h / Ks Qh / Kc")).is_legal  # more cards are higher, where ranks are equal
        True
        """
        high, mid, low = self.values
        return high.strength > mid.strength > low.strength

    @property
    def is_fouled(self) -> str | None:
        """Why the setting is fouled, in words; nothing where it is legal."""
        high, mid, low = self.values
        if high.strength <= mid.strength:
            return f"the high hand ({high.sentence}) is not above the mid hand ({mid.sentence})"
        if mid.strength <= low.strength:
            return f"the mid hand ({mid.sentence}) is not above the low hand ({low.sentence})"
        return None

    def verify_sets(self, dealt: Sequence[Card]) -> None:
        """Raise unless this sets exactly the six cards that were dealt.

        >>> from pitboss.cards import parse_cards
        >>> Setting.of(parse_cards("Ks Kc 2h / As 4d / 9c")).verify_sets(parse_cards("2h 4d 9c Ks Kc Ac"))
        Traceback (most recent call last):
        pitboss.games.fortune_san_lo.setting.SettingError: the setting holds As, which was not dealt: 2h 4d 9c Ks Kc Ac
        """
        _check_six(dealt)
        for card in self.cards:
            if card not in dealt:
                raise SettingError(f"the setting holds {card}, which was not dealt: {print_cards(dealt)}")

    @cached_property
    def words(self) -> str:
        """The three hands in words."""
        return " / ".join(value.sentence for value in self.values)

    def __str__(self) -> str:
        return " / ".join(map(print_cards, (self.high, self.mid, self.low)))


def every_setting(cards: Sequence[Card]) -> tuple[Setting, ...]:
    """The 60 settings of six cards, fouled ones too, in an order that does not depend on how the cards were dealt.

    >>> from pitboss.cards import parse_cards
    >>> len(every_setting(parse_cards("As Ks Jk 5d 5c 2h")))
    60
    """
    ordered = in_order(cards)
    return tuple(setting_of_way(ordered, high, low) for high in range(20) for low in range(3))


def setting_of_way(ordered: Sequence[Card], high: int, low: int) -> Setting:
    """The setting of six cards in order, with that one of their 20 high hands, and that card of the rest as low hand.

    >>> from pitboss.cards import parse_cards
    >>> print(setting_of_way(in_order(parse_cards("As Ks Jk 5d 5c 2h")), 0, 2))
    As Ks Jk / 5d 5c / 2h
    """
    threes = list(combinations(ordered, 3))
    return Setting(threes[high], *split(threes[-1 - high], low))


def split(three: tuple[_T, ...], low: int) -> tuple[tuple[_T, ...], tuple[_T, ...]]:
    """Three cards as a mid hand and a low hand, which is that one of them.

    >>> from pitboss.cards import parse_cards
    >>> split(parse_cards("5d 5c 2h"), 2)
    ((5d, 5c), (2h,))
    """
    return three[:low] + three[low + 1 :], three[low : low + 1]


def legal_settings(cards: Sequence[Card]) -> tuple[Setting, ...]:
    """The settings of six cards that are not fouled; there is always one.

    >>> from pitboss.cards import parse_cards
    >>> sorted({setting.words for setting in legal_settings(parse_cards("As Ac Ad Ah Kc Kd"))})[-1]
    'three aces / pair of kings / ace high'
    """
    return tuple(setting for setting in every_setting(cards) if setting.is_legal)


def _check_six(cards: Sequence[Card]) -> None:
    if len(cards) != 6:
        raise wrong_size(Game.FORTUNE_SAN_LO, "6 cards where a hand is set", cards)
    DECK_53.check(cards, Game.FORTUNE_SAN_LO.label)


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Six cards of the deck in an order that does not depend on how they were dealt.

    >>> from pitboss.cards import parse_cards
    >>> in_order(parse_cards("2h Ks Jk 5d 5c As"))
    (Jk, As, Ks, 5d, 5c, 2h)
    """
    _check_six(cards)
    return _by_code(cards)


def _by_code(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_code, reverse=True))


_code = attrgetter("code")


# While settings are compared, the same few hands are asked for their value over and over.
@cache
def _value(ranking: Ranking, cards: tuple[Card, ...]) -> HandValue:
    return ranking.value(cards)
