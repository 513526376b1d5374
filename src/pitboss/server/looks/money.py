"""The books: the reports of the room, for the screen, a spreadsheet or the printer."""

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from pitboss.house.reports.making import REPORTS, Span, make_report
from pitboss.server.looks.asking import ID, Day, ReportFormat, Since, TheHall, look, read
from pitboss.server.looks.pages import report

router = APIRouter(tags=["reports"])

Name = StrEnum("Name", {name.replace("-", "_"): name for name in REPORTS})  # type: ignore[misc]

EXAMPLE = {"report": "trial-balance", "house": "Lucky Ace", "accounts_millicents": {}, "total_millicents": 0}


@look(router, "/reports/{name}", "reports", forms=("csv", "html", "pdf"), example=EXAMPLE)
async def show_report(  # noqa: PLR0913, PLR0917 - each is a part of the address
    name: Annotated[Name, Path(description="Which report.", examples=["master-game"])],
    hall: TheHall,
    day: Day = None,
    since: Since = None,
    meter: Annotated[str | None, Query(pattern=ID, description="One progressive, in the report of meters.")] = None,
    form: ReportFormat = "json",
) -> Response:
    """A report: master game, trial balance, deposits, meters, reconciliation or theory.

    Amounts are whole numbers of cents or of thousandths of a cent, as their names say.
    """
    span = Span(hall.room.house, hall.clock.latest(), day, since)
    found = await read(hall, lambda connection, house: make_report(connection, name.value, span, meter))
    return await report(hall, found, form)
