"""``pitboss replay``: a recorded round, told anew."""

import difflib
import sys
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
        screen.print(line, style=_style(line))
    if told != text:
        changed = [line for line in difflib.ndiff(text.splitlines(), told.splitlines()) if line[:2] in ("- ", "+ ")]
        print(f"pitboss: the round went another way than {file} says: {changed[0]}", file=sys.stderr)
        sys.exit(1)


def _style(line: str) -> str:
    if line.startswith("#"):
        return "bold green"
    if line.startswith(">"):
        return "bold"
    return "bold red" if line.startswith("!") else ""
