"""A command on its way through the room: as it was sent, what it did, and why it was refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.errors import PitbossError
from pitboss.games.command import Command
from pitboss.house.actor import Actor, Role
from pitboss.house.answers import SHOWING
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
    """Where it is recorded: of a table, or of the office."""
    signature: Signature | None = None
    """Where its sender had to key in their PIN again."""
    tries: int = 0
    """How often others were faster so far."""

    def asked(self) -> str:
        """What is asked for, always written the same way."""
        return json_text(self.command.as_json(), sort=True)

    @property
    def is_looked_up_first(self) -> bool:
        """Whether its id is looked up before anything is verified: it names cards, or what it does depends on them.

        Under a used id nothing is done, so nothing of it may be tried. Only the house dealer has the ids that it uses.

        >>> from pitboss.house.actor import Role
        >>> floor = Actor("4", Role.SUPERVISOR)
        >>> sent = (Act({"do": "settle", "seat": 2}), Act({"do": "fold", "seat": 2}))
        >>> [Request(command, floor, "c1", "c1", "table:T1").is_looked_up_first for command in sent]
        [True, False]
        """
        if isinstance(self.command, Act):
            return self.command.names_cards or self._shows(self.command.command["do"])
        return self._shows(self.command.slug())

    def _shows(self, name: str) -> bool:
        return name in SHOWING and self.by.role is not Role.HOUSE

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


class RefusalError(Exception):
    """A refusal that has changed nothing that is stored.

    >>> RefusalError(MoneyError("there is not enough")).half_done_at is None
    True
    """

    def __init__(self, reason: PitbossError, half_done_at: int | None = None) -> None:
        self.reason = reason
        self.half_done_at = half_done_at
        """At which version the table at hand was half changed, and is of no use any more; nothing where it was not."""


def too_much(command: Command) -> MoneyError:
    """What is said where money is missing. Only a wallet can lack it: a table knows what it has, and looks first.

    >>> str(too_much(BuyInFromWallet(3, 10_000)))
    'the player at seat 3 has less than $100 at the cash desk'
    """
    if isinstance(command, BuyInFromWallet):
        return MoneyError(
            f"the player at seat {command.seat} has less than {print_dollars(command.cents)} at the cash desk"
        )
    return MoneyError(f"{command.slug()} takes more than there is at the cash desk")
