"""``pitboss dispute``: a player's claim about a round, the ruling, and the signatures under it."""

from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from pitboss.cli.house.place import reading
from pitboss.cli.house.showing import LOOK, Looking, facts, listed, show
from pitboss.cli.house.tables.names import TableId
from pitboss.cli.house.words import in_words
from pitboss.cli.house.work import ME, Working, in_office, on_shift
from pitboss.house.disputes import (
    CloseDispute,
    OpenDispute,
    RuleDispute,
    SignDispute,
    disputes,
    get_dispute,
)
from pitboss.house.permissions import verify_permitted
from pitboss.house.replay import replay_round

app = App(name="dispute")

DisputeId = Annotated[str, Parameter(help="The dispute, as `pitboss dispute list` names it.")]


@app.command(name="list")
def list_disputes(
    *,
    everything: Annotated[bool, Parameter(name="--all", negative="", help="Also what is closed.")] = False,
    look: Looking = LOOK,
) -> None:
    """The disputes that are not closed, the oldest first."""
    with reading(look) as (connection, house):
        found = [each for each in disputes(connection, house.property_id) if everything or each.status != "closed"]
    rows = [(each.dispute_id, each.table_id, each.round_number, each.player, each.claim, each.status) for each in found]
    columns = ("Dispute", "Table", "Round", "Player", "Claim", "Status")
    title = "Disputes" if everything else "Disputes that are not closed"
    show(look, [each.as_json() for each in found], listed(title, columns, rows, right=("Round",)))


@app.command(name="show")
def show_dispute(dispute_id: DisputeId, /, *, look: Looking = LOOK) -> None:
    """All of one dispute."""
    with reading(look) as (connection, house):
        found = get_dispute(connection, house.property_id, dispute_id)
    when = house.local_time
    told = {
        "round": f"{found.round_number} of table {found.table_id}",
        "player": found.player,
        "claim": found.claim,
        "status": found.status,
        "opened": f"{when(found.opened_at)} by {found.opened_by}",
        "ruling": found.ruled_at and f"{found.ruling} ({found.ruled_by}, {when(found.ruled_at)})",
        "signed": ", ".join(f"{name} ({party})" for party, name in found.signatures.items()) or "by nobody yet",
        "closed": found.closed_at and f"{when(found.closed_at)} by {found.closed_by}",
    }
    show(look, found.as_json(), facts(f"Dispute {dispute_id}", told))


@app.command(name="open")
def open_dispute(  # noqa: PLR0913 - each is an option of the command
    table: TableId,
    round_number: Annotated[int, Parameter(help="The round.")],
    player: Annotated[str, Parameter(help="Who disputes it.")],
    claim: Annotated[str, Parameter(help="What they say.")],
    /,
    *,
    dispute_id: Annotated[str, Parameter(name="--dispute-id", show_default=False, help="A name for it.")] = "",
    me: Working = ME,
) -> None:
    """A player disputes what happened in a round; one in progress is disputed at a suspended table."""
    with on_shift(me) as shift:
        shift.in_office(OpenDispute(dispute_id or shift.own_id, table, round_number, player, claim))


@app.command
def rule(dispute_id: DisputeId, ruling: Annotated[str, Parameter(help="The ruling.")], /, *, me: Working = ME) -> None:
    """A supervisor or an executive decides."""
    in_office(me, RuleDispute(dispute_id, ruling))


@app.command
def sign(
    dispute_id: DisputeId,
    party: Annotated[str, Parameter(help="player or supervisor.")],
    signature: Annotated[str, Parameter(help="The name as it was signed.")],
    /,
    *,
    me: Working = ME,
) -> None:
    """Enter a signature under a ruling."""
    in_office(me, SignDispute(dispute_id, party, signature))


@app.command
def close(dispute_id: DisputeId, /, *, me: Working = ME) -> None:
    """Put away a dispute that is ruled and signed."""
    in_office(me, CloseDispute(dispute_id))


@app.command
def replay(dispute_id: DisputeId, /, *, me: Working = ME) -> None:
    """Deal the disputed round again from its records, with all its cards, for whoever may rule on it."""
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
    same = "Dealt again from its records, it went the same way."
    said = same if again.differs is None else f"DEALT AGAIN, IT WENT ANOTHER WAY: {again.differs}."
    show(me, data | {"steps": steps}, table, Text(said, style="green" if again.is_same else "bold red"))
