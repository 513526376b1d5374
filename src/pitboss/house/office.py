"""The handlers of the office: each command that is not done at a table has one, found by its class.

A handler may refuse at any point, and then nothing it did is kept. It moves money with the entry, and reports what
happened in events. It does not write into lists: the projections of its record do (``projector``). What they need and
the command does not say, the handler puts into ``found``. The time and new ids must come from the stamp and the
command, so that the record can be replayed.
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
    """Everything that a handler may use."""

    connection: Connection
    stamp: Stamp
    actor: Actor
    house: Property
    clock: str
    """What the clock said, even if the record has another time."""
    box: Strongbox
    """Seals what is written outside the journal."""
    entry: Entry = field(default_factory=Entry)
    events: list[Event] = field(default_factory=list)
    found: dict[str, Any] = field(default_factory=dict)
    """Values that were looked up in the lists and that a projection of the record needs."""
    agreed: Agreed | None = None
    """The proposal that this command carries out, if it approves one."""
    rows: RowHashes = field(init=False)
    """Hashes of the rows that are written outside the journal, and not by a projection."""

    def __post_init__(self) -> None:
        self.rows = RowHashes(self.stamp)

    @property
    def property_id(self) -> str:
        """The id of the card room."""
        return self.stamp.property_id

    def drawn(self) -> dict[str, Any]:
        """What the record keeps besides the command and the events: JSON, such as handlers put into ``found``."""
        kept = self.rows.as_json() | ({"found": self.found} if self.found else {})
        return kept if self.agreed is None else kept | {"agreed": vars(self.agreed)}


OfCommand = TypeVar("OfCommand", bound=Command)

HANDLERS: dict[type[Command], Callable[[Any, OfficeContext], None]] = {}
"""The handler of each command of the office."""


def handles(
    kind: type[OfCommand],
) -> Callable[[Callable[[OfCommand, OfficeContext], None]], Callable[[OfCommand, OfficeContext], None]]:
    """Register a function as the handler of a command."""

    def register(handler: Callable[[OfCommand, OfficeContext], None]) -> Callable[[OfCommand, OfficeContext], None]:
        assert kind not in HANDLERS, kind
        HANDLERS[kind] = handler
        return handler

    return register
