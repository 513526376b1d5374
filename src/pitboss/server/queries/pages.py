"""Answers placards, win pages and reports as HTML, PDF, CSV or JSON."""

import hashlib
import io
from collections.abc import Callable
from typing import Final

from fastapi import Response

from pitboss.house.people.sessions import Session
from pitboss.house.reports.sheet import Report, as_html, as_sheets, for_machines, write_csv
from pitboss.printing import to_pdf
from pitboss.server.caches import Document, as_document
from pitboss.server.context import ServerContext
from pitboss.server.encoding import encoded
from pitboss.server.limits import is_guest
from pitboss.server.problems import TooManyTriesError
from pitboss.server.queries.endpoint import MEDIA_TYPES

MAX_WAITING: Final = 32
"""How many pages may wait to be printed."""

MAX_WAITING_OF_STRANGERS: Final = 2
"""The same for callers who are not logged in or are guests, so that others do not wait long for them."""


async def page(
    context: ServerContext, found: object, as_html: Callable[[], str], form: str, *, is_known: bool = True
) -> Document:
    """A page in the requested format: what it shows as JSON, or as it is printed."""
    if form == "json":
        return as_document(found)
    html = await context.do(as_html)
    return await _pdf(context, html, is_known=is_known) if form == "pdf" else Document(html.encode(), MEDIA_TYPES[form])


async def _pdf(context: ServerContext, html: str, *, is_known: bool) -> Document:
    """A page as PDF. Printing takes a second, so a separate process does it, once for each page."""

    async def make() -> Document:
        most = MAX_WAITING if is_known else MAX_WAITING_OF_STRANGERS
        if context.pdf_process.waiting >= most:
            raise TooManyTriesError(
                f"{context.pdf_process.waiting} pages wait to be printed: try again in 5 seconds", 5
            )
        return Document(await context.pdf_process.do(to_pdf, html), MEDIA_TYPES["pdf"])

    return await context.printed_pages.get(hashlib.sha256(html.encode()).digest(), None, make)


def is_known(session: Session | None) -> bool:
    """Whether the caller is logged in and is not a guest; such callers may have more pages waiting.

    >>> is_known(None)
    False
    """
    return session is not None and not is_guest(session)


async def report(context: ServerContext, found: Report, form: str) -> Response:
    """A report in the requested format."""
    if form == "json":
        return encoded(for_machines(found))
    if form == "sheets":
        return encoded(as_sheets(found))
    if form == "csv":
        out = io.StringIO(newline="")
        write_csv(found, out)
        return Response(out.getvalue(), media_type=MEDIA_TYPES[form])
    html = await context.do(as_html, found, context.room.house.name)
    if form == "html":
        return Response(html, media_type=MEDIA_TYPES[form])
    return Response((await _pdf(context, html, is_known=True)).content, media_type=MEDIA_TYPES[form])
