"""What is proposed about a table must make sense at once; whether its progressive fits is asked when it comes true."""

from datetime import date
from typing import Any

from pitboss.house import jackpots
from pitboss.house.checks import verify_words
from pitboss.house.errors import RefusedError
from pitboss.house.office import Desk
from pitboss.house.proposals import on_proposal
from pitboss.house.tables.settings import TableSettings


@on_proposal("create-table")
@on_proposal("configure-table")
def verify_table_proposal(content: dict[str, Any], desk: Desk) -> None:
    """Settings that can be read, with limits that the law allows today."""
    settings = TableSettings.from_json(content)
    settings.rules.verify_for(desk.house.jurisdiction, date.fromisoformat(desk.stamp.day))


@on_proposal("back-out-win")
def verify_back_out(content: dict[str, Any], desk: Desk) -> None:
    """A win that is booked, and why it was none."""
    if set(content) != {"jackpot_id", "reason"}:
        raise RefusedError(f"back-out-win takes jackpot_id and reason, not {', '.join(content) or 'nothing'}")
    verify_words(content["reason"], "reason")
    found: Any = jackpots.find(desk.connection, desk.property_id, str(content["jackpot_id"]))
    if found.status != "booked":
        raise RefusedError(f"the win {found.jackpot_id} is {found.status}: only one that is booked can be backed out")
