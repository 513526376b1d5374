"""PINs at the keyboard: typed without being seen, or read from a file by a script."""

import sys
from getpass import getpass
from pathlib import Path

from pitboss.cli.output import TerminalError
from pitboss.cli.screen import open_screen


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
