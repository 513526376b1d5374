"""Pages of ours, for whoever opens the address in a browser. Nothing in them comes from the internet."""

from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from jinja2 import Environment, PackageLoader, StrictUndefined
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from pitboss.house import meters
from pitboss.house.room import Room
from pitboss.house.schema import TABLES
from pitboss.paytables import Game, print_dollars
from pitboss.server.health import show_health, show_ready
from pitboss.server.metrics import show_metrics

FOLDER: Final = Path(__file__).parent

FILES: Final = {"pages.css": "text/css", "interface.js": "text/javascript"}
"""What the pages bring along."""


async def show_room(request: Request) -> Response:
    """``/``: the room, its tables and its progressives."""
    hall = request.app.state.hall
    return HTMLResponse(render_room(**await hall.do(_look_at, hall.room)))


def render_room(**values: Any) -> str:
    """The page of the room, filled in.

    >>> "&lt;Lucky&gt; Ace" in render_room(name="<Lucky> Ace", tables=[], meters=[])
    True
    """
    return _templates().get_template("room.html").render(**values)


def _look_at(room: Room) -> dict[str, Any]:
    own = room.house.property_id
    columns = (TABLES.c.table_id, TABLES.c.game, TABLES.c.status, TABLES.c.meter_id)
    query = select(*columns).where(TABLES.c.property_id == own).order_by(TABLES.c.table_id)
    with room.database.reading() as connection:
        tables = [row._asdict() | {"game": Game(row.game).label} for row in connection.execute(query)]
        shown = [
            {"meter_id": each.meter_id, "shown": print_dollars(each.meter.shown_cents)}
            for each in meters.all_of(connection, own)
        ]
    return {"name": room.house.name, "tables": tables, "meters": shown}


async def show_interface(_request: Request) -> Response:
    """``/docs``: every address, from the document at ``/openapi.json``."""
    return FileResponse(FOLDER / "interface.html", media_type="text/html")


async def show_file(request: Request) -> Response:
    """What a page brings along, and nothing else."""
    name = request.path_params["name"]
    if name not in FILES:
        return HTMLResponse("There is no such page.", 404)
    return FileResponse(FOLDER / name, media_type=FILES[name])


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("pitboss.server", "pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


PAGES: Final[dict[str, Callable[[Request], Awaitable[Response]]]] = {
    "/": show_room,
    "/docs": show_interface,
    "/pages/{name}": show_file,
    "/health": show_health,
    "/ready": show_ready,
    "/metrics": show_metrics,
}
"""What there is besides the interface: pages for people, and what tells how the server is."""


def add_pages(app: FastAPI) -> None:
    """Give the server its pages."""
    for path, page in PAGES.items():
        app.add_route(path, page, methods=["GET"], include_in_schema=False)
