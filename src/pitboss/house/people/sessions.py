"""Sessions: who has come in and not left. Of a token only its hash is kept.

People open one with badge and PIN, guests with a name; it ends by itself. Devices get theirs from an admin: a display,
which only looks, or the controller of a table; each is bound to its table until somebody takes it back.
"""

import base64
import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select

from pitboss.games.command import Command
from pitboss.games.event import Event
from pitboss.house.actor import Actor, Role, read_actor
from pitboss.house.checks import is_id, verify_id, verify_words
from pitboss.house.errors import RefusedError, UnknownError
from pitboss.house.gambling_day import print_instant
from pitboss.house.office import Desk, handles
from pitboss.house.schema import SESSIONS, TABLES
from pitboss.outside import Entropy

SESSION, DISPLAY, CONTROLLER = "session", "display", "controller"
DEVICES: Final = (DISPLAY, CONTROLLER)

TOKEN_BYTES: Final = 32


class Session(NamedTuple):
    """Somebody who has come in.

    >>> Session("session", Actor("17", Role.DEALER), None, "c5rf").actor.name
    '17'
    """

    kind: str
    actor: Actor
    table_id: str | None
    """The only table of a device."""
    csrf: str
    """What a browser says again with every command, so that no other page can send one."""


@dataclass(frozen=True)
class IssuePass(Command):
    """A display or the controller of a table gets a token of its own.

    >>> IssuePass("lobby", "display", "T1", "ab" * 32).kind
    'display'
    """

    label: str
    kind: str
    table_id: str
    token_hash: str


@dataclass(frozen=True)
class RevokePass(Command):
    """The token of a device is worth nothing from now on.

    >>> RevokePass("lobby").label
    'lobby'
    """

    label: str


@dataclass(frozen=True)
class PassChanged(Event):
    """A device may come in, or may not any more.

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

    >>> from pitboss.outside import SystemEntropy
    >>> len(new_token(SystemEntropy()))
    43
    """
    return base64.urlsafe_b64encode(entropy.token(TOKEN_BYTES)).rstrip(b"=").decode()


def hash_token(token: str) -> str:
    """What is kept of a token. It is long and random, so a plain hash is enough.

    >>> len(hash_token("a token"))
    64
    """
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def open_session(
    connection: Connection, property_id: str, actor: Actor, lasts: tuple[datetime, datetime], entropy: Entropy
) -> tuple[str, Session]:
    """Let somebody in, from now until an end; the token is theirs alone. Sessions that have ended are cleared away."""
    now, end = map(print_instant, lasts)
    connection.execute(delete(SESSIONS).where(SESSIONS.c.property_id == property_id, SESSIONS.c.ends_at < now))
    token, session = new_token(entropy), Session(SESSION, actor, None, new_token(entropy))
    row = _row(property_id, hash_token(token), session, "", now)
    connection.execute(insert(SESSIONS).values(row | {"ends_at": end}))
    return token, session


def find(connection: Connection, property_id: str, token: str, now: datetime) -> Session | None:
    """Who has this token, unless the session has ended."""
    row = connection.execute(_FIND, {"of_property": property_id, "hashed": hash_token(token)}).first()
    if row is None or (row.ends_at is not None and row.ends_at < print_instant(now)):
        return None
    return Session(row.kind, read_actor(row.actor), row.table_id, row.csrf)


# Made once: it is asked with every request.
_FIND: Final = select(SESSIONS).where(
    SESSIONS.c.property_id == bindparam("of_property"), SESSIONS.c.token_hash == bindparam("hashed")
)


def close(connection: Connection, property_id: str, token: str) -> None:
    """Somebody leaves."""
    own = (SESSIONS.c.property_id == property_id) & (SESSIONS.c.token_hash == hash_token(token))
    connection.execute(delete(SESSIONS).where(own, SESSIONS.c.kind == SESSION))


def close_all_of(connection: Connection, property_id: str, actor: Actor) -> None:
    """Somebody leaves everywhere: with a new PIN, with another role, or dismissed."""
    own = (SESSIONS.c.property_id == property_id) & (SESSIONS.c.actor == str(actor))
    connection.execute(delete(SESSIONS).where(own, SESSIONS.c.kind == SESSION))


def devices(connection: Connection, property_id: str) -> list[dict[str, Any]]:
    """Every device that may come in, without its token."""
    own = (SESSIONS.c.property_id == property_id) & SESSIONS.c.kind.in_(DEVICES)
    columns = (SESSIONS.c.label, SESSIONS.c.kind, SESSIONS.c.table_id, SESSIONS.c.made_at)
    rows = connection.execute(select(*columns).where(own).order_by(SESSIONS.c.label))
    return [dict(row._mapping) for row in rows]


@handles(IssuePass)
def issue_pass(command: IssuePass, desk: Desk) -> None:
    """One device, one label, one table."""
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
    # A controller presses keys for whoever stands at it; whose card a key needs, that person shows.
    actor = Actor(f"{command.kind}-{command.label}", Role.HOUSE)
    session = Session(command.kind, actor, command.table_id, "")
    row = _row(desk.property_id, command.token_hash, session, command.label, desk.stamp.at)
    desk.connection.execute(insert(SESSIONS).values(row))
    desk.events.append(PassChanged(command.label, command.kind, command.table_id, "issued"))


@handles(RevokePass)
def revoke_pass(command: RevokePass, desk: Desk) -> None:
    """Its token opens nothing any more."""
    verify_words(command.label, "label")
    found = _labelled(desk, command.label)
    if found is None:
        raise UnknownError(f"there is no pass {command.label!r}")
    own = (SESSIONS.c.property_id == desk.property_id) & (SESSIONS.c.token_hash == found.token_hash)
    desk.connection.execute(delete(SESSIONS).where(own))
    desk.events.append(PassChanged(command.label, found.kind, found.table_id, "revoked"))


def _labelled(desk: Desk, label: str) -> Any:
    own = (SESSIONS.c.property_id == desk.property_id) & (SESSIONS.c.label == label) & SESSIONS.c.kind.in_(DEVICES)
    return desk.connection.execute(select(SESSIONS).where(own)).first()


def _row(property_id: str, token_hash: str, session: Session, label: str, made_at: str) -> dict[str, Any]:
    return {
        "property_id": property_id,
        "token_hash": token_hash,
        "kind": session.kind,
        "actor": str(session.actor),
        "table_id": session.table_id,
        "csrf": session.csrf,
        "label": label,
        "made_at": made_at,
        "ends_at": None,
    }
