"""The pages in the browser, as they were built (``make web``) into ``pitboss/web``: one document, and what it loads."""

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
"""Folders of what pages load."""

FOR_EVER, FOR_A_DAY, ASK_EACH_TIME = "public, max-age=31536000, immutable", "public, max-age=86400", "no-cache"

ENCODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How a file may lie beside itself, the smallest first."""

NOT_BUILT: Final = """<!doctype html><html lang="en"><title>Pitboss</title>
<p>The pages in the browser are not built here: run <code>make web</code> and start the server again.
Everything the card room does can be asked for by <a href="/docs">its interface</a>.</p></html>"""


async def show_page(request: Request, status: int = 200) -> Response:
    """Any page: they are one document, which reads the address itself, and says where there is nothing."""
    if "index.html" not in _files():
        return HTMLResponse(NOT_BUILT, 503)
    response = _file(request, "index.html", ASK_EACH_TIME)
    response.status_code = status
    return response


def is_for_people(request: Request) -> bool:
    """Whether somebody opens an address in a browser, rather than a program or a page that loads something."""
    is_page = not request.url.path.startswith(("/api/", *(f"/{name}/" for name in BUILT)))
    return is_page and "text/html" in request.headers.get("accept", "")


async def show_built(request: Request) -> Response:
    """What a page loads. The names in ``assets`` change with their content, so they are kept for ever."""
    name = request.url.path.lstrip("/").replace("favicon.ico", "favicon.svg")  # what pages to print are asked for
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
    """What a file is.

    >>> _type_of("assets/index.js"), _type_of("cards/As.svg")
    ('text/javascript', 'image/svg+xml')
    """
    return guess_type(name)[0] or "application/octet-stream"


def hold() -> None:
    """Read all pages now, as the server starts: what is built later is for the next one, whose interface it fits."""
    _files()


@cache
def _files() -> Mapping[str, bytes]:
    """Everything that was built (a few megabytes), held together: a page never loads files of another build.

    What is not in here is not given away, whatever an address says.
    """
    return {path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()}
