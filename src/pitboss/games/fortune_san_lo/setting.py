"""How six cards are set: three in the high hand, two in the mid hand, one in the low hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from pitboss.cards import DECK_53, SAN_LO_HIGH, SAN_LO_LOW, SAN_LO_MID, Card, HandValue, Ranking, print_cards
from pitboss.errors import CardError
from pitboss.games.reading import wrong_size
from pitboss.paytables import Game

RANKINGS: Final = {"high": SAN_LO_HIGH, "mid": SAN_LO_MID, "low": SAN_LO_LOW}
"""The three hands of a setting, in the order in which they must rank."""

Positions = tuple[tuple[int, ...], ...]


def _every_way() -> tuple[Positions, ...]:
    ways = []
    for high in combinations(range(6), 3):
        rest = [position for position in range(6) if position not in high]
        ways += [(high, tuple(position for position in rest if position != low), (low,)) for low in rest]
    return tuple(ways)


WAYS: Final = _every_way()
"""The 60 ways to set six cards: the positions of the cards that go into the high, the mid and the low hand."""


_HANDS: Final = tuple(positions for size in (3, 2, 1) for positions in combinations(range(6), size))


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

    def __post_init__(self) -> None:
        for hand, ranking in RANKINGS.items():
            # Arranged as the hand reads, so that settings which differ in nothing else are equal.
            object.__setattr__(self, hand, _value(ranking, _by_code(getattr(self, hand))).cards)
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
        cards: tuple[Card, ...] = getattr(self, hand)
        return _value(RANKINGS[hand], cards)

    @property
    def high_value(self) -> HandValue:
        """What the high hand is worth."""
        return _value(SAN_LO_HIGH, self.high)

    @property
    def mid_value(self) -> HandValue:
        """What the mid hand is worth."""
        return _value(SAN_LO_MID, self.mid)

    @property
    def low_value(self) -> HandValue:
        """What the low hand is worth."""
        return _value(SAN_LO_LOW, self.low)

    @property
    def values(self) -> tuple[HandValue, HandValue, HandValue]:
        """What the high, the mid and the low hand are worth."""
        return self.high_value, self.mid_value, self.low_value

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
        if high <= mid:
            return f"the high hand ({high.sentence}) is not above the mid hand ({mid.sentence})"
        if mid <= low:
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

    @property
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
    _check_six(cards)
    return tuple(setting_of_way(cards, way) for way in WAYS)


def hands_by_position(cards: Sequence[Card]) -> dict[tuple[int, ...], tuple[Card, ...]]:
    """All 41 hands of three, two or one that six cards hold, by their positions as in ``WAYS``.

    >>> from pitboss.cards import parse_cards
    >>> len(hands_by_position(parse_cards("As Ks Jk 5d 5c 2h")))
    41
    """
    _check_six(cards)
    in_order = _by_code(cards)
    return {positions: tuple([in_order[position] for position in positions]) for positions in _HANDS}


def value_of_hand(hand: tuple[Card, ...]) -> HandValue:
    """What a high, mid or low hand is worth, by its size.

    >>> from pitboss.cards import parse_cards
    >>> value_of_hand(parse_cards("9c 9d")).sentence
    'pair of nines'
    """
    return _value((SAN_LO_LOW, SAN_LO_MID, SAN_LO_HIGH)[len(hand) - 1], hand)


def setting_of_way(cards: Sequence[Card], way: Positions) -> Setting:
    """The setting of six cards that a way of ``WAYS`` makes.

    >>> from pitboss.cards import parse_cards
    >>> print(setting_of_way(parse_cards("As Ks Jk 5d 5c 2h"), WAYS[2]))
    As Ks Jk / 5d 5c / 2h
    """
    in_order = _by_code(cards)
    return Setting(*(tuple(in_order[position] for position in hand) for hand in way))


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


def _by_code(cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: card.code, reverse=True))


# While settings are compared, the same few hands are asked for their value over and over.
@cache
def _value(ranking: Ranking, cards: tuple[Card, ...]) -> HandValue:
    return ranking.value(cards)
