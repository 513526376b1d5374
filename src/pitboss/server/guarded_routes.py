"""HTTP routes that check whether the caller may send a request before they read its body."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute

_GUARD: Final = "guard"

Guard = Callable[[Request], Awaitable[object]]
Handler = TypeVar("Handler", bound=Callable[..., Any])


def asked_first(guard: Guard) -> Callable[[Handler], Handler]:
    """Call a guard before the body of a request is read; the guard raises an error to refuse the request."""

    def mark(handler: Handler) -> Handler:
        setattr(handler, _GUARD, guard)
        return handler

    return mark


class GuardedRoute(APIRoute):
    """A route with a guard, because FastAPI reads and parses the body before any dependency can refuse."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Call the guard, then answer."""
        answer, guard = super().get_route_handler(), getattr(self.endpoint, _GUARD, None)
        if guard is None:
            return answer

        async def ask_first(request: Request) -> Response:
            await guard(request)
            return await answer(request)

        return ask_first
