"""The office: every command that is not done at a table. Each has one handler, found by its class.

A handler may refuse at any point: nothing it did is kept then. It moves money by the entry, and tells what happened in
events. It writes into no list: the projections of its record do (``projector``), and what they need and the command
does not say, it leaves in ``found``. What it takes from outside (the time, new ids) must come from the stamp and the
command, so that the record can be done again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.house.actor import Actor
from pitboss.house.cage.ledger import Entry
from pitboss.house.property import Property
from pitboss.house.records.journal import Stamp
from pitboss.house.records.projector import Agreed
from pitboss.house.records.row_hashes import RowHashes
from pitboss.house.records.strongbox import Strongbox


@dataclass
class OfficeContext:
    """What a handler works with."""

    connection: Connection
    stamp: Stamp
    actor: Actor
    house: Property
    clock: str
    """What the clock said, also where the record is stamped otherwise."""
    box: Strongbox
    """Seals what is written beside the record."""
    entry: Entry = field(default_factory=Entry)
    events: list[Event] = field(default_factory=list)
    found: dict[str, Any] = field(default_factory=dict)
    """What was looked up in the lists, where a projection of the record needs it."""
    agreed: Agreed | None = None
    """What came true, where a proposal was approved."""
    rows: RowHashes = field(init=False)
    """Of what is written outside the journal, and not by a projection."""

    def __post_init__(self) -> None:
        self.rows = RowHashes(self.stamp)

    @property
    def property_id(self) -> str:
        """Of which card room."""
        return self.stamp.property_id

    def drawn(self) -> dict[str, Any]:
        """What the record keeps of it, besides the command and the events."""
        told = self.rows.as_json() | ({"found": self.found} if self.found else {})
        return told if self.agreed is None else told | {"agreed": vars(self.agreed)}


Some = TypeVar("Some", bound=Command)

HANDLERS: dict[type[Command], Callable[[Any, OfficeContext], None]] = {}
"""What does each command of the office."""


def handles(
    kind: type[Some],
) -> Callable[[Callable[[Some, OfficeContext], None]], Callable[[Some, OfficeContext], None]]:
    """Make a function the handler of a command."""

    def register(handler: Callable[[Some, OfficeContext], None]) -> Callable[[Some, OfficeContext], None]:
        assert kind not in HANDLERS, kind
        HANDLERS[kind] = handler
        return handler

    return register
