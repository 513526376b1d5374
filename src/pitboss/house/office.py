"""The office: every command that is not done at a table. Each has one handler, found by its class.

A handler may refuse at any point: nothing it did is kept then. It writes what it must with the connection it is given,
moves money by the entry, and tells what happened in events. What it takes from outside (the time, new ids) must come
from the stamp and the command, so that the record can be done again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection

from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.house.actor import Actor
from pitboss.house.journal import Stamp
from pitboss.house.ledger import Entry
from pitboss.house.property import Property
from pitboss.house.row_hashes import RowHashes
from pitboss.house.strongbox import Strongbox


@dataclass
class Desk:
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
    rows: RowHashes = field(init=False)
    """Of what is written outside the journal."""

    def __post_init__(self) -> None:
        self.rows = RowHashes(self.stamp)

    @property
    def property_id(self) -> str:
        """Of which card room."""
        return self.stamp.property_id


Some = TypeVar("Some", bound=Command)

HANDLERS: dict[type[Command], Callable[[Any, Desk], None]] = {}
"""What does each command of the office."""


def handles(kind: type[Some]) -> Callable[[Callable[[Some, Desk], None]], Callable[[Some, Desk], None]]:
    """Make a function the handler of a command."""

    def register(handler: Callable[[Some, Desk], None]) -> Callable[[Some, Desk], None]:
        assert kind not in HANDLERS, kind
        HANDLERS[kind] = handler
        return handler

    return register
