"""Files that get their name when all of them is on the disk: whoever finds one finds it whole."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pitboss.house.sqlite_tools import beside


def part_of(path: Path) -> Path:
    """Under which name a file is written before it gets its own.

    >>> part_of(Path("monday.backup"))
    PosixPath('monday.backup.part')
    """
    return path.with_name(f"{path.name}.part")


@contextmanager
def unfinished(*names: Path) -> Iterator[None]:
    """The parts of these files, for their owner only. Whatever becomes of them, no part is left in the end.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, unfinished(Path(folder) / "monday.backup") as _:
    ...     [path.name for path in Path(folder).iterdir()]
    ['monday.backup.part']
    """
    _remove_parts(names)
    try:
        for path in names:
            part_of(path).touch(mode=0o600)
        yield
    finally:
        _remove_parts(names)


def _remove_parts(names: Iterable[Path]) -> None:
    for part in map(part_of, names):
        for path in (part, *beside(part)):
            path.unlink(missing_ok=True)


def finish(*names: Path) -> None:
    """All that is written gets its name, one after the other, when it is on the disk.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, unfinished(Path(folder) / "monday.backup"):
    ...     finish(Path(folder) / "monday.backup")
    ...     [path.name for path in Path(folder).iterdir()]
    ['monday.backup']
    """
    for path in names:
        _sync(part_of(path))
    for path in names:
        part_of(path).replace(path)
    _sync(names[-1].parent)


def take_after(old: Path, new: Path) -> None:
    """The same owner may do the same with it: whoever brings a room back is often not who serves it."""
    was = old.stat()
    new.chmod(stat.S_IMODE(was.st_mode))
    with suppress(PermissionError):
        os.chown(new, was.st_uid, was.st_gid)


def _sync(path: Path) -> None:
    """Also of a folder: the name of a file is written there."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
