"""The settings of a table as a file: written by people in dollars and names, read into what two people agree on."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from pitboss.cli.house.amounts import read_dollars
from pitboss.cli.output import TerminalError
from pitboss.data_file import read_toml
from pitboss.errors import PitbossError
from pitboss.games.fortune_san_lo.house_ways import find_house_way, store_house_way
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game

NONE: Final = "none"
"""How a file says that a table has no such paytable."""

SETTINGS: Final = ("game", "cards", "controller", "meter", "equipment", "rules", "limits")
"""What a file may say about a table."""

_LIMIT: Final = ("minimum", "maximum", "unit")


def read_settings(file: Path) -> dict[str, Any]:
    """The settings in a file, as they are proposed; a bad file is refused with its name and the reason."""
    _, data = read_toml(file, str(file), TerminalError)
    try:
        return settings_from(data).as_json()
    except PitbossError as error:
        raise TerminalError(f"{file}: {error}") from error


def settings_from(data: Mapping[str, Any]) -> TableSettings:
    """The settings that a file says.

    >>> settings_from({"game": "double-draw", "rules": {"seats": 5}}).rules.seats
    5
    """
    unknown = sorted(set(data) - set(SETTINGS))
    if unknown:
        raise TerminalError(f"{unknown[0]!r} is not a setting of a table; settings are {', '.join(SETTINGS)}")
    kind = ROUNDS[_game(data.get("game"))].rules_type
    wanted = {name: data[name] for name in ("cards", "controller", "equipment") if name in data}
    rules = {"game": kind.game.value, **_rules(kind, _part(data, "rules"))}
    rules["limits"] = {wager: _limit(wager, limit) for wager, limit in _part(data, "limits").items()}
    return TableSettings.from_json(wanted | {"rules": rules, "meter_id": _meter(data.get("meter"))})


def _game(text: object) -> Game:
    if text not in list(Game):
        raise TerminalError(f"game is {text!r}, and must be one of {', '.join(Game)}")
    return Game(str(text))


def _meter(text: object) -> str | None:
    if text is None or text == NONE:
        return None
    if not isinstance(text, str):
        raise TerminalError(f"meter is {text!r}, and must be the name of a progressive")
    return text


def _part(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    part = data.get(name, {})
    if not isinstance(part, dict):
        raise TerminalError(f"{name} is {part!r}, and must be a section [{name}] of its own")
    return part


def _rules(kind: type[TableRules], given: Mapping[str, Any]) -> dict[str, Any]:
    """The rules with nothing where a file says so, and the house way by its content."""
    may_lack = {entry.name for entry in fields(kind) if "None" in str(entry.type)}
    rules = {name: None if name in may_lack and value == NONE else value for name, value in given.items()}
    house_way = rules.get("house_way")
    if isinstance(house_way, str):
        rules["house_way"] = store_house_way(find_house_way(house_way))
    if "limits" in rules:
        raise TerminalError("limits are sections of their own, such as [limits.ante]")
    return rules


def _limit(wager: str, limit: Any) -> dict[str, int]:
    if not isinstance(limit, dict) or set(limit) != set(_LIMIT):
        raise TerminalError(f"[limits.{wager}] must say {', '.join(_LIMIT)}, each in dollars")
    return {f"{name}_cents": _amount(f"{name} of {wager}", limit[name]) for name in _LIMIT}


def _amount(what: str, value: object) -> int:
    if type(value) not in (str, int):
        raise TerminalError(f"the {what} is {value!r}: write dollars in quotes, such as '$5'")
    return read_dollars(str(value))
