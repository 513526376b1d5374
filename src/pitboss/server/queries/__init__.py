"""The GET addresses of the server. The permissions of the house say who may read what."""

from fastapi import APIRouter

from pitboss.server.queries import (
    choices,
    dealing,
    felt,
    lab,
    paytables,
    people,
    progressives,
    records,
    reports,
    room,
    rounds,
    rules,
    tables,
)


def query_routes() -> APIRouter:
    """The router with all queries."""
    router = APIRouter(prefix="/api")
    of_tables = (tables, felt, choices, rounds, dealing, rules)
    for part in (room, *of_tables, progressives, people, reports, records, lab, paytables):
        router.include_router(part.router)
    return router
