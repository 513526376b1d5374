"""Makes the rule book of a table: the steps of a round, the hands with examples, and the house rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.data_file import read_toml
from pitboss.house.errors import StorageError
from pitboss.house.tables.settings import TableSettings


@dataclass(frozen=True)
class Example:
    """A hand with example cards.

    >>> Example("pair", "Js Jd 5c", "two of one rank").cards
    'Js Jd 5c'
    """

    hand: str
    cards: str
    words: str


@dataclass(frozen=True)
class Hands:
    """A ranking of hands, the best first."""

    title: str
    rows: tuple[Example, ...]


@dataclass(frozen=True)
class Ruling:
    """A question that the approval leaves open, and the house rule of this table."""

    about: str
    gap: str
    here: str


@dataclass(frozen=True)
class RuleBook:
    """The rules of one table."""

    steps: tuple[str, ...]
    hands: tuple[Hands, ...]
    rulings: tuple[Ruling, ...]
    fairness: tuple[str, ...]


def rule_book(settings: TableSettings) -> RuleBook:
    """The rule book of a table with its current settings.

    >>> from pitboss.games.double_draw import DoubleDrawRules
    >>> rule_book(TableSettings(rules=DoubleDrawRules())).steps[0]
    'Bet Ante and Bonus, the same amount on both.'
    """
    book = _book()
    own = book["games"][settings.game.value]
    return RuleBook(
        tuple(own["steps"]),
        tuple(Hands(each["title"], tuple(Example(**row) for row in each["rows"])) for each in own["hands"]),
        tuple(_rulings(settings, own["rulings"] + book["rulings"])),
        tuple(book["fairness"]),
    )


def _rulings(settings: TableSettings, entries: list[dict[str, Any]]) -> Iterator[Ruling]:
    for entry in entries:
        if _applies(settings, entry):
            told = {**vars(settings.rules), "envy": settings.envy_reading.words}
            yield Ruling(entry["about"], entry["gap"], entry["here"].format_map(told))


def _applies(settings: TableSettings, entry: dict[str, Any]) -> bool:
    """Whether a ruling applies to this game, to a wager that the table offers, and to its settings."""
    if settings.game.value not in entry.get("games", [settings.game.value]):
        return False
    if "offers" in entry and entry["offers"] not in settings.rules.offered():
        return False
    return all(_setting(settings, name) == value for name, value in entry.get("when", {}).items())


def _setting(settings: TableSettings, name: str) -> Any:
    """The value of a setting; nothing if the game has no such setting."""
    return getattr(settings if hasattr(settings, name) else settings.rules, name, None)


@cache
def _book() -> dict[str, Any]:
    _, data = read_toml(files("pitboss.house") / "data" / "rule_book.toml", "rule_book.toml", StorageError)
    return data
