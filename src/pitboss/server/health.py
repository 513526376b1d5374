"""Is it alive, and is it ready? For whatever starts, watches and restarts the server."""

import asyncio
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pitboss.errors import PitbossError
from pitboss.server.problems import NOT_READY, answer

PATIENCE_SECONDS: Final = 5
"""A database that takes longer to say a word is as good as away."""


async def show_health(_request: Request) -> Response:
    """``/health``: the process answers. Whether it can work is another question."""
    return JSONResponse({"alive": True})


async def show_ready(request: Request) -> Response:
    """``/ready``: the database answers and has this version's schema. The self-check passed, or nobody would serve."""
    hall = request.app.state.hall
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await hall.do(hall.room.database.verify_schema)
    except PitbossError as error:
        return answer(NOT_READY, str(error))
    except TimeoutError:
        return answer(NOT_READY, f"the database has not answered for {PATIENCE_SECONDS} seconds")
    return JSONResponse({"ready": True, "room": hall.room.house.property_id})
