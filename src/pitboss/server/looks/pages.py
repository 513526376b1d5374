"""Pages and files: placards, win pages and reports as HTML, PDF, CSV or JSON."""

import io
from functools import lru_cache
from threading import Lock
from typing import Any, Final, Protocol

from fastapi import Response
from fastapi.encoders import jsonable_encoder
from fastapi.responses import JSONResponse

from pitboss.house.reports.output import as_html, as_sheets, write_csv
from pitboss.house.reports.sheet import Report
from pitboss.printing import to_pdf
from pitboss.server.hall import Hall
from pitboss.server.looks.asking import MEDIA_TYPES

_PRESS: Final = Lock()


class Printable(Protocol):
    """What can be shown or printed."""

    def as_html(self) -> str:
        """The page for the browser and the printer."""

    def as_json(self) -> dict[str, Any]:
        """The page for machines."""


async def page(hall: Hall, found: Printable, form: str) -> Response:
    """A page in the form that is wanted."""
    if form == "json":
        return JSONResponse(jsonable_encoder(found.as_json()))
    return Response(await hall.do(_print, found.as_html(), form), media_type=MEDIA_TYPES[form])


def _print(html: str, form: str) -> str | bytes:
    return html if form == "html" else _pdf(html)


@lru_cache(maxsize=64)
def _pdf(html: str) -> bytes:
    """Printing costs a second, and anybody may ask for a placard: each page is printed once, one at a time."""
    with _PRESS:
        return to_pdf(html)


async def report(hall: Hall, found: Report, form: str) -> Response:
    """A report in the form that is wanted."""
    if form == "json":
        return JSONResponse(jsonable_encoder(found.as_json() | {"alarms": list(found.alarms)}))
    if form == "sheets":
        return JSONResponse(as_sheets(found))
    if form == "csv":
        out = io.StringIO(newline="")
        write_csv(found, out)
        return Response(out.getvalue(), media_type=MEDIA_TYPES[form])
    return Response(await hall.do(_print, as_html(found, hall.room.house.name), form), media_type=MEDIA_TYPES[form])
