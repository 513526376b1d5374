"""The document of the interface (OpenAPI): problem details, ways to come in, and tags in card-room words."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from pitboss.house.permissions import ASKS, LOOKS, MATRIX
from pitboss.server.authentication import COOKIE, CSRF_HEADER
from pitboss.server.document_cache import Document, as_document
from pitboss.server.encoding import components

WAYS_IN: Final = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"Of log-in; with every POST also the header {CSRF_HEADER}.",
    },
    "device": {"type": "http", "scheme": "bearer", "description": "The token of a display or a controller."},
}
"""How people and devices show who they are."""

GRIDS: Final[Mapping[str, Mapping[str, frozenset[Any]]]] = {"x-command": MATRIX, "x-look": LOOKS, "x-ask": ASKS}
"""The mark of each kind of address, and the grid whose lines it names."""

TAGS: Final = {
    "the door": "Log-in with badge and PIN, guests, log-out.",
    "the room": "The room itself: its day, its settings, who may do what.",
    "tables": "Looking at tables and their rounds.",
    "at a table": "What is done at a table.",
    "the round": "Wagers and decisions of a round, of any game.",
    "the keypad": "The keypad of a table with physical cards.",
    "the table itself": "Opening, filling, closing and counting a table.",
    "progressives": "Meters, their displays and their history.",
    "jackpots": "Wins that people verify.",
    "people": "Who works here and who plays here.",
    "cash desk": "Money that comes in and goes out.",
    "what takes two people": "Proposals and their approval.",
    "incidents, disputes and records": "What went wrong, what is disputed, and readings of displays.",
    "records": "Looking at the journal, disputes, incidents and proposals.",
    "reports": "The books of the room.",
    "the lab": "Exact mathematics: par sheets, printed figures checked, strategies, the adviser, the designer, jobs.",
}
"""What stands under each heading."""


def _add_roles(paths: dict[str, Any]) -> None:
    """Say at every address which roles it is for."""
    for path in paths.values():
        for told in path.values():
            for mark, grid in GRIDS.items():
                if mark in told:
                    told["x-roles"] = sorted(str(role) for role in grid[told[mark]])


def add_document(app: FastAPI) -> None:
    """Let the application describe itself."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
                tags=[{"name": name, "description": words} for name, words in TAGS.items()],
            )
            parts = made.setdefault("components", {})
            schemas, sent = parts.setdefault("schemas", {}), components()
            assert not schemas.keys() & sent.keys(), f"two types are named {schemas.keys() & sent.keys()}"
            schemas |= sent
            _add_roles(made["paths"])
            parts["securitySchemes"] = WAYS_IN
            made["security"] = [{}, {"session": []}, {"device": []}]
            app.openapi_schema = made
        return app.openapi_schema

    @cache
    def document() -> Document:
        return as_document(openapi())

    async def show_document(request: Request) -> Response:
        return document().answer(request)

    app.openapi = openapi  # type: ignore[method-assign]
    app.state.document = document
    app.add_route("/openapi.json", show_document, methods=["GET"], include_in_schema=False)
