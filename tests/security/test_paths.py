"""Tricks with paths: no address of the server leads to a file that is not a page, and no command writes over a room."""

import re
import shutil
import socket
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from pitboss.cli import main
from pitboss.server.app import create_app
from pitboss.server.connections import SlowClientProtocol
from pitboss.server.settings import ServerSettings
from support.demo_rooms import sqlite_copy
from support.serving import listening

TRICKS = [
    "/../../etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "/assets/../../settings.py",
    "/assets/..%2f..%2fserver%2fsettings.py",
    "/assets/%2e%2e/%2e%2e/errors.py",
    "/assets/..%5c..%5cerrors.py",
    "/assets//etc/passwd",
    "//etc/passwd",
    "/cards/%00.svg",
    "/cards/As.svg%00.py",
    "/pages/../web.py",
    "/pages/%252e%252e/web.py",
    "/assets/file:///etc/passwd",
    "/room.db",
    "/pitboss.db",
    "/room.key",
]


@pytest.fixture(scope="module")
def address(sqlite_demo, tmp_path_factory):
    """A room behind a real server: clients that tidy addresses up would spoil the tricks."""
    with (
        sqlite_copy(sqlite_demo, tmp_path_factory.mktemp("paths")) as floor,
        listening(create_app(floor.room, ServerSettings()), http=SlowClientProtocol) as address,
    ):
        yield urlsplit(address)


@pytest.mark.parametrize("path", TRICKS)
def test_no_address_leads_out_of_the_pages(address, path):
    with closing(socket.create_connection((address.hostname, address.port), timeout=20)) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        came = b"".join(iter(lambda: line.recv(65_536), b""))
    assert int(came.split()[1]) in (400, 404)
    for secret in (b"root:", b"import ", b"SQLite format"):
        assert secret not in came


# ---- commands that read and write files


@pytest.fixture
def room(sqlite_demo, tmp_path, monkeypatch):
    """A folder with a room, in which somebody works."""
    monkeypatch.chdir(tmp_path)
    for name in ("room.db", "room.key"):
        shutil.copy(sqlite_demo[0] / name, tmp_path / name)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.csv").symlink_to("room.db")
    (tmp_path / "monday.backup.json").write_text('{"format": 1, "kind": "sqlite", "sha256": "5f0c", "heads": {}}')
    (tmp_path / "dump.backup").write_bytes(b"PGDMP and so on")
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("report master-game --csv room.db", "room.db belongs to a card room: name another file"),
        ("report master-game --html ../{folder}/room.db", "room.db belongs to a card room"),
        ("report master-game --csv link.csv", "link.csv belongs to a card room"),
        ("report master-game --html room.key", "room.key belongs to a card room"),
        ("report master-game --csv room.db-wal", "room.db-wal belongs to a card room"),
        ("report master-game --csv room.db-journal", "room.db-journal belongs to a card room"),
        ("report master-game --html monday.backup.json", "monday.backup.json belongs to a card room"),
        ("report master-game --csv dump.backup", "dump.backup belongs to a card room"),
        ("audit export room.db", "'room.db' is neither a .csv nor a .json file"),
        ("report master-game --csv folder", "folder cannot be written: Is a directory"),
        ("report master-game --csv none/x.csv", "none/x.csv cannot be written: No such file or directory"),
        ("backup room.db", "room.db is there already: backups overwrite nothing"),
        ("backup folder", "folder is a folder: name the file of a backup"),
        ("backup .", ". is a folder: name the file of a backup"),
        ("restore .", ". is a folder: name the file of a backup"),
        ("backup none/x.backup", "there is no folder none"),
        ("restore none.backup", "there is no manifest none.backup.json"),
        ("restore /dev/zero", "there is no manifest /dev/zero.json"),
        ("serve --config folder", "folder cannot be read: Is a directory"),
        ("serve --config deep.toml", "deep.toml is not TOML"),
        ("serve --config room.key --port 0", "room.key is not TOML"),
    ],
)
def test_files_that_are_none_are_one_sentence_and_no_room_is_written_over(room, capsys, line, words):
    before = {path.name: path.read_bytes() for path in room.iterdir() if path.is_file()}
    arguments = line.format(folder=room.name).split()
    where = () if arguments[0] == "restore" else ("--database", "room.db")
    with pytest.raises(SystemExit) as left:
        main([*arguments, *where])
    told = capsys.readouterr()
    assert left.value.code == 2
    assert words in told.err
    assert re.fullmatch(r"pitboss: [^\n]+\n", told.err)
    after = {path.name: path.read_bytes() for path in room.iterdir() if path.is_file()}
    assert {name: content for name, content in after.items() if name in before} == before
