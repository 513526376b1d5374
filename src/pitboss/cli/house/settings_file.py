"""The settings of a table as a TOML file: prints a template with every setting, and reads the edited file."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from pitboss.cli.house.user_input import read_dollars
from pitboss.cli.output import TerminalError
from pitboss.data_file import read_toml
from pitboss.errors import PitbossError
from pitboss.games.fortune_san_lo.house_ways import find_house_way, store_house_way
from pitboss.games.rounds import ROUNDS
from pitboss.games.table import TableRules, usual_rules
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game, print_dollars
from pitboss.progressive.controllers import CONTROLLERS

NONE: Final = "none"
"""The value in a file for a table without that paytable."""

SETTINGS: Final = ("game", "cards", "controller", "meter", "equipment", "rules", "limits")
"""The entries that a file may have."""

_LIMIT: Final = ("minimum", "maximum", "unit")


def read_settings(file: Path) -> TableSettings:
    """Read the settings in a file for a proposal; refuse a bad file with its name and the reason."""
    _, data = read_toml(file, str(file), TerminalError)
    try:
        return settings_from(data)
    except PitbossError as error:
        raise TerminalError(f"{file}: {error}") from error


def settings_from(data: Mapping[str, Any]) -> TableSettings:
    """Read the settings from the entries of a file.

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
        raise TerminalError(f"{name} is {part!r}, and must be a section [{name}]")
    return part


def _rules(kind: type[TableRules], entries: Mapping[str, Any]) -> dict[str, Any]:
    """Read the rules: "none" becomes None, and the name of a house way becomes its content."""
    may_lack = {entry.name for entry in fields(kind) if "None" in str(entry.type)}
    rules = {name: None if name in may_lack and value == NONE else value for name, value in entries.items()}
    house_way = rules.get("house_way")
    if isinstance(house_way, str):
        rules["house_way"] = store_house_way(find_house_way(house_way))
    if "limits" in rules:
        raise TerminalError("limits are not rules: give each wager a section, such as [limits.ante]")
    return rules


def _limit(wager: str, limit: Any) -> dict[str, int]:
    if not isinstance(limit, dict) or set(limit) != set(_LIMIT):
        raise TerminalError(f"[limits.{wager}] must say {', '.join(_LIMIT)}, each in dollars")
    return {f"{name}_cents": _amount(f"{name} of {wager}", limit[name]) for name in _LIMIT}


def _amount(what: str, value: object) -> int:
    if type(value) not in (str, int):
        raise TerminalError(f"the {what} is {value!r}: write dollars in quotes, such as '$5'")
    return read_dollars(str(value))


NOTES: Final = {
    "seats": "how many seats the table has",
    "adjacent_seats": "whether one player may play two seats side by side",
    "paytable": "what the main bonus pays, as `pitboss paytables` lists it",
    "six_card_bonus": 'the 6 Card Bonus; "none" where it is not offered',
    "progressive": 'the paytable of the progressive; "none" where it is not offered (then without a meter above)',
    "ante_is_mandatory": "whether nobody may play Pair Plus alone",
    "settling_order": "the order of the wagers at a seat",
    "lay_and_pay": "whether hands lie open until all are settled; false: each is picked up to be paid",
    "folded_hands_qualify": "whether a folded hand can win the progressive and award envy",
    "fortune_bonus": 'the Fortune Bonus; "none" where it is not offered',
    "hat_trick": "whether the Hat Trick is offered, at 5 to 1",
    "positions": "which seat each number of the display means, the first for 1",
    "house_way": '"tables" (ours), "rule-list" (the short list), or the name of a file with your own rules',
    "decks": "decks in the shoe, 1 to 8",
    "cut_card_percent": "how much of the shoe is dealt before the cut card, 10 to 90",
    "dealer_hits_soft_17": "whether the dealer draws to a soft 17",
    "blackjack_pays": "what a blackjack pays",
    "insurance": "whether insurance is offered against an ace",
    "insurance_pays": "what insurance pays",
    "double_after_split": "whether a split hand may be doubled",
    "double_for_less": "whether a double may be less than the bet",
    "split_equal_value": "whether any two cards of ten points may be split",
    "hands_per_seat": "how many hands a seat may have after its splits, 2 to 4",
    "split_aces_one_card": "whether split aces get one card each",
    "resplit_aces": "whether aces may be split again",
    "surrender": "whether half the bet may be given up for the first two cards",
    "power_split": "whether hard 15 and 16 may be split",
    "power_double": "whether hard 10 and 11 may be doubled with a second card to choose",
    "push_22": 'the Push 22 bonus; "none" where it is not offered',
}
"""The meaning of each rule."""


def template(game: Game) -> str:
    """The template for a game.

    >>> print(template(Game.DOUBLE_DRAW)[:50])
    # A table of Double Draw Poker. These are the defa
    """
    return "\n".join(_lines(usual_rules(ROUNDS[game].rules_type))) + "\n"


def _lines(rules: TableRules) -> Iterator[str]:
    yield f"# A table of {rules.game.label}. These are the defaults; a line that is left out keeps its default."
    yield ""
    yield f'game = "{rules.game.value}"'
    yield 'cards = "electronic"  # or "live": cards on the felt, and the dealer keys in what they show'
    first, *others = (f'"{name}"' for name in CONTROLLERS)
    about = "whose rules the progressive follows; with live cards its keypad"
    yield f"controller = {first}  # or {', '.join(others)}: {about}"
    if "progressive" in rules.offered():
        yield 'meter = "M1"  # the progressive that the table feeds, as `pitboss progressive list` names it'
    yield "equipment = []  # components and versions; `pitboss table approval` says which the approval requires"
    yield ""
    yield "[rules]"
    for name, value in rules.as_json().items():
        if name not in ("game", "limits"):
            yield f"{name} = {_written(value)}  # {NOTES[name]}"
    for wager in rules.offered():
        limit = rules.limit(wager)
        yield ""
        yield f"[limits.{wager}]"
        yield f'minimum = "{print_dollars(limit.minimum_cents)}"'
        yield f'maximum = "{print_dollars(limit.maximum_cents)}"'
        yield f'unit = "{print_dollars(limit.unit_cents)}"  # wagers are multiples of it'


def _written(value: Any) -> str:
    """A value in TOML, which writes texts, numbers and lists as JSON does."""
    return json.dumps(NONE if value is None else value)
