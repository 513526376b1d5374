"""Which house way a table uses: by its name or file when the table is set up, by its content when it is stored."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pitboss.games.fortune_san_lo.house_way import HouseWay, shipped_house_way
from pitboss.games.fortune_san_lo.rule_list import (
    HOLDINGS,
    USUAL_ORDER,
    Requirement,
    Rule,
    RuleList,
    load_rule_list,
    shipped_rule_list,
)
from pitboss.games.fortune_san_lo.setting import RANKINGS
from pitboss.games.table import TableRulesError

TABLES: Final = "tables"
"""The name of the house way that comes with Pitboss."""
RULE_LIST: Final = "rule-list"
"""The name of the list of rules that comes with Pitboss."""


_RULE: Final = {"name", "holding", "requirements", "order"}
"""What is stored of a rule."""

_SHIPPED: Final[dict[str, Callable[[], HouseWay]]] = {TABLES: shipped_house_way, RULE_LIST: shipped_rule_list}


def find_house_way(name: str) -> HouseWay:
    """A house way by its name, or a list of rules by its file.

    >>> find_house_way("rule-list").name
    'short rule list'
    >>> find_house_way("my rules")
    Traceback (most recent call last):
    pitboss.games.table.TableRulesError: there is no house way 'my rules': write tables, rule-list, or a file of rules
    """
    if name in _SHIPPED:
        return _SHIPPED[name]()
    if not _is_file(name):
        raise TableRulesError(f"there is no house way {name!r}: write {', '.join(_SHIPPED)}, or a file of rules")
    return load_rule_list(Path(name))


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # a name that no file can have, such as one that is too long
        return False


def store_house_way(way: HouseWay) -> Any:
    """A house way for storage: the tables by name, a list of rules with all its rules.

    >>> store_house_way(RuleList("ours", (Rule("Best low card"),)))["rules"]
    [{'name': 'Best low card', 'holding': None, 'requirements': {}, 'order': ['low', 'mid', 'high']}]
    """
    if way == shipped_house_way():
        return TABLES
    if isinstance(way, RuleList):
        return {"name": way.name, "rules": [_stored_rule(rule) for rule in way.rules]}
    raise TableRulesError(f"the house way {way.name!r} cannot be stored: only our tables and lists of rules can")


def _stored_rule(rule: Rule) -> dict[str, Any]:
    requirements = {hand: requirement.text for hand, requirement in rule.requirements.items()}
    return {"name": rule.name, "holding": rule.holding, "requirements": requirements, "order": list(rule.order)}


def restore_house_way(stored: Any) -> HouseWay:
    """The house way that was stored.

    >>> restore_house_way(store_house_way(shipped_rule_list())) == shipped_rule_list()
    True
    """
    if isinstance(stored, str):
        if stored not in _SHIPPED:
            raise TableRulesError(f"there is no stored house way {stored!r}; known by name: {', '.join(_SHIPPED)}")
        return _SHIPPED[stored]()
    if not isinstance(stored, dict) or set(stored) != {"name", "rules"} or not isinstance(stored["rules"], list):
        raise TableRulesError(f"this is no stored house way, with a name and rules: {stored!r}")
    return RuleList(_text(stored["name"]), tuple(map(_restored_rule, stored["rules"])))


def _restored_rule(stored: Any) -> Rule:
    if not isinstance(stored, dict) or set(stored) != _RULE or not isinstance(stored["requirements"], dict):
        raise TableRulesError(f"this is no stored rule of a house way, with {', '.join(sorted(_RULE))}: {stored!r}")
    holding, order = stored["holding"], stored["order"]
    if holding not in (None, *HOLDINGS.values()):
        raise TableRulesError(f"{holding!r} is nothing to hold; allowed: {', '.join(HOLDINGS.values())}")
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(USUAL_ORDER):
        raise TableRulesError(f"{order!r} is not an order of the hands {', '.join(USUAL_ORDER)}")
    asked = stored["requirements"]
    for hand in asked:
        if hand not in RANKINGS:
            raise TableRulesError(f"{hand!r} is not a hand that a house way sets: there are {', '.join(RANKINGS)}")
    # In the order of the hands, however they were stored: a rule is told in this order.
    requirements = {hand: _requirement(asked[hand]) for hand in RANKINGS if hand in asked}
    return Rule(_text(stored["name"]), holding, requirements, tuple(order))


def _requirement(asked: Any) -> Requirement:
    try:
        return Requirement.parse(_text(asked))
    except ValueError as error:
        raise TableRulesError(str(error)) from None


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TableRulesError(f"{value!r} in a stored house way must be a text")
    return value
