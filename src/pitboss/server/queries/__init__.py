"""The GET addresses of the server. The permissions of the house say who may read what."""

from fastapi import APIRouter

from pitboss.server.queries import (
    choices,
    dealing,
    games,
    lab,
    people,
    progressives,
    records,
    reports,
    room,
    rounds,
    tables,
)


def query_routes() -> APIRouter:
    """The router with all queries."""
    router = APIRouter(prefix="/api")
    of_tables = (tables, games, choices, rounds, dealing)
    for part in (room, *of_tables, progressives, people, reports, records, lab):
        router.include_router(part.router)
    return router
