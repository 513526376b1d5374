"""``pitboss replay``: plays a recorded round again, and compares the result with the record."""

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
        A transcript: commands, each followed by what happened. The same must happen again.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
        raise TranscriptError(f"{file} cannot be read: {reason}") from error
    try:
        played = tell(read_transcript(text))
    except TranscriptError as error:
        raise TranscriptError(f"{file}: {error}") from error
    screen = open_screen()
    for line in played.splitlines():
        screen.print(line, style=_style(line), soft_wrap=True)
    for number, (now, then) in enumerate(zip_longest(played.splitlines(), text.splitlines()), start=1):
        if now != then:
            print(f"pitboss: {_difference(file, number, now, then)}", file=sys.stderr)
            sys.exit(1)


def _difference(file: Path, number: int, now: str | None, then: str | None) -> str:
    """Say what the file has on a line, and what the round gives now."""
    if then is None:
        return f"{file} ends before line {number}, but the replayed round goes on with {now!r}"
    does = "the replayed round ends before that" if now is None else f"the replayed round gives {now!r}"
    return f"line {number} of {file} says {then!r}, but {does}"


def _style(line: str) -> str:
    if line.startswith("#"):
        return "bold green"
    if line.startswith(">"):
        return "bold"
    return "bold red" if line.startswith("!") else ""
