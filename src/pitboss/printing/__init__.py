"""Pages for the printer: one sober style for everything that is filed or pinned up, as HTML and PDF."""

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
    """The page templates of a package, which may build on ``base.html``. Values are shown as text, never as HTML.

    >>> "base.html" in pages_of("pitboss.house").list_templates()
    True
    """
    # Loaded here: amounts and tables in the terminal, which stand beside this, do without it.
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
