"""A command on its way through the room: as it was sent, and what it did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.games.command import Command
from pitboss.house.actor import Actor
from pitboss.house.json_text import json_text
from pitboss.house.ledger import Posting
from pitboss.house.people.signing import Signature


@dataclass
class Request:
    """A command as it was sent.

    >>> from pitboss.house.actor import Role
    >>> from pitboss.house.tables.commands import OpenTable
    >>> Request(OpenTable(500_000), Actor("4", Role.SUPERVISOR), "c1", "c1", "table:T1").asked()
    '{"do":"open-table","opener_cents":500000}'
    """

    command: Command
    by: Actor
    command_id: str
    correlation: str
    chain: str
    """Where it is recorded: of a table, or of the office."""
    signature: Signature | None = None
    """Where its sender had to key in their PIN again."""
    tries: int = 0
    """How often others were faster so far."""

    def asked(self) -> str:
        """What is asked for, always written the same way."""
        return json_text(self.command.as_json(), sort=True)

    @property
    def signed(self) -> dict[str, Any]:
        """The signature, for the record."""
        return {} if self.signature is None else {"signed": self.signature.as_json()}


class Work(NamedTuple):
    """What a command did, to be written down.

    >>> Work([], [], {}).drawn
    {}
    """

    events: Sequence[dict[str, Any]]
    postings: Sequence[Posting]
    drawn: Mapping[str, Any]
