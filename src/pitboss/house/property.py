"""The property: the card room itself, where it lies and under whose law."""

import json
from dataclasses import asdict, dataclass, field, replace
from datetime import time
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection, insert, select

from pitboss.games.table import PRACTICE, WASHINGTON, Jurisdiction
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.gambling_day import GamblingDays
from pitboss.house.local_time import LocalTime
from pitboss.house.schema import PROPERTIES

JURISDICTIONS: Final = {"practice": PRACTICE, "washington": WASHINGTON}
"""Under whose law a room can be."""


@dataclass(frozen=True, kw_only=True)
class PropertySettings:
    """What the room as a whole is set to.

    >>> PropertySettings(jurisdiction="nevada")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: 'nevada' is not a jurisdiction; known are practice, washington
    """

    zone: str = "America/Los_Angeles"
    day_starts: str = "06:00"
    jurisdiction: str = "practice"
    most_tables: int = 15
    """How many tables may be open where the law has a limit (RCW 9.46.0282); it holds where this is higher."""
    tax_form_from_cents: int = 60_000
    """From this amount on a jackpot is paid with a tax form, where it is also at least so many times the wager."""
    tax_form_times: int = 300
    keep_years: int = 5
    failed_tries: int = 5
    """After so many wrong PINs a badge is locked."""
    least_age: int = 18
    """Nobody younger gets a seat."""
    guest_chips_cents: int = 100_000
    """The play money that a guest gets once in a gambling day."""

    def __post_init__(self) -> None:
        if self.jurisdiction not in JURISDICTIONS:
            known = ", ".join(JURISDICTIONS)
            raise RefusedError(f"{self.jurisdiction!r} is not a jurisdiction; known are {known}")
        for name, least in (("failed_tries", 1), ("least_age", 0), ("guest_chips_cents", 1)):
            if type(getattr(self, name)) is not int or getattr(self, name) < least:
                raise RefusedError(f"{name} must be a whole number from {least}, not {getattr(self, name)!r}")
        try:
            starts = time.fromisoformat(self.day_starts)
        except ValueError:
            raise RefusedError(f"{self.day_starts!r} is not a time of day; write one such as 06:00") from None
        GamblingDays(self.zone, starts)


@dataclass(frozen=True)
class Property:
    """A card room.

    >>> Property("P1", "Lucky Ace").jurisdiction.name
    'practice'
    """

    property_id: str
    name: str
    settings: PropertySettings = field(default_factory=PropertySettings)

    @property
    def jurisdiction(self) -> Jurisdiction:
        """Under whose law it is."""
        return JURISDICTIONS[self.settings.jurisdiction]

    @property
    def most_tables(self) -> int | None:
        """How many tables may be open: by the law, or by the house where it wants fewer; nothing where no law asks.

        >>> Property("P1", "Lucky Ace", PropertySettings(jurisdiction="washington", most_tables=20)).most_tables
        15
        """
        lawful = self.jurisdiction.most_tables
        return None if lawful is None else min(lawful, self.settings.most_tables)

    @cached_property
    def days(self) -> GamblingDays:
        """Its gambling days."""
        return GamblingDays(self.settings.zone, time.fromisoformat(self.settings.day_starts))

    def local_time(self, at: str, day: str | None = None) -> LocalTime:
        """A stored instant as people read it here, with the gaming day of its record where it has one.

        >>> str(Property("P1", "Lucky Ace").local_time("2026-11-15T18:00:00.000000Z"))
        'Nov 15, 2026 10:00:00 AM, gaming day Nov 15'
        """
        return LocalTime(at, self.days, day)


def store(connection: Connection, house: Property) -> None:
    """Put a card room into the database."""
    row = {"property_id": house.property_id, "name": house.name, "settings": json.dumps(asdict(house.settings))}
    connection.execute(insert(PROPERTIES).values(row))


def load(connection: Connection, property_id: str | None = None) -> Property:
    """The card room of that id; the only one where none is named."""
    rows = connection.execute(select(PROPERTIES).order_by(PROPERTIES.c.property_id)).all()
    named = [row for row in rows if property_id in (None, row.property_id)]
    if len(named) != 1:
        known = ", ".join(row.property_id for row in rows) or "none"
        raise StorageError(f"name one card room of this database, not {property_id!r}; there are: {known}")
    settings: dict[str, Any] = json.loads(named[0].settings)
    return Property(named[0].property_id, named[0].name, replace(PropertySettings(), **settings))


def exists(connection: Connection, property_id: str) -> bool:
    """Whether there is such a card room."""
    query = select(PROPERTIES.c.property_id).where(PROPERTIES.c.property_id == property_id)
    return connection.execute(query).first() is not None
