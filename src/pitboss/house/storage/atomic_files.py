"""Files that get their name when all of them is on the disk: whoever finds one finds it whole."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from pitboss.house.errors import StorageError
from pitboss.house.storage.sqlite_tools import beside


def part_of(path: Path) -> Path:
    """Under which name a file is written before it gets its own.

    >>> part_of(Path("monday.backup"))
    PosixPath('monday.backup.part')
    """
    return path.with_name(f"{path.name}.part")


@contextmanager
def unfinished(*names: Path) -> Iterator[None]:
    """The parts of these files, empty, for their owner and for whoever is here only. No part is left in the end.

    Whoever comes while another writes one is refused. What a killed process left holds nobody up.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, unfinished(Path(folder) / "monday.backup") as _:
    ...     [path.name for path in Path(folder).iterdir()]
    ['monday.backup.part']
    """
    with ExitStack() as held:
        for path in names:
            held.enter_context(_alone_with(part_of(path), path))
        yield


@contextmanager
def _alone_with(part: Path, path: Path) -> Iterator[None]:
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600), "wb") as file:
        if not _is_locked_by_us(file, part):
            raise StorageError(f"somebody else writes {path} at this moment: wait until they are done")
        try:
            file.truncate(0)
            part.chmod(0o600)
            for left in beside(part):
                left.unlink(missing_ok=True)
            yield
        finally:
            # Once it has its name, another may have begun a part of their own.
            if _is(file, part):
                for left in (part, *beside(part)):
                    left.unlink(missing_ok=True)


def _is_locked_by_us(file: IO[bytes], part: Path) -> bool:
    """Whether nobody else writes the part. The lock goes with its process, however that ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    # Whoever had it until now may have given it its name just before.
    return _is(file, part)


def _is(file: IO[bytes], path: Path) -> bool:
    """Whether a file that is open is the one that lies there."""
    return path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat())


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
