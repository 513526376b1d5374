"""What a body may be made of where anything may stand in it: what could not be told again must not be recorded."""

from math import isfinite
from typing import Any, Final, TypeVar

DEEPEST: Final = 20
"""Nothing of ours is nested deeper than six times. What is nested a thousand times can be read, and not be written."""

Sent = TypeVar("Sent")


def plain(sent: Sent) -> Sent:
    """The value as it was sent, if every reader of the records can read it.

    >>> plain({"rules": {"paytable": "TCP-01"}})
    {'rules': {'paytable': 'TCP-01'}}
    >>> plain({"millicents": float("nan")})
    Traceback (most recent call last):
    ValueError: nan is not a number that can be written down
    """
    level: list[Any] = [sent]
    for _ in range(DEEPEST):
        for value in level:
            _verify(value)
        level = [inner for value in level for inner in _inside(value)]
        if not level:
            return sent
    raise ValueError(f"it is nested deeper than {DEEPEST} times")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else []


def _verify(value: Any) -> None:
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{value} is not a number that can be written down")
    if isinstance(value, str) and ("\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value)):
        raise ValueError("it has a text with signs that cannot be written down")
