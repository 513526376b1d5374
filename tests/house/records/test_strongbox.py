"""The key of the room: one key for every purpose, and a file that is its owner's alone."""

import base64
import hmac
import os

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.house.errors import StorageError
from pitboss.house.records.strongbox import Strongbox, make_key, read_key
from pitboss.sources import SystemEntropy

KEY = bytes(range(32))


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "room.key"
    make_key(path, SystemEntropy())
    return path


def test_cards_records_and_commands_have_keys_of_their_own():
    """What is locked with the room's key as it is, or hashed with it, would be one key for three uses."""
    box = Strongbox(KEY)
    locked = box.lock(b"As Kd", "round 1", SystemEntropy())
    with pytest.raises(InvalidTag):
        AESGCM(KEY).decrypt(locked[:12], locked[12:], b"round 1")
    keys = {KEY, *(box.keyed(purpose) for purpose in ("cards", "records", "commands", "pins", "sessions"))}
    assert len(keys) == 6
    assert box.seal("one text") != box.seed("one text")


def test_a_derived_key_is_the_standard_one():
    """HKDF (RFC 5869) by hand: extract with no salt, expand with the purpose."""
    drawn = hmac.digest(bytes(32), KEY, "sha256")
    assert Strongbox(KEY).keyed("pins") == hmac.digest(drawn, b"pitboss pins\x01", "sha256")


def test_a_new_key_is_read(key):
    assert len(read_key(key)) == 32


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o610])
def test_a_key_that_others_can_read_is_refused(key, mode):
    key.chmod(mode)
    with pytest.raises(StorageError) as refused:
        read_key(key)
    assert str(refused.value) == f"others can read or change the key at {key} (mode {mode:04o}): `chmod 600` it"


def test_a_key_of_another_user_is_refused(key, monkeypatch):
    owner = key.stat().st_uid or 1000
    if os.geteuid() == 0:
        os.chown(key, owner, -1)
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with pytest.raises(StorageError) as refused:
        read_key(key)
    words = f"the key at {key} belongs to another user ({owner}): it must be yours, {owner + 1}"
    assert str(refused.value) == words


def test_what_is_no_key(key):
    key.write_text("AAAA\n!")
    with pytest.raises(StorageError, match="cannot be read"):
        read_key(key)
    key.write_text(base64.b64encode(bytes(16)).decode())
    with pytest.raises(StorageError, match="has 16 bytes, and must have 32"):
        Strongbox(read_key(key))
