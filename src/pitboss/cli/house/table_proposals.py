"""Commands of ``pitboss table`` that need two people: settings, conditions of the approval, corrected counts."""

import json
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from pitboss.cli.house.place import reading
from pitboss.cli.house.proposals import Because, OwnId, ProposalId, approve_as_shown, propose
from pitboss.cli.house.sending import ME, Shift, Working, on_shift
from pitboss.cli.house.settings_file import read_settings, template
from pitboss.cli.house.showing import NO_OPTIONS, QueryOptions, listed, show
from pitboss.cli.house.user_input import Less, More, TableId, read_correction
from pitboss.dates import written_day
from pitboss.house.field_checks import verify_id
from pitboss.house.people.proposals import Propose, find
from pitboss.house.tables.commands import (
    ConfigureTable,
    CreateTable,
)
from pitboss.house.tables.queries import approval_of, table_ids
from pitboss.paytables import Game


def show_template(game: Game, /) -> None:
    """Print a settings file with every setting, to fill in.

    Parameters
    ----------
    game
        three-card-poker, fortune-san-lo, double-draw or power-blackjack.
    """
    print(template(game), end="")


def propose_table(
    table: TableId,
    /,
    *,
    settings: Annotated[Path, Parameter(help="A file such as `pitboss table template` prints.")],
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose a new table, or new settings for an existing one."""
    verify_id(table, "table")
    content = read_settings(settings).as_json()
    with on_shift(me) as shift:
        kind = "configure-table" if table in table_ids(shift.room) else "create-table"
        proposal = Propose(proposal_id or shift.own_id, kind, table, content, reason)
        propose(shift, proposal)
        step = kind.removesuffix("-table")
        shift.say(f"Then: pitboss table {step} {table} --proposal {proposal.proposal_id}")


def approve_table(proposal_id: ProposalId, /, *, me: Working = ME) -> None:
    """Approve the settings that another person proposed."""
    approve_as_shown(proposal_id, me)


def create_table(
    table: TableId, /, *, proposal: Annotated[str, Parameter(help="The approved proposal.")], me: Working = ME
) -> None:
    """Create a table, as two people agreed."""
    verify_id(table, "table")
    with on_shift(me) as shift:
        shift.at_table(table, CreateTable(agreed_in(shift, proposal), proposal))


def configure_table(
    table: TableId, /, *, proposal: Annotated[str, Parameter(help="The approved proposal.")], me: Working = ME
) -> None:
    """Change the settings of a closed table, as two people agreed."""
    verify_id(table, "table")
    with on_shift(me) as shift:
        shift.at_table(table, ConfigureTable(agreed_in(shift, proposal), proposal))


def agreed_in(shift: Shift, proposal_id: str) -> dict[str, Any]:
    """Read what two people agreed on from the proposal, so that nobody types it again.

    Each kind of proposal has its own JSON.
    """
    with shift.room.database.reading() as connection:
        content: dict[str, Any] = json.loads(find(connection, shift.room.house.property_id, proposal_id).content)
    return content


Name = Annotated[str, Parameter(help="Such as internal-controls; `pitboss table conditions TABLE` lists them.")]
Evidence = Annotated[str, Parameter(help="What shows it: a letter, a license, with its number.")]
Dated = Annotated[str, Parameter(help="The day of the evidence, such as 2026-11-03.")]


def list_conditions(table: TableId, /, *, options: QueryOptions = NO_OPTIONS) -> None:
    """List the conditions of the game's approval for this kind of room, and the evidence that they are met."""
    with reading(options) as (connection, house):
        settings, register, _ = approval_of(connection, house, table)
    lines = register.lines()
    rows = [
        (
            each.condition,
            each.status,
            each.evidence,
            written_day(each.dated) if each.dated else "",
            each.recorded_by,
            each.words,
        )
        for each in lines
    ]
    columns = ("Condition", "Status", "Evidence", "Dated", "Badge", "What it requires")
    title = f"Conditions of {settings.game.label} at table {table}, {house.settings.kind} room"
    show(options, {"table": table, "kind": house.settings.kind, "conditions": lines}, listed(title, columns, rows))


def meet_condition(  # noqa: PLR0913 - each is an option of the command
    table: TableId,
    condition: Name,
    /,
    *,
    evidence: Evidence,
    dated: Dated,
    reason: Because = "the condition is met",
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to record a condition as met; another person approves."""
    content = {"table_id": table, "condition": condition, "evidence": evidence, "dated": dated}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "meet-condition", table, content, reason))


def correct_count(  # noqa: PLR0913 - each is an option of the command
    table: TableId,
    what: Annotated[str, Parameter(help="drop, or tray.")],
    /,
    *,
    more: More = "",
    less: Less = "",
    reason: Because,
    proposal_id: OwnId = "",
    me: Working = ME,
) -> None:
    """Propose to correct the last count of a drop box or a tray."""
    content = {"table_id": table, "what": what, "cents": read_correction(more, less)}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "correct-count", table, content, reason))
