"""PINs: what a good one is, and how one is kept so that nobody can read it."""

import hashlib
import re
from base64 import b64encode
from itertools import pairwise
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from pitboss.house.errors import RefusedError, StorageError
from pitboss.outside import Entropy, SystemEntropy

HASHER: Final = PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=4, hash_len=32, salt_len=16)
"""The one place of the parameters: argon2id with 64 MiB, as RFC 9106 recommends where memory is shared."""

_FORMAT: Final = re.compile(r"[0-9]{4,12}")


def verify_good(pin: object) -> None:
    """Refuse a PIN that is no PIN, or that anybody would try first. The PIN itself is in no message.

    >>> verify_good("2468")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: this PIN is too easy: no row such as 0000, 1234 or 2468, and no repetition
    """
    if not isinstance(pin, str) or not _FORMAT.fullmatch(pin):
        raise RefusedError("a PIN has 4 to 12 digits")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    # A text that repeats itself is found in its own double before its end.
    if len(steps) == 1 or (pin + pin).find(pin, 1) < len(pin):
        raise RefusedError("this PIN is too easy: no row such as 0000, 1234 or 2468, and no repetition")


def hash_pin(pin: str, entropy: Entropy | None = None) -> str:
    """A PIN as it may be written down.

    >>> hash_pin("4711").startswith("$argon2id$")
    True
    """
    verify_good(pin)
    return HASHER.hash(pin, salt=(entropy or SystemEntropy()).token(HASHER.salt_len))


def verify_is_hash(pin_hash: str) -> None:
    """Refuse anything else in the place of a hash, so that no PIN gets into a record by mistake.

    It costs as much as all others: one that takes hours to check would keep everybody out.

    >>> verify_is_hash("4711")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: a PIN is hashed before it is sent: this is not a hash of argon2id with m=...
    """
    salt_and_digest = r"\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{11,64}"
    if not re.fullmatch(re.escape(f"$argon2id$v=19${_parameters()}") + salt_and_digest, pin_hash):
        raise RefusedError(f"a PIN is hashed before it is sent: this is not a hash of argon2id with {_parameters()}")


def mark_of(pin_hash: str) -> str:
    """By what a hash is told from any other in a record, where it is not to be written down again.

    >>> mark_of("$argon2id$...")
    '9439ebbbfa17745c'
    """
    return hashlib.sha256(pin_hash.encode()).hexdigest()[:16]


def without_pins(asked: Any) -> Any:
    """What was asked for, but for the PINs in it.

    A command that is sent again brings the same answer whatever PIN is in it: else somebody could try one PIN after the
    other under the id of whoever has keyed in theirs, and nobody would count.

    >>> without_pins({"badge": "7", "pin_hash": "$argon2id$..."})
    {'badge': '7'}
    """
    if isinstance(asked, dict):
        return {name: without_pins(value) for name, value in asked.items() if name != "pin_hash"}
    return [without_pins(value) for value in asked] if isinstance(asked, list) else asked


def is_right(pin: object, pin_hash: str | None) -> bool:
    """Whether this is the PIN. It takes as long where there is no such badge, and says no.

    >>> is_right("4711", hash_pin("4711")), is_right("4712", hash_pin("4711")), is_right("4711", None)
    (True, False, False)
    """
    written = pin if isinstance(pin, str) and _FORMAT.fullmatch(pin) else "no PIN"
    try:
        HASHER.verify(pin_hash or _nobodys(), written)
    except VerifyMismatchError:
        return False
    except (InvalidHashError, VerificationError):
        raise StorageError("the stored hash of a PIN cannot be read: set the PIN anew") from None
    return pin_hash is not None


def _nobodys() -> str:
    """A hash that costs as much as any other and that no PIN has."""
    salt, digest = (b64encode(bytes(size)).decode().rstrip("=") for size in (HASHER.salt_len, HASHER.hash_len))
    return f"$argon2id$v=19${_parameters()}${salt}${digest}"


def _parameters() -> str:
    return f"m={HASHER.memory_cost},t={HASHER.time_cost},p={HASHER.parallelism}"
