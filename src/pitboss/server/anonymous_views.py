"""Removes the ids of players from what viewers who are not logged in see of a table."""

from typing import Any, Final

from msgspec import structs

from pitboss.games.audience import PUBLIC, Audience
from pitboss.house.tables.views import TableView

_IDS: Final = frozenset({"player"})
"""The fields that name a player."""


def table_for(audience: Audience, view: TableView) -> TableView:
    """A table as this audience may see it; the ids of players are for those who are logged in."""
    if audience != PUBLIC:
        return view
    seats = {number: structs.replace(seat, player="") for number, seat in view.seats.items()}
    if view.round is None:
        return structs.replace(view, seats=seats)
    played = {number: structs.replace(seat, player="") for number, seat in view.round.seats.items()}
    return structs.replace(view, seats=seats, round=structs.replace(view.round, seats=played))


def shown_to(audience: Audience, value: Any) -> Any:
    """An event as this audience may see it, without the ids of players too.

    >>> shown_to(PUBLIC, {"event": "seat-taken", "seat": 2, "player": "ann"})
    {'event': 'seat-taken', 'seat': 2}
    """
    return _without_ids(value) if audience == PUBLIC else value


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_ids(inner) for name, inner in value.items() if name not in _IDS}
    if isinstance(value, list | tuple):
        return [_without_ids(inner) for inner in value]
    return value
