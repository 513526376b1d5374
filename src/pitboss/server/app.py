"""Assembles the web application of a room: its endpoints, pages, push feeds, and the auto-dealer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI

from pitboss.house.room import Room
from pitboss.server import commands, login
from pitboss.server.auto_dealer import AutoDealer
from pitboss.server.bus import Bus, LocalBus, PostgresqlBus
from pitboss.server.commands import command_routes
from pitboss.server.context import ServerContext
from pitboss.server.lab import endpoints
from pitboss.server.middleware import Middleware
from pitboss.server.openapi import add_document
from pitboss.server.pages import add_pages
from pitboss.server.problems import add_problems
from pitboss.server.push import socket
from pitboss.server.push.board import PushBoard
from pitboss.server.queries import query_routes
from pitboss.server.settings import ServerSettings

ABOUT = """Everything a card room does, over HTTP. Commands are posted with an id that the sender chooses: sending the
same id again returns the same answer. Callers see only what they are permitted to see.
Refusals are problem details (RFC 9457)."""


def create_app(room: Room, settings: ServerSettings, bus: Bus | None = None) -> FastAPI:
    """The application for an open room. The caller who opened the room closes its database."""
    context = ServerContext(room, settings, bus or bus_for(room, settings))
    board = PushBoard(context)

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        context.bus.start()
        board.start()
        try:
            async with AutoDealer(context).at_work():
                yield
        finally:
            await board.stop()
            context.close()
            context.bus.close()

    # We serve our own page of the API: FastAPI's would fetch scripts from the internet.
    app = FastAPI(
        title="Pitboss",
        version=version("pitboss"),
        description=ABOUT,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.context, app.state.board = context, board
    app.add_middleware(Middleware, context=context)
    add_problems(app)
    add_pages(app)
    app.include_router(login.router)
    app.include_router(command_routes())
    app.include_router(query_routes())
    app.include_router(endpoints.router)
    add_document(app)
    app.include_router(commands.router)
    app.include_router(socket.router)
    return app


def bus_for(room: Room, settings: ServerSettings) -> Bus:
    """The bus for the database: within this process on SQLite, between all processes on PostgreSQL."""
    if room.database.is_sqlite:
        return LocalBus()
    return PostgresqlBus(room.database, room.house.property_id, settings.poll_seconds)
