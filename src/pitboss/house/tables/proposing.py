"""What is proposed about a table must make sense at once; whether its progressive fits is asked when it comes true."""

from datetime import date
from typing import Any

from pitboss.house.office import Desk
from pitboss.house.proposals import on_proposal
from pitboss.house.tables.settings import TableSettings


@on_proposal("create-table")
@on_proposal("configure-table")
def verify_table_proposal(content: dict[str, Any], desk: Desk) -> None:
    """Settings that can be read, with limits that the law allows today."""
    settings = TableSettings.from_json(content)
    settings.rules.verify_for(desk.house.jurisdiction, date.fromisoformat(desk.stamp.day))
