"""Asking without raising: each ``can_x`` asks its ``verify_x``, so what is allowed is written once."""

from collections.abc import Callable
from typing import ParamSpec

from pitboss.errors import PitbossError

_Arguments = ParamSpec("_Arguments")


def is_allowed(verify: Callable[_Arguments, None], *args: _Arguments.args, **kwargs: _Arguments.kwargs) -> bool:
    """Whether ``verify`` raises nothing."""
    try:
        verify(*args, **kwargs)
    except PitbossError:
        return False
    return True
