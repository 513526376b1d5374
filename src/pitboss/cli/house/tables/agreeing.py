"""Setting a table: one person proposes the settings, another approves, and then they come true."""

import json
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from pitboss.cli.house.proposals import Because, OwnId, ProposalId, approve_as_shown, propose
from pitboss.cli.house.settings_file import read_settings
from pitboss.cli.house.tables.names import TableId
from pitboss.cli.house.template import template
from pitboss.cli.house.work import ME, Shift, Working, on_shift
from pitboss.house.checks import verify_id
from pitboss.house.looking import table_ids
from pitboss.house.proposals import Propose, find
from pitboss.house.tables.commands import ConfigureTable, CreateTable
from pitboss.paytables import Game


def show_template(game: Game, /) -> None:
    """Print a file of settings with everything that can be set, to fill in.

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
    """Propose a new table, or other settings for one that is there."""
    verify_id(table, "table")
    content = read_settings(settings)
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
    """Put a table into the room, as two people agreed."""
    verify_id(table, "table")
    with on_shift(me) as shift:
        shift.at_table(table, CreateTable(agreed_in(shift, proposal), proposal))


def configure_table(
    table: TableId, /, *, proposal: Annotated[str, Parameter(help="The approved proposal.")], me: Working = ME
) -> None:
    """Set a closed table anew, as two people agreed."""
    verify_id(table, "table")
    with on_shift(me) as shift:
        shift.at_table(table, ConfigureTable(agreed_in(shift, proposal), proposal))


def agreed_in(shift: Shift, proposal_id: str) -> dict[str, Any]:
    """What two people agreed on stands in the proposal: nobody types it again."""
    with shift.room.database.reading() as connection:
        content: dict[str, Any] = json.loads(find(connection, shift.room.house.property_id, proposal_id).content)
    return content
