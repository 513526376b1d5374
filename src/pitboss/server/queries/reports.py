"""The books: the reports of the room, for the screen, a spreadsheet or the printer."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response
from msgspec import Meta, Struct
from pydantic import AfterValidator, GetJsonSchemaHandler
from pydantic_core.core_schema import CoreSchema

from pitboss.house.property import Schema
from pitboss.house.reports.registry import REPORTS, ReportDays
from pitboss.house.reports.report_list import make_report
from pitboss.house.reports.span import Span
from pitboss.server.queries.endpoint import ID, Context, Day, ReportFormat, Since, query, read
from pitboss.server.queries.pages import report

router = APIRouter(tags=["reports"])

EXAMPLE: Final = {"report": "trial-balance", "house": "Lucky Ace", "accounts_millicents": {}, "total_millicents": 0}


class ListedReport(Struct, frozen=True, kw_only=True):
    """A report that can be asked for."""

    name: Annotated[str, Meta(description="Its name in the address.", examples=["master-game"])]
    label: Annotated[str, Meta(description="What people call it.", examples=["Master game"])]
    days: Annotated[ReportDays, Meta(description="What days it is about.")]
    is_by_meter: Annotated[bool, Meta(description="Whether it can be about a single progressive.")]


class ListedReports(Struct, frozen=True, kw_only=True):
    """Every report that can be asked for."""

    reports: list[ListedReport]


@query(router, "/reports", "reports")
async def list_reports() -> ListedReports:
    """Every report that can be asked for."""
    return ListedReports(
        reports=[
            ListedReport(name=name, label=kind.label, days=kind.days, is_by_meter=kind.is_by_meter)
            for name, kind in REPORTS.items()
        ]
    )


def _verify_known(name: str) -> str:
    if name not in REPORTS:
        raise ValueError(f"there is no report {name!r}; there are: {', '.join(REPORTS)}")
    return name


class _Names:
    """Writes the reports that are registered into the document of the interface."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Schema:
        return handler(schema) | {"enum": list(REPORTS)}


@query(router, "/reports/{name}", "reports", forms=("csv", "html", "pdf"), example=EXAMPLE)
async def show_report(  # noqa: PLR0913, PLR0917 - each is a part of the address
    name: Annotated[
        str, _Names, AfterValidator(_verify_known), Path(description="Which report.", examples=["master-game"])
    ],
    context: Context,
    day: Day = None,
    since: Since = None,
    meter: Annotated[str | None, Query(pattern=ID, description="One progressive, in the report of meters.")] = None,
    form: ReportFormat = "json",
) -> Response:
    """A report, in the form that is wanted.

    Amounts are whole numbers of cents or of thousandths of a cent, as their names say.
    """
    span = Span(context.room.house, context.clock.latest(), day, since, meter)
    found = await read(context, lambda connection, _: make_report(connection, name, span))
    return await report(context, found, form)
