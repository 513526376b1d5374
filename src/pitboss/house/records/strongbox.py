"""The strongbox: encrypts and seals with the room's key, which is kept in a file outside the database.

The room's key is only used to derive a separate key for each purpose: a fault in one use of a key reveals nothing about
another.
"""

import base64
import binascii
import hashlib
import os
import stat
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.house.errors import StorageError
from pitboss.sources import Entropy

KEY_SIZE: Final = 32
_NONCE_SIZE: Final = 12


class Strongbox:
    """Locks (encrypts), unlocks and seals. What was locked for one place does not unlock for another.

    >>> from pitboss.sources import SystemEntropy
    >>> box = Strongbox(bytes(32))
    >>> box.unlock(box.lock(b"As Kd", "round 1", SystemEntropy()), "round 1")
    b'As Kd'
    """

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_SIZE:
            raise StorageError(f"the key of the room has {len(key)} bytes, and must have {KEY_SIZE}")
        self._key = key
        self._cipher = AESGCM(self.keyed("cards"))
        self._records, self._commands = self.keyed("records"), self.keyed("commands")

    def keyed(self, purpose: str) -> bytes:
        """The key of one purpose, derived from the room's key: it reveals neither that key nor any other.

        >>> box = Strongbox(bytes(32))
        >>> len(box.keyed("pins")), box.keyed("pins") == box.keyed("sessions")
        (32, False)
        """
        return HKDF(SHA256(), KEY_SIZE, salt=None, info=f"pitboss {purpose}".encode()).derive(self._key)

    def seal(self, text: str) -> str:
        """The seal of the text of a record: nobody can make it without the key.

        >>> box = Strongbox(bytes(32))
        >>> box.seal("a win of $5") == box.seal("a win of $5") != box.seal("a win of $6")
        True
        """
        # Every record has one: keyed BLAKE2 takes a third of the time of an HMAC.
        return _keyed_hash(self._records, text)

    def seed(self, command: str) -> str:
        """The seed for the entropy of a command: always the same, and unknown without the key.

        >>> box = Strongbox(bytes(32))
        >>> box.seed("command 1") == box.seed("command 1") != box.seed("command 2")
        True
        """
        return _keyed_hash(self._commands, command)

    def lock(self, secret: bytes, place: str, entropy: Entropy) -> bytes:
        """Encrypt a secret for a place."""
        nonce = entropy.token(_NONCE_SIZE)
        return nonce + self._cipher.encrypt(nonce, secret, place.encode())

    def unlock(self, locked: bytes, place: str) -> bytes:
        """Decrypt the secret of a place."""
        try:
            return self._cipher.decrypt(locked[:_NONCE_SIZE], locked[_NONCE_SIZE:], place.encode())
        except (InvalidTag, ValueError):
            raise StorageError(f"what is sealed for {place} does not open with this room's key") from None


def _keyed_hash(key: bytes, text: str) -> str:
    return hashlib.blake2b(text.encode(), key=key, digest_size=KEY_SIZE).hexdigest()


def make_key(path: Path, entropy: Entropy) -> None:
    """Write a new key, readable by its owner only; an existing key is kept."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w") as file:
        file.write(base64.b64encode(entropy.token(KEY_SIZE)).decode() + "\n")
        file.flush()
        os.fsync(file.fileno())


def verify_key(path: Path) -> None:
    """Refuse a key file that exists but cannot be used, before anything is created that would need it."""
    if os.path.lexists(path):
        Strongbox(read_key(path))


def read_key(path: Path) -> bytes:
    """Read the key of the room. A key that others can read is refused: it is no longer secret."""
    try:
        with path.open(encoding="utf-8") as file:
            _verify_private(path, os.fstat(file.fileno()))
            return base64.b64decode(file.read().strip(), validate=True)
    except FileNotFoundError:
        lost = 'if there is none, rounds in progress are void: see "The key is lost" in docs/operating.md'
        raise StorageError(f"there is no key at {path}: restore it from your safe copy; {lost}") from None
    except (OSError, ValueError, binascii.Error):
        raise StorageError(f"the key at {path} cannot be read") from None


def _verify_private(path: Path, status: os.stat_result) -> None:
    """Refuse a key with unsafe permissions. ``status`` is that of the open file: the path may be replaced meanwhile."""
    if os.name != "posix":
        return
    if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        mode = f"{stat.S_IMODE(status.st_mode):04o}"
        raise StorageError(f"others can read or change the key at {path} (mode {mode}): `chmod 600` it")
    # The superuser can read every key, and may have put this one here.
    owner, user = status.st_uid, os.geteuid()
    if 0 not in (owner, user) and owner != user:
        raise StorageError(f"the key at {path} belongs to another user ({owner}): it must be yours, {user}")
