"""Encrypted backups: with the room's key or a passphrase, in the clear for nobody, restored for who has the secret."""

import hashlib
import json
import shutil

import pytest

from pitboss.cli import main
from pitboss.house.errors import RefusedError, StorageError
from pitboss.house.records import encrypted_file
from pitboss.house.records.backup import back_up, manifest_of, restore
from pitboss.house.records.encrypted_file import Secret
from pitboss.house.storage.atomic_files import part_of

WORDS = "correct horse battery"


@pytest.fixture(autouse=True)
def quick_scrypt(monkeypatch):
    monkeypatch.setattr(encrypted_file, "COST", 4)
    monkeypatch.setattr(encrypted_file.encrypt, "__defaults__", (4,))


@pytest.fixture
def floor(floor):
    floor.player("annabelle", 200)
    floor.table("T1")
    return floor


@pytest.fixture
def elsewhere(floor, tmp_path, request):
    """An empty place of the same kind."""
    if floor.database.is_sqlite:
        yield str(tmp_path / "restored.db")
        return
    with request.getfixturevalue("postgresql_copies")("template0") as (url, _):
        yield url


def secrets(floor):
    return {"room key": Secret.of_room(floor.room.box), "passphrase": Secret.of_passphrase(WORDS)}


def take(floor, tmp_path, kind):
    (tmp_path / "safe").mkdir()
    target = tmp_path / "safe" / "monday.backup"
    secret = secrets(floor)[kind]
    manifest = back_up(floor.database, floor.room.house, target, now=floor.clock.now(), secret=secret)
    assert manifest.encryption == kind
    return target


@pytest.mark.parametrize("kind", ["room key", "passphrase"])
def test_it_comes_back_with_its_secret_alone(floor, tmp_path, elsewhere, kind):
    target = take(floor, tmp_path, kind)
    assert sorted(path.name for path in target.parent.iterdir()) == ["monday.backup", "monday.backup.json"]
    assert not list(tmp_path.glob("*.copy*"))
    for word in (b"annabelle", b"Annabelle", b"SQLite", b"PGDMP", b"journal"):
        assert word not in target.read_bytes()
    wrong = tmp_path / "wrong.key"
    shutil.copy(floor.key, wrong)
    if kind == "room key":
        wrong.write_text("A" * 43 + "=\n")
    words = "the passphrase is another one" if kind == "passphrase" else "the key of the room is another one"
    with pytest.raises(StorageError, match=words):
        restore(target, elsewhere, wrong, passphrase="wrong horse battery")
    assert not (tmp_path / "restored.db").exists()
    assert all(check.is_ok for check in restore(target, elsewhere, floor.key, passphrase=WORDS))


def test_a_passphrase_is_asked_for(floor, tmp_path, elsewhere):
    target = take(floor, tmp_path, "passphrase")
    with pytest.raises(StorageError, match="the backup is locked with a passphrase: give it with --passphrase-file"):
        restore(target, elsewhere, floor.key)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_was_cut_off_is_refused_before_anything_is_written(floor, tmp_path, monkeypatch):
    """Also where somebody has made a manifest that goes with it."""
    target, place = take(floor, tmp_path, "room key"), tmp_path / "restored.db"
    cut = target.read_bytes()[: encrypted_file._HEAD.size + encrypted_file.PIECE + 16]
    target.write_bytes(cut)
    with pytest.raises(StorageError, match="is not the file that its manifest describes"):
        restore(target, str(place), floor.key)
    manifest = json.loads(manifest_of(target).read_text())
    manifest_of(target).write_text(json.dumps(manifest | {"sha256": hashlib.sha256(cut).hexdigest()}))
    with pytest.raises(StorageError, match="or the file was cut off or changed"):
        restore(target, str(place), floor.key)
    assert not place.exists()
    assert not part_of(place).exists()


def test_the_key_does_not_go_along(floor, tmp_path):
    with pytest.raises(RefusedError, match="the room's key does not go along with an encrypted backup"):
        back_up(
            floor.database,
            floor.room.house,
            tmp_path / "monday.backup",
            now=floor.clock.now(),
            key=floor.key,
            secret=secrets(floor)["passphrase"],
        )
    assert not list(tmp_path.glob("monday*"))


def test_a_manifest_that_says_something_else(floor, tmp_path, elsewhere):
    target = take(floor, tmp_path, "room key")
    manifest = json.loads(manifest_of(target).read_text())
    for encryption, words in (
        ("rot13", "known are none, passphrase, room key"),
        ("passphrase", "its head was changed"),
    ):
        manifest_of(target).write_text(json.dumps(manifest | {"encryption": encryption}))
        with pytest.raises(StorageError, match=words):
            restore(target, elsewhere, floor.key, passphrase=WORDS)


# ---- in the terminal


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, pin in (("1.pin", "471147"), ("2.pin", "581158")):
        (tmp_path / name).write_text(pin)
    (tmp_path / "words.txt").write_text(WORDS + "\n")

    def run(words):
        status = 0
        try:
            main(words.split())
        except SystemExit as left:
            status = left.code
        return status, " ".join(capsys.readouterr())

    return run


def make(run, jurisdiction):
    made = f"init --name Ace --jurisdiction {jurisdiction} --badge 1 --pin-file 1.pin --second-badge 2 --license 68-1"
    assert run(f"{made} --second-pin-file 2.pin --second-license 68-2")[0] == 0


def encryption_of(tmp_path, name):
    return json.loads((tmp_path / f"{name}.json").read_text())["encryption"]


def test_a_licensed_room_encrypts_unless_it_is_told_otherwise(run, tmp_path):
    make(run, "washington")
    assert run("backup a.backup")[0] == 0
    assert run("backup b.backup --encryption none")[0] == 0
    assert run("backup c.backup --passphrase-file words.txt")[0] == 0
    found = [encryption_of(tmp_path, f"{name}.backup") for name in "abc"]
    assert found == ["room key", "none", "passphrase"]
    status, told = run("backup d.backup --encryption room-key --passphrase-file words.txt")
    assert status == 2
    assert "--passphrase-file goes with --encryption passphrase, not with room-key" in told
    for name in "abc":
        status, told = run(f"restore {name}.backup --database {name}.db --key pitboss.key --passphrase-file words.txt")
        assert status == 0, told
    status, told = run("restore c.backup --database d.db --key pitboss.key")
    assert status == 2
    assert "a passphrase is typed in a terminal, and this is none: name a file with --passphrase-file" in told


def test_a_practice_room_does_so_when_it_is_told(run, tmp_path):
    make(run, "practice")
    assert run("backup a.backup")[0] == 0
    assert run("backup b.backup --encryption room-key")[0] == 0
    assert [encryption_of(tmp_path, f"{name}.backup") for name in "ab"] == ["none", "room key"]
