"""Is it alive, and is it ready? For whatever starts, watches and restarts the server."""

import asyncio
from typing import Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pitboss.errors import PitbossError
from pitboss.house.storage.database import verify_ready
from pitboss.server.context import ServerContext
from pitboss.server.problems import NOT_READY, answer

PATIENCE_SECONDS: Final = 5
"""A database that takes longer to say a word is as good as away."""

_TRIES: Final[WeakKeyDictionary[ServerContext, asyncio.Task[None]]] = WeakKeyDictionary()


async def show_health(_request: Request) -> Response:
    """``/health``: the process answers. Whether it can work is another question."""
    return JSONResponse({"alive": True})


async def show_ready(request: Request) -> Response:
    """``/ready``: the database has this version's schema and can be written. Without a self-check nobody serves."""
    context: ServerContext = request.app.state.context
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await asyncio.shield(_try_of(context))
    except PitbossError as error:
        return answer(NOT_READY, str(error))
    except TimeoutError:
        return answer(NOT_READY, f"the database has not answered for {PATIENCE_SECONDS} seconds")
    return JSONResponse({"ready": True, "room": context.room.house.property_id})


def _try_of(context: ServerContext) -> asyncio.Task[None]:
    """The try that runs now, or a new one: it writes, and however many ask, they wait for one and the same."""
    running = _TRIES.get(context)
    if running is None or running.done():
        work = context.do(verify_ready, context.room.database, context.room.house.property_id)
        running = _TRIES[context] = asyncio.create_task(work)
    return running
