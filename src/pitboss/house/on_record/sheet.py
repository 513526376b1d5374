"""A list as the records have it, row by row, and the comparison with the stored one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, select, true

from pitboss.errors import PitbossError
from pitboss.house.audit import PAGE

Key = tuple[Any, ...]
"""The key of a row, without the name of the room."""


@dataclass
class Sheet:
    """A list as the records have it.

    >>> from pitboss.house.schema import PLAYERS
    >>> players = Sheet(PLAYERS, "player", "players")
    >>> players.write("ann", name="Ann")
    >>> players.write("ann", name="Ann Lee")
    >>> players.rows
    {('ann',): {'name': 'Ann Lee'}}
    """

    table: Table
    one: str
    """What a row is, in words."""
    many: str
    columns: tuple[str, ...] = ()
    """The columns that the records tell, beside the key; all where none is named."""
    read: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    """How a column is read before it is compared: the same can be written in several ways."""
    only: ColumnElement[bool] = field(default_factory=true)
    """Which rows of the table are in the list."""
    rows: dict[Key, dict[str, Any]] = field(default_factory=dict)
    """What the records say. A column that is not there is empty."""

    def write(self, *key: Any, **values: Any) -> None:
        """A row is made, or changed. Where the records change what was never made, the stored row differs."""
        self.rows.setdefault(key, {}).update(values)

    def last(self, *key: Any) -> Mapping[str, Any]:
        """A row as it was last written; nothing in it where it was never made."""
        return self.rows.get(key, {})

    def wrong(self, connection: Connection, property_id: str) -> str | None:
        """The first row that differs, is missing or was put in, in words; nothing where the list is right."""
        differing = sorted(self._differing(connection, property_id), key=str)
        if not differing:
            return None
        named = " ".join(map(str, (self.one, *differing[0])))
        return f"{named} is not what the records say: somebody has written into the list of {self.many}"

    def _differing(self, connection: Connection, property_id: str) -> Iterator[Key]:
        keys = [column.name for column in self.table.primary_key.columns if column.name != "property_id"]
        names = self.columns or [each.name for each in self.table.c if each.name not in ("property_id", *keys)]
        missing = set(self.rows)
        query = select(self.table).where(self.table.c.property_id == property_id, self.only)
        for row in connection.execute(query.execution_options(yield_per=PAGE)):
            key = tuple(getattr(row, name) for name in keys)
            missing.discard(key)
            if key not in self.rows or self._as_read(row, names) != [self.last(*key).get(name) for name in names]:
                yield key
        yield from missing

    def _as_read(self, row: Row[Any], names: Sequence[str]) -> list[Any] | None:
        try:
            return [self._value(row, name) for name in names]
        except (PitbossError, ValueError, KeyError, TypeError, AttributeError):
            # What cannot be read is nothing that the records say.
            return None

    def _value(self, row: Row[Any], name: str) -> Any:
        value = getattr(row, name)
        return self.read[name](value) if name in self.read else value
