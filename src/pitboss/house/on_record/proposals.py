"""Proposals as the records have them: who proposed what, who decided it and how, and where it came true."""

import json
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Connection, select

from pitboss.house.audit import OFFICE, PAGE
from pitboss.house.journal import Stamp
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.proposals import AT_THE_TABLE, DECIDED_AT_THE_TABLE
from pitboss.house.schema import JOURNAL, PROPOSALS
from pitboss.house.tables.table import Table

NAMING: Final = tuple(kind.slug() for kind in Table.operations if "proposal_id" in kind.__dataclass_fields__)
"""Commands at a table that two people agreed on, so that they name a proposal."""

DECIDED: Final = {"approve": "approved", "reject": "rejected", "withdraw-proposal": "withdrawn"}


class Proposals:
    """The list of proposals."""

    def __init__(self) -> None:
        self._sheet = Sheet(PROPOSALS, "proposal", "proposals", read={"content": json.loads})
        self.sheets = (self._sheet,)

    def note(self, said: Said) -> None:
        """Somebody proposes or decides."""
        if said.kind == "propose":
            named = {name: said.asked[name] for name in ("kind", "subject", "content", "reason")}
            proposed = {"proposed_by": said.badge, "proposed_at": said.stamp.at, "status": "pending"}
            self._sheet.write(said.asked["proposal_id"], **named, **proposed)
        elif said.kind == "check-award":
            self._sheet.write(said.asked["proposal_id"], checked_by=said.actor)
        elif said.kind in DECIDED:
            decided = {"status": DECIDED[said.kind], "decided_by": said.badge, "decided_at": said.stamp.at}
            self._sheet.write(said.asked["proposal_id"], **decided, note=said.asked.get("reason"))
            if said.agreed and said.agreed.kind not in AT_THE_TABLE:
                self._use(said.asked["proposal_id"], said.stamp)

    def complete(self, connection: Connection, property_id: str) -> None:
        """What was approved for a table has come true where a record of a table names it."""
        for stamp, actor, asked in _naming_proposals(connection, property_id):
            if self._sheet.last(asked["proposal_id"]).get("kind") in DECIDED_AT_THE_TABLE:
                decided = {"decided_by": actor.partition(":")[2], "decided_at": stamp.at}
                self._sheet.write(asked["proposal_id"], **decided)
            self._use(asked["proposal_id"], stamp)

    def _use(self, proposal_id: str, stamp: Stamp) -> None:
        self._sheet.write(proposal_id, status="used", used_in=stamp.place)


def _naming_proposals(connection: Connection, property_id: str) -> Iterator[tuple[Stamp, str, dict[str, Any]]]:
    of_tables = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain != OFFICE)
    columns = (JOURNAL.c[name] for name in ("chain", "seq", "at", "day", "actor", "asked"))
    query = select(*columns).where(of_tables, JOURNAL.c.kind.in_(NAMING))
    for *stamp, actor, asked in connection.execute(query.execution_options(yield_per=PAGE)):
        yield Stamp(property_id, *stamp), actor, json.loads(asked)
