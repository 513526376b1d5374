"""``pitboss replay``: a recorded round, told anew."""

import sys
from itertools import zip_longest
from pathlib import Path

from pitboss.cli.screen import open_screen
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
    told = tell(read_transcript(text))
    screen = open_screen()
    for line in told.splitlines():
        screen.print(line, style=_style(line), soft_wrap=True)
    for number, (now, then) in enumerate(zip_longest(told.splitlines(), text.splitlines()), start=1):
        if now != then:
            print(f"pitboss: the round went another way than line {number} of {file} says: {now!r}", file=sys.stderr)
            sys.exit(1)


def _style(line: str) -> str:
    if line.startswith("#"):
        return "bold green"
    if line.startswith(">"):
        return "bold"
    return "bold red" if line.startswith("!") else ""
