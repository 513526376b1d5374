"""Carries out the requests of a terminal, in the terminal's own process or in the server of the room.

Both use this module, so their messages are the same. A request to the server, and its answer, are encrypted with a key
derived from the room's key: only the room's own server can read the request and write the answer.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.errors import PitbossError
from pitboss.games.audience import PUBLIC
from pitboss.games.command import Command, read_command
from pitboss.house.actor import Actor
from pitboss.house.answers import Answer
from pitboss.house.errors import NotPermittedError
from pitboss.house.office_commands import OFFICE_COMMANDS
from pitboss.house.people import login, sessions, staff
from pitboss.house.people.enrollment import Enroll, EnrollmentCode, code_for
from pitboss.house.people.second_factor import AddSecondFactor
from pitboss.house.people.signing import OwnPin
from pitboss.house.people.staff import SetPin, UnlockAdmins
from pitboss.house.permissions import is_signed
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.room import Room
from pitboss.house.storage import notifications
from pitboss.house.tables.table import Table
from pitboss.sources import Entropy, Ids, SystemEntropy, SystemIds

FORMAT: Final = 1
"""The format of requests and answers; a terminal with another format is refused."""

TERMINAL_PATH: Final = "/api/terminal"
"""The address at which a server takes requests of a terminal."""

_NONCE_SIZE: Final = 12


@dataclass(frozen=True)
class Credentials:
    """Who acts: a badge with its PIN, or the token of a session. A signed command also needs the PIN.

    >>> Credentials("17", OwnPin("471147"))
    Credentials(badge='17', pin=OwnPin())
    """

    badge: str = ""
    pin: OwnPin | None = field(default=None)
    token: str = field(default="", repr=False)


@dataclass(frozen=True)
class TerminalRequest:
    """A request of a person at a terminal.

    >>> TerminalRequest("who").credentials
    Credentials(badge='', pin=None)
    """

    what: str
    credentials: Credentials = Credentials()
    command_id: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    """What the request needs by its name: JSON of any kind, such as the fields of a command."""


class TerminalAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a request of a terminal. Its JSON has only what the request brings.

    >>> msgspec.to_builtins(TerminalAnswer(badge="17", role="dealer"))
    {'badge': '17', 'role': 'dealer'}
    """

    command_id: str | None = None
    chain: str = ""
    version: int = 0
    """The number of the record of a command."""
    enrollment: EnrollmentCode | None = None
    """The code of an enrollment, for the person who approved it."""
    is_repeat: bool | None = None
    """Whether the command was done before, under the same id; None if the request was not a command."""
    events: list[dict[str, Any]] | None = None
    """What the command did, as everybody may see it; each kind of event has its own JSON."""
    badge: str | None = None
    """The person who is logged in, or logs out; empty if their session had ended before."""
    role: str = ""
    token: str = ""
    """The token of a session or of a pass."""
    refused: str = ""
    """The reason, in a sentence, if the request was refused."""


class TerminalBackend(Protocol):
    """Carries out requests: the terminal's own process, or a server, which also tells its displays and browsers."""

    @property
    def room(self) -> Room:
        """The card room."""

    @property
    def session_lasts(self) -> timedelta:
        """The longest time a session stays open."""

    def at_table(
        self, table_id: str, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None
    ) -> Answer:
        """Do a command at a table."""

    def in_office(self, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None) -> Answer:
        """Do a command of the office."""

    def at_login(self, work: Callable[[], Answer], command: Command, *, by: Actor, command_id: str) -> Answer:
        """Do the work of logging in or enrolling. What the person keyed in is in ``work``, not in the command."""

    def end_sessions(self, token: str = "") -> None:
        """Tell all displays and browsers that a session has ended."""


class LocalBackend(NamedTuple):
    """Carries out requests in the terminal's own process, when no server has the room open.

    >>> LocalBackend._fields
    ('room',)
    """

    room: Room

    @property
    def session_lasts(self) -> timedelta:
        """The usual time of a server."""
        return sessions.LASTS

    def at_table(
        self, table_id: str, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None
    ) -> Answer:
        """Do a command at a table."""
        return self._notified(self.room.at_table(table_id, command, by=by, command_id=command_id, pin=pin))

    def in_office(self, command: Command, *, by: Actor, command_id: str, pin: OwnPin | None = None) -> Answer:
        """Do a command of the office."""
        return self._notified(self.room.in_office(command, by=by, command_id=command_id, pin=pin))

    def at_login(self, work: Callable[[], Answer], command: Command, *, by: Actor, command_id: str) -> Answer:
        """Do the work of logging in or enrolling."""
        return self._notified(work())

    def end_sessions(self, token: str = "") -> None:
        """Nothing to do: the room itself has notified the servers, if there are any."""

    def _notified(self, answer: Answer) -> Answer:
        """Notify servers on PostgreSQL of the new record, so that displays show it at once."""
        notifications.notify_record(self.room.database, self.room.property_id, answer.chain, answer.version)
        return answer


def carry_out(
    host: TerminalBackend, request: TerminalRequest, ids: Ids | None = None, entropy: Entropy | None = None
) -> TerminalAnswer:
    """Carry out a request of a terminal, and return the answer that it shows."""
    handler = _HANDLERS.get(request.what)
    if handler is None:
        raise NotPermittedError(f"{request.what!r} is not a request that a terminal can send")
    return handler(_Work(host, request, ids or SystemIds(), entropy or SystemEntropy()))


@dataclass(frozen=True)
class _Work:
    host: TerminalBackend
    request: TerminalRequest
    ids: Ids
    entropy: Entropy

    @property
    def room(self) -> Room:
        return self.host.room

    @property
    def keyed(self) -> OwnPin:
        return self.request.credentials.pin or OwnPin("")

    def person(self, command: Command | None = None) -> Actor:
        """Who sends the request: by the session, or by badge and PIN.

        The room itself verifies a signed command with the PIN that comes with it, so no log-in happens here: a code of
        an authenticator app can be used only once.
        """
        who = self.request.credentials
        if who.token:
            return session_of(self.room, who.token).actor
        with self.room.database.reading() as connection:
            known = staff.find(connection, self.room.property_id, who.badge)
        if known is not None and command is not None and is_signed(known.actor, command):
            return known.actor
        return login.log_in(self.room, who.badge, self.keyed.pin, self.keyed.second, ids=self.ids)

    def badge(self) -> str:
        """The badge of the sender. The caller verifies the PIN."""
        who = self.request.credentials
        return session_of(self.room, who.token).actor.name if who.token else who.badge

    def answered(self, answer: Answer, by: Actor | None = None, token: str = "") -> TerminalAnswer:
        """The public part of the answer; for the approver of an enrollment, also its code."""
        return TerminalAnswer(
            command_id=self.request.command_id,
            chain=answer.chain,
            version=answer.version,
            enrollment=code_for(self.room, by, answer) if by else None,
            is_repeat=answer.is_repeat,
            events=answer.seen_by(PUBLIC),
            token=token,
        )


def session_of(room: Room, token: str) -> sessions.Session:
    """The open session of a staff member at a terminal, whose idle time starts again."""
    now = room.clock.now()
    session = sessions.find_noting(room, token, now)
    if session is None or session.kind != sessions.SESSION or not session.actor.is_staff:
        raise NotPermittedError("this session has ended: log in again with `pitboss log-in`")
    with room.database.transaction() as connection:
        sessions.touch(connection, room.box, room.property_id, token, now)
    return session


def _at_table(work: _Work) -> TerminalAnswer:
    values = work.request.values
    command = read_command(values["command"], Table.operations)
    by, command_id, pin = work.person(command), work.request.command_id, work.request.credentials.pin
    return work.answered(work.host.at_table(values["table_id"], command, by=by, command_id=command_id, pin=pin))


def _in_office(work: _Work) -> TerminalAnswer:
    command = read_command(work.request.values["command"], OFFICE_COMMANDS)
    by, command_id, pin = work.person(command), work.request.command_id, work.request.credentials.pin
    return work.answered(work.host.in_office(command, by=by, command_id=command_id, pin=pin), by)


def _set_pin(work: _Work) -> TerminalAnswer:
    badge, new, command_id = work.badge(), work.request.values["new"], work.request.command_id
    keyed = (work.keyed.pin, new, work.keyed.second)

    def change() -> Answer:
        return login.change_pin(work.room, badge, *keyed, command_id=command_id, ids=work.ids, entropy=work.entropy)

    return work.answered(work.host.at_login(change, SetPin("", ""), by=sessions.LOGIN, command_id=command_id))


def _add_second_factor(work: _Work) -> TerminalAnswer:
    badge, values, command_id = work.badge(), work.request.values, work.request.command_id
    keyed = (work.keyed.pin, values["salt"], values["code"], work.keyed.second)

    def confirm() -> Answer:
        return login.confirm_factor(work.room, badge, *keyed, command_id=command_id, ids=work.ids)

    command = AddSecondFactor("", values["salt"], 0)
    return work.answered(work.host.at_login(confirm, command, by=sessions.LOGIN, command_id=command_id))


def _enroll(work: _Work) -> TerminalAnswer:
    values, approver = work.request.values, (work.badge(), work.keyed.pin)

    def enroll() -> Answer:
        person = (values["badge"], values["code"], values["new"])
        return login.enroll(
            work.room, *person, approver=approver, second=work.keyed.second, ids=work.ids, entropy=work.entropy
        )

    command = Enroll(values["badge"], approver[0], "", True, "", "")
    return work.answered(work.host.at_login(enroll, command, by=sessions.LOGIN, command_id=work.request.command_id))


def _issue_pass(work: _Work) -> TerminalAnswer:
    """Issue a pass. Its token is derived from the command id, so a repeated command returns the same token."""
    command_id, values = work.request.command_id, work.request.values
    token = sessions.new_token(work.room.entropy_for(command_id))
    command = sessions.IssuePass(values["label"], values["kind"], values["table_id"], sessions.hash_token(token))
    by = work.person(command)
    return work.answered(work.host.in_office(command, by=by, command_id=command_id), token=token)


def _unlock_admins(work: _Work) -> TerminalAnswer:
    def unlock() -> Answer:
        return login.unlock_admins(work.room, work.ids)

    command = UnlockAdmins()
    return work.answered(work.host.at_login(unlock, command, by=sessions.LOGIN, command_id=work.request.command_id))


def _log_in(work: _Work) -> TerminalAnswer:
    """Open a new session, and end the one that was open at this terminal before."""
    who, old = work.request.credentials, work.request.values["old"]
    proved = login.verify_person(work.room, who.badge, work.keyed.pin, work.keyed.second, ids=work.ids)
    _end_session(work, old)
    token, session = login.open_session(work.room, proved.actor, proved.mark, work.host.session_lasts, work.entropy)
    return TerminalAnswer(badge=session.actor.name, role=session.actor.role.value, token=token)


def _log_out(work: _Work) -> TerminalAnswer:
    return TerminalAnswer(badge=_end_session(work, work.request.credentials.token))


def _end_session(work: _Work, token: str) -> str:
    """End an open session, and return the badge that it belonged to."""
    now = work.room.clock.now()
    session = sessions.find_noting(work.room, token, now) if token else None
    if session is None or session.kind != sessions.SESSION:
        return ""
    sessions.log_out(work.room, session.actor, token)
    work.host.end_sessions(token)
    return session.actor.name


def _who(work: _Work) -> TerminalAnswer:
    by = work.person()
    return TerminalAnswer(badge=by.name, role=by.role.value)


_HANDLERS: Final[dict[str, Callable[[_Work], TerminalAnswer]]] = {
    "at-table": _at_table,
    "in-office": _in_office,
    "set-pin": _set_pin,
    "add-second-factor": _add_second_factor,
    "enroll": _enroll,
    "issue-pass": _issue_pass,
    "unlock-admins": _unlock_admins,
    "log-in": _log_in,
    "log-out": _log_out,
    "who": _who,
}
"""The function for each request of a terminal, by name."""


# ---- on the way to a server and back


class SealedRequest(NamedTuple):
    """An encrypted request, which can read its answer.

    >>> box, request = Strongbox(bytes(32)), TerminalRequest("who", Credentials("17", OwnPin("471147")))
    >>> sealed = seal(box, "P1", request, SystemEntropy())
    >>> b"471147" in sealed.content
    False
    >>> open_sealed(box, "P1", sealed.content).credentials.pin == OwnPin("471147")
    True
    """

    content: bytes
    box: Strongbox
    property_id: str

    def read_answer(self, content: bytes) -> TerminalAnswer:
        """Decrypt the answer of the room's own server to this request; raise an error if it is a refusal.

        :raises NotPermittedError: if the answer is not from this room's server
        """
        answer = _unlock(self.box, _place("answer", self.property_id, self.content), content, TerminalAnswer)
        if answer.refused:
            raise PitbossError(answer.refused)
        return answer


def seal(box: Strongbox, property_id: str, request: TerminalRequest, entropy: Entropy) -> SealedRequest:
    """Encrypt a request with the room's key."""
    content = _lock(box, _place("request", property_id), request, entropy)
    return SealedRequest(content, box, property_id)


def open_sealed(box: Strongbox, property_id: str, content: bytes) -> TerminalRequest:
    """Decrypt a request of a terminal; one that was encrypted with another key is refused."""
    return _unlock(box, _place("request", property_id), content, TerminalRequest)


def answer_sealed(host: TerminalBackend, content: bytes, ids: Ids, entropy: Entropy) -> bytes:
    """Carry out an encrypted request, and return the encrypted answer."""
    room = host.room
    request = open_sealed(room.box, room.property_id, content)
    try:
        answer = carry_out(host, request, ids, entropy)
    except PitbossError as error:
        answer = TerminalAnswer(refused=str(error))
    return _lock(room.box, _place("answer", room.property_id, content), answer, entropy)


def _place(what: str, property_id: str, answered: bytes = b"") -> bytes:
    """The associated data of a message: its direction, the room, and for an answer the request."""
    return "\0".join((f"terminal {FORMAT}", what, property_id, hashlib.sha256(answered).hexdigest())).encode()


Message = TypeVar("Message", TerminalRequest, TerminalAnswer)


def _lock(box: Strongbox, place: bytes, message: TerminalRequest | TerminalAnswer, entropy: Entropy) -> bytes:
    nonce = entropy.token(_NONCE_SIZE)
    # What was typed may contain half a character, which Python's own encoder can write.
    content = json.dumps(msgspec.to_builtins(message)).encode()
    return nonce + AESGCM(box.keyed("terminal")).encrypt(nonce, content, place)


def _unlock(box: Strongbox, place: bytes, content: bytes, kind: type[Message]) -> Message:
    try:
        plain = AESGCM(box.keyed("terminal")).decrypt(content[:_NONCE_SIZE], content[_NONCE_SIZE:], place)
    except (InvalidTag, ValueError):
        raise NotPermittedError("this was not sent by a terminal or a server of this room and this version") from None
    return msgspec.convert(json.loads(plain), kind)
