"""The application: a room, its doors, and everything that runs beside them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from pitboss.house.room import Room
from pitboss.server import door
from pitboss.server.bus import Bus, LocalBus
from pitboss.server.commands import command_routes
from pitboss.server.door import Knocks
from pitboss.server.hall import Hall
from pitboss.server.problems import add_problems
from pitboss.server.settings import ServerSettings

ABOUT = """Everything a card room does, over HTTP. Commands are posted with an id that the sender makes: the same id
again brings the same answer. What a caller sees is what that caller may see.
Refusals are problem details (RFC 9457)."""


def create_app(room: Room, settings: ServerSettings, bus: Bus | None = None) -> FastAPI:
    """The application for a room that is open. Whoever opened the room closes its database."""
    hall = Hall(room, settings, bus or LocalBus())

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            hall.close()

    app = FastAPI(title="Pitboss", version=version("pitboss"), description=ABOUT, lifespan=life)
    app.state.hall, app.state.knocks = hall, Knocks(settings.log_ins_a_minute)
    add_problems(app)
    app.include_router(door.router)
    app.include_router(command_routes())
    return app
