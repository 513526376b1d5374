"""What is stored as JSON. Every command writes some, so a quicker library than Python's own does it."""

import json
from typing import Any, Final

import msgspec

_QUICK: Final = msgspec.json.Encoder()
_QUICK_SORTED: Final = msgspec.json.Encoder(order="sorted")


def json_text(value: Any, *, sort: bool = False) -> str:
    """A value as JSON, without a space too many; sorted, equal values are written the same way.

    >>> json_text({"wager": "ante", "cents": 500}), json_text({"wager": "ante", "cents": 500}, sort=True)
    ('{"wager":"ante","cents":500}', '{"cents":500,"wager":"ante"}')
    """
    try:
        return (_QUICK_SORTED if sort else _QUICK).encode(value).decode()
    except UnicodeEncodeError:
        # Half a character, as some browser may send it: Python's own writes it down as it came.
        return json.dumps(value, sort_keys=sort, separators=(",", ":"))
