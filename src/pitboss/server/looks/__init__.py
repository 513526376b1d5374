"""Everything that can be looked at over HTTP. Who may look stands in the grid of the house."""

from fastapi import APIRouter

from pitboss.server.looks import (
    choices,
    dealing,
    felt,
    money,
    people,
    progressives,
    records,
    room,
    rounds,
    rules,
    tables,
)


def look_routes() -> APIRouter:
    """All looks."""
    router = APIRouter(prefix="/api")
    for part in (room, tables, felt, choices, rounds, dealing, rules, progressives, people, money, records):
        router.include_router(part.router)
    return router
