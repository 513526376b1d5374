"""Serves the pages for the browser, built by ``make web`` into ``pitboss/web``: one HTML document and its files."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

FOLDER: Final = Path(str(files("pitboss"))) / "web"

ADDRESSES: Final = ["log-in", "profile", "tables", "deal", "floor", "manager", "display", "rules", "lab"]
"""The first word of every page; what comes after it, the page itself reads. Its ``page.ts`` says the same."""

BUILT: Final = ("assets", "cards")
"""The folders of files that pages load."""

FOR_EVER, FOR_A_DAY, ASK_EACH_TIME = "public, max-age=31536000, immutable", "public, max-age=86400", "no-cache"

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""The endings of compressed copies of a file, smallest first."""

NOT_BUILT: Final = """<!doctype html><html lang="en"><title>Pitboss</title>
<p>The pages for the browser are not built: run <code>make web</code> and start the server again.
Everything the card room does is also available through <a href="/docs">its interface</a>.</p></html>"""


async def show_page(request: Request, status: int = 200) -> Response:
    """Answer any page: all are one document, which reads the path itself and reports an unknown one."""
    if "index.html" not in _files():
        return HTMLResponse(NOT_BUILT, 503)
    response = _file(request, "index.html", ASK_EACH_TIME)
    response.status_code = status
    return response


def is_for_people(request: Request) -> bool:
    """Whether a person opens the path in a browser, and not a program or a page that loads a file."""
    is_page = not request.url.path.startswith(("/api/", *(f"/{name}/" for name in BUILT)))
    return is_page and "text/html" in request.headers.get("accept", "")


async def show_built(request: Request) -> Response:
    """Answer a file that a page loads. Names in ``assets`` change with their content, so browsers keep them forever."""
    name = request.url.path.lstrip("/").replace(
        "favicon.ico", "favicon.svg"
    )  # browsers ask for the .ico on printed pages
    if name not in _files():
        return HTMLResponse("There is no such file.", 404)
    return _file(request, name, FOR_EVER if name.startswith("assets/") else FOR_A_DAY)


def _file(request: Request, name: str, keep: str) -> Response:
    headers = {"cache-control": keep, "vary": "accept-encoding"}
    accepted = {each.partition(";")[0].strip() for each in request.headers.get("accept-encoding", "").split(",")}
    for encoding, ending in ENCODINGS.items():
        if encoding in accepted and name + ending in _files():
            headers["content-encoding"] = encoding
            return Response(_files()[name + ending], media_type=_type_of(name), headers=headers)
    return Response(_files()[name], media_type=_type_of(name), headers=headers)


def _type_of(name: str) -> str:
    """The media type of a file.

    >>> _type_of("assets/index.js"), _type_of("cards/As.svg")
    ('text/javascript', 'image/svg+xml')
    """
    return guess_type(name)[0] or "application/octet-stream"


def hold() -> None:
    """Read all pages when the server starts: pages that are built later fit the API of the next server."""
    _files()


@cache
def _files() -> Mapping[str, bytes]:
    """All built files (a few megabytes), kept in memory so that a page never loads files of another build.

    No other file can be read through a path.
    """
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
