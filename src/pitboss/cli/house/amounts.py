"""Amounts as people write them."""

from pitboss.cli.output import TerminalError
from pitboss.paytables import parse_dollars


def read_dollars(text: str) -> int:
    """Dollars in cents.

    >>> read_dollars("$1,000"), read_dollars("500"), read_dollars("12.50")
    (100000, 50000, 1250)
    >>> read_dollars("a lot")
    Traceback (most recent call last):
    pitboss.cli.output.TerminalError: 'a lot' is not an amount: write dollars such as $1,000, 500 or 12.50
    """
    try:
        return parse_dollars(f"${text.strip().removeprefix('$')}")
    except ValueError:
        raise TerminalError(f"{text!r} is not an amount: write dollars such as $1,000, 500 or 12.50") from None
