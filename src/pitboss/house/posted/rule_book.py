"""Makes the rule book of a table: the steps of a round, the hands with examples, and the house rules."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert

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


class _StoredRuling(Struct, frozen=True):
    about: str
    gap: str
    here: str
    games: list[str] | None = None
    """The games to which it applies; None if it applies to all."""
    offers: str | None = None
    """A wager that the table must offer."""
    when: dict[str, Any] = {}
    """Settings of the table, with the values that they must have."""


class _GameBook(Struct, frozen=True):
    steps: tuple[str, ...]
    hands: tuple[Hands, ...]
    rulings: tuple[_StoredRuling, ...]


class _Book(Struct, frozen=True):
    fairness: tuple[str, ...]
    rulings: tuple[_StoredRuling, ...]
    games: dict[str, _GameBook]


def rule_book(settings: TableSettings) -> RuleBook:
    """The rule book of a table with its current settings.

    >>> from pitboss.games.double_draw import DoubleDrawRules
    >>> rule_book(TableSettings(rules=DoubleDrawRules())).steps[0]
    'Bet Ante and Bonus, the same amount on both.'
    """
    book = _book()
    own = book.games[settings.game.value]
    return RuleBook(own.steps, own.hands, tuple(_rulings(settings, own.rulings + book.rulings)), book.fairness)


def _rulings(settings: TableSettings, entries: Iterable[_StoredRuling]) -> Iterator[Ruling]:
    for entry in entries:
        if _applies(settings, entry):
            told = {**vars(settings.rules), "envy": settings.envy_reading.words}
            yield Ruling(entry.about, entry.gap, entry.here.format_map(told))


def _applies(settings: TableSettings, entry: _StoredRuling) -> bool:
    """Whether a ruling applies to this game, to a wager that the table offers, and to its settings."""
    if entry.games is not None and settings.game.value not in entry.games:
        return False
    if entry.offers is not None and entry.offers not in settings.rules.offered():
        return False
    return all(_setting(settings, name) == value for name, value in entry.when.items())


def _setting(settings: TableSettings, name: str) -> Any:
    """The value of a setting; nothing if the game has no such setting."""
    return getattr(settings if hasattr(settings, name) else settings.rules, name, None)


@cache
def _book() -> _Book:
    _, data = read_toml(files("pitboss.house") / "data" / "rule_book.toml", "rule_book.toml", StorageError)
    return convert(data, _Book)
