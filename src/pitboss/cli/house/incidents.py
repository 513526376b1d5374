"""``pitboss incident``: what went wrong, and until when the commission must know."""

from datetime import datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from cyclopts import App, Parameter

from pitboss.cli.house.place import reading
from pitboss.cli.house.showing import LOOK, Looking, facts, listed, show
from pitboss.cli.house.work import ME, Working, in_office, on_shift
from pitboss.cli.output import TerminalError
from pitboss.house.gambling_day import print_instant
from pitboss.house.incidents import (
    AddNote,
    CloseIncident,
    Incident,
    OpenIncident,
    ReportToCommission,
    get_incident,
    incidents,
    notes_of,
)
from pitboss.house.property import Property
from pitboss.outside import SystemClock

app = App(name="incident")

IncidentId = Annotated[str, Parameter(help="The incident, as `pitboss incident list` names it.")]


@app.command(name="list")
def list_incidents(
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Also what is closed.")] = False,
    look: Looking = LOOK,
) -> None:
    """The open incidents, the oldest first, and how long there is to tell the commission."""
    now = SystemClock().now()
    with reading(look) as (connection, house):
        found = incidents(connection, house.property_id)
    wanted = [each for each in found if everything or each.closed_at is None]
    rows = [(each.incident_id, each.subject, each.words, each.status, time_left(each, now)) for each in wanted]
    columns = ("Incident", "About", "What", "Status", "To tell the commission")
    data = [each.as_json() | {"is_overdue": each.is_overdue(now)} for each in wanted]
    show(look, data, listed("Incidents" if everything else "Open incidents", columns, rows))


def time_left(incident: Incident, now: datetime) -> str:
    """How long there is to tell the commission, in words."""
    left = incident.time_left(now)
    if left is None:
        return "reported" if incident.reported_at else "not needed"
    hours, minutes = divmod(int(abs(left) / timedelta(minutes=1)), 60)
    return f"{hours} h {minutes} min {'OVERDUE' if left < timedelta(0) else 'left'}"


@app.command(name="show")
def show_incident(incident_id: IncidentId, /, *, look: Looking = LOOK) -> None:
    """All of one incident."""
    now = SystemClock().now()
    with reading(look) as (connection, house):
        found = get_incident(connection, house.property_id, incident_id)
        notes = notes_of(connection, house.property_id, incident_id)
    when = house.local_time
    told = {
        "about": found.subject,
        "what": found.words,
        "status": found.status,
        "noticed": f"{when(found.noticed_at)}, entered by {found.opened_by}",
        "to tell the commission": time_left(found, now),
        "reported": found.reported_at and f"{when(found.reported_at)}: {found.reference}",
        "closed": found.closed_at and f"{when(found.closed_at)}: {found.outcome}",
    }
    written = [{"at": at, "actor": actor, "words": words} for at, actor, words in notes]
    rows = [(when(at), actor, words) for at, actor, words in notes]
    page = (facts(f"Incident {incident_id}", told), listed("Notes", ("When", "Who", "What"), rows))
    show(look, found.as_json() | {"is_overdue": found.is_overdue(now), "notes": written}, *page)


@app.command(name="open")
def open_incident(  # noqa: PLR0913 - each is an option of the command
    subject: Annotated[str, Parameter(help="What it is about: a table, a meter, a machine.")],
    words: Annotated[str, Parameter(help="What happened.")],
    /,
    *,
    reportable: Annotated[bool, Parameter(help="Whether the commission must know.")] = True,
    noticed: Annotated[
        str | None, Parameter(help="Since when, such as '2026-11-15 10:00' in the room's own time; now where not said.")
    ] = None,
    incident_id: Annotated[str, Parameter(name="--incident-id", show_default=False, help="A name for it.")] = "",
    me: Working = ME,
) -> None:
    """Write down that something went wrong."""
    with on_shift(me) as shift:
        since = None if noticed is None else read_instant(shift.room.house, noticed)
        shift.in_office(OpenIncident(incident_id or shift.own_id, subject, words, reportable, since))


def read_instant(house: Property, text: str) -> str:
    """An instant that somebody wrote, in the room's own time unless a zone is named.

    >>> read_instant(Property("P1", "Lucky Ace"), "2026-11-15 10:00")
    '2026-11-15T18:00:00.000000Z'
    """
    try:
        instant = datetime.fromisoformat(text)
        return print_instant(instant if instant.tzinfo else instant.replace(tzinfo=ZoneInfo(house.settings.zone)))
    except (ValueError, OverflowError):  # no time, or one before or after all calendars
        raise TerminalError(f"{text!r} is not a time: write one such as '2026-11-15 10:00'") from None


@app.command
def note(incident_id: IncidentId, words: Annotated[str, Parameter(help="What.")], /, *, me: Working = ME) -> None:
    """Add what was found out or done."""
    in_office(me, AddNote(incident_id, words))


@app.command
def report(
    incident_id: IncidentId,
    reference: Annotated[str, Parameter(help="How, and under which number.")],
    /,
    *,
    me: Working = ME,
) -> None:
    """Write down that the commission was told."""
    in_office(me, ReportToCommission(incident_id, reference))


@app.command
def close(
    incident_id: IncidentId, outcome: Annotated[str, Parameter(help="What came of it.")], /, *, me: Working = ME
) -> None:
    """An incident is dealt with."""
    in_office(me, CloseIncident(incident_id, outcome))
