"""The hand buttons of a controller: one per row of the progressive paytable."""

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.progressive.controllers.errors import ControllerRecordError


@dataclass(frozen=True)
class HandButton:
    """A button for a winning hand.

    >>> HandButton("royal-flush", "Royal flush", stops_table=True).label
    'Royal flush'
    """

    row: str
    """The row of the progressive paytable."""
    label: str
    stops_table: bool
    """Whether a supervisor books this win; the dealer pays the others from the tray and records them."""

    def __post_init__(self) -> None:
        if not (_is_word(self.row) and _is_word(self.label) and type(self.stops_table) is bool):
            raise ControllerRecordError(f"{self} needs a row and a label in words, and stops_table true or false")


def _is_word(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def by_row(buttons: Iterable[HandButton]) -> dict[str, HandButton]:
    """The buttons of one controller, by their rows.

    >>> list(by_row([HandButton("royal", "Royal", stops_table=True)]))
    ['royal']
    """
    found: dict[str, HandButton] = {}
    for button in buttons:
        if button.row in found:
            raise ControllerRecordError(f"two hand buttons are for {button.row!r}: one per row is allowed")
        found[button.row] = button
    if not found:
        raise ControllerRecordError("a controller needs at least one hand button")
    return found
