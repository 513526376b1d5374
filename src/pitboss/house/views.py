"""Views: what people see, as frozen Structs that the server encodes and the terminal prints."""

from typing import Any, TypeVar

from msgspec import Struct

View = TypeVar("View", bound=Struct)


def view_of(kind: type[View], source: object, /, **more: Any) -> View:
    """Build a view from the attributes of a row or an object that have its field names; ``more`` gives the others.

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
