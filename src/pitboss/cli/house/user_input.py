"""Reads what people type at the terminal: amounts, times, codes, and PINs, which a script keeps in a file."""

import sys
from datetime import datetime
from getpass import getpass
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

from cyclopts import Parameter

from pitboss.cli.output import TerminalError, open_screen
from pitboss.house.property import Property
from pitboss.house.reports.gaming_day import print_instant
from pitboss.paytables import parse_dollars


def read_dollars(text: str) -> int:
    """Read dollars as cents.

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


MeterId = Annotated[str, Parameter(help="The progressive, such as M1.")]
TableId = Annotated[str, Parameter(help="The table, such as T1.")]
More = Annotated[str, Parameter(show_default=False, help="How many dollars it was too low.")]
Less = Annotated[str, Parameter(show_default=False, help="How many dollars it was too high.")]


def read_correction(more: str, less: str) -> int:
    """The correction in cents, up or down.

    >>> read_correction("12.50", ""), read_correction("", "$200")
    (1250, -20000)
    >>> read_correction("", "")
    Traceback (most recent call last):
    pitboss.cli.output.TerminalError: say --more or --less, with the dollars by which it is corrected
    """
    if bool(more) == bool(less):
        raise TerminalError("say --more or --less, with the dollars by which it is corrected")
    return read_dollars(more) if more else -read_dollars(less)


def read_instant(house: Property, text: str) -> str:
    """Read a time as an instant, in the room's time zone unless it names one.

    >>> read_instant(Property("P1", "Lucky Ace"), "2026-11-15 10:00")
    '2026-11-15T18:00:00.000000Z'
    """
    try:
        instant = datetime.fromisoformat(text)
        return print_instant(instant if instant.tzinfo else instant.replace(tzinfo=ZoneInfo(house.settings.zone)))
    except (ValueError, OverflowError):  # not a time, or outside the calendar
        raise TerminalError(f"{text!r} is not a time: write one such as '2026-11-15 10:00'") from None


# ---- PINs


def ask_pin(file: str, option: str, whose: str) -> str:
    """Ask for an existing PIN."""
    return _from_file(file) if file else _typed(f"PIN of {whose}: ", option)


def ask_new_pin(file: str, option: str, whose: str) -> str:
    """Ask for a new PIN, twice, because it is not shown while it is typed."""
    if file:
        return _from_file(file)
    pin = _typed(f"New PIN for {whose}: ", option)
    if _typed("The same PIN again: ", option) != pin:
        raise TerminalError("the two PINs differ: nothing was changed")
    return pin


def ask_line(prompt: str, option: str) -> str:
    """Ask for a code from another screen; it is shown while it is typed."""
    _verify_terminal("a code", option)
    try:
        return open_screen().input(prompt).strip()
    except EOFError:
        raise TerminalError("no code was typed") from None


def _verify_terminal(what: str, option: str) -> None:
    if not sys.stdin.isatty():
        other = f": name it with {option}" if option else ""
        raise TerminalError(f"{what} is typed in a terminal, and this is none{other}")


def ask_passphrase(file: str, *, again: bool = False) -> str:
    """Ask for the passphrase of a backup, twice if it is new."""
    option, what = "--passphrase-file", "passphrase"
    if file:
        return _from_file(file, what)
    passphrase = _typed("Passphrase of the backup: ", option, what)
    if again and _typed("The same passphrase again: ", option, what) != passphrase:
        raise TerminalError("the two passphrases differ: nothing was written")
    return passphrase


def _typed(prompt: str, option: str, what: str = "PIN") -> str:
    if not sys.stdin.isatty():
        raise TerminalError(f"a {what} is typed in a terminal, and this is none: name a file with {option}")
    try:
        return getpass(prompt)
    except EOFError:
        raise TerminalError(f"no {what} was typed") from None


def _from_file(file: str, what: str = "PIN") -> str:
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
        raise TerminalError(f"the {what} in {file} cannot be read: {reason}") from None
