"""Makes the OpenAPI document of the server, with ways to log in, headings, and examples for the fields of commands."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi

from pitboss.house.permissions import ASKS, MATRIX, QUERIES
from pitboss.house.property import Schema
from pitboss.server.authentication import COOKIE, CSRF_HEADER
from pitboss.server.caches import Document, as_document
from pitboss.server.encoding import components

WAYS_IN: Final = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"From log-in; send the header {CSRF_HEADER} with every POST, too.",
    },
    "device": {"type": "http", "scheme": "bearer", "description": "The token of a display or a controller."},
}
"""How people and devices authenticate."""

GRIDS: Final[Mapping[str, Mapping[str, frozenset[Any]]]] = {"x-command": MATRIX, "x-query": QUERIES, "x-ask": ASKS}
"""The mark of each kind of address, and the grid whose lines it names."""

TAGS: Final = {
    "log-in": "Log in with badge and PIN or as a guest, log out.",
    "the room": "The room itself: its day, its settings, who may do what.",
    "tables": "Views of tables and their rounds.",
    "at a table": "Commands at a table.",
    "the round": "Wagers and decisions of a round, of any game.",
    "the keypad": "The keypad of a table with live cards.",
    "the table itself": "Opening, filling, closing and counting a table.",
    "progressives": "Meters, their displays and their history.",
    "jackpots": "Jackpots that people verify.",
    "people": "Staff and players.",
    "cage": "Money that players bring and take.",
    "what takes two people": "Proposals and their approval.",
    "incidents, disputes and records": "Incidents, disputes, and readings of displays.",
    "records": "Views of the journal, disputes, incidents and proposals.",
    "reports": "The reports of the room.",
    "the lab": "Exact mathematics: par sheets, printed figures checked, strategies, the adviser, the designer, jobs.",
}
"""The description of each heading."""


def _add_roles(paths: dict[str, Any]) -> None:
    """Say at every address which roles it is for."""
    for path in paths.values():
        for told in path.values():
            for mark, grid in GRIDS.items():
                if mark in told:
                    told["x-roles"] = sorted(str(role) for role in grid[told[mark]])


def add_document(app: FastAPI) -> None:
    """Add ``/openapi.json`` to the application."""

    def openapi() -> Schema:
        if app.openapi_schema is None:
            openapi_document = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
                tags=[{"name": name, "description": words} for name, words in TAGS.items()],
            )
            parts = openapi_document.setdefault("components", {})
            schemas, sent = parts.setdefault("schemas", {}), components()
            assert not schemas.keys() & sent.keys(), f"two types are named {schemas.keys() & sent.keys()}"
            schemas |= sent
            _add_roles(openapi_document["paths"])
            parts["securitySchemes"] = WAYS_IN
            openapi_document["security"] = [{}, {"session": []}, {"device": []}]
            app.openapi_schema = openapi_document
        return app.openapi_schema

    @cache
    def document() -> Document:
        return as_document(openapi())

    async def show_document(request: Request) -> Response:
        return document().answer(request)

    app.openapi = openapi  # type: ignore[method-assign]
    app.state.document = document
    app.add_route("/openapi.json", show_document, methods=["GET"], include_in_schema=False)


FIELDS: Final[dict[str, Any]] = {
    "command_id": "7b3f0c52-place-1",
    "seat": 3,
    "player": "ann",
    "cents": 500,
    "wager": "ante",
    "reason": "the player left for the cage",
    "cards": "As Kd",
    "proposal_id": "p-2026-11-15-1",
    "settings": {"rules": {"game": "three-card-poker"}},
    "opener_cents": 500_000,
    "closer_cents": 512_300,
    "counted_cents": 250_000,
    "tray_cents": 482_500,
    "drop_cents": 61_000,
    "fault": "jam in the output tray",
    "helped": True,
    "approval": "letter of 3 May 2026",
    "done": "the deck was shuffled by hand under a camera",
    "round_goes_on": True,
    "step": 1,
    "seen": "hand wager payout player",
    "identity": "driving licence WDL-1",
    "tax_form": "W-2G 17",
    "row": "royal-flush",
    "none_to_the_right": True,
    "jackpot_id": "T1-12-3",
    "badge": "17",
    "kind": "adjust-meter",
    "subject": "M1",
    "content": {"meter_id": "M1", "cents": -500, "reason": "malfunction", "note": "counted twice"},
    "name": "Ann Archer",
    "born": "1990-12-31",
    "is_guest": False,
    "until": "2027-11-15",
    "how": "cash",
    "dispute_id": "d-17",
    "table_id": "T1",
    "round_number": 12,
    "claim": "the straight was not paid",
    "ruling": "the hand is a flush; it was paid as one",
    "party": "player",
    "signature": "Ann Archer",
    "incident_id": "i-4",
    "words": "the display of table 2 was dark for ten minutes",
    "is_reportable": True,
    "noticed_at": "2026-11-15T10:00:00.000000Z",
    "reference": "call 4711 to the duty agent",
    "outcome": "the cable was replaced",
    "meter_id": "M1",
    "shown_cents": 1_234_567,
    "label": "lobby",
    "digest": "5f0c" * 16,
    "mark": "5f0c5f0c5f0c5f0c",
    "whose": "session of admin:1 (badge 1)",
    "token_hash": "5f0c" * 16,
    "old_pin": "4711",
    "second": "287082",
    "code": "287082",
    "salt": "00" * 20,
    "start": 4,
    "number": 1,
    "hand": 1,
    "to": "house",
    "wagers": 5,
    "chips": 5,
    "spot": 3,
    "card": "executive",
    "position": "jph",
    "from_seat": 2,
    "other": 4,
    "note": "a chip fell off the sensor",
    "condition": "suppliers-licensed",
    "evidence": "license 12-1 lapsed",
    "keeps_seed": False,
    "clock": "2026-11-15T20:00:00.000000Z",
    "newest": "2026-11-15T20:00:05.000000Z",
    "dated": "2026-11-15",
}
"""An example value for every field name."""

COMMANDS: Final[dict[str, dict[str, Any]]] = {
    "issue-pass": {"kind": "display"},
    "set-pin": {"pin": "820014"},
    "add-second-factor": {"pin": "820014"},
    "set-hand": {"cards": "As Kd Jh Tc 9s 4d 2c"},
}
"""Other example values for some commands."""


def example_of(slug: str, names: list[str]) -> Schema:
    """An example of a command with these fields.

    >>> example_of("fill", ["command_id", "cents"])
    {'command_id': '7b3f0c52-place-1', 'cents': 500}
    """
    own = COMMANDS.get(slug, {})
    return {name: own.get(name, FIELDS.get(name)) for name in names}
