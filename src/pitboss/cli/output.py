"""How answers leave the terminal door: the group of options that say so, and files that commands write."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, TextIO

from cyclopts import Group, Parameter

from pitboss.errors import PitbossError

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
def written(name: str) -> Iterator[TextIO]:
    """A file to write text into; one that cannot be written is refused in one sentence."""
    _verify_not_of_a_room(Path(name))
    try:
        with Path(name).open("w", encoding="utf-8", newline="") as file:
            yield file
    except OSError as error:
        raise _refused(name, error) from error


def write_bytes(name: str, content: bytes) -> None:
    """Write a file that is no text."""
    _verify_not_of_a_room(Path(name))
    try:
        Path(name).write_bytes(content)
    except OSError as error:
        raise _refused(name, error) from error


def verify_folder(*files: Path | None) -> None:
    """Refuse a file in a folder that is not there, before anything is made."""
    for file in files:
        if file is not None and not file.parent.is_dir():
            raise TerminalError(f"{file} cannot be made: there is no folder {file.parent}")


def _verify_not_of_a_room(file: Path) -> None:
    """A page in the place of a database, of its log or of a key would be the end of a card room."""
    try:
        is_database = file.is_file() and _beginning(file) == b"SQLite format 3\0"
    except OSError:
        return  # who may not read it will not write it either
    if is_database or (file.name.endswith(_OF_A_ROOM) and file.exists()):
        raise TerminalError(f"{file} belongs to a card room: name another file")


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(16)


_OF_A_ROOM: Final = (".key", "-wal", "-shm")


def _refused(name: str, error: OSError) -> TerminalError:
    return TerminalError(f"{name} cannot be written: {error.strerror}")
