"""Pages for the printer: one sober style for reports, placards and win pages, as HTML and PDF."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from pitboss.house.errors import PrintingError
from pitboss.house.reports.sheet import print_cell
from pitboss.paytables import print_dollars


def render(template: str, **values: Any) -> str:
    """A page of ``house/pages``, filled in. What people have written is shown as they wrote it, never as HTML.

    >>> "&lt;b&gt;" in render("report.html", title="<b>", house="Lucky Ace", alarms=[], sheets=[])
    True
    """
    return _pages().get_template(template).render(**values)


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("pitboss.house", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"cell": print_cell, "dollars": print_dollars}
    return pages


def to_pdf(html: str) -> bytes:
    """A page as PDF.

    >>> to_pdf("<h1>Placard</h1>")[:5]
    b'%PDF-'
    """
    try:
        # Loading it takes a second, and needs libraries of the system: only who prints pays for it.
        from weasyprint import HTML  # type: ignore[import-untyped]  # noqa: PLC0415
        from weasyprint.urls import FatalURLFetchingError, URLFetcher  # type: ignore[import-untyped]  # noqa: PLC0415
    except OSError as error:
        reason = (str(error).strip() or "it does not load").splitlines()[0]
        raise PrintingError(
            f"a PDF needs the library Pango, which is not on this machine ({reason}): install it "
            "(apt install libpango-1.0-0 libpangoft2-1.0-0, or brew install pango), or print the HTML page"
        ) from error
    # Pages stand on their own: nothing is read from the network or from other files.
    own = URLFetcher(allowed_protocols=("data",), fail_on_errors=True)
    try:
        pdf: bytes = HTML(string=html, url_fetcher=own).write_pdf()
    except FatalURLFetchingError as error:
        raise PrintingError(f"pages refer to nothing outside, and this one does: {error}") from error
    return pdf
