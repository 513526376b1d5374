"""Incidents: what went wrong, what was done about it, and the 72 hours for reporting it to the commission."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy import Connection, Row, func, select

from pitboss.games.event import Event
from pitboss.house.answers import view_of
from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.field_checks import verify_id, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Recorded, RowWrite, change_row, insert_row, projects
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.schema import INCIDENT_NOTES, INCIDENTS
from pitboss.paytables import print_dollars

REPORT_WITHIN: Final = timedelta(hours=72)
"""WAC 230-06-050: a malfunction must be reported within this time."""


READING_PREFIX: Final = "reading-"
WITHHELD_PREFIX: Final = "withheld-"
SESSION_PREFIX: Final = "session-"
"""Prefixes of the ids of incidents that the room opens itself: for readings, confiscated money and forged sessions.
Staff may not use them: an id that is taken would keep such an incident from being opened."""


@dataclass(frozen=True)
class OpenIncident(OfficeCommand):
    """Open an incident: something went wrong.

    >>> OpenIncident("I1", "table T1", "the display of seat 3 is dark", True, None).operation()
    'open_incident'
    """

    incident_id: str
    subject: str
    """What it is about: a table, a meter, a machine."""
    words: str
    is_reportable: bool
    """Whether it must be reported to the commission: a malfunction of what the commission approved."""
    noticed_at: str | None
    """When the 72 hours began, as an instant in UTC; None means now."""


@dataclass(frozen=True)
class AddNote(OfficeCommand):
    """Add a note to an incident: what was found out or done.

    >>> AddNote("I1", "the cable was loose").words
    'the cable was loose'
    """

    incident_id: str
    words: str


@dataclass(frozen=True)
class ReportToCommission(OfficeCommand):
    """Record that an incident was reported to the commission.

    >>> ReportToCommission("I1", "letter of 16 November, number 2026-118").incident_id
    'I1'
    """

    incident_id: str
    reference: str
    """How it was reported, and the reference number."""


@dataclass(frozen=True)
class CloseIncident(OfficeCommand):
    """Close an incident.

    >>> CloseIncident("I1", "display replaced").outcome
    'display replaced'
    """

    incident_id: str
    outcome: str


@dataclass(frozen=True)
class IncidentChanged(Event):
    """An incident was opened, noted upon, reported or closed.

    >>> IncidentChanged("I1", "opened", "the display of seat 3 is dark").sentence
    'incident I1 is opened: the display of seat 3 is dark'
    """

    incident_id: str
    what: str
    words: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"incident {self.incident_id} is {self.what}: {self.words}"


class Note(Struct, frozen=True, kw_only=True):
    """A note about an incident."""

    at: str
    actor: str
    words: str


class IncidentView(Struct, frozen=True, kw_only=True):
    """An incident, and when its report to the commission is due."""

    incident_id: Annotated[str, Meta(examples=["i-4"])]
    subject: Annotated[str, Meta(examples=["table T2"])]
    words: Annotated[str, Meta(examples=["the display was dark for ten minutes"])]
    is_reportable: bool
    is_overdue: Annotated[bool, Meta(description="Whether the report to the commission is overdue.")]
    status: Annotated[str, Meta(description="open, reported or closed.", examples=["open"])]
    noticed_at: str
    due_at: str
    opened_by: str
    reported_at: str | None
    reference: str | None
    closed_at: str | None
    outcome: str | None
    notes: Annotated[list[Note] | UnsetType, Meta(description="Only in the answer for a single incident.")]


@dataclass(frozen=True)
class Incident:
    """An incident and its status now."""

    incident_id: str
    subject: str
    words: str
    is_reportable: bool
    noticed_at: str
    due_at: str
    opened_by: str
    reported_at: str | None
    reference: str | None
    closed_at: str | None
    outcome: str | None

    @property
    def status(self) -> str:
        """``open``, ``reported`` or ``closed``."""
        return "closed" if self.closed_at else "reported" if self.reported_at else "open"

    def time_left(self, now: datetime) -> timedelta | None:
        """How long is left to report it to the commission, negative when overdue; None if no report is due."""
        if not self.is_reportable or self.reported_at is not None:
            return None
        return parse_instant(self.due_at) - now

    def is_overdue(self, now: datetime) -> bool:
        """Whether the report to the commission is overdue."""
        left = self.time_left(now)
        return left is not None and left < timedelta(0)

    def view(self, now: datetime, notes: list[Note] | UnsetType = UNSET) -> IncidentView:
        """The incident for machines, with its notes if they are given."""
        return view_of(IncidentView, self, is_overdue=self.is_overdue(now), notes=notes)


def of_withheld_win(jackpot_id: str, sentence: str) -> OpenIncident:
    """The incident of a withheld win, which must be reported to the commission (WAC 230-23-030).

    >>> of_withheld_win("T1-12-3", "the win T1-12-3 of ann, $540, is withheld").words
    'the win T1-12-3 of ann, $540, is withheld and confiscated: give notice to the commission'
    """
    words = f"{sentence} and confiscated: give notice to the commission"
    return OpenIncident(f"{WITHHELD_PREFIX}{jackpot_id}", f"win {jackpot_id}", words, True, None)


def of_confiscated_money(seq: int, player: str, cents: int) -> OpenIncident:
    """The incident of money at the cage that is confiscated; its id has the number of the record that did it.

    >>> of_confiscated_money(7, "ann", 10_000).words
    '$100 of ann is confiscated: give notice to the commission'
    """
    words = f"{print_dollars(cents)} of {player} is confiscated: give notice to the commission"
    return OpenIncident(f"{WITHHELD_PREFIX}{seq}", f"player {player}", words, True, None)


def open_incident(desk: OfficeContext, wanted: OpenIncident) -> None:
    """Open an incident, on its own or as part of another command."""
    verify_new(desk.connection, desk.property_id, wanted)
    desk.found["incident"] = vars(wanted)
    desk.events.append(IncidentChanged(wanted.incident_id, "opened", wanted.words))


def verify_new(connection: Connection, property_id: str, wanted: OpenIncident) -> None:
    """Refuse an incident id that is used already."""
    if _find(connection, property_id, wanted.incident_id) is not None:
        raise RefusedError(f"there is an incident {wanted.incident_id!r} already")


@handles(OpenIncident)
def _open(command: OpenIncident, desk: OfficeContext) -> None:
    verify_id(command.incident_id, "incident")
    if command.incident_id.startswith((READING_PREFIX, WITHHELD_PREFIX, SESSION_PREFIX)):
        raise RefusedError(
            f"{command.incident_id!r} begins like the ids that the room gives itself: choose another one"
        )
    verify_words(command.subject, "subject")
    verify_words(command.words, "description")
    if command.noticed_at is not None:
        _verify_instant(command.noticed_at, desk.stamp.at)
    open_incident(desk, command)


@handles(AddNote)
def _note(command: AddNote, desk: OfficeContext) -> None:
    verify_words(command.words, "note")
    _still_open(desk, command.incident_id)
    of_incident = _of(INCIDENT_NOTES, desk.property_id, command.incident_id)
    last = desk.connection.scalar(select(func.max(INCIDENT_NOTES.c.number)).where(of_incident)) or 0
    desk.found["number"] = last + 1
    desk.events.append(IncidentChanged(command.incident_id, "noted upon", command.words))


@handles(ReportToCommission)
def _report(command: ReportToCommission, desk: OfficeContext) -> None:
    verify_words(command.reference, "reference")
    incident = _still_open(desk, command.incident_id)
    if incident.reported_at is not None:
        when = desk.house.local_time(incident.reported_at)
        raise RefusedError(f"incident {command.incident_id} was reported already ({when}): add a note")
    desk.events.append(IncidentChanged(command.incident_id, "reported", command.reference))


@handles(CloseIncident)
def _close(command: CloseIncident, desk: OfficeContext) -> None:
    verify_words(command.outcome, "outcome")
    incident = _still_open(desk, command.incident_id)
    if incident.is_reportable and incident.reported_at is None:
        raise RefusedError(f"incident {command.incident_id} must be reported to the commission before it is closed")
    desk.events.append(IncidentChanged(command.incident_id, "closed", command.outcome))


# ---- the lists


@projects(
    "open-incident", "confiscate-money", "note-forged-session", "record-reading", "withhold-win", into=[INCIDENTS]
)
def list_incident(record: Recorded) -> Iterator[RowWrite]:
    """Insert the incident, with the time by which it must be reported. A correct display reading opens none."""
    wanted = record.found.get("incident")
    if wanted is None:
        return
    noticed = parse_instant(wanted["noticed_at"] or record.stamp.at)
    about = {name: wanted[name] for name in ("incident_id", "subject", "words")}
    due = {"noticed_at": print_instant(noticed), "due_at": print_instant(noticed + REPORT_WITHIN)}
    opened = {"opened_at": record.stamp.at, "opened_by": record.actor}
    yield insert_row(INCIDENTS, **about, is_reportable=int(wanted["is_reportable"]), **due, **opened)


@projects("add-note", into=[INCIDENT_NOTES])
def list_note(record: Recorded) -> Iterator[RowWrite]:
    """Insert the next note of the incident."""
    note = {"incident_id": record.asked["incident_id"], "number": record.found["number"]}
    yield insert_row(INCIDENT_NOTES, **note, at=record.stamp.at, actor=record.actor, words=record.asked["words"])


@projects("report-to-commission", into=[INCIDENTS])
def list_report(record: Recorded) -> Iterator[RowWrite]:
    """Store when, by whom and how the incident was reported to the commission."""
    reported = {"reported_at": record.stamp.at, "reported_by": record.actor, "reference": record.asked["reference"]}
    yield change_row(INCIDENTS, {"incident_id": record.asked["incident_id"]}, **reported)


@projects("close-incident", into=[INCIDENTS])
def list_outcome(record: Recorded) -> Iterator[RowWrite]:
    """Store when, by whom and how the incident was closed."""
    closed = {"closed_at": record.stamp.at, "closed_by": record.actor, "outcome": record.asked["outcome"]}
    yield change_row(INCIDENTS, {"incident_id": record.asked["incident_id"]}, **closed)


# ---- queries


def incidents(connection: Connection, property_id: str) -> list[Incident]:
    """Every incident, oldest first."""
    of_house = INCIDENTS.c.property_id == property_id
    query = select(INCIDENTS).where(of_house).order_by(INCIDENTS.c.noticed_at, INCIDENTS.c.incident_id)
    return [_as_incident(row) for row in connection.execute(query)]


def get_incident(connection: Connection, property_id: str, incident_id: str) -> Incident:
    """The incident with this id.

    :raises UnknownError: if there is none
    """
    incident = _find(connection, property_id, incident_id)
    if incident is None:
        raise UnknownError(f"there is no incident {incident_id!r}")
    return incident


def notes_of(connection: Connection, property_id: str, incident_id: str) -> list[Note]:
    """The notes of an incident, the oldest first."""
    query = select(INCIDENT_NOTES).where(_of(INCIDENT_NOTES, property_id, incident_id))
    return [view_of(Note, row) for row in connection.execute(query.order_by(INCIDENT_NOTES.c.number))]


def _verify_instant(text: Any, now: str) -> None:
    try:
        noticed = parse_instant(text)
        is_late = noticed > parse_instant(now)
    except (TypeError, ValueError, OverflowError):
        # An instant without a time zone cannot be compared, and is refused too.
        raise RefusedError(f"{text!r} is not an instant: write one such as 2026-11-15T10:00:00.000000Z") from None
    if is_late:
        raise RefusedError(f"an incident cannot have been noticed at {text}, which is in the future")


def _of(table: Any, property_id: str, incident_id: str) -> Any:
    return (table.c.property_id == property_id) & (table.c.incident_id == incident_id)


def _find(connection: Connection, property_id: str, incident_id: str) -> Incident | None:
    row = connection.execute(select(INCIDENTS).where(_of(INCIDENTS, property_id, incident_id))).first()
    return None if row is None else _as_incident(row)


def _as_incident(row: Row[Any]) -> Incident:
    values = {name: getattr(row, name) for name in Incident.__dataclass_fields__}
    return Incident(**(values | {"is_reportable": bool(row.is_reportable)}))


def _still_open(desk: OfficeContext, incident_id: str) -> Incident:
    incident = get_incident(desk.connection, desk.property_id, incident_id)
    if incident.closed_at is not None:
        when = desk.house.local_time(incident.closed_at)
        raise RefusedError(f"incident {incident_id} was closed already ({when}): open another one")
    return incident
