"""Doubts about the clock and closed gaming days as the records have them: what was found, and who agreed on it."""

import json
from typing import Any

from sqlalchemy import Connection

from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.schema import CLOCK_DOUBTS, CLOSED_DAYS


class Days:
    """The lists of doubts about the clock and of closed days."""

    def __init__(self) -> None:
        self._doubts = Sheet(CLOCK_DOUBTS, "doubt", "doubts about the clock")
        self._closed = Sheet(CLOSED_DAYS, "gaming day", "closed days", read={"by_book": json.loads})
        self.sheets = (self._doubts, self._closed)

    def note(self, said: Said) -> None:
        """The clock is in doubt, or two people say that it is not; a day is closed."""
        match said.comes_true:
            case "note-clock":
                (doubt,), number = said.told(), said.stamp.seq
                self._doubts.write(number, at=said.stamp.at, clock=doubt["clock"], words=doubt["words"])
            case "acknowledge-clock":
                _, acknowledged = said.told()
                people = {"acknowledged_by": said.badge, "acknowledged_clock": acknowledged["clock"]}
                self._doubts.write(acknowledged["number"], acknowledged_at=said.stamp.at, **_agreed(said), **people)
            case "close-day":
                _, closed = said.told()
                sums = {name: closed[name] for name in ("win_cents", "drop_cents", "reports_hash")}
                content = {"slips": said.content["slips"], "by_book": sorted(said.content["by_book"])}
                who = {"closed_at": said.stamp.at, "closed_by": said.badge}
                self._closed.write(closed["day"], **who, **_agreed(said), **content, **sums)

    def complete(self, connection: Connection, property_id: str) -> None:
        """Nothing at a table changes these lists."""


def _agreed(said: Said) -> dict[str, Any]:
    assert said.agreed is not None
    return {"proposed_by": said.agreed.proposed_by, "reason": said.agreed.reason}
