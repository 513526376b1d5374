"""``pitboss proposals``: lists and shows proposals, and approves them.

The content of a proposal is shown in readable rows for the person who decides on it.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.house.generated import add_generated
from pitboss.cli.house.place import reading
from pitboss.cli.house.sending import ME, Shift, Working, in_office
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, facts, listed, show
from pitboss.dates import written_day
from pitboss.house.people.proposals import Approve, Propose, approval
from pitboss.house.people.queries import get_proposal, proposal_list
from pitboss.paytables import print_dollars
from pitboss.progressive import print_millicents

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_AMOUNTS: Final = {"cents": print_dollars, "millicents": print_millicents}


def content_rows(content: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, str]]:
    """Each entry with its value. A nested entry has both names.

    >>> list(content_rows({"from_day": "2026-11-20", "settings": {"guest_chips_cents": 100_000}}))
    [('from day', 'Nov 20, 2026'), ('settings: guest chips', '$1,000')]
    """
    for name, value in content.items():
        spoken, written = _entry(name, value)
        named = f"{of}: {spoken}" if of else spoken
        if isinstance(value, Mapping) and value:
            yield from content_rows(value, named)
        else:
            yield named, written


def _entry(name: str, value: Any) -> tuple[str, str]:
    """A name and a value in words.

    >>> _entry("millicents", -500_000), _entry("by_book", []), _entry("maximum_cents", None)
    (('amount', '-$5'), ('by book', 'none'), ('maximum', 'none'))
    """
    of, _, unit = name.rpartition("_")
    if unit in _AMOUNTS:
        amount = _AMOUNTS[unit](value) if isinstance(value, int) else _value(value)
        return of.replace("_", " ") or "amount", amount
    return name.replace("_", " "), _value(value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ([], {}):
        return "none"
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, Mapping):
        return json.dumps(value)
    text = str(value)
    return written_day(text) if _DAY.fullmatch(text) else text


app = App(name="proposals")

ProposalId = Annotated[str, Parameter(help="The proposal, as `pitboss proposals list` names it.")]
OwnId = Annotated[
    str,
    Parameter(
        name="--proposal-id", show_default=False, help="A name for the proposal; one is generated if you give none."
    ),
]
Because = Annotated[str, Parameter(help="Why it is proposed.")]


def propose(shift: Shift, proposal: Propose) -> None:
    """Send a proposal, and print the command that approves it."""
    shift.in_office(proposal)
    shift.say(f"Another person decides it: pitboss proposals approve {proposal.proposal_id}")


@app.command(name="list")
def list_proposals(
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Decided ones too.")] = False,
    options: QueryOptions = NO_OPTIONS,
) -> None:
    """List the pending proposals, the oldest first."""
    with reading(options) as (connection, house):
        found = proposal_list(connection, house.property_id, everything=everything)
    rows = [(row.proposal_id, row.kind, row.subject, row.status, row.proposed_by, row.reason) for row in found]
    columns = ("Proposal", "Kind", "Of", "Status", "By badge", "Why")
    title = "Proposals" if everything else "Pending proposals"
    show(options, found, listed(title, columns, rows))


@app.command(name="show")
def show_proposal(proposal_id: ProposalId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """Show everything about one proposal. Read it before you decide."""
    show_to_decide(proposal_id, options)


def show_to_decide(proposal_id: str, options: QueryOptions) -> Approve:
    """Show everything about a proposal; return the approval of exactly that content."""
    with reading(options) as (connection, house):
        row = get_proposal(connection, house.property_id, proposal_id)
    when = house.local_time
    details = {
        "kind": row.kind,
        "of": row.subject,
        "status": row.status,
        "why": row.reason,
        "proposed": f"by badge {row.proposed_by}, {when(row.proposed_at)}",
        "decided": f"by badge {row.decided_by}, {when(row.decided_at)}" if row.decided_at else None,
        "note": row.note,
        "carried out in": row.used_in,
    }
    shown = {name: value for name, value in details.items() if value}
    proposed = facts("What is proposed", dict(content_rows(row.content)))
    show(options, row, facts(proposal_id, shown), Text(), proposed)
    return Approve(proposal_id, row.digest)


@app.command
def approve(proposal_id: ProposalId, /, *, me: Working = ME) -> None:
    """Approve another person's proposal: you see it, and your PIN signs exactly that content."""
    approve_as_shown(proposal_id, me)


def approve_as_shown(proposal_id: str, me: Working) -> None:
    """Show a proposal and approve exactly that content. With --json or a PIN file it is not shown first."""
    if me.as_json or me.pin_file:
        with reading(me) as (connection, house):
            approved = approval(connection, house.property_id, proposal_id)
    else:
        approved = show_to_decide(proposal_id, me)
    in_office(me, approved)


add_generated(app, "proposals")
