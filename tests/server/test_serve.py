"""``pitboss serve`` in a process of its own: what it prints, how it starts, and how it stops."""

import os
import re
import shutil
import signal
import socket
from collections import deque

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.cli import main
from support.started import Started

PIN_LINE = r"^(\d)\s+(\d{6})\s+(\w+)\s+\w+\s*$"


@pytest.fixture(scope="module")
def first_start(tmp_path_factory):
    """The demo room, made by a first start and stopped: its folder, what was said, and the exit status."""
    folder = tmp_path_factory.mktemp("first")
    with Started(folder, "--demo", "--port", "0") as server:
        assert server.address
        status = server.stop()
    return folder, server, status


@pytest.fixture
def demo_folder(first_start, tmp_path):
    """A copy of the demo room, as it was left."""
    shutil.copytree(first_start[0], tmp_path / "room")
    return tmp_path / "room"


def pins(server):
    """The PINs that were shown, by role."""
    return {match[3]: (match[1], match[2]) for line in server.lines["out"] if (match := re.match(PIN_LINE, line))}


def test_the_first_start_says_where_to_look_who_can_log_in_and_how_to_stop(first_start):
    folder, server, status = first_start
    said = server.said()
    assert len(server.lines["out"]) <= 14
    assert server.lines["err"] == []
    assert "Press Ctrl-C to close it. The log is pitboss-demo/pitboss.log." in said
    log = (folder / "pitboss-demo" / "pitboss.log").read_text()
    assert "settings that differ from the defaults: database sqlite:///pitboss-demo/pitboss.db, port 0, " in log
    roles = [match[3] for line in server.lines["out"] if (match := re.match(PIN_LINE, line))]
    assert roles == ["admin", "admin", "executive", "supervisor", "dealer", "accounting", "surveillance", "auditor"]
    assert len(set(pins(server).values())) == 7
    assert "Pitboss Demo Room is open: http://127.0.0.1:" in said
    assert status == 0
    assert "Traceback" not in said


def test_no_pin_is_kept_in_the_clear(first_start):
    folder, server, _ = first_start
    files = [path for path in (folder / "pitboss-demo").iterdir() if path.is_file()]
    assert sorted(path.name for path in files) == ["pitboss.db", "pitboss.key", "pitboss.log"]
    for _, pin in pins(server).values():
        assert not any(f'"{pin}"'.encode() in path.read_bytes() for path in files)
        assert pin not in (folder / "pitboss-demo" / "pitboss.log").read_text()


def test_the_second_start_shows_no_pin_and_the_first_ones_open_the_door(first_start, demo_folder):
    known = pins(first_start[1])
    with Started(demo_folder, "--demo", "--port", "0") as server, server.client() as client:
        assert pins(server) == {}
        server.wait_for("pitboss staff reset-pin")
        badge, pin = known["dealer"]
        assert client.post("/api/log-in", json={"badge": badge, "pin": pin}).json()["role"] == "dealer"
        assert client.post("/api/guest", json={"name": "Ann"}).json()["role"] == "player"
        assert client.get("/api/room").json()["name"] == "Pitboss Demo Room"
        games = {table["game"] for table in client.get("/api/tables").json()["tables"]}
        assert games == {"three-card-poker", "fortune-san-lo", "double-draw", "power-blackjack"}
        assert server.stop(signal.SIGINT) == 0


def test_a_stop_closes_sockets_with_the_code_that_says_so(demo_folder):
    with Started(demo_folder, "--demo", "--port", "0") as server:
        with connect(server.address.replace("http", "ws") + "/api/live", proxy=None) as line:
            line.send('{"watch": "table:T1"}')
            assert '"view"' in line.recv()
            server.process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                deque(line, maxlen=0)
        assert closed.value.rcvd.code == 1012
        assert server.end() == 0
        assert "Traceback" not in server.said()


def test_settings_come_from_file_environment_and_options_the_later_wins(demo_folder):
    (demo_folder / "own.toml").write_text('port = 0\nthreads = 3\npause_seconds = 3.5\nhost = "127.0.0.2"\n')
    arguments = ("--demo", "--config", "own.toml", "--threads", "5", "--show-settings")
    with Started(demo_folder, *arguments, PITBOSS_THREADS="4", PITBOSS_PAUSE_SECONDS="4.5") as server:
        assert server.address.startswith("http://127.0.0.2:")
        assert re.search(r"^threads +5 ", server.said(), re.MULTILINE)
        assert re.search(r"^pause_seconds +4.5 ", server.said(), re.MULTILINE)


def test_a_port_in_use_is_refused_before_anything_is_made(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with Started(tmp_path, "--demo", "--port", str(port)) as server:
            assert server.end() == 2
    words = f"pitboss: port {port} of 127.0.0.1 is in use: stop what runs there, or name another --port"
    assert server.lines == {"out": [], "err": [words]}
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def refusal(capsys, monkeypatch):
    """Makes the one sentence of a server that does not start."""

    def refuse(folder, *arguments, **environment):
        monkeypatch.chdir(folder)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as left:
            main(["serve", *arguments])
        told = capsys.readouterr()
        assert (left.value.code, told.out) == (2, "")
        (sentence,) = told.err.splitlines()
        return sentence

    return refuse


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        (["--workers", "2"], {}, "workers: 2 processes need PostgreSQL"),
        (["--port", "70000"], {}, "port: Input should be less than or equal to 65535"),
        ([], {"PITBOSS_THREADS": "many"}, "threads: Input should be a valid integer"),
        (["--config", "none.toml"], {}, "none.toml cannot be read: No such file or directory"),
        (["--config", "odd.toml"], {}, "odd.toml is not TOML"),
        (["--config", "unknown.toml"], {}, "prot: Extra inputs are not permitted"),
        (["--port", "0"], {}, "there is no card room at pitboss.db"),
        (
            ["--port", "0", "--demo", "--log-file", "none/a.log"],
            {},
            "log_file: none/a.log cannot be written: No such file",
        ),
        (["--host", "192.0.2.1", "--port", "0"], {}, "the server cannot listen at port 0 of 192.0.2.1"),
        (["--database", "postgresql://127.0.0.1:1/none", "--port", "0"], {}, "the database refused"),
        (["--database", "oracle://x", "--port", "0"], {}, "not a database that Pitboss knows"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(refusal, tmp_path, arguments, environment, words):
    (tmp_path / "odd.toml").write_text("port = = 1")
    (tmp_path / "unknown.toml").write_text("prot = 1")
    assert words in refusal(tmp_path, *arguments, **environment)


def test_a_room_without_its_key_is_not_served(refusal, demo_folder):
    (demo_folder / "pitboss-demo" / "pitboss.key").unlink()
    words = refusal(demo_folder, "--port", "0", "--database", "pitboss-demo/pitboss.db")
    assert words.startswith("pitboss: there is no key at pitboss-demo/pitboss.key: restore it from your safe copy; if ")


def test_a_room_that_fails_its_self_check_is_not_served(refusal, demo_folder):
    (demo_folder / "pitboss-demo" / "pitboss.key").write_text("A" * 43 + "=\n")
    assert "the self-check refuses play" in refusal(demo_folder, "--demo", "--port", "0")


def test_a_demo_that_was_not_finished_is_made_anew(tmp_path):
    (tmp_path / "pitboss-demo").mkdir()
    (tmp_path / "pitboss-demo" / "pitboss.new").write_text("half a room")
    with Started(tmp_path, "--demo", "--port", "0") as server:
        server.wait_for(PIN_LINE, times=8)
        assert len(pins(server)) == 7


# ---- several processes, on PostgreSQL


@pytest.fixture
def several(postgresql_copies, tmp_path):
    """Two processes that serve one room."""
    with (
        postgresql_copies() as (url, _),
        Started(tmp_path, "--demo", "--database", url, "--workers", "2", "--port", "0", "--log-file", "") as server,
    ):
        yield server


def processes(server, number):
    """The first so many processes that got ready."""
    return [int(match[1]) for match in server.wait_for(r"process (\d+) is ready", "err", number)]


def answering(client):
    """Which process answers."""
    return int(re.search(r'pid="(\d+)"', client.get("/metrics").text)[1])


def test_each_of_several_processes_answers_and_one_that_dies_is_replaced(several):
    first, second = processes(several, 2)
    with several.client() as client:
        # While one of them is stopped, the other must answer.
        for stopped, other in ((first, second), (second, first)):
            os.kill(stopped, signal.SIGSTOP)
            try:
                assert answering(client) == other
            finally:
                os.kill(stopped, signal.SIGCONT)
        os.kill(first, signal.SIGKILL)
        several.wait_for(f"process {first} has ended", "err")
        third = processes(several, 3)[2]
        os.kill(second, signal.SIGSTOP)
        try:
            assert answering(client) == third
        finally:
            os.kill(second, signal.SIGCONT)
    assert several.stop() == 0
    assert "Traceback" not in several.said()


def test_processes_end_with_their_parent_however_it_went(several):
    processes(several, 2)
    assert several.address
    assert several.stop(signal.SIGKILL) == -signal.SIGKILL  # its output ends only when its processes have ended
