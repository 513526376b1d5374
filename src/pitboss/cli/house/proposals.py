"""``pitboss proposals``: what one person proposes and another decides."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.house.content import content_rows
from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import reading
from pitboss.cli.house.sending import ME, Shift, Working, in_office
from pitboss.cli.house.showing import LOOK, Looking, facts, listed, show
from pitboss.house.people.proposals import Approve, Propose, approval
from pitboss.house.people.queries import get_proposal, proposal_list

app = App(name="proposals")

ProposalId = Annotated[str, Parameter(help="The proposal, as `pitboss proposals list` names it.")]
OwnId = Annotated[
    str, Parameter(name="--proposal-id", show_default=False, help="A name for the proposal; else it gets one.")
]
Because = Annotated[str, Parameter(help="Why it is proposed.")]


def propose(shift: Shift, proposal: Propose) -> None:
    """Propose something, and say what comes next."""
    shift.in_office(proposal)
    shift.say(f"Another person decides it: pitboss proposals approve {proposal.proposal_id}")


@app.command(name="list")
def list_proposals(
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Also what is decided.")] = False,
    look: Looking = LOOK,
) -> None:
    """What waits for a decision, the oldest first."""
    with reading(look) as (connection, house):
        found = proposal_list(connection, house.property_id, everything=everything)
    rows = [(row.proposal_id, row.kind, row.subject, row.status, row.proposed_by, row.reason) for row in found]
    columns = ("Proposal", "Kind", "Of", "Status", "By badge", "Why")
    title = "Proposals" if everything else "Proposals that wait for a decision"
    show(look, found, listed(title, columns, rows))


@app.command(name="show")
def show_proposal(proposal_id: ProposalId, /, *, look: Looking = LOOK) -> None:
    """All of one proposal, to be read before it is decided."""
    show_to_decide(proposal_id, look)


def show_to_decide(proposal_id: str, look: Looking) -> Approve:
    """Show all of a proposal; the approval of exactly that."""
    with reading(look) as (connection, house):
        row = get_proposal(connection, house.property_id, proposal_id)
    when = house.local_time
    told = {
        "kind": row.kind,
        "of": row.subject,
        "status": row.status,
        "why": row.reason,
        "proposed": f"by badge {row.proposed_by}, {when(row.proposed_at)}",
        "decided": f"by badge {row.decided_by}, {when(row.decided_at)}" if row.decided_at else None,
        "note": row.note,
        "came true in": row.used_in,
    }
    shown = {name: value for name, value in told.items() if value}
    asked = facts("What is proposed", dict(content_rows(row.content)))
    show(look, row, facts(proposal_id, shown), Text(), asked)
    return Approve(proposal_id, row.digest)


@app.command
def approve(proposal_id: ProposalId, /, *, me: Working = ME) -> None:
    """Approve what another person proposed: it is shown, and your PIN signs exactly that."""
    approve_as_shown(proposal_id, me)


def approve_as_shown(proposal_id: str, me: Working) -> None:
    """Show a proposal to whoever types their PIN, and approve exactly that; a script has its PIN in a file."""
    if me.as_json or me.pin_file:
        with reading(me) as (connection, house):
            approved = approval(connection, house.property_id, proposal_id)
    else:
        approved = show_to_decide(proposal_id, me)
    in_office(me, approved)


add_generated(app, "proposals")
