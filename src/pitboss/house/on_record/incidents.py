"""Readings and incidents as the records have them: what a display showed, what went wrong, and when it was reported.

Money that is confiscated opens an incident of its own, in the office or at the table where it was won.
"""

import json
from typing import Any

from sqlalchemy import Connection, select

from pitboss.house.gambling_day import parse_instant, print_instant
from pitboss.house.incidents import REPORT_WITHIN, of_confiscated_money, of_withheld_win
from pitboss.house.journal import as_record
from pitboss.house.on_record.office import Said
from pitboss.house.on_record.sheet import Sheet
from pitboss.house.people.sessions import incident_of
from pitboss.house.schema import INCIDENT_NOTES, INCIDENTS, JOURNAL, READINGS
from pitboss.house.tables.events import WinWithheld


class Incidents:
    """The lists of readings, incidents and notes."""

    def __init__(self) -> None:
        self._readings = Sheet(READINGS, "reading", "readings")
        self._incidents = Sheet(INCIDENTS, "incident", "incidents")
        self._notes = Sheet(INCIDENT_NOTES, "note", "notes upon incidents")
        self._numbers: dict[str, int] = {}
        """Of each incident that was noted upon, how often."""
        self.sheets = (self._readings, self._incidents, self._notes)

    def note(self, said: Said) -> None:
        """A display is read; an incident is opened, noted upon, reported or closed."""
        asked, at, by = said.asked, said.stamp.at, said.actor
        if said.comes_true == "confiscate-money":
            content = said.content
            self._open(said, vars(of_confiscated_money(said.stamp.seq, content["player"], content["cents"])))
        match said.kind:
            case "record-reading":
                self._read(said)
            case "open-incident":
                self._open(said, asked)
            case "note-forged-session":
                self._open(said, vars(incident_of(asked["mark"], asked["whose"])))
            case "add-note":
                number = self._numbers[asked["incident_id"]] = self._numbers.get(asked["incident_id"], 0) + 1
                self._notes.write(asked["incident_id"], number, at=at, actor=by, words=asked["words"])
            case "report-to-commission":
                reported = {"reported_at": at, "reported_by": by, "reference": asked["reference"]}
                self._incidents.write(asked["incident_id"], **reported)
            case "close-incident":
                closed = {"closed_at": at, "closed_by": by, "outcome": asked["outcome"]}
                self._incidents.write(asked["incident_id"], **closed)

    def _read(self, said: Said) -> None:
        """What the books said then is in the event; a reading that is too far off has opened an incident."""
        (read, *opened), stamp = said.told(), said.stamp
        cents = {name: read[name] for name in ("read_cents", "meter_cents")}
        self._readings.write(read["meter_id"], stamp.seq, at=stamp.at, day=stamp.day, actor=said.actor, **cents)
        for incident in opened:
            about = {"subject": f"meter {read['meter_id']}", "is_reportable": True, "noticed_at": None}
            self._open(said, {name: incident[name] for name in ("incident_id", "words")} | about)

    def _open(self, said: Said, asked: dict[str, Any]) -> None:
        noticed = parse_instant(asked["noticed_at"] or said.stamp.at)
        self._incidents.write(
            asked["incident_id"],
            subject=asked["subject"],
            words=asked["words"],
            is_reportable=int(asked["is_reportable"]),
            noticed_at=print_instant(noticed),
            due_at=print_instant(noticed + REPORT_WITHIN),
            opened_at=said.stamp.at,
            opened_by=said.actor,
        )

    def complete(self, connection: Connection, property_id: str) -> None:
        """A win that was withheld at a table."""
        withheld = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.kind == "withhold-win")
        for record in map(as_record, connection.execute(select(JOURNAL).where(withheld))):
            asked, events = json.loads(record.asked), json.loads(record.events)
            values = {name: value for name, value in events[0]["all"].items() if name != "event"}
            incident = of_withheld_win(asked["jackpot_id"], WinWithheld(**values).sentence)
            self._open(Said(record.stamp, record.actor, record.kind, asked, record.events), vars(incident))
