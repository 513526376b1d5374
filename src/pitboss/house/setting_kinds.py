"""The registry of the property's settings: the terminal, the pages and the OpenAPI document show what is in it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Generic, Protocol, TypeVar

from pitboss.house.errors import RefusedError
from pitboss.registry import Registry

T = TypeVar("T")

_MAX: Final = 10**12
"""A number that no room has begins here."""


class HasValues(Protocol):
    """Settings with the value of each."""

    @property
    def values(self) -> Mapping[str, Any]:
        """Every value by the name of its setting."""


class Setting(Generic[T]):
    """One setting of the property: an attribute of the settings, registered under its name."""

    name: str
    schema: Mapping[str, Any]
    """Its values, for the document of the interface."""

    def __init__(self, default: T, words: str) -> None:
        self.default: Final = default
        self.words: Final = words
        """What it says, for the help of the terminal and the document of the interface."""

    def __set_name__(self, _owner: type, name: str) -> None:
        SETTINGS.add(name, self)

    def __get__(self, settings: HasValues | None, _owner: type | None = None) -> T:
        return self.default if settings is None else self.of(settings)

    def __set__(self, settings: HasValues, _value: T) -> None:
        raise AttributeError(f"{self.name} does not change: two people agree on other settings")

    def of(self, settings: HasValues) -> T:
        """What it is set to."""
        value: T = settings.values[self.name]
        return value

    def verify(self, value: object) -> None:
        """Refuse a value that it cannot have."""
        raise NotImplementedError


class Whole(Setting[int]):
    """A whole number; an amount, where its name ends with ``_cents``."""

    def __init__(self, default: int, words: str, *, least: int) -> None:
        super().__init__(default, words)
        self.least: Final = least
        self.schema = {"type": "integer", "minimum": least}

    def verify(self, value: object) -> None:
        """A number from the least on."""
        if type(value) is not int or not self.least <= value <= _MAX:
            raise RefusedError(f"{self.name} must be a whole number from {self.least}, not {value!r}")


class Flag(Setting[bool]):
    """Yes or no."""

    schema: Mapping[str, Any] = {"type": "boolean"}

    def verify(self, value: object) -> None:
        """True or false."""
        if type(value) is not bool:
            raise RefusedError(f"{self.name} must be true or false, not {value!r}")


class Choice(Setting[str]):
    """One of some words."""

    def __init__(self, default: str, words: str, *, what: str, known: Iterable[str]) -> None:
        super().__init__(default, words)
        self.what: Final = what
        self.known: Final = tuple(known)
        self.schema = {"type": "string", "enum": list(self.known)}

    def verify(self, value: object) -> None:
        """One of those that are known."""
        if value not in self.known:
            raise RefusedError(f"{value!r} is not {self.what}; known are {', '.join(self.known)}")


class Words(Setting[str]):
    """Words that are verified where they are used, such as a time zone."""

    schema: Mapping[str, Any] = {"type": "string"}

    def verify(self, value: object) -> None:
        """Nothing here: see :attr:`PropertySettings.days`."""


class Settings(Registry[Setting[Any]]):
    """The settings by name; each learns its own."""

    def add(self, name: str, thing: Setting[Any]) -> None:
        """Register a setting under a name of its own."""
        super().add(name, thing)
        thing.name = name


SETTINGS: Final = Settings("setting")
"""Every setting of the property by its name."""


def settings_schema() -> dict[str, Any]:
    """All settings, for the document of the interface."""
    each = {
        name: {**setting.schema, "default": setting.default, "description": setting.words}
        for name, setting in SETTINGS.items()
    }
    about = "What the room as a whole is set to. A room that is older than a setting has its default."
    return {"type": "object", "description": about, "properties": each, "additionalProperties": True}
