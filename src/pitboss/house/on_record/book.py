"""What makes lists of the room again from its records."""

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import Connection

from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet


class Book(Protocol):
    """Lists that follow from the same records."""

    @property
    def sheets(self) -> Sequence[Sheet]:
        """The lists."""

    def note(self, said: Said) -> None:
        """Take in a record of the office."""

    def complete(self, connection: Connection, property_id: str) -> None:
        """Take in what the records of tables say, after all of the office's."""
