"""Output of terminal commands: the --json option, the files they write, and cards and tables on the screen."""

import io
import json
import os
import stat
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
"""The options that choose the form of the output."""

AsJson = Annotated[bool, Parameter(name="--json", negative="", group=OUTPUT, help="For machines.")]
"""Whether to print JSON."""


class TerminalError(PitbossError):
    """What was typed is wrong or missing; the card room was not asked for anything.

    >>> str(TerminalError("who are you? name your badge"))
    'who are you? name your badge'
    """


@contextmanager
def written(name: str, *, for_everybody: bool = False) -> Iterator[TextIO]:
    """Open a file to write text into; a file that cannot be written is refused in one sentence.

    Files of the room name players and staff, so only the owner can read them. ``for_everybody`` is for a file
    that names nobody: a placard, a par sheet.
    """
    with _opened(name, for_everybody) as file, io.TextIOWrapper(file, encoding="utf-8", newline="") as text:
        yield text


def write_bytes(name: str, content: bytes, *, for_everybody: bool = False) -> None:
    """Write a binary file."""
    with _opened(name, for_everybody) as file:
        file.write(content)


@contextmanager
def _opened(name: str, for_everybody: bool) -> Iterator[BinaryIO]:
    _verify_not_room_file(Path(name))
    try:
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666 if for_everybody else 0o600)
        with os.fdopen(handle, "wb") as file:
            # An existing file may be readable by others; a device or a pipe keeps its mode.
            if not for_everybody and stat.S_ISREG(os.fstat(handle).st_mode):
                os.fchmod(handle, 0o600)
            yield file
    except OSError as error:
        raise _refused(name, error) from error


def verify_folder(*files: Path | None) -> None:
    """Refuse a folder, and a file in a missing folder, before anything is made."""
    for file in files:
        if file is not None and file.is_dir():
            raise TerminalError(f"{file} is a folder: name a file")
        if file is not None and not file.parent.is_dir():
            raise TerminalError(f"{file} cannot be made: there is no folder {file.parent}")


def _verify_not_room_file(file: Path) -> None:
    """Refuse to overwrite a database, its log, a key or a backup: that would destroy a card room."""
    target = Path(os.path.realpath(file))
    try:
        is_key = target.suffix == ".key" and target.exists()
        is_room_file = _is_database_file(target) or _is_backup_file(target) or is_key
    except OSError:
        return  # a file that cannot be read cannot be written either
    if is_room_file:
        raise TerminalError(f"{file} belongs to a card room: name another file")


def _is_database_file(file: Path) -> bool:
    """Whether it is a database, or a file that SQLite keeps next to one, even if it does not exist yet."""
    if _begins(file, b"SQLite format 3\0") or (file.name.endswith(("-wal", "-shm")) and file.exists()):
        return True
    return any(file.name.endswith(end) and Path(str(file).removesuffix(end)).is_file() for end in _SQLITE_ENDINGS)


def _is_backup_file(file: Path) -> bool:
    """Whether it is a PostgreSQL dump or the manifest of a backup."""
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


_SQLITE_ENDINGS: Final = ("-wal", "-shm", "-journal")


def _refused(name: str, error: OSError) -> TerminalError:
    return TerminalError(f"{name} cannot be written: {error.strerror}")


class Screen(Console):
    """The terminal. Rich would end the program when the reader closes the pipe; here the caller decides."""

    def on_broken_pipe(self) -> None:
        """Report that the reader closed the pipe."""
        raise BrokenPipeError


def open_screen() -> Screen:
    """Open the terminal, or plain text if there is none."""
    # Square brackets in names are letters, not markup.
    screen = Screen(highlight=False, markup=False)
    if screen.width < 10:  # a terminal that does not know its size
        screen.width = 80
    return screen


# Exact colors if the terminal has them: its own white is often yellow or gray.
_RED, _BLACK, _JOKER = (f"bold {ink} on #f4f4f0" for ink in ("#c01020", "#101010", "#7a1fa2"))


def face(card: Card) -> Text:
    """Draw a card.

    >>> from pitboss.cards import parse_card
    >>> face(parse_card("Td")).plain
    ' T♦ '
    """
    if card.is_joker:
        return Text(f" {card} ", style=_JOKER)
    style = _RED if card.suit.is_red else _BLACK
    return Text(f" {card.rank.letter}{card.suit.sign} ", style=style)


def faces(cards: Iterable[Card]) -> Text:
    """Draw cards side by side.

    >>> from pitboss.cards import parse_cards
    >>> faces(parse_cards("As Jk")).plain
    ' A♠   Jk '
    """
    return Text(" ").join(face(card) for card in cards)


def plain_table(*headers: str, title: str | None = None) -> Table:
    """A table of columns without borders."""
    table = WholeTable(title=title, title_justify="left", title_style="bold green", header_style="bold", box=None)
    table.pad_edge = False
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
