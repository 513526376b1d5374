"""Sessions: who is logged in, and which devices have a pass. Only the hash of each token is stored.

Staff open a session with badge and PIN, guests with a name; it ends by itself. Devices get a pass from an admin: a
display, which only reads, or the controller of a table. A pass is bound to one table until it is revoked.

Each row has a seal, made with the room's key, over the whole row and the epoch of its person or pass. Ending all
sessions of a person raises that epoch, and a log-out is recorded under the hash of the token. So a row that was
written, changed or put back by other means opens nothing.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, literal, select, update

from pitboss.errors import PitbossError
from pitboss.games.event import Event
from pitboss.house.actor import Actor, Role, read_actor
from pitboss.house.answers import view_of
from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.field_checks import is_id, verify_id, verify_words
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.forged_sessions import FORGED, ForgedSession, NoteForgedSession
from pitboss.house.permissions import OfficeCommand
from pitboss.house.property import Property, PropertySettings
from pitboss.house.records import journal
from pitboss.house.records.journal import Stamp
from pitboss.house.records.projector import Recorded, RowWrite, delete_rows, insert_row, projects, replace_row
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.json_text import json_text
from pitboss.house.storage.notifications import notify_sessions_end
from pitboss.house.storage.schema import JOURNAL, SESSION_EPOCHS, SESSIONS, TABLES
from pitboss.sources import Entropy

if TYPE_CHECKING:
    from pitboss.house.room import Room

LOGIN: Final = Actor("login", Role.HOUSE)
"""The actor of records about logging in and out, when nobody is logged in yet."""

LOG_OUT: Final = "log-out "
"""Prefix of the command ids of log-outs, so that each is recorded once."""

SESSION, DISPLAY, CONTROLLER = "session", "display", "controller"
DEVICES: Final = (DISPLAY, CONTROLLER)

TOKEN_BYTES: Final = 32

LASTS: Final = timedelta(hours=12)
"""The maximum length of a session, unless the server's settings differ."""


class Session(NamedTuple):
    """A person or device that is logged in.

    >>> Session("session", Actor("17", Role.DEALER), None, "c5rf").actor.name
    '17'
    """

    kind: str
    actor: Actor
    table_id: str | None
    """The only table of a device."""
    csrf: str
    """A browser repeats this with every command, so that no other page can send one."""


@dataclass(frozen=True)
class IssuePass(OfficeCommand):
    """Issue a pass to a display or to the controller of a table.

    >>> IssuePass("lobby", "display", "T1", "ab" * 32).kind
    'display'
    """

    label: str
    kind: str
    table_id: str
    token_hash: str


@dataclass(frozen=True)
class RevokePass(OfficeCommand):
    """Revoke the pass of a device: its token is invalid from now on.

    >>> RevokePass("lobby").label
    'lobby'
    """

    label: str


@dataclass(frozen=True)
class PassChanged(Event):
    """The pass of a device was issued or revoked.

    >>> PassChanged("lobby", "display", "T1", "issued").sentence
    'pass lobby of a display at table T1 was issued'
    """

    label: str
    kind: str
    table_id: str
    status: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"pass {self.label} of a {self.kind} at table {self.table_id} was {self.status}"


def new_token(entropy: Entropy) -> str:
    """A token that nobody can guess.

    >>> from pitboss.sources import SystemEntropy
    >>> len(new_token(SystemEntropy()))
    43
    """
    return base64.urlsafe_b64encode(entropy.token(TOKEN_BYTES)).rstrip(b"=").decode()


def hash_token(token: str) -> str:
    """The stored hash of a token. A token is long and random, so a plain hash is enough.

    >>> len(hash_token("a token"))
    64
    """
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def subject_of(actor: Actor) -> str:
    """The owner of sessions, the same after a change of role.

    >>> subject_of(Actor("17", Role.DEALER)), subject_of(Actor("17", Role.PLAYER))
    ('badge 17', 'player 17')
    """
    return subject_of_badge(actor.name) if actor.is_staff else f"player {actor.name}"


def subject_of_badge(badge: str) -> str:
    """The owner of sessions, from a staff badge.

    >>> subject_of_badge("17")
    'badge 17'
    """
    return f"badge {badge}"


def open_session(  # noqa: PLR0913, PLR0917 - what a session is made of
    connection: Connection,
    box: Strongbox,
    property_id: str,
    actor: Actor,
    lasts: tuple[datetime, datetime],
    entropy: Entropy,
) -> tuple[str, Session]:
    """Log a person in from one instant to another, and delete sessions that have ended. Returns the token, which is not
    stored."""
    now, end = map(print_instant, lasts)
    connection.execute(delete(SESSIONS).where(SESSIONS.c.property_id == property_id, SESSIONS.c.ends_at < now))
    token, session = new_token(entropy), Session(SESSION, actor, None, new_token(entropy))
    row = _row(property_id, hash_token(token), session, subject_of(actor), now)
    row |= {"ends_at": end, "seen_at": now}
    connection.execute(insert(SESSIONS).values(row | {"seal": _seal_now(connection, box, row)}))
    return token, session


def find(
    connection: Connection, box: Strongbox, house: Property, token: str, now: datetime
) -> Session | ForgedSession | None:
    """The session of this token, unless it has ended or was idle for too long."""
    row = connection.execute(_FIND, {"of_property": house.property_id, "hashed": hash_token(token)}).first()
    if row is None:
        return None
    forged = _forged(box, row)
    if forged is not None:
        return forged
    if row.ends_at is not None and row.ends_at < print_instant(now):
        return None
    actor = read_actor(row.actor)
    is_watched = row.seen_at is not None and actor.is_staff
    if is_watched and parse_instant(row.seen_at) + idle_time(house.settings, actor.role) < now:
        return None
    return Session(row.kind, actor, row.table_id, row.csrf)


def idle_time(settings: PropertySettings, role: Role) -> timedelta:
    """How long a staff session stays open while idle.

    >>> idle_time(PropertySettings(), Role.EXECUTIVE), idle_time(PropertySettings(), Role.DEALER)
    (datetime.timedelta(seconds=900), datetime.timedelta(seconds=36000))
    """
    minutes = settings.shift_idle_minutes if role.is_for_shift else settings.idle_minutes
    return timedelta(minutes=minutes)


def touch(connection: Connection, box: Strongbox, property_id: str, token: str, now: datetime) -> None:
    """Note that a person is at their screen, so that the session stays open."""
    row = connection.execute(_FIND, {"of_property": property_id, "hashed": hash_token(token)}).first()
    if row is None or row.kind != SESSION or _forged(box, row) is not None:
        return
    seen = {"seen_at": print_instant(now)}
    own = (SESSIONS.c.property_id == property_id) & (SESSIONS.c.token_hash == row.token_hash)
    sealed = seen | {"seal": _seal(box, dict(row._mapping) | seen, row.epoch)}
    connection.execute(update(SESSIONS).where(own).values(sealed))


def find_noting(room: "Room", token: str, now: datetime) -> Session | None:
    """The session of this token. A forged one is refused, recorded once, and opens an incident."""
    with room.database.reading() as connection:
        session = find(connection, room.box, room.house, token, now)
        if not isinstance(session, ForgedSession):
            return session
        command_id = f"{FORGED}{session.mark}"
        is_known = journal.find(connection, room.property_id, command_id) is not None
    if not is_known:
        # The session is refused even if it cannot be recorded now.
        with suppress(PitbossError):
            room.in_office(NoteForgedSession(*session), by=LOGIN, command_id=command_id)
    return None


def forged_sessions(connection: Connection, box: Strongbox, property_id: str) -> list[str]:
    """Every forged session that is stored, in words."""
    query = _WITH_ENDS.where(SESSIONS.c.property_id == property_id).order_by(SESSIONS.c.made_at, SESSIONS.c.token_hash)
    results = (_forged(box, row) for row in connection.execute(query))
    return [forged.sentence for forged in results if forged is not None]


# The epoch and the log-out are joined by their keys, so that one statement finds a session.
_WITH_ENDS: Final = select(
    SESSIONS, func.coalesce(SESSION_EPOCHS.c.epoch, 0).label("epoch"), JOURNAL.c.seq.label("logged_out_in")
).select_from(
    SESSIONS.outerjoin(
        SESSION_EPOCHS,
        (SESSION_EPOCHS.c.property_id == SESSIONS.c.property_id) & (SESSION_EPOCHS.c.subject == SESSIONS.c.subject),
    ).outerjoin(
        JOURNAL,
        (JOURNAL.c.property_id == SESSIONS.c.property_id)
        & (JOURNAL.c.command_id == literal(LOG_OUT) + SESSIONS.c.token_hash),
    )
)

# Built once, because it runs with every request.
_FIND: Final = _WITH_ENDS.where(
    SESSIONS.c.property_id == bindparam("of_property"), SESSIONS.c.token_hash == bindparam("hashed")
)

_SEALED: Final = tuple(column.name for column in SESSIONS.c if column.name != "seal")


def _seal(box: Strongbox, row: dict[str, Any], epoch: int) -> str:
    """A seal over all of a row and the epoch of its person or pass."""
    content = json_text([epoch, *(row[name] for name in _SEALED)])
    return hmac.new(box.keyed("sessions"), content.encode(), hashlib.sha256).hexdigest()


def _forged(box: Strongbox, row: Row[Any]) -> ForgedSession | None:
    stored = dict(row._mapping)
    is_sealed = hmac.compare_digest(_seal(box, stored, row.epoch).encode(), str(row.seal).encode())
    if is_sealed and row.logged_out_in is None:
        return None
    # The forger chose the words of this row, so the record gets one short line of them.
    kind, actor, subject = (ascii(value)[1:-1][:80] for value in (row.kind, row.actor, row.subject))
    mark = hashlib.sha256(json_text([str(stored[name]) for name in (*_SEALED, "seal")]).encode()).hexdigest()[:16]
    return ForgedSession(mark, f"{kind} of {actor} ({subject})")


def _seal_now(connection: Connection, box: Strongbox, row: dict[str, Any]) -> str:
    """The seal of a new row."""
    of_subject = SESSION_EPOCHS.c.property_id == row["property_id"], SESSION_EPOCHS.c.subject == row["subject"]
    epoch = connection.scalar(select(SESSION_EPOCHS.c.epoch).where(*of_subject)) or 0
    return _seal(box, row, epoch)


# ---- the end of sessions


@dataclass(frozen=True)
class NoteLogOut(OfficeCommand):
    """A person logs out.

    >>> NoteLogOut("badge 17", "ab" * 32).subject
    'badge 17'
    """

    subject: str
    token_hash: str


@dataclass(frozen=True)
class LogOutEverywhere(OfficeCommand):
    """End all your own sessions.

    >>> LogOutEverywhere().slug()
    'log-out-everywhere'
    """


@dataclass(frozen=True)
class LoggedOut(Event):
    """A person has logged out.

    >>> LoggedOut("badge 17").sentence
    'badge 17 logs out'
    """

    subject: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.subject} logs out"


@dataclass(frozen=True)
class SessionsEnded(Event):
    """All sessions of a person were ended, or a pass was revoked.

    >>> SessionsEnded("badge 17").sentence
    'badge 17 is logged out everywhere'
    """

    subject: str

    @property
    def sentence(self) -> str:
        """The event in words."""
        return f"{self.subject} is logged out everywhere"


def log_out(room: "Room", actor: Actor, token: str) -> None:
    """Log a person out. Their token stays invalid even if its row is put back into the database."""
    hashed = hash_token(token)
    room.in_office(NoteLogOut(subject_of(actor), hashed), by=LOGIN, command_id=f"{LOG_OUT}{hashed}")


@handles(NoteLogOut)
def note_log_out(command: NoteLogOut, desk: OfficeContext) -> None:
    """The record itself ends the session; deleting the row only cleans up."""
    own = (SESSIONS.c.property_id == desk.property_id) & (SESSIONS.c.token_hash == command.token_hash)
    desk.connection.execute(delete(SESSIONS).where(own, SESSIONS.c.kind == SESSION))
    desk.events.append(LoggedOut(command.subject))
    notify_sessions_end(desk.connection, desk.property_id)


@handles(LogOutEverywhere)
def log_out_everywhere(command: LogOutEverywhere, desk: OfficeContext) -> None:
    """End the sender's sessions on every screen."""
    end_all_of(desk, subject_of(desk.actor))


def end_all_of(desk: OfficeContext, subject: str) -> None:
    """End all sessions of a person or pass: after a new PIN, another role, deactivation, unlocking or revoking."""
    desk.events.append(SessionsEnded(subject))
    notify_sessions_end(desk.connection, desk.property_id)


def ended_sessions(record: Recorded) -> Iterator[RowWrite]:
    """Delete the sessions that a record ends, and raise the epoch of their owner."""
    for event in record.events_of("sessions-ended"):
        yield replace_row(SESSION_EPOCHS, subject=event["subject"], epoch=record.stamp.seq)
        yield delete_rows(SESSIONS, subject=event["subject"])


@projects("log-out-everywhere", "revoke-pass", into=[SESSION_EPOCHS, SESSIONS])
def list_end(record: Recorded) -> Iterator[RowWrite]:
    """Delete the ended sessions."""
    yield from ended_sessions(record)


# ---- devices


class Device(Struct, frozen=True, kw_only=True):
    """A display or a controller with a pass."""

    label: Annotated[str, Meta(examples=["lobby"])]
    kind: Annotated[str, Meta(examples=["display"])]
    table_id: Annotated[str, Meta(examples=["T1"])]
    made_at: Annotated[str, Meta(examples=["2026-11-15T20:00:00.000000Z"])]


def devices(connection: Connection, property_id: str) -> list[Device]:
    """Every device that has a pass, without its token."""
    own = (SESSIONS.c.property_id == property_id) & SESSIONS.c.kind.in_(DEVICES)
    columns = (SESSIONS.c.label, SESSIONS.c.kind, SESSIONS.c.table_id, SESSIONS.c.made_at)
    rows = connection.execute(select(*columns).where(own).order_by(SESSIONS.c.label))
    return [view_of(Device, row) for row in rows]


@handles(IssuePass)
def issue_pass(command: IssuePass, desk: OfficeContext) -> None:
    """Each pass has its own label, and one table."""
    verify_id(command.label, "label")
    if command.kind not in DEVICES:
        raise RefusedError(f"{command.kind!r} is not a device: it is a {' or a '.join(DEVICES)}")
    if len(command.token_hash) != 64 or not is_id(command.token_hash):
        raise RefusedError("a token is kept as its hash of 64 digits only")
    of_table = (TABLES.c.property_id == desk.property_id) & (TABLES.c.table_id == command.table_id)
    if desk.connection.execute(select(TABLES.c.table_id).where(of_table)).first() is None:
        raise UnknownError(f"there is no table {command.table_id!r}")
    if _labelled(desk, command.label) is not None:
        raise RefusedError(f"there is a pass {command.label!r} already: revoke it first, or choose another label")
    row = _row_of_pass(desk.stamp, vars(command))
    desk.found["seal"] = _seal_now(desk.connection, desk.box, row)
    desk.events.append(PassChanged(command.label, command.kind, command.table_id, "issued"))


def _row_of_pass(stamp: Stamp, fields: Mapping[str, str]) -> dict[str, Any]:
    # A controller sends keys as the house, whoever is standing at it; a key that needs a card asks for it itself.
    actor = Actor(f"{fields['kind']}-{fields['label']}", Role.HOUSE)
    session = Session(fields["kind"], actor, fields["table_id"], "")
    row = _row(stamp.property_id, fields["token_hash"], session, pass_of(fields["label"]), stamp.at)
    return row | {"label": fields["label"]}


@projects("issue-pass", into=[SESSIONS])
def list_pass(record: Recorded) -> Iterator[RowWrite]:
    """Insert the pass. Its seal comes from the record, because only the room's key makes one."""
    row = _row_of_pass(record.stamp, record.asked)
    del row["property_id"]
    yield insert_row(SESSIONS, **row, seal=record.found["seal"])


@handles(RevokePass)
def revoke_pass(command: RevokePass, desk: OfficeContext) -> None:
    """The token of the device is invalid from now on."""
    verify_words(command.label, "label")
    row = _labelled(desk, command.label)
    if row is None:
        raise UnknownError(f"there is no pass {command.label!r}")
    desk.events.append(PassChanged(command.label, row.kind, row.table_id, "revoked"))
    end_all_of(desk, pass_of(command.label))


def pass_of(label: str) -> str:
    """The owner of the session of a device.

    >>> pass_of("lobby")
    'pass lobby'
    """
    return f"pass {label}"


def _labelled(desk: OfficeContext, label: str) -> Any:
    own = (SESSIONS.c.property_id == desk.property_id) & (SESSIONS.c.label == label) & SESSIONS.c.kind.in_(DEVICES)
    return desk.connection.execute(select(SESSIONS).where(own)).first()


def _row(property_id: str, token_hash: str, session: Session, subject: str, made_at: str) -> dict[str, Any]:
    return {
        "property_id": property_id,
        "token_hash": token_hash,
        "kind": session.kind,
        "actor": str(session.actor),
        "subject": subject,
        "table_id": session.table_id,
        "csrf": session.csrf,
        "label": "",
        "made_at": made_at,
        "ends_at": None,
        "seen_at": None,
    }
