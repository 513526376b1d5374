"""The GET endpoints of the server. The permission matrix of the house says who may read what."""

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
    of_the_lab = (lab, paytables, lab)
    for part in (room, *of_tables, progressives, people, room, reports, records, *of_the_lab):
        router.include_router(part.router)
    return router
