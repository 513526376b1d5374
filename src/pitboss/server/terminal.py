"""Where commands of the terminal arrive while the server has the room open. Only the room's key opens the way in."""

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from pitboss.house.terminal import TERMINAL_PATH, answer_sealed
from pitboss.server.authentication import the_hall
from pitboss.server.context import Hall

router: Final = APIRouter()


@router.post(TERMINAL_PATH, include_in_schema=False)
async def at_terminal(request: Request, hall: Annotated[Hall, Depends(the_hall)]) -> Response:
    """Do what somebody at a terminal of this machine asks for. What comes and goes is encrypted with the room's key."""
    sealed = await request.body()
    answer = await hall.do(answer_sealed, hall, sealed, hall.ids, hall.entropy)
    return Response(answer, media_type="application/octet-stream")
