"""Repairs standard streams that are closed, or that cannot print suit signs."""

import codecs
import io
import os
import sys
from pathlib import Path

_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "─": "-", "…": "..."}
_LETTERS |= dict(zip("▁▂▃▄▅▆▇█", "_.-:=+*#", strict=True))


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    sign = error.object[error.start]
    return _LETTERS.get(sign, "?"), error.start + 1


def write_letters_where_signs_fail() -> None:
    """On a terminal without suit signs, print letters instead of failing."""
    codecs.register_error("pitboss-letters", _in_letters)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="pitboss-letters")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def provide_streams() -> None:
    """Replace a closed standard stream, which Python sets to None, by the null device."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    write_letters_where_signs_fail()
