"""Answers ``/health`` and ``/ready``, so that monitors can see whether the server runs and can work."""

import asyncio
from typing import Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pitboss.errors import PitbossError
from pitboss.house.storage.database import verify_ready
from pitboss.server.context import ServerContext
from pitboss.server.problems import NOT_READY, answer

TIMEOUT_SECONDS: Final = 5
"""A database that takes longer to answer counts as down."""

_CHECKS: Final[WeakKeyDictionary[ServerContext, asyncio.Task[None]]] = WeakKeyDictionary()


async def show_health(_request: Request) -> Response:
    """Answer ``/health``: the process runs. Whether it can work, ``/ready`` says."""
    return JSONResponse({"alive": True})


async def show_ready(request: Request) -> Response:
    """Answer ``/ready``: the database has this version's schema and can be written."""
    context: ServerContext = request.app.state.context
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.shield(_check_of(context))
    except PitbossError as error:
        return answer(NOT_READY, str(error))
    except TimeoutError:
        return answer(NOT_READY, f"the database has not answered for {TIMEOUT_SECONDS} seconds")
    return JSONResponse({"ready": True, "room": context.room.house.property_id})


def _check_of(context: ServerContext) -> asyncio.Task[None]:
    """The check that is running, or a new one. It writes to the database, so all requests share one check."""
    running = _CHECKS.get(context)
    if running is None or running.done():
        work = context.do(verify_ready, context.room.database, context.room.house.property_id)
        running = _CHECKS[context] = asyncio.create_task(work)
    return running
