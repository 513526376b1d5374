"""The second factor for log-in and signing: six digits from an authenticator app on a phone (TOTP, RFC 6238).

The secret that the app shares with the room is not stored. It is computed from the room's key and a stored random salt,
so nobody can compute a code from the database alone.
"""

import base64
import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlencode

import segno

from pitboss.house.errors import NotPermittedError, RefusedError
from pitboss.house.field_checks import is_id
from pitboss.house.office import OfficeContext, handles
from pitboss.house.people.events import StaffChanged
from pitboss.house.people.staff import Person, has_pin, person_of
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records.projector import Recorded, RowWrite, change_row, projects
from pitboss.house.storage.schema import STAFF
from pitboss.sources import Entropy

if TYPE_CHECKING:
    from pitboss.house.room import Room

STEP_SECONDS: Final = 30
DIGITS: Final = 6
WINDOW: Final = 1
"""The clock of a phone may be off by this many steps, either way."""

_SALT_BYTES: Final = 20
_SECRET_BYTES: Final = 20


@dataclass(frozen=True)
class AddSecondFactor(OfficeCommand):
    """Require an authenticator app for log-in and approvals from now on. Its first code was compared before.

    >>> AddSecondFactor("5f0c", "00" * 20, 58_000_000)
    AddSecondFactor(factor_step=58000000)
    """

    pin_mark: str = field(repr=False)
    """Identifies the hash that the PIN was compared with: it must still be that one."""
    factor: str = field(repr=False)
    """The salt from which the secret is computed."""
    factor_step: int
    """The time step of the first code."""


@dataclass(frozen=True)
class NewFactor:
    """What a person types or scans into their authenticator app.

    >>> NewFactor("00", "GEZDGNBV", "Lucky Ace", "17").uri
    'otpauth://totp/Lucky%20Ace:17?secret=GEZDGNBV&issuer=Lucky+Ace&digits=6&period=30'
    """

    salt: str
    secret: str = field(repr=False)
    room: str
    badge: str

    @property
    def uri(self) -> str:
        """The address that authenticator apps read from a QR code."""
        named = {"secret": self.secret, "issuer": self.room, "digits": DIGITS, "period": STEP_SECONDS}
        return f"otpauth://totp/{quote(self.room)}:{quote(self.badge)}?{urlencode(named)}"


def qr_code(text: str) -> tuple[int, str]:
    """A QR code: its width in modules, and the outlines of the dark modules as an SVG path.

    >>> size, path = qr_code("otpauth://totp/Ace:17?secret=GEZDGNBV")
    >>> size, path[:20]
    (29, 'M0 0h1v1h-1zM1 0h1v1')
    """
    rows = segno.make(text, error="m", micro=False).matrix
    dark = ((x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark)
    return len(rows), "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)


def in_groups(secret: str) -> str:
    """A secret in groups of four characters, as people key it in.

    >>> in_groups("GEZDGNBVGY")
    'GEZD GNBV GY'
    """
    return " ".join(secret[place : place + 4] for place in range(0, len(secret), 4))


def totp(secret: bytes, step: int) -> str:
    """The code of a time step.

    >>> totp(b"12345678901234567890", 1), totp(b"12345678901234567890", 37037036)  # RFC 6238, at 59 and 1111111109
    ('287082', '081804')
    """
    digest = hmac.digest(secret, step.to_bytes(8), hashlib.sha1)
    place = digest[-1] & 0xF
    number = int.from_bytes(digest[place : place + 4]) & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def find_step(secret: bytes, code: object, now: datetime) -> int | None:
    """The time step around now that has this code; None if there is none. Every step is compared.

    >>> from datetime import UTC
    >>> at = datetime.fromtimestamp(59, UTC)
    >>> find_step(b"12345678901234567890", "287082", at), find_step(b"12345678901234567890", "287083", at)
    (1, None)
    """
    typed = "".join(code.split()) if isinstance(code, str) else ""
    current = int(now.timestamp()) // STEP_SECONDS
    matching = None
    for step in range(current - WINDOW, current + WINDOW + 1):
        if hmac.compare_digest(totp(secret, step).encode(), typed.encode(errors="surrogatepass")):
            matching = step
    return matching


def secret_of(room: "Room", badge: str, salt: str) -> bytes:
    """The secret that the room shares with a person's app."""
    bound = "\0".join((room.property_id, badge, salt))
    return hmac.digest(room.box.keyed("second factor"), bound.encode(), hashlib.sha256)[:_SECRET_BYTES]


def right_step(room: "Room", person: Person, code: object) -> int | None:
    """The time step of a person's code; None if the code is wrong."""
    return find_step(secret_of(room, person.badge, person.factor or ""), code, room.clock.now())


def new_factor(room: "Room", badge: str, entropy: Entropy) -> NewFactor:
    """A new secret to put into an app. It has no effect until the first code from it is confirmed."""
    salt = entropy.token(_SALT_BYTES).hex()
    secret = base64.b32encode(secret_of(room, badge, salt)).decode()
    return NewFactor(salt, secret, room.house.name, badge)


@handles(AddSecondFactor)
def add_second_factor(command: AddSecondFactor, desk: OfficeContext) -> None:
    """People set up their own app; a new one replaces the one before."""
    if len(command.factor) != 2 * _SALT_BYTES or not is_id(command.factor):
        raise RefusedError(f"a second factor is kept as its salt of {2 * _SALT_BYTES} digits only")
    person = person_of(desk, desk.actor.name)
    if not has_pin(desk.connection, desk.property_id, person.badge, command.pin_mark):
        raise NotPermittedError(f"badge {person.badge} has another PIN now: key in that one")
    desk.events.append(StaffChanged(person.badge, "has set up an authenticator app"))


@projects("add-second-factor", into=[STAFF])
def list_factor(record: Recorded) -> Iterator[RowWrite]:
    """Store the salt of the secret, and the step of its first code."""
    factor = {name: record.asked[name] for name in ("factor", "factor_step")}
    yield change_row(STAFF, {"badge": record.badge}, **factor)
