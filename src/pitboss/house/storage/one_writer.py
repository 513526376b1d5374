"""One process at a time writes into a room in a file: what a second one has in memory would be out of date.

The right to write is a lock of the operating system on a file beside the room. It ends with its process, however that
ends. Within a process it is shared. On PostgreSQL, which several processes may write to, there is none.
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
except ImportError:  # pragma: no cover - Windows has no such lock: there nothing holds a second process off
    fcntl = None  # type: ignore[assignment]

_GUARD: Final = Lock()
_HELD: Final[dict[str, tuple[int, int]]] = {}
"""By room, the open lock file of this process and how many share it."""


_MOST_BYTES: Final = 500
"""A lock file has a few short lines."""


class ServerAddress(NamedTuple):
    """Where the server that has the right to write is reached from this machine.

    >>> ServerAddress("http://127.0.0.1:8022", "cards.example").url
    'http://127.0.0.1:8022'
    """

    url: str
    name: str
    """The name that it answers to; none where any will do."""


def lock_file_of(room: str) -> Path:
    """The lock file of a room in a file.

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
    """Give the right back. When nobody in this process shares it any more, another process may take it."""
    if fcntl is None:
        return
    path = str(lock_file_of(room))
    with _GUARD:
        handle, shared = _HELD[path]
        if shared > 1:
            _HELD[path] = (handle, shared - 1)
            return
        del _HELD[path]
        # Taken away before it is let go: who has opened it in the meantime sees that it is not the one of that name.
        with suppress(OSError):
            os.unlink(path)  # noqa: PTH108 - beside what is opened by its number
        os.close(handle)


def announce_server(room: str, server: ServerAddress) -> None:
    """Write into the lock file where the server answers that has the right to write in this process."""
    with _GUARD:
        handle, _ = _HELD.get(str(lock_file_of(room)), (-1, 0))
        if handle >= 0:
            with suppress(OSError):
                os.pwrite(handle, f"{os.getpid()}\n{server.url}\n{server.name}\n".encode(), 0)


def server_of(room: str) -> ServerAddress | None:
    """Where the server answers that has the right to write; nothing where none says so.

    Whoever asks must have been refused that right: a lock file without its lock means nothing.

    >>> server_of("nowhere.db")
    """
    try:
        with lock_file_of(room).open("rb") as file:
            lines = file.read(_MOST_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return None
    if len(lines) < 3 or urlsplit(lines[1]).scheme not in ("http", "https"):
        return None
    return ServerAddress(lines[1], lines[2])


@contextmanager
def right_to_write(room: str) -> Iterator[None]:
    """The right to write into a room for a while, such as until another one is in its place.

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
    """The lock file, opened and locked."""
    _verify_one_name(room)
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(f"{room} cannot be written: {error.strerror}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(handle, _MOST_BYTES).decode(errors="replace").partition("\n")[0]
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
    with suppress(OSError):  # a room that is about to be made
        names = Path(room).stat().st_nlink
        if names > 1:
            raise StorageError(
                f"{room} has {names} names (hard links), and a second process could write under another one: "
                "keep one name and delete the others"
            )


REGISTER: Final = 0x70697462
"""Under which number versions are registered, beside all other locks of a database."""

_OTHERS: Final = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND classid = %s AND objid <> %s
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def version_in_words() -> str:
    """What of this version decides how a room goes on: how records are written, and the rules of every game.

    >>> version_in_words().startswith("records 1, double-draw 1")
    True
    """
    rules = (f"{game.value} {kind.rules_type.rules_version}" for game, kind in sorted(ROUNDS.items()))
    return ", ".join((f"records {FORMAT}", *rules))


def register(driver: Any, database: str) -> None:
    """Register this version with a new connection of PostgreSQL, and refuse to work beside another one."""
    own = number_of(version_in_words())
    # Registered first, asked then: of two that come at the same moment, neither overlooks the other.
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
