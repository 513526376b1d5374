"""Writes files under a temporary name and renames them once they are on the disk, so that no file is half written."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from pitboss.house.errors import StorageError
from pitboss.house.storage.sqlite_tools import side_files


def part_of(path: Path) -> Path:
    """The temporary name of a file while it is written.

    >>> part_of(Path("monday.backup"))
    PosixPath('monday.backup.part')
    """
    return path.with_name(f"{path.name}.part")


@contextmanager
def part_files(*names: Path) -> Iterator[None]:
    """Create an empty part file for each of these files, readable by its owner only; remove what is left at the end.

    A second writer of the same file is refused. A part file that a killed process left is overwritten.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, part_files(Path(folder) / "monday.backup") as _:
    ...     [path.name for path in Path(folder).iterdir()]
    ['monday.backup.part']
    """
    with ExitStack() as held:
        for path in names:
            held.enter_context(_locked_part(part_of(path), path))
        yield


@contextmanager
def _locked_part(part: Path, path: Path) -> Iterator[None]:
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600), "wb") as file:
        if not _is_locked_by_us(file, part):
            raise StorageError(f"another process is writing {path}: wait until it is done")
        try:
            file.truncate(0)
            part.chmod(0o600)
            for leftover in side_files(part):
                leftover.unlink(missing_ok=True)
            yield
        finally:
            # Once it is renamed, another process may have created a part file of its own.
            if _is(file, part):
                for leftover in (part, *side_files(part)):
                    leftover.unlink(missing_ok=True)


def _is_locked_by_us(file: IO[bytes], part: Path) -> bool:
    """Whether no other process writes the part file. The lock ends with its process, however that ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    # The process that had the lock may have renamed the file just before.
    return _is(file, part)


def _is(file: IO[bytes], path: Path) -> bool:
    """Whether the open file is the one at this path."""
    return path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat())


def finish(*names: Path) -> None:
    """Sync the part files to the disk, then give each its name, one after the other.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, part_files(Path(folder) / "monday.backup"):
    ...     finish(Path(folder) / "monday.backup")
    ...     [path.name for path in Path(folder).iterdir()]
    ['monday.backup']
    """
    for path in names:
        _sync(part_of(path))
    for path in names:
        part_of(path).replace(path)
    _sync(names[-1].parent)


def copy_permissions(old: Path, new: Path) -> None:
    """Give a file the mode and owner of another: often one user restores a room and another serves it."""
    was = old.stat()
    new.chmod(stat.S_IMODE(was.st_mode))
    with suppress(PermissionError):
        os.chown(new, was.st_uid, was.st_gid)


def _sync(path: Path) -> None:
    """Sync a file or a folder: a folder holds the names of its files."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
