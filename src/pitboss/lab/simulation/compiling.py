"""The Numba decorator for kernels that allocate nothing, which skips reference counting."""

from collections.abc import Callable
from typing import Any, Final

from numba import njit

_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "_nrt": False}


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that allocates nothing.

    Numba counts references to arrays whenever one gets another name, which would take longer than the rounds
    themselves. Nothing is made or freed in here, so it need not (``_nrt``).

    >>> from pitboss.lab.power_blackjack.tables import total_of
    >>> compiled(total_of)(7, True)
    (17, True)
    """
    return njit(**_OPTIONS)(function)  # type: ignore[no-any-return]
