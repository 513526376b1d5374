"""The file that keeps a person logged in at the terminal, so that not every command asks for badge and PIN."""

import hashlib
import json
import os
import stat
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pitboss.cli.output import TerminalError
from pitboss.house.room import Room

FILE_VARIABLE: Final = "PITBOSS_SESSION_FILE"
"""The environment variable that names another file."""

_MAX_BYTES: Final = 4096


@dataclass(frozen=True)
class StoredSession:
    """A session as it is stored. The room knows whose it is, and whether it has ended.

    >>> StoredSession("17", "5f0c")
    StoredSession(badge='17')
    """

    badge: str
    token: str = field(repr=False)


def session_file(room: Room) -> Path:
    """The file with the session of this user in this room."""
    named = os.environ.get(FILE_VARIABLE)
    if named:
        return Path(named)
    try:
        home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    except RuntimeError:
        raise TerminalError(f"there is no home folder to keep a session in: name a file with {FILE_VARIABLE}") from None
    return home / "pitboss" / f"session-{_mark_of(room)[:16]}.json"


def read_session(room: Room) -> StoredSession | None:
    """Read the session of this room; None if there is none.

    :raises TerminalError: if others can read or change it, or if it belongs to another room
    """
    try:
        file = session_file(room)
        handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError, TerminalError):
        return None
    except OSError as error:
        raise TerminalError(f"the session in {file} cannot be read: {error.strerror}") from None
    try:
        _verify_own(file, os.fstat(handle))
        content = os.read(handle, _MAX_BYTES)
    finally:
        os.close(handle)
    try:
        record = json.loads(content)
        session, mark = StoredSession(str(record["badge"]), str(record["token"])), record["room"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise TerminalError(f"there is no session in {file}: {_AGAIN}") from None
    if mark != _mark_of(room):
        raise TerminalError(f"the session in {file} is of another card room: {_AGAIN}")
    return session


def write_session(room: Room, session: StoredSession) -> Path:
    """Write a session, readable by its owner only. It replaces the old file only when it is complete."""
    file = session_file(room)
    record = {"room": _mark_of(room), "badge": session.badge, "token": session.token}
    half_written = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(half_written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as opened:
                json.dump(record, opened)
            half_written.replace(file)
        except BaseException:
            half_written.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise TerminalError(f"the session cannot be kept in {file}: {error.strerror}") from None
    return file


def forget_session(room: Room) -> None:
    """Remove the file."""
    with suppress(OSError):
        session_file(room).unlink(missing_ok=True)


_AGAIN: Final = "log in again with `pitboss log-in`"


def _verify_own(file: Path, found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise TerminalError(f"{file} is not a regular file, so it cannot hold a session: {_AGAIN}")
    if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        mode = f"{stat.S_IMODE(found.st_mode):04o}"
        raise TerminalError(f"others can read or change the session in {file} (mode {mode}): {_AGAIN}")
    if found.st_uid != os.geteuid():
        raise TerminalError(f"the session in {file} belongs to another user ({found.st_uid}): {_AGAIN}")


def _mark_of(room: Room) -> str:
    """Identify the room by its key, its id and the place of its database."""
    url = room.database.url
    place = str(Path(str(url.database)).resolve()) if room.database.is_sqlite else url.render_as_string()
    identity = f"{place}\0{room.property_id}".encode()
    return hashlib.blake2b(identity, key=room.box.keyed("session file"), digest_size=32).hexdigest()
