"""Reading records that were stored or sent: whatever is wrong is said in one sentence that names the entry."""

from collections.abc import Collection
from enum import StrEnum
from reprlib import repr as short
from typing import Any, Final, TypeVar

from pitboss.cards import Card, Deck, parse_card
from pitboss.shuffler.errors import RecordError

_Choice = TypeVar("_Choice", bound=StrEnum)

FORMAT: Final = 1
HASH_SIZE: Final = 32
MAX_DECKS: Final = 100
"""More decks than any shoe holds; a record that says more is not ours."""


class Record:
    """A JSON object under reading, which error messages call by its name."""

    def __init__(
        self, data: object, name: str, keys: Collection[str], optional: Collection[str] = (), *, secret: bool = False
    ) -> None:
        self.name = name
        # The message of an error goes to places where the cards of a sealed deck must not be.
        self._show = (lambda value: "something else") if secret else short
        if not isinstance(data, dict):
            raise RecordError(f"{name} is {self._show(data)}, and must be a JSON object")
        self.data: dict[str, Any] = data
        if "format" in keys:
            self._check_format()
        self._check_keys(keys, optional)

    def _check_format(self) -> None:
        found = self.data.get("format", "none")
        if type(found) is not int or found != FORMAT:
            raise RecordError(f"{self.name} has format {short(found)}, and this version reads format {FORMAT}")

    def _check_keys(self, keys: Collection[str], optional: Collection[str]) -> None:
        for key in keys:
            if key not in self.data:
                raise RecordError(f"{self.name} has no entry {key!r}, and needs {', '.join(sorted(keys))}")
        for key in self.data:
            if key not in keys and key not in optional:
                allowed = ", ".join(sorted({*keys, *optional}))
                raise RecordError(f"{self.name} has an unknown entry {short(key)}; allowed: {allowed}")

    def fail(self, key: str, allowed: str) -> RecordError:
        """The error for an entry that is not what it must be."""
        return RecordError(f"{key!r} of {self.name} is {self._show(self.data[key])}, and must be {allowed}")

    def integer(self, key: str, low: int, high: int | None = None) -> int:
        """A whole number from ``low`` to ``high``."""
        value = self.data[key]
        if type(value) is not int or value < low or (high is not None and value > high):
            up_to = f"from {low} to {high}" if high is not None else f"from {low} up"
            raise self.fail(key, f"a whole number {up_to}")
        return value

    def optional_integer(self, key: str, low: int, high: int | None = None) -> int | None:
        """A whole number from ``low`` to ``high``, or nothing."""
        return None if self.data[key] is None else self.integer(key, low, high)

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        """One of a few words."""
        words = [member.value for member in kind]
        if self.data[key] not in words:
            raise self.fail(key, f"one of {', '.join(words)}")
        return kind(self.data[key])

    def boolean(self, key: str) -> bool:
        """True or false."""
        if not isinstance(self.data[key], bool):
            raise self.fail(key, "true or false")
        return bool(self.data[key])

    def text(self, key: str) -> str:
        """A text."""
        if not isinstance(self.data[key], str):
            raise self.fail(key, "a text")
        return str(self.data[key])

    def entries(self, key: str) -> list[Any]:
        """A list of anything."""
        if not isinstance(self.data[key], list):
            raise self.fail(key, "a list")
        return list(self.data[key])

    def card(self, key: str) -> Card:
        """A card in the usual notation."""
        return parse_card(self.text(key))

    def cards(self, key: str) -> tuple[Card, ...]:
        """Cards in the usual notation, one by one: run together, two first jokers would become a pair of jokers."""
        if not all(isinstance(entry, str) for entry in self.entries(key)):
            raise self.fail(key, "a list of cards")
        return tuple(map(parse_card, self.entries(key)))

    def hash(self, key: str) -> bytes:
        """32 bytes in hexadecimal digits."""
        found = _unhex(self.data[key])
        if found is None:
            raise self.fail(key, "64 hexadecimal digits")
        return found

    def hashes(self, key: str) -> tuple[bytes, ...]:
        """A list of 32 bytes each."""
        found = tuple(map(_unhex, self.entries(key)))
        if None in found:
            raise self.fail(key, "a list of 64 hexadecimal digits each")
        return tuple(entry for entry in found if entry is not None)

    def deck(self, key: str) -> Deck:
        """A deck as its number of jokers and of copies."""
        record = Record(self.data[key], f"{key!r} of {self.name}", ("jokers", "copies"))
        return Deck(record.integer("jokers", 0, 2), record.integer("copies", 1, MAX_DECKS))


def _unhex(text: object) -> bytes | None:
    try:
        found = bytes.fromhex(text) if isinstance(text, str) and len(text) == 2 * HASH_SIZE else b""
    except ValueError:
        return None
    return found if len(found) == HASH_SIZE else None


def deck_as_json(deck: Deck) -> dict[str, int]:
    """What :meth:`Record.deck` reads."""
    return {"jokers": deck.jokers, "copies": deck.copies}
