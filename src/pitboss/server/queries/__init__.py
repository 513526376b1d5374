"""Everything that can be looked at over HTTP. Who may look stands in the grid of the house."""

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
    """All looks."""
    router = APIRouter(prefix="/api")
    of_tables = (tables, felt, choices, rounds, dealing, rules)
    of_the_lab = (lab, paytables, lab)
    for part in (room, *of_tables, progressives, people, room, reports, records, *of_the_lab):
        router.include_router(part.router)
    return router
