"""Messages from clients to servers: each has an id from its sender, and is sent again until it is answered."""

from dataclasses import dataclass, field
from functools import partial

from pitboss.fault_simulator.scene import PIN
from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.people.signing import OwnPin
from pitboss.house.records.journal import chain_of
from pitboss.house.room import OFFICE
from pitboss.house.storage.json_text import json_text
from pitboss.server.context import ServerContext


@dataclass
class Message:
    """A command to a server.

    >>> from pitboss.house.actor import Role
    >>> from pitboss.house.tables.commands import StartRound
    >>> Message("s7", "T1", StartRound(), Actor("5", Role.DEALER)).words
    'dealer:5 at T1: start-round'
    """

    command_id: str
    table_id: str | None
    """None means the office."""
    command: Command
    by: Actor
    version: int | None = None
    """The version of the table that the sender has seen."""
    answer: Answer | None = None

    @property
    def as_recorded(self) -> tuple[str, str, str]:
        """Its chain, sender and fields, as the record must have them."""
        chain = OFFICE if self.table_id is None else chain_of(self.table_id)
        return chain, str(self.by), json_text(self.command.as_json(), sort=True)

    def send_to(self, context: ServerContext) -> Answer:
        """Send it to a server."""
        pin = OwnPin(PIN)
        if self.table_id is None:
            return context.in_office(self.command, by=self.by, command_id=self.command_id, pin=pin)
        do = partial(context.at_table, self.table_id, self.command, by=self.by, command_id=self.command_id, pin=pin)
        return do(version=self.version)

    @property
    def words(self) -> str:
        """The message in words."""
        fields = {name: each for name, each in self.command.as_json().items() if name not in ("do", "command", "press")}
        inner = getattr(self.command, "command", None) or getattr(self.command, "press", None) or {}
        values = ", ".join(f"{name} {value}" for name, value in {**fields, **inner}.items())
        return f"{self.by} at {self.table_id or 'the office'}: {self.command.slug()}{' ' + values if values else ''}"


@dataclass
class Network:
    """Messages that are late, and those whose answer never came."""

    late: list[Message] = field(default_factory=list)
    unanswered: list[Message] = field(default_factory=list)

    def waiting(self) -> list[Message]:
        """Everything that may still arrive."""
        return self.late + self.unanswered

    def take(self, message: Message) -> None:
        """Remove a message that is sent now."""
        for messages in (self.late, self.unanswered):
            if message in messages:
                messages.remove(message)
