"""Commands of a round and presses of a keypad as they are typed: a name, and its values in order."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from pitboss.cli.house.amounts import read_dollars
from pitboss.cli.output import TerminalError
from pitboss.games.command import Command


def read_typed(name: str, values: Sequence[str], allowed: Iterable[type[Command]]) -> dict[str, Any]:
    """What was typed, as it is sent.

    >>> from pitboss.games.command import PlaceWager
    >>> read_typed("place-wager", ["3", "ante", "$5"], [PlaceWager])
    {'do': 'place-wager', 'seat': 3, 'wager': 'ante', 'cents': 500}
    >>> read_typed("place-wager", ["three", "ante", "$5"], [PlaceWager])
    Traceback (most recent call last):
    pitboss.cli.output.TerminalError: seat of place-wager must be a whole number, not 'three'
    """
    known = {kind.slug(): kind for kind in allowed}
    if name not in known:
        raise TerminalError(f"{name!r} cannot be done here; known are {', '.join(known)}")
    wanted = fields(known[name])
    if len(values) != len(wanted):
        named = ", ".join(_label(entry.name) for entry in wanted) or "nothing"
        raise TerminalError(f"{name} takes {named}, not {' '.join(values) or 'nothing'}")
    read = {entry.name: _read(name, entry.name, entry.type, text) for entry, text in zip(wanted, values, strict=True)}
    return {"do": name} | read


def _label(field: str) -> str:
    return "an amount" if field == "cents" else field.replace("_", " ")


def _read(name: str, field: str, kind: Any, text: str) -> Any:
    if field == "cents":
        return read_dollars(text)
    if kind is not int:
        return text
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise TerminalError(f"{_label(field)} of {name} must be a whole number, not {text!r}")
    return int(text)
