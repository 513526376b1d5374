"""The addresses of the server, made once: they are the same for every room, and making them takes most of a second."""

from functools import cache

import pytest
from fastapi import FastAPI

from pitboss.server import app as application


@pytest.fixture(autouse=True, scope="session")
def routes_made_once():
    """Every application of this process has the same routes. They find the room by the application that is asked."""
    include, included = FastAPI.include_router, {}

    def include_once(app, router):
        if id(router) in included:
            app.router.routes.append(included[id(router)][0])
            return
        include(app, router)
        # The router is kept too, so that no other gets its id.
        included[id(router)] = app.router.routes[-1], router

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FastAPI, "include_router", include_once)
        for routes in ("command_routes", "query_routes"):
            patch.setattr(application, routes, cache(getattr(application, routes)))
        yield
