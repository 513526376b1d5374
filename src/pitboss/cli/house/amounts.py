"""Amounts as people write them."""

from typing import Annotated

from cyclopts import Parameter

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


More = Annotated[str, Parameter(show_default=False, help="By how many dollars it was too little.")]
Less = Annotated[str, Parameter(show_default=False, help="By how many dollars it was too much.")]


def read_correction(more: str, less: str) -> int:
    """By how many cents something is corrected, up or down.

    >>> read_correction("12.50", ""), read_correction("", "$200")
    (1250, -20000)
    >>> read_correction("", "")
    Traceback (most recent call last):
    pitboss.cli.output.TerminalError: say --more or --less, with the dollars by which it is corrected
    """
    if bool(more) == bool(less):
        raise TerminalError("say --more or --less, with the dollars by which it is corrected")
    return read_dollars(more) if more else -read_dollars(less)
