"""Lets one process at a time write into a SQLite room, and one version of Pitboss at a time serve a PostgreSQL room.

A second process on SQLite would work from memory that is out of date. The right to write is an operating system lock on
a file next to the room: it ends with its process, and is shared within that process. On PostgreSQL several processes
may write, so there is no such lock, but each connection registers its version.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from pitboss.games.rounds import ROUNDS
from pitboss.house.errors import StorageError
from pitboss.house.records.journal import FORMAT

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such lock: nothing keeps a second process out
    fcntl = None  # type: ignore[assignment]

_GUARD: Final = Lock()
_HELD: Final[dict[str, tuple[int, int]]] = {}
"""By lock file: the handle that this process holds, and how many share it."""


_MAX_BYTES: Final = 500
"""More than a lock file ever has: a few short lines."""


class ServerAddress(NamedTuple):
    """The address at which this machine reaches the server that has the right to write.

    >>> ServerAddress("http://127.0.0.1:8022", "cards.example").url
    'http://127.0.0.1:8022'
    """

    url: str
    name: str
    """The host name that it answers to; empty when any name will do."""


def lock_file_of(room: str) -> Path:
    """The lock file of a SQLite room.

    >>> lock_file_of("/rooms/ace.db")
    PosixPath('/rooms/ace.db.lock')
    """
    file = Path(room).resolve()
    return file.with_name(f"{file.name}.lock")


def take_right(room: str) -> None:
    """Take the right to write into a room, or share the one that this process has already.

    :raises StorageError: while another process has it
    """
    if fcntl is None:
        return
    path = str(lock_file_of(room))
    with _GUARD:
        handle, shared = _HELD.get(path, (-1, 0))
        _HELD[path] = (_locked(path, room) if handle < 0 else handle, shared + 1)


def give_right_back(room: str) -> None:
    """Give the right back. When no part of this process shares it any more, another process may take it."""
    if fcntl is None:
        return
    path = str(lock_file_of(room))
    with _GUARD:
        handle, shared = _HELD[path]
        if shared > 1:
            _HELD[path] = (handle, shared - 1)
            return
        del _HELD[path]
        # Deleted before it is unlocked: a process that opened it meanwhile sees that it lost its name.
        with suppress(OSError):
            os.unlink(path)  # noqa: PTH108 - next to os.close, which takes a handle
        os.close(handle)


def announce_server(room: str, server: ServerAddress) -> None:
    """Write the address of this process's server into the lock file."""
    with _GUARD:
        handle, _ = _HELD.get(str(lock_file_of(room)), (-1, 0))
        if handle >= 0:
            with suppress(OSError):
                os.pwrite(handle, f"{os.getpid()}\n{server.url}\n{server.name}\n".encode(), 0)


def server_of(room: str) -> ServerAddress | None:
    """The address of the server that has the right to write; nothing when the lock file names none.

    Call this only after that right was refused: a lock file that is not locked means nothing.

    >>> server_of("nowhere.db")
    """
    try:
        with lock_file_of(room).open("rb") as file:
            lines = file.read(_MAX_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return None
    if len(lines) < 3 or urlsplit(lines[1]).scheme not in ("http", "https"):
        return None
    return ServerAddress(lines[1], lines[2])


@contextmanager
def right_to_write(room: str) -> Iterator[None]:
    """Hold the right to write into a room for a while, such as while a restore replaces it.

    >>> with right_to_write("nowhere.db"):
    ...     lock_file_of("nowhere.db").exists()
    True
    """
    take_right(room)
    try:
        yield
    finally:
        give_right_back(room)


def is_taken(room: str) -> bool:
    """Whether another process has the right to write.

    >>> is_taken("nowhere.db")
    False
    """
    try:
        with right_to_write(room):
            return False
    except StorageError:
        return True


def _locked(path: str, room: str) -> int:
    """Open and lock the lock file, and return its handle."""
    _verify_one_name(room)
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(f"{room} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(handle, _MAX_BYTES).decode(errors="replace").partition("\n")[0]
            os.close(handle)
            raise StorageError(
                f"{room} is open for writing in another process ({holder}): "
                "stop that server first, or do this in its pages"
            ) from None
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):  # noqa: PTH116
                os.ftruncate(handle, 0)
                os.write(handle, str(os.getpid()).encode())
                return handle
        os.close(handle)


def _verify_one_name(room: str) -> None:
    """Refuse a file with several names: each name would have a lock file of its own, and SQLite a log of its own."""
    with suppress(OSError):  # the room is about to be made
        names = Path(room).stat().st_nlink
        if names > 1:
            raise StorageError(
                f"{room} has {names} names (hard links), and a second process could write under another one: "
                "keep one name and delete the others"
            )


REGISTER: Final = 0x70697462
"""The number under which versions register: it keeps them apart from all other locks of a database."""

_OTHERS: Final = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND classid = %s AND objid <> %s
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def version_in_words() -> str:
    """What two versions must share to serve one room: the format of records, and the rules version of every game.

    >>> version_in_words().startswith("records 1, double-draw 1")
    True
    """
    rules = (f"{game.value} {kind.rules_type.rules_version}" for game, kind in sorted(ROUNDS.items()))
    return ", ".join((f"records {FORMAT}", *rules))


def register(driver: Any, database: str) -> None:
    """Register this version on a new PostgreSQL connection, and refuse it while another version is registered."""
    own = number_of(version_in_words())
    # Register first, then look: of two that start at the same moment, neither overlooks the other.
    driver.execute("SELECT pg_advisory_lock_shared(%s, %s)", (REGISTER, own))
    (others,) = driver.execute(_OTHERS, (REGISTER, own)).fetchone()
    driver.commit()
    if others:
        driver.close()
        raise StorageError(
            f"another version of Pitboss, with other rules or records, serves {database}: stop it first "
            "(this version: " + version_in_words() + ")"
        )


def number_of(version: str) -> int:
    """The number of a version in the register.

    >>> number_of("records 1") == number_of("records 1") != number_of("records 2")
    True
    """
    return int.from_bytes(hashlib.sha256(version.encode()).digest()[:4], "big") >> 1
