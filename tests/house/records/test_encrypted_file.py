"""Encrypted files: what was written comes back, and nothing else opens."""

from io import BytesIO

import pytest

from pitboss.house.errors import StorageError
from pitboss.house.records import encrypted_file
from pitboss.house.records.encrypted_file import PIECE, Secret, decrypted, encrypt
from pitboss.house.records.strongbox import Strongbox
from pitboss.sources import SystemEntropy

HEAD, SEALED = encrypted_file._HEAD.size, PIECE + 16
BOX = Secret.of_room(Strongbox(bytes(32)))
WORDS = Secret.of_passphrase("correct horse battery")


def locked(content, secret=BOX):
    target = BytesIO()
    encrypt(BytesIO(content), target, secret, SystemEntropy(), cost=4)
    return target.getvalue()


def opened(content, secret=BOX):
    return b"".join(decrypted(BytesIO(content), secret))


def content_of(pieces):
    """Three pieces and a half can be told apart."""
    return b"".join(bytes([number]) * PIECE for number in range(pieces)) + b"half"


@pytest.mark.parametrize("secret", [BOX, WORDS], ids=["room key", "passphrase"])
@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
def test_what_was_locked_comes_back(secret, size):
    content = bytes(number % 251 for number in range(size))
    sealed = locked(content, secret)
    assert opened(sealed, secret) == content
    assert size < 16 or content[:16] not in sealed
    assert locked(content, secret) != sealed


def parts(sealed):
    body = sealed[HEAD:]
    return sealed[:HEAD], [body[at : at + SEALED] for at in range(0, len(body), SEALED)]


HEAD_OF, PIECES = parts(locked(content_of(3)))
_, OTHERS = parts(locked(content_of(3)))
WRONG = {
    "cut off in the middle of a piece": HEAD_OF + b"".join(PIECES)[:-1],
    "cut off between two pieces": HEAD_OF + b"".join(PIECES[:2]),
    "without its last piece": HEAD_OF + b"".join(PIECES[:3]),
    "nothing but a head": HEAD_OF,
    "in another order": HEAD_OF + b"".join([PIECES[1], PIECES[0], *PIECES[2:]]),
    "a piece twice": HEAD_OF + b"".join([PIECES[0], PIECES[0], *PIECES[2:]]),
    "a piece taken out": HEAD_OF + b"".join([PIECES[0], *PIECES[2:]]),
    "a piece of another file": HEAD_OF + b"".join([OTHERS[0], *PIECES[1:]]),
    "something after the end": HEAD_OF + b"".join(PIECES) + b"more",
    "two files in one": HEAD_OF + b"".join(PIECES * 2),
    "a changed byte": HEAD_OF + b"".join(PIECES)[:-20] + b"x" + b"".join(PIECES)[-19:],
    "another salt": HEAD_OF[:22] + b"x" + HEAD_OF[23:] + b"".join(PIECES),
    "another beginning of nonces": HEAD_OF[:-1] + b"x" + b"".join(PIECES),
    "another cost, which the room's key does not have": HEAD_OF[:21] + b"\x04" + HEAD_OF[22:] + b"".join(PIECES),
    "locked in another way": HEAD_OF[:20] + b"\x00\x04" + HEAD_OF[22:] + b"".join(PIECES),
    "not ours": b"SQLite format 3\x00" * 10,
    "nothing": b"",
}


@pytest.mark.parametrize("what", WRONG)
def test_what_was_changed_does_not_open(what):
    with pytest.raises(StorageError, match="it does not open|it is not an encrypted file"):
        opened(WRONG[what])


def test_another_secret_does_not_open_it():
    with pytest.raises(StorageError, match="the passphrase is another one"):
        opened(locked(b"the books", WORDS), Secret.of_passphrase("wrong horse battery"))
    with pytest.raises(StorageError, match="the key of the room is another one"):
        opened(locked(b"the books"), Secret.of_room(Strongbox(bytes([1]) * 32)))
    assert "horse" not in repr(WORDS)


def test_a_file_does_not_say_how_much_memory_to_take():
    sealed = locked(b"the books", WORDS)
    with pytest.raises(StorageError, match="its head was changed"):
        opened(sealed[:21] + b"\x3f" + sealed[22:], WORDS)


def test_no_more_than_two_pieces_are_in_memory():
    class Endless:
        most = given = 0

        def read(self, size):
            self.most = max(self.most, size)
            self.given += 1
            return bytes(size) if self.given <= 100 else b""

    source, target = Endless(), BytesIO()
    encrypt(source, target, BOX, SystemEntropy())
    assert source.most == PIECE
    assert len(target.getvalue()) == HEAD + 100 * SEALED
    pieces = decrypted(BytesIO(target.getvalue()), BOX)
    assert {len(piece) for piece in pieces} == {PIECE}
