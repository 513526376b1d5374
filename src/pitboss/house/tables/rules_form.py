"""Describes the form for the rules of a table: every setting with its kind and choices, read from the rules class."""

from dataclasses import dataclass, fields
from typing import Any

from pitboss.games.fortune_san_lo.house_ways import RULE_LIST, TABLES, find_house_way
from pitboss.games.table import Limit, TableRules, usual_rules
from pitboss.paytables import Game, Pay, Paytable, load_catalogue


@dataclass(frozen=True)
class FormChoice:
    """One of several values, and its label.

    >>> paytable_choice(load_catalogue()["DDP-2"])
    FormChoice(value='DDP-2', words='DDP-2, Bonus 2')
    """

    value: str
    words: str


@dataclass(frozen=True)
class Setting:
    """A setting of a game, as a field of the form.

    >>> from pitboss.games.double_draw.rules import DoubleDrawRules
    >>> [setting.name for setting in settings_of(DoubleDrawRules)]
    ['seats', 'adjacent_seats', 'paytable']
    """

    name: str
    kind: str
    """yes-no, number, choice, odds such as 3 to 2, or order: the same values one after another."""
    choices: tuple[FormChoice, ...] = ()
    is_optional: bool = False
    """Whether it may be left empty."""


def settings_of(kind: type[TableRules]) -> list[Setting]:
    """Every setting of a game except its limits, in the order of the rules class."""
    usual = usual_rules(kind)
    return [
        _setting(usual.game, entry.name, getattr(usual, entry.name), is_optional="None" in str(entry.type))
        for entry in fields(kind)
        if entry.name != "limits"
    ]


def limits_of(kind: type[TableRules]) -> dict[str, Limit]:
    """The usual limit of every betting spot that has its own limit.

    >>> from pitboss.games.double_draw.rules import DoubleDrawRules
    >>> limits_of(DoubleDrawRules)
    {'ante': Limit(minimum_cents=500, maximum_cents=30000, unit_cents=500)}
    """
    usual = usual_rules(kind)
    return {wager: usual.limit(wager) for wager in usual.limited()}


def paytable_choice(paytable: Paytable) -> FormChoice:
    """A paytable as a choice, without the name of its game."""
    game = paytable.game.label.partition(" with ")[0]
    title = paytable.title.removeprefix(game).lstrip(", ")
    return FormChoice(paytable.designator, f"{paytable.designator}, {title}")


def _setting(game: Game, name: str, usual: Any, *, is_optional: bool) -> Setting:
    if isinstance(usual, bool):
        return Setting(name, "yes-no")
    if isinstance(usual, int):
        return Setting(name, "number")
    if isinstance(usual, Pay):
        return Setting(name, "odds")
    if isinstance(usual, tuple):
        return Setting(name, "order")
    if isinstance(usual, Paytable):
        alike = load_catalogue().for_wager(game, usual.wagers[0].wager.slug)
        return Setting(name, "choice", tuple(map(paytable_choice, alike)), is_optional)
    assert name == "house_way", f"there is no form for {name}"
    ways = tuple(FormChoice(way, find_house_way(way).name) for way in (TABLES, RULE_LIST))
    return Setting(name, "choice", ways)
