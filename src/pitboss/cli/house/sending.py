"""Identifies the person at the terminal, sends their command to the room or its server, and prints the answer.

A session file keeps a person logged in, so that not every command asks for badge and PIN.
"""

import hashlib
import http.client
import json
import os
import ssl
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Event
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from cyclopts import Group, Parameter
from msgspec import to_builtins

from pitboss.cli.house.place import open_place
from pitboss.cli.house.showing import QueryOptions, in_words
from pitboss.cli.house.user_input import ask_pin
from pitboss.cli.output import TerminalError, open_screen
from pitboss.games.command import Command
from pitboss.house.actor import Actor, Role
from pitboss.house.field_checks import is_id, verify_id
from pitboss.house.people import sessions
from pitboss.house.people.sessions import Session
from pitboss.house.people.signing import OwnPin
from pitboss.house.permissions import is_signed
from pitboss.house.room import Room
from pitboss.house.storage.one_writer import ServerAddress
from pitboss.house.terminal import (
    TERMINAL_PATH,
    Credentials,
    LocalBackend,
    TerminalAnswer,
    TerminalRequest,
    carry_out,
    seal,
)
from pitboss.sources import SystemEntropy, SystemIds

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


YOU: Final = Group("You", sort_key=20)
"""The options that say who acts."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Working(QueryOptions):
    """The options that say who acts, and the id of the command."""

    badge: Annotated[str, Parameter(env_var="PITBOSS_BADGE", group=YOU, show_default=False, help="Your badge.")] = ""
    pin_file: Annotated[
        str,
        Parameter(
            env_var="PITBOSS_PIN_FILE",
            group=YOU,
            show_default=False,
            help="A file with your PIN; you type it if you name none.",
        ),
    ] = ""
    second: Annotated[
        str,
        Parameter(env_var="PITBOSS_CODE", group=YOU, show_default=False, help="The code of your authenticator app."),
    ] = ""
    command_id: Annotated[
        str,
        Parameter(
            group=YOU, show_default=False, help="An id for this command: if you send it twice, it is done only once."
        ),
    ] = ""


ME: Final = Working()
"""The person that the environment names, or the one who answers the questions."""


@dataclass(frozen=True)
class Shift:
    """A person at the terminal, for one command: their PIN logs them in, or signs what must be signed."""

    room: Room
    """Only to read. Changes go through `ask`, because a server may have the room open."""
    credentials: Credentials
    command_id: str
    me: Working
    logged_in: Actor | None = None
    """The person with a session at this terminal; None if they typed badge and PIN."""

    @property
    def badge(self) -> str:
        """The person's badge."""
        return self.credentials.badge

    @cached_property
    def actor(self) -> Actor:
        """The person, after the room has checked the session or the PIN."""
        return Actor(self.badge, Role(self.ask("who").role))

    @property
    def own_id(self) -> str:
        """A short id for what this command makes: the same if the command is sent again."""
        # Ids begin with their time: only the end differs between two ids of the same minute.
        return self.command_id if self.me.command_id and is_id(self.me.command_id) else self.command_id[-8:]

    def in_office(self, command: Command) -> None:
        """Send an office command, and print what happened."""
        self.tell(self.ask("in-office", self._signing(command), command=command.as_json()))

    def at_table(self, table_id: str, command: Command) -> None:
        """Send a command to a table, and print what happened."""
        self.tell(self.ask("at-table", self._signing(command), table_id=table_id, command=command.as_json()))

    def _signing(self, command: Command) -> Credentials:
        """The credentials of a command: a signed one asks for the PIN again, even if the person is logged in."""
        if self.logged_in is None or not is_signed(self.logged_in, command):
            return self.credentials
        return with_pin(self.credentials, self.me)

    def ask(self, what: str, credentials: Credentials | None = None, **values: Any) -> TerminalAnswer:
        """Send a request to the room: through its server if one has it open, else in this process."""
        return ask_room(self.room, TerminalRequest(what, credentials or self.credentials, self.command_id, values))

    def say(self, words: str) -> None:
        """Print a hint about the next step; not with --json."""
        if not self.me.as_json:
            open_screen().print(words, style="dim", soft_wrap=True)

    def tell(self, answer: TerminalAnswer) -> None:
        """Print what happened, and the code of an enrollment that this person approved."""
        if self.me.as_json:
            print(json.dumps(to_builtins(answer), indent=2))
            return
        screen = open_screen()
        if answer.is_repeat:
            screen.print("This command was done before, and is not done twice:", style="dim")
        tell_events(answer)
        code = answer.enrollment
        if code:
            screen.print(f"The enrollment code of badge {code.badge}: {code.code}", style="bold", soft_wrap=True)
            screen.print(f"Stay here while they choose their PIN: pitboss staff enroll {code.badge}", soft_wrap=True)


def ask_room(room: Room, request: TerminalRequest) -> TerminalAnswer:
    """Send a request to the server that has the room open; without a server this process carries it out."""
    server = room.database.server()
    if server is None:
        return carry_out(LocalBackend(room), request)
    return ask_server(server, room, request)


def tell_events(answer: TerminalAnswer) -> None:
    """Print what happened."""
    screen = open_screen()
    for event in answer.events or ():
        screen.print(in_words(event), soft_wrap=True)


@contextmanager
def on_shift(me: Working, *, signs: bool = False, is_upgrade: bool = False) -> Iterator[Shift]:
    """Log the person in: with their session, or with badge and PIN now. With ``signs`` they always give their PIN.

    For the check of an upgrade, the room opens even if the replay of a table differs from its records.
    """
    if me.command_id:
        verify_id(me.command_id, "command id")
    with open_place(me, is_upgrade=is_upgrade) as room:
        command_id = me.command_id or SystemIds().new()
        stored, logged_in = find_session(room, me)
        if stored is not None:
            credentials = Credentials(stored.badge, None, stored.token)
        else:
            badge = me.badge or ask_badge()
            credentials = with_pin(Credentials(badge), me)
        if signs and credentials.pin is None:
            credentials = with_pin(credentials, me)
        yield Shift(room, credentials, command_id, me, logged_in)


def with_pin(credentials: Credentials, me: Working) -> Credentials:
    """Add the PIN to credentials, from a file or typed now."""
    pin = ask_pin(me.pin_file, "--pin-file", f"badge {credentials.badge}")
    return replace(credentials, pin=OwnPin(pin, me.second))


def find_session(room: Room, me: Working) -> tuple[StoredSession, Actor] | tuple[None, None]:
    """The session of this terminal, unless it has ended or --badge names another person."""
    if me.badge and me.pin_file:
        return None, None
    stored = read_session(room)
    if stored is None or me.badge not in ("", stored.badge):
        return None, None
    with room.database.reading() as connection:
        found = sessions.find(connection, room.box, room.house, stored.token, room.clock.now())
    if isinstance(found, Session) and found.actor.is_staff:
        return stored, found.actor
    if not me.badge and not sys.stdin.isatty():
        raise TerminalError(f"your session has ended: log in again with `pitboss log-in`, or {NAME_BADGE}")
    return None, None


def in_office(me: Working, command: Command) -> None:
    """Log in and send an office command."""
    with on_shift(me) as shift:
        shift.in_office(command)


NAME_BADGE: Final = "name your badge with --badge or PITBOSS_BADGE"


def ask_badge() -> str:
    """Ask for the badge."""
    if not sys.stdin.isatty():
        raise TerminalError(f"who are you? {NAME_BADGE}")
    try:
        return open_screen().input("Your badge: ").strip()
    except EOFError:
        raise TerminalError("no badge was typed") from None


TIMEOUT_SECONDS: Final = 60.0
"""Seconds to wait for an answer: comparing a PIN takes time, and the disk may be slow."""

MAX_SENDS: Final = 10
"""How many times a request is sent while the server answers that it is too busy."""


def ask_server(server: ServerAddress, room: Room, request: TerminalRequest) -> TerminalAnswer:
    """Send a request to the server of a room; an answer counts only if the server has the room's key."""
    sealed = seal(room.box, room.property_id, request, SystemEntropy())
    for _ in range(MAX_SENDS):
        status, wait, content = _post(server, sealed.content, request.command_id)
        if status != http.client.TOO_MANY_REQUESTS:
            break
        Event().wait(wait)
    if status != http.client.OK:
        raise TerminalError(_refusal_in(content) or f"the server at {server.url} answers with status {status}")
    return sealed.read_answer(content)


def _post(server: ServerAddress, content: bytes, command_id: str) -> tuple[int, float, bytes]:
    """Post a request; return the status, the seconds to wait before the next try, and the answer."""
    connection = _connection(server)
    headers = {"Content-Type": "application/octet-stream"} | ({"Host": server.name} if server.name else {})
    try:
        connection.request("POST", TERMINAL_PATH, content, headers)
        answer = connection.getresponse()
        return answer.status, float(answer.headers.get("retry-after", 1)), answer.read()
    except (OSError, http.client.HTTPException) as error:
        words = getattr(error, "strerror", None) or str(error) or type(error).__name__
        again = f"; it may or may not have been done: send it again with --command-id {command_id}"
        raise TerminalError(
            f"the server at {server.url} does not answer: {words}{again if command_id else ''}"
        ) from error
    finally:
        connection.close()


def _connection(server: ServerAddress) -> http.client.HTTPConnection:
    parts = urlsplit(server.url)
    host, port = str(parts.hostname), parts.port
    if parts.scheme == "http":
        return http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
    # The certificate names the site, not this machine, so it is not verified. The room's key encrypts the request, and
    # proves that the answer comes from the right server.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=TIMEOUT_SECONDS, context=context)


def _refusal_in(content: bytes) -> str:
    """The sentence of a refusal by the server itself, before the request reached the room."""
    try:
        problem = json.loads(content)
    except ValueError:
        return ""
    return str(problem.get("detail", "")) if isinstance(problem, dict) else ""
