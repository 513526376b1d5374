"""Keeps amounts of money on one line: never the sign on one line and the digits on the next, or $20,00 above a 0."""

import re
from typing import Any, Final

from markupsafe import Markup, escape

AMOUNT: Final = re.compile(r"[-+]?\$[0-9][0-9,]*(?:\.[0-9]+)?")
"""A printed amount, with its sign."""


def longest_amount(text: str) -> int:
    """The number of characters of the longest amount in a text.

    >>> longest_amount("between -$1,200.50 and $300"), longest_amount("nothing")
    (10, 0)
    """
    return max(map(len, AMOUNT.findall(text)), default=0)


def in_one_piece(value: Any) -> Any:
    """A value for a page, with each amount marked so that no line breaks inside it.

    >>> in_one_piece("it won -$5 <today>"), in_one_piece(17)
    (Markup('it won <span class="whole">-$5</span> &lt;today&gt;'), 17)
    """
    if not isinstance(value, str) or isinstance(value, Markup) or not AMOUNT.search(value):
        return value
    return Markup(AMOUNT.sub(r'<span class="whole">\g<0></span>', str(escape(value))))
