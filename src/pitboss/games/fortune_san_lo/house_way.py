"""The house way: how the house sets six cards, and why.

The approvals name a house way and do not print one. Ours takes, of all legal settings, the one with the best chance to
win at least two of the three matchups against a hand that is set the house way itself, each matchup counted apart.
Settings with the same chance go by the higher high hand, then the higher mid hand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Protocol

from pitboss.cards import Card
from pitboss.games.fortune_san_lo.house_way_shares import MILLION, Chance, Shares, score, shipped_shares
from pitboss.games.fortune_san_lo.setting import (
    WAYS,
    Positions,
    Setting,
    hands_by_position,
    setting_of_way,
    value_of_hand,
)


@dataclass(frozen=True)
class HouseWayChoice:
    """How a house way sets a hand, and why.

    >>> from pitboss.cards import parse_cards
    >>> str(HouseWayChoice(Setting.of(parse_cards("Ks Kc 2h / As 4d / 9c")), "kings stay together").setting)
    'Ks Kc 2h / As 4d / 9c'
    """

    setting: Setting
    words: str
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
    """A choice by the tables.

    >>> from pitboss.cards import parse_cards
    >>> float(house_way(parse_cards("As Ks Jk 5d 5c 2h")).chance.two_of_three) > 0.5
    True
    """

    chance: Chance
    """How the setting stands against other hands set the house way."""
    next_best: Setting | None
    """The best setting with other hands than the chosen one; nothing where there is none."""


_Way = tuple[int, int, int, int, Positions]
# The score, then the high hand, then the mid hand; ways equal in that too differ only in suits.
_merit = itemgetter(0, 1, 2, 3)
_hands = itemgetter(1, 2, 3)


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
    _rated: dict[tuple[Card, ...], tuple[int, int]] = field(default_factory=dict, repr=False, compare=False)

    def choose(self, cards: Sequence[Card]) -> ScoredChoice:
        """How the house way sets six cards."""
        ways = self._legal_ways(cards)
        best = max(ways, key=_merit)
        others = [way for way in ways if _hands(way) != _hands(best)]
        following = max(others, key=_merit, default=None)
        setting = setting_of_way(cards, best[-1])
        next_best = None if following is None else setting_of_way(cards, following[-1])
        return ScoredChoice(setting, self._why(setting, next_best), self.shares.chance(setting), next_best)

    def _legal_ways(self, cards: Sequence[Card]) -> list[_Way]:
        """Every legal way with its score, and the places of its high, mid and low hand among all hands.

        A round sets seven hands, so the 41 hands that six cards hold are looked up once each, and not 60 settings.
        """
        rated = {at: self._rate(hand) for at, hand in hands_by_position(cards).items()}
        ways = []
        for way in WAYS:
            (high, p), (mid, q), (low, r) = rated[way[0]], rated[way[1]], rated[way[2]]
            if high > mid > low:
                ways.append((score(p, q, r), high, mid, low, way))
        return ways

    def _rate(self, hand: tuple[Card, ...]) -> tuple[int, int]:
        """The place of a hand among the hands of all sizes, and its share."""
        found = self._rated.get(hand)
        if found is None:
            table = (self.shares.low, self.shares.mid, self.shares.high)[len(hand) - 1]
            strength = value_of_hand(hand).strength
            found = self._rated[hand] = self.shares.places[strength], table[strength]
        return found

    def _why(self, best: Setting, next_best: Setting | None) -> str:
        chance = self.shares.chance(best)
        high, mid, low = map(_percent, (chance.high, chance.mid, chance.low))
        beats = f"The high hand beats {high} of set hands, the mid hand {mid}, the low hand {low}"
        wins = f"at least two of three win {_chance(chance)} of the time"
        return f"{beats}: {wins}. {self._behind(chance, next_best)}"

    def _behind(self, best: Chance, next_best: Setting | None) -> str:
        if next_best is None:
            return "No other setting is legal."
        chance = self.shares.chance(next_best)
        if chance.score == best.score:
            return f"{next_best} has the same chance with a lower high or mid hand."
        return f"Next best is {next_best} with {_chance(chance)}."


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
