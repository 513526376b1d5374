"""PINs: the rules for choosing one, and hashing it with the room's key so that a stolen database reveals none."""

import hashlib
import hmac
import re
from base64 import b64encode
from itertools import pairwise
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from pitboss.house.actor import Role
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.permissions import deciders
from pitboss.sources import Entropy, SystemEntropy

HASHER: Final = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=4, hash_len=32, salt_len=16)
"""argon2id with 64 MiB, as RFC 9106 recommends where memory is limited. The parameters are set only here."""

MIN_DIGITS: Final = 4
MIN_DIGITS_OF_DECIDERS: Final = 6
"""For a person whose role approves or authorizes."""

MAX_DIGITS: Final = 12

_FORMAT: Final = re.compile(rf"[0-9]{{{MIN_DIGITS},{MAX_DIGITS}}}")

_FROM_PINS: Final = ("pin_hash", "pin_mark", "factor_step")


def min_digits(role: Role) -> int:
    """The minimum number of digits in the PIN of a role.

    >>> min_digits(Role.DEALER), min_digits(Role.EXECUTIVE)
    (4, 6)
    """
    return MIN_DIGITS_OF_DECIDERS if role in deciders() else MIN_DIGITS


def verify_good(pin: object, role: Role) -> None:
    """Refuse a PIN that is too short for a role, or easy to guess. No message contains the PIN itself.

    >>> verify_good("2468", Role.DEALER)
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: this PIN is too easy: no row such as 0000, 1234 or 2468, and no repetition
    >>> verify_good("4711", Role.ADMIN)
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: the PIN of an admin has 6 to 12 digits
    """
    if not isinstance(pin, str) or not _FORMAT.fullmatch(pin) or len(pin) < min_digits(role):
        article = "an" if role.value[0] in "aeiou" else "a"
        raise RefusedError(f"the PIN of {article} {role.value} has {min_digits(role)} to {MAX_DIGITS} digits")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    # A text that repeats a part of itself occurs in its own double before its end.
    if len(steps) == 1 or (pin + pin).find(pin, 1) < len(pin):
        raise RefusedError("this PIN is too easy: no row such as 0000, 1234 or 2468, and no repetition")


class PinHasher:
    """Hashes PINs and compares them, with the room's key.

    A PIN has too few digits for a slow hash alone to protect it. The hash includes the key, so a thief of the database
    cannot try PINs against it, and the badge, so the hash of one badge is useless for another.

    >>> hasher = PinHasher(bytes(32), "P1")
    >>> kept = hasher.hash("17", "4711", Role.DEALER)
    >>> hasher.is_right("17", "4711", kept), hasher.is_right("17", "4712", kept), hasher.is_right("18", "4711", kept)
    (True, False, False)
    >>> PinHasher(b"another key, which has 32 bytes.", "P1").is_right("17", "4711", kept)
    False
    """

    def __init__(self, key: bytes, property_id: str) -> None:
        self._key, self._property_id = key, property_id

    def hash(self, badge: str, pin: str, role: Role, entropy: Entropy | None = None) -> str:
        """The hash to store for the PIN of a badge; a weak PIN is refused."""
        verify_good(pin, role)
        return HASHER.hash(self._keyed(badge, pin), salt=(entropy or SystemEntropy()).token(HASHER.salt_len))

    def is_right(self, badge: str, pin: object, kept: str | None) -> bool:
        """Whether this is the PIN. For an unknown badge the answer takes just as long, and is no."""
        written = pin if isinstance(pin, str) and _FORMAT.fullmatch(pin) else "no PIN"
        try:
            HASHER.verify(kept or _decoy_hash(), self._keyed(badge, written))
        except VerifyMismatchError:
            return False
        except (InvalidHashError, VerificationError):
            raise StorageError("the stored hash of a PIN cannot be read: reset this PIN") from None
        return kept is not None

    def _keyed(self, badge: str, pin: str) -> bytes:
        bound = "\0".join((self._property_id, badge, pin))
        return hmac.digest(self._key, bound.encode(errors="surrogatepass"), hashlib.sha256)


def verify_is_hash(pin_hash: object) -> None:
    """Refuse anything that is not a hash, so that no PIN gets into a record by mistake.

    Its parameters must be the usual ones: a hash that takes hours to check would block all log-ins.

    >>> verify_is_hash("4711")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: a PIN is hashed before it is sent: this is not a hash of argon2id with m=...
    """
    salt_and_digest = r"\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{11,64}"
    pattern = re.escape(f"$argon2id$v=19${_parameters()}") + salt_and_digest
    if not isinstance(pin_hash, str) or not re.fullmatch(pattern, pin_hash):
        raise RefusedError(f"a PIN is hashed before it is sent: this is not a hash of argon2id with {_parameters()}")


def mark_of(pin_hash: str, factor: str | None = None) -> str:
    """A short digest that identifies a hash and its second factor without repeating the hash.

    >>> mark_of("$argon2id$...")
    '9439ebbbfa17745c'
    """
    return hashlib.sha256((pin_hash + (factor or "")).encode()).hexdigest()[:16]


def without_pins(fields: Any) -> Any:
    """The fields of a command, without those made from PINs and codes.

    A command that is sent again gets the same answer whatever PIN it contains: otherwise an attacker could try one PIN
    after another under the id of a command that was done, and no try would count.

    >>> without_pins({"badge": "7", "pin_hash": "$argon2id$..."})
    {'badge': '7'}
    """
    if isinstance(fields, dict):
        return {name: without_pins(value) for name, value in fields.items() if name not in _FROM_PINS}
    return [without_pins(value) for value in fields] if isinstance(fields, list) else fields


def _decoy_hash() -> str:
    """A hash that costs as much to check as any other and that no PIN has."""
    salt, digest = (b64encode(bytes(size)).decode().rstrip("=") for size in (HASHER.salt_len, HASHER.hash_len))
    return f"$argon2id$v=19${_parameters()}${salt}${digest}"


def _parameters() -> str:
    return f"m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}"
