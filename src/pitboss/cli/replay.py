"""``pitboss replay``: a recorded round, played again."""

import sys
from itertools import zip_longest
from pathlib import Path

from pitboss.cli.output import open_screen
from pitboss.games.transcript import TranscriptError, read_transcript, tell


def show_replay(file: Path, /) -> None:
    """Play a recorded round again and print it, step by step.

    Parameters
    ----------
    file
        A transcript: commands, each followed by what happened. What happens now must be what is written there.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
        raise TranscriptError(f"{file} cannot be read: {reason}") from error
    try:
        told = tell(read_transcript(text))
    except TranscriptError as error:
        raise TranscriptError(f"{file}: {error}") from error
    screen = open_screen()
    for line in told.splitlines():
        screen.print(line, style=_style(line), soft_wrap=True)
    for number, (now, then) in enumerate(zip_longest(told.splitlines(), text.splitlines()), start=1):
        if now != then:
            print(f"pitboss: {_difference(file, number, now, then)}", file=sys.stderr)
            sys.exit(1)


def _difference(file: Path, number: int, now: str | None, then: str | None) -> str:
    """What the file says, and what the round does now."""
    if then is None:
        return f"{file} ends before line {number}, where the round played again goes on with {now!r}"
    does = "the round played again has ended before that" if now is None else f"the round played again gives {now!r}"
    return f"line {number} of {file} says {then!r}, and {does}"


def _style(line: str) -> str:
    if line.startswith("#"):
        return "bold green"
    if line.startswith(">"):
        return "bold"
    return "bold red" if line.startswith("!") else ""
