"""Describes the form for the rules of a table: every setting with its kind and choices, read from the rules class."""

from dataclasses import fields
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pitboss.games.fortune_san_lo.house_ways import RULE_LIST, TABLES, find_house_way
from pitboss.games.table import Limit, TableRules, usual_rules
from pitboss.paytables import Game, Pay, Paytable, load_catalogue


class FormChoice(Struct, frozen=True):
    """One of several values.

    >>> paytable_choice(load_catalogue()["DDP-2"])
    FormChoice(value='DDP-2', words='DDP-2, Bonus 2')
    """

    value: Annotated[str, Meta(examples=["DDP-1"])]
    words: Annotated[str, Meta(description="Its name.", examples=["DDP-1, Bonus 1"])]


SettingKind = Literal["yes-no", "number", "choice", "odds", "order"]


class RuleSetting(Struct, frozen=True, kw_only=True):
    """A rule setting of a game, for a form.

    >>> from pitboss.games.double_draw.rules import DoubleDrawRules
    >>> [setting.name for setting in settings_of(DoubleDrawRules)]
    ['seats', 'adjacent_seats', 'paytable']
    """

    name: Annotated[str, Meta(examples=["paytable"])]
    kind: Annotated[
        SettingKind,
        Meta(description="Odds are such as 3 to 2; an order is a permutation of the choices.", examples=["choice"]),
    ]
    choices: list[FormChoice]
    is_optional: Annotated[bool, Meta(description="Whether the setting may be empty.")]


def settings_of(kind: type[TableRules]) -> list[RuleSetting]:
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


def _setting(game: Game, name: str, usual: Any, *, is_optional: bool) -> RuleSetting:
    if isinstance(usual, Paytable):
        alike = load_catalogue().for_wager(game, usual.wagers[0].wager.slug)
        choices = list(map(paytable_choice, alike))
        return RuleSetting(name=name, kind="choice", choices=choices, is_optional=is_optional)
    if name == "house_way":
        ways = [FormChoice(way, find_house_way(way).name) for way in (TABLES, RULE_LIST)]
        return RuleSetting(name=name, kind="choice", choices=ways, is_optional=False)
    return RuleSetting(name=name, kind=_kind_of(name, usual), choices=[], is_optional=False)


def _kind_of(name: str, usual: Any) -> SettingKind:
    """The kind of a setting whose values are not listed."""
    kinds: dict[type, SettingKind] = {bool: "yes-no", int: "number", Pay: "odds", tuple: "order"}
    kind = next((kind for of, kind in kinds.items() if isinstance(usual, of)), None)
    assert kind is not None, f"there is no form for {name}"
    return kind
