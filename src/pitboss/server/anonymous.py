"""What viewers who are not logged in see of a table: seats, and not who sits there."""

from typing import Any, Final

from pitboss.games.audience import PUBLIC, Audience

_IDS: Final = frozenset({"player"})
"""The fields that name a player."""


def shown_to(audience: Audience, value: Any) -> Any:
    """A view or an event as this audience may see it; the ids of players are for those who are logged in.

    >>> shown_to(PUBLIC, {"seats": {"2": {"player": "ann", "chips_cents": 500}}})
    {'seats': {'2': {'chips_cents': 500}}}
    """
    return _without_ids(value) if audience == PUBLIC else value


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_ids(inner) for name, inner in value.items() if name not in _IDS}
    if isinstance(value, list | tuple):
        return [_without_ids(inner) for inner in value]
    return value
