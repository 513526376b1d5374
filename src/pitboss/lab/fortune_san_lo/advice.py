"""Advises on six cards: lists every legal setting with its exact chances against the dealer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from pitboss.cards import Card, print_cards
from pitboss.games.fortune_san_lo.house_way import house_way
from pitboss.games.fortune_san_lo.rule_list import shipped_rule_list
from pitboss.games.fortune_san_lo.setting import Setting, every_setting, in_order
from pitboss.lab.figure import Figure
from pitboss.lab.fortune_san_lo.work import ALONE, MODULES, dealer_place
from pitboss.lab.work import Resources, Work, only, remembered


@dataclass(frozen=True)
class RankedSetting:
    """A setting, with the numbers of dealer hands against which it wins none, one, two and three matchups.

    >>> from pitboss.cards import parse_cards
    >>> setting = Setting.of(parse_cards("Ks Kd 4h Ac Jd Qs"))
    >>> ranked = RankedSetting(setting, (1, 4, 3, 2), is_house_way=True, is_rule_list=False)
    >>> ranked.main_bet.exact, ranked.hat_trick.exact
    (Fraction(1, 2), Fraction(1, 5))
    """

    setting: Setting
    won: tuple[int, ...]
    is_house_way: bool
    is_rule_list: bool
    alike: tuple[Setting, ...] = ()
    """Other settings that make equal hands, and so have the same chances."""

    @property
    def dealer_hands(self) -> int:
        """The number of hands that the other cards can make."""
        return sum(self.won)

    @property
    def main_bet(self) -> Figure:
        """How often the main bet wins: two or three matchups."""
        return Figure.of(Fraction(self.won[2] + self.won[3], self.dealer_hands))

    @property
    def hat_trick(self) -> Figure:
        """How often the Hat Trick wins: all three matchups."""
        return Figure.of(Fraction(self.won[3], self.dealer_hands))

    def as_json(self) -> dict[str, Any]:
        """The setting as JSON."""
        return {
            "setting": str(self.setting),
            "words": self.setting.words,
            "won": dict(zip(("none", "one", "two", "three"), self.won, strict=True)),
            "main_bet": self.main_bet.as_json(),
            "hat_trick": self.hat_trick.as_json(),
            "house_way": self.is_house_way,
            "rule_list": self.is_rule_list,
            "alike": [str(setting) for setting in self.alike],
        }


@dataclass(frozen=True)
class Advice:
    """The legal settings of six cards, the best for the main bet first; between equals, the best for the Hat Trick.

    >>> from pitboss.cards import parse_cards
    >>> advice = advise(parse_cards("Ks Kc 2h 9s 9d Jk"))
    >>> print(advice.best.setting, advice.best is advice.house_way)
    Ks Kc 2h / 9s 9d / Jk True
    """

    cards: tuple[Card, ...]
    settings: tuple[RankedSetting, ...]

    @property
    def best(self) -> RankedSetting:
        """The setting that wins the main bet most often."""
        return self.settings[0]

    @property
    def best_hat_trick(self) -> RankedSetting:
        """The setting that wins all three matchups most often."""
        return max(self.settings, key=lambda ranked: ranked.won[3])

    @property
    def house_way(self) -> RankedSetting:
        """The setting the house way takes."""
        return next(ranked for ranked in self.settings if ranked.is_house_way)

    @property
    def rule_list(self) -> RankedSetting:
        """The setting the short rule list takes."""
        return next(ranked for ranked in self.settings if ranked.is_rule_list)

    def as_json(self) -> dict[str, Any]:
        """The advice as JSON."""
        settings = [ranked.as_json() for ranked in self.settings]
        return {"cards": print_cards(self.cards), "dealer_hands": self.best.dealer_hands, "settings": settings}


def advise(cards: Sequence[Card], resources: Resources = ALONE) -> Advice:
    """Every legal setting of six cards, compared with all 10,737,573 hands that the dealer can have.

    >>> from pitboss.cards import parse_cards
    >>> advice = advise(parse_cards("9h 9d 8s 7c Ac 2d"))
    >>> for ranked in advice.settings[:2]:
    ...     print(ranked.setting, ranked.main_bet, ranked.hat_trick, ranked.is_house_way)
    9h 8s 7c / Ac 9d / 2d 52.5841% 0.0000% False
    9h 8s 7c / Ac 2d / 9d 51.1979% 12.6207% True
    """
    ordered = in_order(cards)
    inputs = {"cards": [card.code for card in reversed(ordered)]}
    work = Work("fortune-san-lo-advice", inputs, (*MODULES, __name__), 1, partial(_count, *dealer_place(resources)))
    won = remembered(work, resources, only)
    return Advice(ordered, _ranked(ordered, won))


def _ranked(cards: tuple[Card, ...], won: Sequence[Sequence[int]]) -> tuple[RankedSetting, ...]:
    """Settings that make equal hands are one entry, which shows the one that the house way or the rule list takes."""
    by_house_way, by_rules = house_way(cards).setting, shipped_rule_list().choose(cards).setting
    entries: dict[tuple[Any, ...], tuple[Sequence[int], list[Setting]]] = {}
    for setting, counts in zip(every_setting(cards), won, strict=True):
        if setting.is_legal:
            entries.setdefault(_values(setting), (counts, []))[1].append(setting)
    ranked = []
    for values, (counts, settings) in entries.items():
        settings.sort(key=lambda setting: setting not in (by_house_way, by_rules))
        marks = values == _values(by_house_way), values == _values(by_rules)
        ranked.append(RankedSetting(settings[0], tuple(counts), *marks, tuple(settings[1:])))
    ranked.sort(key=lambda entry: (entry.won[2] + entry.won[3], entry.won[3], _values(entry.setting)), reverse=True)
    return tuple(ranked)


def _values(setting: Setting) -> tuple[Any, ...]:
    return tuple(value.strength for value in setting.values)


def _count(folder: str | None, key: str, inputs: Mapping[str, Any], _block: int) -> list[list[int]]:
    # Imported here, so that reading a stored result does not load NumPy and Numba.
    import numpy as np  # noqa: PLC0415

    from pitboss.lab.fortune_san_lo.dealer import kept_dealer_table  # noqa: PLC0415
    from pitboss.lab.fortune_san_lo.directly import win_counts  # noqa: PLC0415
    from pitboss.lab.fortune_san_lo.worth_counting import legal_settings_of  # noqa: PLC0415

    hands = np.array([inputs["cards"]], np.uint8)
    counts: list[list[int]] = win_counts(hands, legal_settings_of(hands), kept_dealer_table(folder, key))[0].tolist()
    return counts
