"""Encrypts and decrypts files of any size, such as backups, piece by piece.

The STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár: every piece is encrypted by itself (AES-256-GCM), its
nonce says which piece it is and whether it is the last, and each piece authenticates the head of the file. So a file
that was cut off, combined from others, reordered or given another head cannot be decrypted. Each file has its own key,
derived from a passphrase by scrypt, or from the room's key, with a random salt.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.records.strongbox import KEY_SIZE, Strongbox
from pitboss.sources import Entropy

PASSPHRASE, ROOM_KEY, NONE = "passphrase", "room key", "none"
"""What opens a file."""

MIN_PASSPHRASE: Final = 12
"""The fewest characters of a passphrase."""

PIECE: Final = 65_536
"""How many bytes are encrypted at once."""

COST: Final = 17
"""The cost of scrypt, as a power of 2: half a second, and 128 MB."""

_MAX_COST: Final = 20
"""The highest cost that a file may name: more would only use up the memory."""

_MAGIC: Final = b"pitboss encrypted 1\n"
_HEAD: Final = struct.Struct(">20sBB16s7s")
"""The magic, the kind of secret, the cost of scrypt, the salt, and the beginning of every nonce."""
_TAG: Final = 16
_KINDS: Final = (PASSPHRASE, ROOM_KEY)


@dataclass(frozen=True)
class Secret:
    """The secret that encrypts and decrypts a file.

    >>> Secret.of_passphrase("short")
    Traceback (most recent call last):
    pitboss.house.errors.RefusedError: a passphrase has at least 12 characters, and this one has 5
    """

    kind: str
    value: bytes = field(repr=False)

    @staticmethod
    def of_passphrase(passphrase: str) -> "Secret":
        """The secret of a passphrase."""
        if len(passphrase) < MIN_PASSPHRASE:
            raise RefusedError(
                f"a passphrase has at least {MIN_PASSPHRASE} characters, and this one has {len(passphrase)}"
            )
        return Secret(PASSPHRASE, passphrase.encode(errors="surrogatepass"))

    @staticmethod
    def of_room(box: Strongbox) -> "Secret":
        """The secret of the room's key."""
        return Secret(ROOM_KEY, box.keyed("backups"))

    def cipher(self, salt: bytes, cost: int) -> AESGCM:
        """The cipher for a file with this salt."""
        if self.kind == PASSPHRASE:
            return AESGCM(Scrypt(salt, KEY_SIZE, 2**cost, 8, 1).derive(self.value))
        return AESGCM(HKDF(SHA256(), KEY_SIZE, salt, b"pitboss file").derive(self.value))


def encrypt(source: IO[bytes], target: IO[bytes], secret: Secret, entropy: Entropy, cost: int = COST) -> None:
    """Encrypt a whole file into another.

    >>> from io import BytesIO
    >>> from pitboss.sources import SystemEntropy
    >>> sealed, secret = BytesIO(), Secret.of_room(Strongbox(bytes(32)))
    >>> encrypt(BytesIO(b"the books"), sealed, secret, SystemEntropy())
    >>> b"".join(decrypted(BytesIO(sealed.getvalue()), secret))
    b'the books'
    """
    cost = cost if secret.kind == PASSPHRASE else 0
    salt, start = entropy.token(16), entropy.token(7)
    head = _HEAD.pack(_MAGIC, _KINDS.index(secret.kind), cost, salt, start)
    cipher = secret.cipher(salt, cost)
    target.write(head)
    for nonce, piece in _numbered(source, start, PIECE):
        target.write(cipher.encrypt(nonce, piece, head))


def decrypted(source: IO[bytes], secret: Secret) -> Iterator[bytes]:
    """Decrypt the pieces of a file, each after its check.

    :raises StorageError: if a piece was changed, or the file ends too early or too late
    """
    head = source.read(_HEAD.size)
    if len(head) < _HEAD.size or not head.startswith(_MAGIC):
        raise StorageError("it is not an encrypted file of Pitboss")
    _, kind, cost, salt, start = _HEAD.unpack(head)
    if kind >= len(_KINDS) or _KINDS[kind] != secret.kind or cost > _MAX_COST or (kind == 0 and cost < 1):
        raise StorageError("it does not open: its head was changed, or it is locked in another way")
    cipher = secret.cipher(salt, cost)
    for nonce, piece in _numbered(source, start, PIECE + _TAG):
        try:
            yield cipher.decrypt(nonce, piece, head)
        except InvalidTag:
            key = "passphrase" if secret.kind == PASSPHRASE else "key of the room"
            raise StorageError(
                f"it does not open: the {key} is another one, or the file was cut off or changed"
            ) from None


def _numbered(source: IO[bytes], start: bytes, size: int) -> Iterator[tuple[bytes, bytes]]:
    """The pieces of a file, each with its nonce, which contains its number and whether it is the last one."""
    number, piece = 0, source.read(size)
    while True:
        following = source.read(size)
        yield start + struct.pack(">IB", number, not following), piece
        if not following:
            return
        number, piece = number + 1, following
