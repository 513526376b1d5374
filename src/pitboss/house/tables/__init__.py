"""Tables of the room."""

from pitboss.house.tables.settings import CardKind, ControllerKind, TableSettings
from pitboss.house.tables.table import Table

__all__ = ["CardKind", "ControllerKind", "Table", "TableSettings"]
