"""Turns the content of a proposal into readable rows, for the person who decides on it."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.dates import written_day
from pitboss.paytables import print_dollars
from pitboss.progressive import print_millicents

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_AMOUNTS: Final = {"cents": print_dollars, "millicents": print_millicents}


def content_rows(content: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, str]]:
    """Each entry with its value. A nested entry has both names.

    >>> list(content_rows({"from_day": "2026-11-20", "settings": {"guest_chips_cents": 100_000}}))
    [('from day', 'Nov 20, 2026'), ('settings: guest chips', '$1,000')]
    """
    for name, value in content.items():
        spoken, written = _entry(name, value)
        named = f"{of}: {spoken}" if of else spoken
        if isinstance(value, Mapping) and value:
            yield from content_rows(value, named)
        else:
            yield named, written


def _entry(name: str, value: Any) -> tuple[str, str]:
    """A name and a value in words.

    >>> _entry("millicents", -500_000), _entry("by_book", []), _entry("maximum_cents", None)
    (('amount', '-$5'), ('by book', 'none'), ('maximum', 'none'))
    """
    of, _, unit = name.rpartition("_")
    if unit in _AMOUNTS:
        amount = _AMOUNTS[unit](value) if isinstance(value, int) else _value(value)
        return of.replace("_", " ") or "amount", amount
    return name.replace("_", " "), _value(value)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value in ([], {}):
        return "none"
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, Mapping):
        return json.dumps(value)
    text = str(value)
    return written_day(text) if _DAY.fullmatch(text) else text
