"""What the office's records say, one after the other, for those who make a list from them again."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, select

from pitboss.house.actor import read_actor
from pitboss.house.audit import OFFICE, PAGE
from pitboss.house.journal import Stamp
from pitboss.house.proposals import AT_THE_TABLE
from pitboss.house.schema import JOURNAL

SILENT: Final = ("anchor-chains", "deposit", "withdraw", "note-log-out")
"""What no list follows from. There is a lot of it, and it need not be read."""


class Agreement(NamedTuple):
    """What was proposed, by whose badge.

    >>> Agreement("reset-pin", {"badge": "7"}, "1", "forgotten").proposed_by
    '1'
    """

    kind: str
    content: dict[str, Any]
    proposed_by: str
    reason: str


class Said(NamedTuple):
    """A record of the office.

    >>> stamp = Stamp("P1", "room", 7, "2026-11-15T10:00:00.000000Z", "2026-11-15")
    >>> agreed = Agreement("correct-player", {"player": "ann"}, "4", "misspelt")
    >>> said = Said(stamp, "executive:3", "approve", {"proposal_id": "p1"}, "[]", agreed)
    >>> said.comes_true, said.content, said.badge
    ('correct-player', {'player': 'ann'}, '3')
    """

    stamp: Stamp
    actor: str
    kind: str
    asked: dict[str, Any]
    events: str
    agreed: Agreement | None = None
    """What was approved with it."""

    @property
    def comes_true(self) -> str:
        """What is done: what was approved, where that comes true at once, or else what was asked for."""
        return self._at_once.kind if self._at_once else self.kind

    @property
    def content(self) -> dict[str, Any]:
        """With which values it is done."""
        return self._at_once.content if self._at_once else self.asked

    @property
    def _at_once(self) -> Agreement | None:
        return None if self.agreed is None or self.agreed.kind in AT_THE_TABLE else self.agreed

    @property
    def badge(self) -> str:
        """Who asked for it."""
        return read_actor(self.actor).name

    def told(self) -> list[dict[str, Any]]:
        """What happened."""
        return [event["all"] for event in json.loads(self.events)]


def office_records(connection: Connection, property_id: str) -> Iterator[Said]:
    """All that lists follow from, in order."""
    of_office = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == OFFICE)
    columns = (JOURNAL.c[name] for name in ("seq", "at", "day", "actor", "kind", "asked", "events"))
    query = select(*columns).where(of_office, JOURNAL.c.kind.not_in(SILENT)).order_by(JOURNAL.c.seq)
    proposed: dict[str, Agreement] = {}
    # As many as are wanted at a time: the records of years do not fit into memory.
    for seq, at, day, *said in connection.execute(query.execution_options(yield_per=PAGE)):
        actor, kind, asked, events = said
        record = Said(Stamp(property_id, OFFICE, seq, at, day), actor, kind, json.loads(asked), events)
        yield record._replace(agreed=_agreed(record, proposed))


def _agreed(said: Said, proposed: dict[str, Agreement]) -> Agreement | None:
    """What a record approves. What waits is kept until somebody decides it."""
    match said.kind:
        case "propose":
            told = (said.asked["kind"], said.asked["content"], said.badge, said.asked["reason"])
            proposed[said.asked["proposal_id"]] = Agreement(*told)
        case "approve":
            # Somebody may have approved what was put into the list, and nobody ever proposed.
            return proposed.pop(said.asked["proposal_id"], None)
        case "reject" | "withdraw-proposal":
            proposed.pop(said.asked["proposal_id"], None)
    return None
