"""``pitboss incident`` and ``pitboss dispute``: lists and shows incidents and disputes, and replays a round."""

from datetime import datetime, timedelta
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import reading
from pitboss.cli.house.sending import ME, Working, on_shift
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, facts, in_words, listed, show
from pitboss.house.people.disputes import RuleDispute, disputes, get_dispute
from pitboss.house.people.incidents import Incident, get_incident, incidents, notes_of
from pitboss.house.permissions import verify_permitted
from pitboss.house.records.replay import replay_round
from pitboss.sources import SystemClock

incident_app = App(name="incident")

IncidentId = Annotated[str, Parameter(help="The incident, as `pitboss incident list` names it.")]


@incident_app.command(name="list")
def list_incidents(
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Closed ones too.")] = False,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """List the open incidents, the oldest first, with the time left to report each to the commission."""
    now = SystemClock().now()
    with reading(options) as (connection, house):
        found = incidents(connection, house.property_id)
    wanted = [each for each in found if everything or each.closed_at is None]
    rows = [(each.incident_id, each.subject, each.words, each.status, time_left(each, now)) for each in wanted]
    columns = ("Incident", "About", "What", "Status", "To tell the commission")
    data = [each.view(now) for each in wanted]
    show(options, data, listed("Incidents" if everything else "Open incidents", columns, rows))


def time_left(incident: Incident, now: datetime) -> str:
    """The time left to report to the commission, in words."""
    left = incident.time_left(now)
    if left is None:
        return "reported" if incident.reported_at else "not needed"
    hours, minutes = divmod(int(abs(left) / timedelta(minutes=1)), 60)
    return f"{hours} h {minutes} min {'OVERDUE' if left < timedelta(0) else 'left'}"


@incident_app.command(name="show")
def show_incident(incident_id: IncidentId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """Show everything about one incident."""
    now = SystemClock().now()
    with reading(options) as (connection, house):
        found = get_incident(connection, house.property_id, incident_id)
        notes = notes_of(connection, house.property_id, incident_id)
    when = house.local_time
    details = {
        "about": found.subject,
        "what": found.words,
        "status": found.status,
        "noticed": f"{when(found.noticed_at)}, entered by {found.opened_by}",
        "to tell the commission": time_left(found, now),
        "reported": found.reported_at and f"{when(found.reported_at)}: {found.reference}",
        "closed": found.closed_at and f"{when(found.closed_at)}: {found.outcome}",
    }
    rows = [(when(note.at), note.actor, note.words) for note in notes]
    page = (facts(f"Incident {incident_id}", details), listed("Notes", ("When", "Who", "What"), rows))
    show(options, found.view(now, notes), *page)


add_generated(incident_app, "incident")


dispute_app = App(name="dispute")

DisputeId = Annotated[str, Parameter(help="The dispute, as `pitboss dispute list` names it.")]


@dispute_app.command(name="list")
def list_disputes(
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Closed ones too.")] = False,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """List the disputes that are not closed, the oldest first."""
    with reading(options) as (connection, house):
        found = [each for each in disputes(connection, house.property_id) if everything or each.status != "closed"]
    rows = [(each.dispute_id, each.table_id, each.round_number, each.player, each.claim, each.status) for each in found]
    columns = ("Dispute", "Table", "Round", "Player", "Claim", "Status")
    title = "Disputes" if everything else "Disputes that are not closed"
    show(options, found, listed(title, columns, rows, right=("Round",)))


@dispute_app.command(name="show")
def show_dispute(dispute_id: DisputeId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """Show everything about one dispute."""
    with reading(options) as (connection, house):
        found = get_dispute(connection, house.property_id, dispute_id)
    when = house.local_time
    details = {
        "round": f"{found.round_number} of table {found.table_id}",
        "player": found.player,
        "claim": found.claim,
        "status": found.status,
        "opened": f"{when(found.opened_at)} by {found.opened_by}",
        "ruling": found.ruled_at and f"{found.ruling} ({found.ruled_by}, {when(found.ruled_at)})",
        "signed": ", ".join(f"{name} ({party})" for party, name in found.signatures.items()) or "by nobody yet",
        "closed": found.closed_at and f"{when(found.closed_at)} by {found.closed_by}",
    }
    show(options, found, facts(f"Dispute {dispute_id}", details))


@dispute_app.command
def replay(dispute_id: DisputeId, /, *, me: Working = ME) -> None:
    """Replay the disputed round from its records, with all its cards, if you may rule on it."""
    with on_shift(me) as shift:
        verify_permitted(shift.actor, RuleDispute(dispute_id, "to see the round"))
        with shift.room.database.reading() as connection:
            dispute = get_dispute(connection, shift.room.house.property_id, dispute_id)
        again = replay_round(shift.room, dispute.table_id, dispute.round_number)
        local_time = shift.room.house.local_time
    steps = [vars(step) | {"events": list(step.events)} for step in again.steps]
    data = {"dispute": dispute_id, "table": again.table_id, "round": again.number, "is_same": again.is_same}
    rows = [
        (step.seq, local_time(step.at, step.day), step.actor, step.kind, "\n".join(map(in_words, step.events)))
        for step in again.steps
    ]
    table = listed(
        f"Round {again.number} of table {again.table_id}", ("Record", "When", "Who", "Did", "What happened"), rows
    )
    same = "Replayed from its records, it went the same way."
    finding = same if again.differs is None else f"REPLAYED FROM ITS RECORDS, IT WENT ANOTHER WAY: {again.differs}."
    show(me, data | {"steps": steps}, table, Text(finding, style="green" if again.is_same else "bold red"))


add_generated(dispute_app, "dispute")
