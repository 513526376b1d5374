"""The property: the card room itself, its time zone, its jurisdiction, and its settings on every gaming day.

Settings have versions. The first is made with the room, each later one by two people, and each holds from the beginning
of a gaming day. So every gaming day has one set of settings, and a past day keeps the ones that it had.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from functools import cached_property
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from sqlalchemy import Connection, select

from pitboss.games.table import PRACTICE, WASHINGTON, Jurisdiction
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.reports.gaming_day import GamingDays, LocalTime
from pitboss.house.storage.schema import HOUSE_SETTINGS, PROPERTIES
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

    def __init__(self, default: int, words: str, *, minimum: int, maximum: int | None = None) -> None:
        super().__init__(default, words)
        self.minimum: Final = minimum
        self.maximum: Final = maximum
        self.schema = {"type": "integer", "minimum": minimum} | ({} if maximum is None else {"maximum": maximum})

    def verify(self, value: object) -> None:
        """A number from the minimum to the maximum, if there is one."""
        if type(value) is not int or not self.minimum <= value <= (_MAX if self.maximum is None else self.maximum):
            allowed = f"from {self.minimum}" if self.maximum is None else f"from {self.minimum} to {self.maximum}"
            raise RefusedError(f"{self.name} must be a whole number {allowed}, not {value!r}")


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


Schema = dict[str, Any]
"""A part of the document of the interface, such as a JSON schema: what may be in it is defined by OpenAPI."""


def settings_schema() -> Schema:
    """All settings, for the document of the interface."""
    each = {
        name: {**setting.schema, "default": setting.default, "description": setting.words}
        for name, setting in SETTINGS.items()
    }
    about = "What the room as a whole is set to. A room that is older than a setting has its default."
    return {"type": "object", "description": about, "properties": each, "additionalProperties": True}


JURISDICTIONS: Final = {"practice": PRACTICE, "washington": WASHINGTON}
"""The jurisdictions that a room can be in."""

KINDS: Final = ("commercial", "tribal")
"""The kinds of rooms in the approval letters: each kind has its own conditions."""


class PropertySettings:
    """What the room as a whole is set to: a value for every setting that is registered.

    >>> PropertySettings(jurisdiction="nevada")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: 'nevada' is not a jurisdiction; known are practice, washington
    >>> PropertySettings(min_age=21).min_age
    21
    """

    zone = Words("America/Los_Angeles", "The room's time zone.")
    day_starts = Words("06:00", "When the gaming day begins.")
    jurisdiction = Choice(
        "practice",
        "Under whose law the room is: practice or washington.",
        what="a jurisdiction",
        known=JURISDICTIONS,
    )
    kind = Choice(
        "commercial",
        "What kind of room it is, commercial or tribal: the conditions of the approval letters differ.",
        what="a kind of room",
        known=KINDS,
    )
    max_tables = Whole(
        15, "How many tables may be open where the law has a limit (RCW 9.46.0282); the lower one holds.", minimum=1
    )
    tax_form_from_cents = Whole(60_000, "From which amount on a jackpot is paid with a tax form.", minimum=1)
    tax_form_times = Whole(300, "And from how many times the wager on.", minimum=1)
    keep_years = Whole(5, "How many years records are kept.", minimum=1)
    failed_tries = Whole(5, "After how many wrong PINs a badge is locked.", minimum=1)
    min_age = Whole(18, "How old a player must be to get a seat.", minimum=0)
    second_factor = Flag(False, "Whether all who approve, book or authorize must have an authenticator app.")
    idle_minutes = Whole(15, "After how many idle minutes a session of staff ends.", minimum=1)
    shift_idle_minutes = Whole(
        600, "The same for dealers and surveillance, who have their screens for a shift.", minimum=1
    )
    guest_chips_cents = Whole(100_000, "The play money that a guest gets in a day.", minimum=1)

    def __init__(self, **values: Any) -> None:
        unknown = values.keys() - SETTINGS.keys()
        if unknown:
            raise RefusedError(f"{min(unknown)!r} is not a setting of a room; settings are {', '.join(SETTINGS)}")
        self.values: Final = {name: values.get(name, setting.default) for name, setting in SETTINGS.items()}
        for name, setting in SETTINGS.items():
            setting.verify(self.values[name])
        _ = self.days

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PropertySettings) and self.values == other.values

    def __hash__(self) -> int:
        return hash(tuple(self.values.items()))

    def __repr__(self) -> str:
        return f"PropertySettings(**{self.values!r})"

    @cached_property
    def days(self) -> GamingDays:
        """The gaming days by these settings alone."""
        try:
            starts = time.fromisoformat(self.day_starts)
        except (TypeError, ValueError):
            raise RefusedError(f"{self.day_starts!r} is not a time of day; write one such as 06:00") from None
        return GamingDays(self.zone, starts)

    def changed(self, **changes: Any) -> "PropertySettings":
        """The settings with some of them set otherwise.

        >>> PropertySettings().changed(min_age=21).min_age
        21
        """
        return PropertySettings(**self.values | changes)

    def as_json(self) -> dict[str, str | int | bool]:
        """The settings for machines."""
        return dict(self.values)

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Read settings from JSON, which must name every one of them.

        >>> PropertySettings.from_json({"zone": "UTC"})
        Traceback (most recent call last):
        pitboss.house.errors.RefusedError: 'day_starts' is missing among the settings of a room, or is not one of them
        """
        if not isinstance(data, Mapping):
            raise RefusedError(f"the settings of a room are named values, not {data!r}")
        wrong = [name for name in (*SETTINGS, *map(str, data)) if name not in data or name not in SETTINGS]
        if wrong:
            raise RefusedError(f"{wrong[0]!r} is missing among the settings of a room, or is not one of them")
        return cls(**data)


class Version(NamedTuple):
    """A version of the settings, with the gaming day from which it holds.

    >>> Version(1, date(2026, 11, 15), PropertySettings()).number
    1
    """

    number: int
    from_day: date
    settings: PropertySettings


@dataclass(frozen=True)
class Property:
    """A card room with its settings at one moment.

    >>> Property("P1", "Lucky Ace").jurisdiction.name
    'practice'
    """

    property_id: str
    name: str
    settings: PropertySettings = field(default_factory=PropertySettings)
    """The settings in force."""
    versions: tuple[Version, ...] = ()
    """Every version that was ever agreed on, by number, future ones included."""

    @property
    def jurisdiction(self) -> Jurisdiction:
        """The jurisdiction in force."""
        return JURISDICTIONS[self.settings.jurisdiction]

    @property
    def max_tables(self) -> int | None:
        """How many tables may be open: the limit of the law, or a lower one of the house; nothing if the law has none.

        >>> Property("P1", "Lucky Ace", PropertySettings(jurisdiction="washington", max_tables=20)).max_tables
        15
        """
        lawful = self.jurisdiction.max_tables
        return None if lawful is None else min(lawful, self.settings.max_tables)

    @cached_property
    def days(self) -> GamingDays:
        """The gaming days of the room, each by the settings of that day."""
        if not self.versions:
            return self.settings.days
        *earlier, last = self.versions
        days, from_day = last.settings.days, last.from_day
        for version in reversed(earlier):
            days, from_day = version.settings.days.until(from_day, days), version.from_day
        return days

    @cached_property
    def version(self) -> Version | None:
        """The version in force; nothing if the room is not founded yet."""
        return next((version for version in reversed(self.versions) if version.settings is self.settings), None)

    @property
    def laws(self) -> tuple[Jurisdiction, ...]:
        """The jurisdiction in force, and those of future versions."""
        future = self.versions[self.version.number :] if self.version else ()
        return self.jurisdiction, *(JURISDICTIONS[version.settings.jurisdiction] for version in future)

    def on(self, day: date) -> "Property":
        """The card room with its settings on a gaming day.

        >>> law, more = PropertySettings(), PropertySettings(min_age=21)
        >>> versions = (Version(1, date(2026, 11, 15), law), Version(2, date(2026, 11, 20), more))
        >>> house = Property("P1", "Lucky Ace", law, versions)
        >>> house.on(date(2026, 11, 19)).settings.min_age, house.on(date(2026, 11, 20)).settings.min_age
        (18, 21)
        """
        if not self.versions:
            return self
        begun = [version for version in self.versions if version.from_day <= day] or self.versions[:1]
        return self if begun[-1].settings is self.settings else replace(self, settings=begun[-1].settings)

    def at(self, now: datetime) -> "Property":
        """The card room with its settings at a moment."""
        return self.on(self.days.day_of(now))

    def local_time(self, at: str, day: str | None = None) -> LocalTime:
        """A stored instant in local time, with the gaming day of its record if one is given.

        >>> str(Property("P1", "Lucky Ace").local_time("2026-11-15T18:00:00.000000Z"))
        'Nov 15, 2026 10:00:00 AM, gaming day Nov 15'
        """
        return LocalTime(at, self.days, day)


# ---- stored


def versions_of(connection: Connection, property_id: str) -> tuple[Version, ...]:
    """Every version of a room's settings, by number."""
    columns = (HOUSE_SETTINGS.c.number, HOUSE_SETTINGS.c.from_day, HOUSE_SETTINGS.c.settings)
    query = select(*columns).where(HOUSE_SETTINGS.c.property_id == property_id).order_by(HOUSE_SETTINGS.c.number)
    return tuple(_read_versions(connection.execute(query).all()))


def _read_versions(rows: Iterable[Any]) -> Iterable[Version]:
    for row in rows:
        try:
            # What two people agreed on before there was a setting has its default.
            settings = PropertySettings(**json.loads(row.settings))
            yield Version(row.number, date.fromisoformat(row.from_day), settings)
        except (TypeError, ValueError, RefusedError) as error:
            raise StorageError(f"version {row.number} of the house settings cannot be read: {error}") from error


def settings_on(connection: Connection, property_id: str, day: date) -> PropertySettings:
    """The settings of a room on a gaming day."""
    versions = versions_of(connection, property_id)
    return Property(property_id, "", versions[0].settings, versions).on(day).settings


def load(connection: Connection, property_id: str | None, now: datetime) -> Property:
    """The card room of this id with its settings now. Without an id, the only room of the database."""
    rows = connection.execute(select(PROPERTIES).order_by(PROPERTIES.c.property_id)).all()
    named = [row for row in rows if property_id in (None, row.property_id)]
    if len(named) != 1:
        known = ", ".join(row.property_id for row in rows) or "none"
        raise StorageError(f"name one card room of this database, not {property_id!r}; there are: {known}")
    versions = versions_of(connection, named[0].property_id)
    if not versions:
        raise StorageError(f"the card room {named[0].property_id!r} has no settings: restore a backup")
    return Property(named[0].property_id, named[0].name, versions[0].settings, versions).at(now)


def exists(connection: Connection, property_id: str) -> bool:
    """Whether there is such a card room."""
    query = select(PROPERTIES.c.property_id).where(PROPERTIES.c.property_id == property_id)
    return connection.execute(query).first() is not None
