"""What people type at the terminal: amounts, times, and PINs that nobody sees, or that a script has in a file."""

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


MeterId = Annotated[str, Parameter(help="The progressive, such as M1.")]
TableId = Annotated[str, Parameter(help="The table, such as T1.")]
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


def read_instant(house: Property, text: str) -> str:
    """An instant that somebody wrote, in the room's own time unless a zone is named.

    >>> read_instant(Property("P1", "Lucky Ace"), "2026-11-15 10:00")
    '2026-11-15T18:00:00.000000Z'
    """
    try:
        instant = datetime.fromisoformat(text)
        return print_instant(instant if instant.tzinfo else instant.replace(tzinfo=ZoneInfo(house.settings.zone)))
    except (ValueError, OverflowError):  # no time, or one before or after all calendars
        raise TerminalError(f"{text!r} is not a time: write one such as '2026-11-15 10:00'") from None


# ---- PINs


def ask_pin(file: str, option: str, whose: str) -> str:
    """A PIN that somebody has."""
    return _from_file(file) if file else _typed(f"PIN of {whose}: ", option)


def ask_new_pin(file: str, option: str, whose: str) -> str:
    """A PIN that somebody will have: typed twice, since nobody sees it."""
    if file:
        return _from_file(file)
    pin = _typed(f"New PIN for {whose}: ", option)
    if _typed("The same PIN again: ", option) != pin:
        raise TerminalError("the two PINs differ: nothing was changed")
    return pin


def ask_line(prompt: str, option: str) -> str:
    """A code that is read from a screen: it is seen while it is typed."""
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
    """The passphrase of a backup; typed twice where it is a new one."""
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
