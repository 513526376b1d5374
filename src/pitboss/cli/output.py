"""How answers leave the terminal: options that say so, files that commands write, cards and tables on the screen."""

import codecs
import io
import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, Final, TextIO

from cyclopts import Group, Parameter
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.printing.tables import WholeTable

OUTPUT: Final = Group("Output", sort_key=30)
"""The options that say how something is shown."""

AsJson = Annotated[bool, Parameter(name="--json", negative="", group=OUTPUT, help="For machines.")]
"""Whether the answer is for machines."""


class TerminalError(PitbossError):
    """Something that was typed, named or left out, which the card room never heard of.

    >>> str(TerminalError("who are you? name your badge"))
    'who are you? name your badge'
    """


@contextmanager
def written(name: str, *, for_everybody: bool = False) -> Iterator[TextIO]:
    """A file to write text into; one that cannot be written is refused in one sentence.

    What the room writes names players and staff, so only its owner can read the file. ``for_everybody`` is for what
    names nobody: a placard, a par sheet.
    """
    with _opened(name, for_everybody) as file, io.TextIOWrapper(file, encoding="utf-8", newline="") as text:
        yield text


def write_bytes(name: str, content: bytes, *, for_everybody: bool = False) -> None:
    """Write a file that is no text."""
    with _opened(name, for_everybody) as file:
        file.write(content)


@contextmanager
def _opened(name: str, for_everybody: bool) -> Iterator[BinaryIO]:
    _verify_not_of_a_room(Path(name))
    try:
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666 if for_everybody else 0o600)
        with os.fdopen(handle, "wb") as file:
            # A file that was there may be open to others; a device or a pipe stays as it is.
            if not for_everybody and stat.S_ISREG(os.fstat(handle).st_mode):
                os.fchmod(handle, 0o600)
            yield file
    except OSError as error:
        raise _refused(name, error) from error


def verify_folder(*files: Path | None) -> None:
    """Refuse a folder, and a file in a folder that is not there, before anything is made."""
    for file in files:
        if file is not None and file.is_dir():
            raise TerminalError(f"{file} is a folder: name a file")
        if file is not None and not file.parent.is_dir():
            raise TerminalError(f"{file} cannot be made: there is no folder {file.parent}")


def _verify_not_of_a_room(file: Path) -> None:
    """A page in the place of a database, of its log, of a key or of a backup would be the end of a card room."""
    there = Path(os.path.realpath(file))
    try:
        is_of_a_room = _is_of_a_database(there) or _is_of_a_backup(there) or (there.suffix == ".key" and there.exists())
    except OSError:
        return  # who may not read it will not write it either
    if is_of_a_room:
        raise TerminalError(f"{file} belongs to a card room: name another file")


def _is_of_a_database(file: Path) -> bool:
    """Whether it is a database, or would lie where SQLite keeps what belongs to one: that need not be there yet."""
    if _begins(file, b"SQLite format 3\0") or (file.name.endswith(("-wal", "-shm")) and file.exists()):
        return True
    return any(file.name.endswith(end) and Path(str(file).removesuffix(end)).is_file() for end in _BESIDE)


def _is_of_a_backup(file: Path) -> bool:
    """Whether it is the dump of a PostgreSQL database, or the manifest of a backup."""
    if _begins(file, b"PGDMP"):
        return True
    if file.suffix != ".json" or not file.is_file():
        return False
    try:
        manifest = json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and {"sha256", "heads"} <= manifest.keys()


def _begins(file: Path, beginning: bytes) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(len(beginning)) == beginning


_BESIDE: Final = ("-wal", "-shm", "-journal")


def _refused(name: str, error: OSError) -> TerminalError:
    return TerminalError(f"{name} cannot be written: {error.strerror}")


class Screen(Console):
    """The terminal. Rich would end the program when the reader leaves; here that is for the caller to say."""

    def on_broken_pipe(self) -> None:
        """The reader has left."""
        raise BrokenPipeError


def open_screen() -> Screen:
    """The terminal, or plain text where there is none."""
    # Square brackets in an operator's own names are letters, not markup.
    screen = Screen(highlight=False, markup=False)
    if screen.width < 10:  # a terminal that does not know its size
        screen.width = 80
    return screen


_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "─": "-", "…": "..."}
_LETTERS |= dict(zip("▁▂▃▄▅▆▇█", "_.-:=+*#", strict=True))


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    sign = error.object[error.start]
    return _LETTERS.get(sign, "?"), error.start + 1


def write_letters_where_signs_fail() -> None:
    """On a terminal that has no suit signs, print letters in their place rather than fail."""
    codecs.register_error("pitboss-letters", _in_letters)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="pitboss-letters")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


# Exact colours where the terminal has them: its own white is often yellow or grey.
_RED, _BLACK, _JOKER = (f"bold {ink} on #f4f4f0" for ink in ("#c01020", "#101010", "#7a1fa2"))


def face(card: Card) -> Text:
    """A card as it lies on the felt.

    >>> from pitboss.cards import parse_card
    >>> face(parse_card("Td")).plain
    ' T♦ '
    """
    if card.is_joker:
        return Text(f" {card} ", style=_JOKER)
    style = _RED if card.suit.is_red else _BLACK
    return Text(f" {card.rank.letter}{card.suit.sign} ", style=style)


def faces(cards: Iterable[Card]) -> Text:
    """Cards side by side.

    >>> from pitboss.cards import parse_cards
    >>> faces(parse_cards("As Jk")).plain
    ' A♠   Jk '
    """
    return Text(" ").join(face(card) for card in cards)


def plain_table(*headers: str, title: str | None = None) -> Table:
    """A table of columns and nothing else."""
    table = WholeTable(title=title, title_justify="left", title_style="bold green", header_style="bold", box=None)
    table.pad_edge = False
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
