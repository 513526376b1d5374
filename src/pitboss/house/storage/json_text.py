"""Writes the JSON that is stored, with a library that is faster than Python's own: every command writes some."""

import json
from typing import Any, Final

import msgspec

_QUICK: Final = msgspec.json.Encoder()
_QUICK_SORTED: Final = msgspec.json.Encoder(order="sorted")


def json_text(value: Any, *, sort: bool = False) -> str:
    """A value as compact JSON. With ``sort``, equal values are always written the same way.

    >>> json_text({"wager": "ante", "cents": 500}), json_text({"wager": "ante", "cents": 500}, sort=True)
    ('{"wager":"ante","cents":500}', '{"cents":500,"wager":"ante"}')
    """
    try:
        return (_QUICK_SORTED if sort else _QUICK).encode(value).decode()
    except UnicodeEncodeError:
        # Half a character, which a browser may send: Python's own library writes it as it came.
        return json.dumps(msgspec.to_builtins(value), sort_keys=sort, separators=(",", ":"))
