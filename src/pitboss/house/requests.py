"""A command on its way through the room: how it was sent, what it did, and why it was refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import REVEALING_COMMANDS
from pitboss.house.cage.ledger import Posting
from pitboss.house.errors import MoneyError
from pitboss.house.people.signing import Signature
from pitboss.house.storage.json_text import json_text
from pitboss.house.tables.commands import Act, BuyInFromWallet
from pitboss.paytables import print_dollars


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
    """The chain that records it: of a table, or of the office."""
    signature: Signature | None = None
    """The signature, if the sender had to key in their PIN."""
    tries: int = 0
    """How often other commands were faster so far."""

    def asked(self) -> str:
        """The command as JSON, always written in the same way."""
        return json_text(self.command.as_json(), sort=True)

    @property
    def is_looked_up_first(self) -> bool:
        """Whether its id is looked up before it is verified, because it names cards or depends on them.

        A used id does nothing, so the command must not even be tried. Only the auto-dealer knows the ids that it uses.

        >>> from pitboss.house.actor import Role
        >>> floor = Actor("4", Role.SUPERVISOR)
        >>> sent = (Act({"do": "settle", "seat": 2}), Act({"do": "fold", "seat": 2}))
        >>> [Request(command, floor, "c1", "c1", "table:T1").is_looked_up_first for command in sent]
        [True, False]
        """
        if isinstance(self.command, Act):
            return self.command.names_cards or self._reveals(self.command.command["do"])
        return self._reveals(self.command.slug())

    def _reveals(self, name: str) -> bool:
        return name in REVEALING_COMMANDS and self.by.role is not Role.HOUSE

    @property
    def signed(self) -> dict[str, dict[str, str]]:
        """The signature, for the record."""
        return {} if self.signature is None else {"signed": self.signature.as_json()}


class Work(NamedTuple):
    """What a command did, for its record.

    >>> Work([], [], {}).drawn
    {}
    """

    events: Sequence[dict[str, Any]]
    postings: Sequence[Posting]
    drawn: Mapping[str, Any]


class RefusalError(Exception):
    """A refusal. Nothing that is stored has changed.

    >>> RefusalError(MoneyError("there is not enough")).half_done_at is None
    True
    """

    def __init__(self, reason: PitbossError, half_done_at: int | None = None) -> None:
        self.reason = reason
        self.half_done_at = half_done_at
        """The version at which the cached table was half changed, so that it must be dropped; nothing if it was not."""


def not_enough_money(command: Command) -> MoneyError:
    """The error of a command that takes more money than there is. Only a wallet can lack it: tables check first.

    >>> str(not_enough_money(BuyInFromWallet(3, 10_000)))
    'the player at seat 3 has less than $100 at the cage'
    """
    if isinstance(command, BuyInFromWallet):
        return MoneyError(f"the player at seat {command.seat} has less than {print_dollars(command.cents)} at the cage")
    return MoneyError(f"{command.slug()} takes more than there is at the cage")
