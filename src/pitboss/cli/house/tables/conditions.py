"""The conditions of a table's letter of approval: which are met, and recording that one is, or no longer is."""

from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.house.place import reading
from pitboss.cli.house.proposals import Because, OwnId, propose
from pitboss.cli.house.showing import LOOK, Looking, listed, show
from pitboss.cli.house.tables.names import TableId
from pitboss.cli.house.work import ME, Working, in_office, on_shift
from pitboss.house.conditions import LapseCondition
from pitboss.house.looking import approval_of
from pitboss.house.proposals import Propose

Name = Annotated[str, Parameter(help="Such as internal-controls; `pitboss table conditions TABLE` lists them.")]
Evidence = Annotated[str, Parameter(help="What shows it: a letter, a license, with its number.")]
Dated = Annotated[str, Parameter(help="The day of the evidence, such as 2026-11-03.")]


def list_conditions(table: TableId, /, *, look: Looking = LOOK) -> None:
    """What the letter that approves the game demands of this kind of room, and what is on record as met."""
    with reading(look) as (connection, house):
        settings, register, _ = approval_of(connection, house, table)
    lines = register.lines()
    rows = [
        (each["condition"], each["status"], each["evidence"], each["dated"], each["recorded_by"], each["words"])
        for each in lines
    ]
    columns = ("Condition", "Status", "Evidence", "Dated", "Badge", "What it demands")
    title = f"Conditions of {settings.game.label} at table {table}, {house.settings.kind} room"
    show(look, {"table": table, "kind": house.settings.kind, "conditions": lines}, listed(title, columns, rows))


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
    """Propose that a condition is on record as met; another person approves."""
    content = {"table_id": table, "condition": condition, "evidence": evidence, "dated": dated}
    with on_shift(me) as shift:
        propose(shift, Propose(proposal_id or shift.own_id, "meet-condition", table, content, reason))


def lapse_condition(table: TableId, condition: Name, /, *, evidence: Evidence, dated: Dated, me: Working = ME) -> None:
    """Record at once that a condition is no longer met."""
    in_office(me, LapseCondition(table, condition, evidence, dated))
