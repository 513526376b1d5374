"""Identifies the person at the terminal, sends their command to the room or its server, and prints the answer."""

import http.client
import json
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from cyclopts import Group, Parameter

from pitboss.cli.house.place import open_place
from pitboss.cli.house.session_file import StoredSession, read_session
from pitboss.cli.house.showing import Looking, in_words
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
from pitboss.house.terminal import TERMINAL_PATH, Credentials, LocalBackend, TerminalRequest, carry_out, seal
from pitboss.sources import SystemEntropy, SystemIds

YOU: Final = Group("You", sort_key=20)
"""The options that say who acts."""


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Working(Looking):
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
        return Actor(self.badge, Role(self.ask("who")["role"]))

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

    def ask(self, what: str, credentials: Credentials | None = None, **values: Any) -> dict[str, Any]:
        """Send a request to the room: through its server if one has it open, else in this process."""
        return ask_room(self.room, TerminalRequest(what, credentials or self.credentials, self.command_id, values))

    def say(self, words: str) -> None:
        """Print a hint about the next step; not with --json."""
        if not self.me.as_json:
            open_screen().print(words, style="dim", soft_wrap=True)

    def tell(self, answer: dict[str, Any]) -> None:
        """Print what happened, and the code of an enrollment that this person approved."""
        if self.me.as_json:
            print(json.dumps(answer, indent=2))
            return
        screen = open_screen()
        if answer["is_repeat"]:
            screen.print("This command was done before, and is not done twice:", style="dim")
        tell_events(answer)
        code = answer.get("enrollment")
        if code:
            screen.print(f"The enrollment code of badge {code['badge']}: {code['code']}", style="bold", soft_wrap=True)
            screen.print(f"Stay here while they choose their PIN: pitboss staff enroll {code['badge']}", soft_wrap=True)


def ask_room(room: Room, request: TerminalRequest) -> dict[str, Any]:
    """Send a request to the server that has the room open; without a server this process carries it out."""
    server = room.database.server()
    if server is None:
        return carry_out(LocalBackend(room), request)
    return ask_server(server, room, request)


def tell_events(answer: dict[str, Any]) -> None:
    """Print what happened."""
    screen = open_screen()
    for event in answer["events"]:
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


def ask_server(server: ServerAddress, room: Room, request: TerminalRequest) -> dict[str, Any]:
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
