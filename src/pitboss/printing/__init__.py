"""Printed pages in one style, as HTML and PDF: everything that is filed or posted."""

from typing import TYPE_CHECKING

from pitboss.dates import written_day, written_utc
from pitboss.errors import PitbossError
from pitboss.printing.amounts import in_one_piece

if TYPE_CHECKING:
    from jinja2 import Environment


class PrintingError(PitbossError):
    """A page that cannot be made on this machine.

    >>> issubclass(PrintingError, PitbossError)
    True
    """


def pages_of(package: str) -> "Environment":
    """The page templates of a package, which may extend ``base.html``. Values are shown as text, never as HTML.

    >>> "base.html" in pages_of("pitboss.house").list_templates()
    True
    """
    # Imported here because the other modules of this package, for the terminal, do not need it.
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    pages = Environment(
        loader=ChoiceLoader([PackageLoader(package, "pages"), PackageLoader("pitboss.printing", "pages")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=in_one_piece,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"utc": written_utc, "day": written_day}
    return pages


def to_pdf(html: str) -> bytes:
    """A page as PDF.

    >>> to_pdf("<h1>Placard</h1>")[:5]
    b'%PDF-'
    """
    try:
        # Imported here because it takes a second and needs system libraries.
        from weasyprint import HTML  # type: ignore[import-untyped]  # noqa: PLC0415
        from weasyprint.urls import FatalURLFetchingError, URLFetcher  # type: ignore[import-untyped]  # noqa: PLC0415
    except OSError as error:
        reason = (str(error).strip() or "it does not load").splitlines()[0]
        raise PrintingError(
            f"a PDF needs the library Pango, which is not on this machine ({reason}): install it "
            "(apt install libpango-1.0-0 libpangoft2-1.0-0, or brew install pango), or print the HTML page"
        ) from error
    # Pages are self-contained: nothing is read from the network or from other files.
    data_only = URLFetcher(allowed_protocols=("data",), fail_on_errors=True)
    try:
        pdf: bytes = HTML(string=html, url_fetcher=data_only).write_pdf()
    except FatalURLFetchingError as error:
        raise PrintingError(f"a page may not load other files, and this one does: {error}") from error
    return pdf
