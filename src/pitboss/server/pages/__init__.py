"""Serves everything that is not the API: pages for the browser with their files, and health and metrics for monitors.

No page loads anything from the internet.
"""

from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from pitboss.server.health import show_health, show_ready
from pitboss.server.metrics import show_metrics
from pitboss.server.pages import web
from pitboss.server.pages.web import BUILT, hold, is_for_people, show_built, show_page
from pitboss.server.problems import cannot

FOLDER: Final = Path(__file__).parent

FILES: Final = {"pages.css": "text/css", "interface.js": "text/javascript"}
"""The files that the page of the API loads."""


async def show_interface(_request: Request) -> Response:
    """Answer ``/docs``: a page of all endpoints, made from ``/openapi.json``."""
    return FileResponse(FOLDER / "interface.html", media_type="text/html")


async def show_file(request: Request) -> Response:
    """Answer a file that the page of the API loads, and no other file."""
    name = request.path_params["name"]
    if name not in FILES:
        return HTMLResponse("There is no such page.", 404)
    return FileResponse(FOLDER / name, media_type=FILES[name])


OTHERS: Final[dict[str, Callable[[Request], Awaitable[Response]]]] = {
    **{f"/{name}/{{file}}": show_built for name in BUILT},
    "/favicon.svg": show_built,
    "/favicon.ico": show_built,
    "/docs": show_interface,
    "/pages/{name}": show_file,
    "/health": show_health,
    "/ready": show_ready,
    "/metrics": show_metrics,
}
"""What there is besides the interface and the pages for people: what they load, and what tells how the server is."""


def all_pages() -> dict[str, Callable[[Request], Awaitable[Response]]]:
    """Every address besides the interface."""
    return _pages_at(tuple(web.ADDRESSES))


@cache
def _pages_at(addresses: tuple[str, ...]) -> dict[str, Callable[[Request], Awaitable[Response]]]:
    people = ("/", *(f"/{name}" for name in addresses), *(f"/{name}/{{rest:path}}" for name in addresses))
    return dict.fromkeys(people, show_page) | OTHERS


def template_of(path: str) -> str:
    """The path of a page as a template: made-up paths must not add to the figures.

    >>> template_of("/docs"), template_of("/tables/T1"), template_of("/wp-admin/x")
    ('/docs', '/tables/{rest:path}', 'nowhere')
    """
    known = all_pages()
    if path in known:
        return path
    start = f"/{path.split('/')[1]}/{{"
    return next((template for template in known if template.startswith(start)), "nowhere")


def add_pages(app: FastAPI) -> None:
    """Add the pages to the server; a browser that opens an unknown path gets a page that says so."""
    hold()
    for path, page in all_pages().items():
        app.add_route(path, page, methods=["GET"], include_in_schema=False)

    @app.exception_handler(404)
    async def nothing_there(request: Request, error: HTTPException) -> Response:
        return await show_page(request, 404) if is_for_people(request) else cannot(request, error)
