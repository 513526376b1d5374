"""Views: what people look at, as frozen Structs that the server encodes and the terminal prints."""

from typing import Any, TypeVar

from msgspec import Struct

View = TypeVar("View", bound=Struct)


def view_of(kind: type[View], source: object, /, **more: Any) -> View:
    """A view with the values that have its names in a stored row or in an object; more are given by name.

    >>> class Seat(Struct, frozen=True, kw_only=True):
    ...     '''A seat.'''
    ...
    ...     seat: int
    ...     player: str
    >>> class Row:
    ...     seat, player, property_id = 2, "ann", "P1"
    >>> view_of(Seat, Row, player="bob")
    Seat(seat=2, player='bob')
    """
    values = {name: getattr(source, name) for name in kind.__struct_fields__ if name not in more}
    return kind(**values, **more)
