"""Reads TOML data files, and reports what is wrong with one in a sentence that names the file and the line."""

import re
import tomllib
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from pitboss.errors import PitbossError

_MAX_DOTS: Final = 100
"""The maximum on one line. The TOML parser takes hours over a name of many thousand parts."""


def read_toml(file: Path | Traversable, name: str, error_type: type[PitbossError]) -> tuple[str, dict[str, Any]]:
    """The text of a file and its values.

    :raises PitbossError: of the type ``error_type``, if the file cannot be read

    >>> read_toml(Path("nowhere.toml"), "nowhere.toml", PitbossError)
    Traceback (most recent call last):
    pitboss.errors.PitbossError: nowhere.toml cannot be read: No such file or directory
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
        raise error_type(f"{name} cannot be read: {reason}") from error
    return text, _parsed(text, name, error_type)


def _parsed(text: str, name: str, error_type: type[PitbossError]) -> dict[str, Any]:
    if any(line.count(".") > _MAX_DOTS for line in text.split("\n")):
        raise error_type(f"{name} cannot be read: a line has more than {_MAX_DOTS} dots")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).rpartition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = line[1] if line else text.count("\n") + 1
        raise error_type(f"{name}, line {number}: {message or error}") from error
    except (ValueError, RecursionError) as error:
        raise error_type(f"{name} cannot be read: a number is too long, or tables nest too deep") from error
