"""The house way: how the house sets six cards, and why.

The approvals name a house way and do not print one. Ours takes, of all legal settings, the one with the best chance to
win at least two of the three matchups against a hand that is set the house way itself, each matchup counted apart.
Settings with the same chance go by the higher high hand, then the higher mid hand.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import itemgetter
from typing import NamedTuple, Protocol

from pitboss.cards import SAN_LO_HIGH, SAN_LO_LOW, SAN_LO_MID, Card, shapes
from pitboss.cards.shape import Shape
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, Chance, Shares, score, shipped_shares
from pitboss.games.fortune_san_lo.setting import Setting, in_order, setting_of_way, split


@dataclass(frozen=True)
class HouseWayChoice(ABC):
    """How a house way sets a hand, and why.

    >>> from pitboss.cards import parse_cards
    >>> choice: HouseWayChoice = house_way(parse_cards("Ks Kc 2h 9s 9d Jk"))
    >>> print(choice.setting)
    Ks Kc 2h / 9s 9d / Jk
    """

    setting: Setting

    @property
    @abstractmethod
    def words(self) -> str:
        """Why, in words."""


class HouseWay(Protocol):
    """Whatever sets six cards for the house: the tables, or a card room's own list of rules.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
    >>> for way in (shipped_house_way(), shipped_rule_list()):
    ...     print(way.choose(parse_cards("Ks Kc 2h 9s 9d Jk")).setting)
    Ks Kc 2h / 9s 9d / Jk
    Ks Kc 2h / 9s 9d / Jk
    """

    @property
    def name(self) -> str:
        """What the house way is called."""

    def choose(self, cards: Sequence[Card]) -> HouseWayChoice:
        """How the house way sets six cards. Raises where they are not six cards of the 53-card deck."""


@dataclass(frozen=True)
class ScoredChoice(HouseWayChoice):
    """A choice by the tables. A round asks for seven, and hardly ever why; so that is worked out when it is asked for.

    >>> from pitboss.cards import parse_cards
    >>> float(house_way(parse_cards("As Ks Jk 5d 5c 2h")).chance.two_of_three) > 0.5
    True
    """

    by: "TableHouseWay" = field(repr=False)

    @property
    def chance(self) -> Chance:
        """How the setting stands against other hands set the house way."""
        return self.by.shares.chance(self.setting)

    @cached_property
    def next_best(self) -> Setting | None:
        """The best setting with other hands than the chosen one; nothing where there is none."""
        return self.by.next_best(self.setting)

    @cached_property
    def words(self) -> str:
        """Why, in words."""
        chance = self.chance
        high, mid, low = map(_percent, (chance.high, chance.mid, chance.low))
        beats = f"The high hand beats {high} of set hands, the mid hand {mid}, the low hand {low}"
        wins = f"at least two of three win {_chance(chance)} of the time"
        return f"{beats}: {wins}. {self._behind(chance)}"

    def _behind(self, best: Chance) -> str:
        if self.next_best is None:
            return "No other setting is legal."
        chance = self.by.shares.chance(self.next_best)
        if chance.score == best.score:
            return f"{self.next_best} has the same chance with a lower high or mid hand."
        return f"Next best is {self.next_best} with {_chance(chance)}."


_Way = tuple[int, int, int, int, int, int]
"""The score; the places of high, mid and low hand among the hands of all sizes; which of the 20 high hands it is, and
which of the three cards left over is the low hand."""

# The score, then the high hand, then the mid hand; ways equal in that too differ only in suits.
_merit = itemgetter(0, 1, 2, 3)
_places = itemgetter(1, 2, 3)


class _Split(NamedTuple):
    """Three cards as a mid and a low hand."""

    mid_place: int
    low_place: int
    least: int
    """The score with a high hand that beats nothing."""
    more: int
    """What each millionth that the high hand beats adds to it."""
    low: int
    """Which card is the low hand."""


class _Three(NamedTuple):
    """Three of the six cards: what they are as the high hand, and how they split where another hand is the high one."""

    place: int
    share: int
    splits: tuple[_Split, ...]
    """Those with the mid hand above the low hand."""


class _Threes(dict[Shape, _Three]):
    """Any three cards by their shape, each looked at once."""

    def __init__(self, shares: Shares) -> None:
        self.shares = shares

    def __missing__(self, shape: Shape) -> _Three:
        strength = SAN_LO_HIGH.strength_of(shape)
        splits = tuple(self._splits(shape[0]))
        three = self[shape] = _Three(self.shares.places[strength], self.shares.high[strength], splits)
        return three

    def _splits(self, heights: tuple[int, ...]) -> Iterator[_Split]:
        """The suits of a mid and a low hand do not matter."""
        for number in range(3):
            mid_heights, low_heights = split(heights, number)
            mid, low = SAN_LO_MID.strength_of((mid_heights, False)), SAN_LO_LOW.strength_of((low_heights, False))
            mid_place, low_place = self.shares.places[mid], self.shares.places[low]
            if mid_place > low_place:
                q, r = self.shares.mid[mid], self.shares.low[low]
                least = score(0, q, r)
                yield _Split(mid_place, low_place, least, (score(MILLION, q, r) - least) // MILLION, number)


@dataclass(frozen=True)
class TableHouseWay:
    """The house way by tables of shares.

    >>> from pitboss.cards import parse_cards
    >>> choice = TableHouseWay().choose(parse_cards("9h 9d 8s 7c Ac 2d"))
    >>> choice.setting.words
    'nine-high straight / ace-two high / nine high'
    >>> choice.words.split(". ")[-1]
    'Next best is 9h 8s 7c / Ac 9d / 2d with 50.10%.'
    """

    shares: Shares = field(default_factory=shipped_shares, repr=False)
    name: str = "house way"

    @cached_property
    def _threes(self) -> _Threes:
        return _Threes(self.shares)

    def choose(self, cards: Sequence[Card]) -> ScoredChoice:
        """How the house way sets six cards."""
        ordered = in_order(cards)
        best = max(self._legal_ways(ordered), key=_merit)
        return ScoredChoice(setting_of_way(ordered, *best[-2:]), self)

    def next_best(self, best: Setting) -> Setting | None:
        """The best way to set the same cards into other hands; nothing where no other is legal.

        >>> from pitboss.cards import parse_cards
        >>> print(TableHouseWay().next_best(Setting.of(parse_cards("9h 8s 7c / Ac 2d / 9d"))))
        9h 8s 7c / Ac 9d / 2d
        """
        ordered = in_order(best.cards)
        places = tuple(self.shares.places[value.strength] for value in best.values)
        others = [way for way in self._legal_ways(ordered) if _places(way) != places]
        return setting_of_way(ordered, *max(others, key=_merit)[-2:]) if others else None

    def _legal_ways(self, ordered: Sequence[Card]) -> list[_Way]:
        """Every legal way to set six cards."""
        threes = [self._threes[shape] for shape in shapes(ordered, 3)]
        ways = []
        # What the first high hand leaves over is the last one, and so on from both ends.
        for number, ((place, share, _), (_, _, splits)) in enumerate(zip(threes, reversed(threes), strict=True)):
            for mid_place, low_place, least, more, low in splits:
                if place > mid_place:
                    ways.append((least + share * more, place, mid_place, low_place, number, low))
        return ways


@cache
def shipped_house_way() -> TableHouseWay:
    """The house way that comes with Pitboss.

    >>> shipped_house_way().name
    'house way'
    """
    return TableHouseWay()


def house_way(cards: Sequence[Card]) -> ScoredChoice:
    """How the house way that comes with Pitboss sets six cards.

    >>> from pitboss.cards import parse_cards
    >>> print(house_way(parse_cards("2h Jk 3h 9c 9d Ks")).setting)
    Jk 2h 3h / 9d 9c / Ks
    """
    return shipped_house_way().choose(cards)


def _percent(share: int) -> str:
    return f"{share / (MILLION // 100):.1f}%"


def _chance(chance: Chance) -> str:
    return f"{float(100 * chance.two_of_three):.2f}%"
