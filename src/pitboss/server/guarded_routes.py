"""Addresses that ask whether a caller may send something before the body is read."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute

_GUARD: Final = "guard"

Guard = Callable[[Request], Awaitable[object]]
Handler = TypeVar("Handler", bound=Callable[..., Any])


def asked_first(guard: Guard) -> Callable[[Handler], Handler]:
    """Have a guard asked before the body of a request to a handler is read; it raises what refuses the request."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _GUARD, guard)
        return handler

    return mark


class GuardedRoute(APIRoute):
    """An address with a guard: FastAPI by itself reads and parses the body before any dependency can refuse."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Ask the guard, then answer."""
        answer, guard = super().get_route_handler(), getattr(self.endpoint, _GUARD, None)
        if guard is None:
            return answer

        async def ask_first(request: Request) -> Response:
            await guard(request)
            return await answer(request)

        return ask_first
