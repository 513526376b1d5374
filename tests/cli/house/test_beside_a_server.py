"""A command at the terminal goes to the server that has the room open, and to no other."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from websockets.sync.client import connect

from pitboss.errors import PitbossError
from pitboss.house.errors import NotPermittedError
from pitboss.house.records.strongbox import Strongbox, read_key
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import ServerAddress, lock_file_of, server_of
from pitboss.house.terminal import Credentials, TerminalRequest, seal
from pitboss.sources import SystemEntropy
from support.card_room import pin_of
from support.certificates import write_pair
from support.started import Started


def test_pages_that_are_open_show_at_once_what_the_terminal_did(playing):
    with Started(playing.path, "--port", "0") as server:
        with connect(server.address.replace("http", "ws") + "/api/live", proxy=None) as line:
            line.send('{"watch": "table:T1"}')
            before = json.loads(line.recv())["view"]["version"]
            answer = playing.line("3", "table fill T1 $100")
            assert (answer.status, answer.out, answer.err) == (0, "fill of $100\n", "")
            assert json.loads(line.recv(timeout=60))["view"]["version"] == before + 1
        refused = playing.line("4", "table fill T1 $100")
        assert (refused.status, refused.out) == (2, "")
        assert "pitboss: fill is not for dealer 4; it is for: supervisor" in refused.err
        assert server.stop() == 0
    assert not lock_file_of(str(playing.path / "pitboss.db")).exists()
    assert playing.line("3", "table fill T1 $100").out == "fill of $100\n", "by itself, as there is no server any more"


def test_a_server_with_a_certificate_and_a_name_is_reached(playing):
    write_pair(playing.path)
    arguments = ("--port", "0", "--tls-cert", "room.pem", "--tls-key", "room.key.pem", "--hosts", "cards.example")
    with Started(playing.path, *arguments) as server:
        server.wait_for("is open: https://")
        assert server_of(str(playing.path / "pitboss.db")).name == "cards.example"
        assert playing.line("3", "table fill T1 $100").out == "fill of $100\n"
        assert server.stop() == 0


@contextmanager
def impostor(status, content):
    """Somebody who answers in the place of the server, and keeps what was sent."""
    kept = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            kept.append(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(status)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", kept
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "content", "sentence"),
    [
        (200, b"fine", "this was not sent by a terminal or a server of this room and this version"),
        (200, b"", "this was not sent by a terminal or a server of this room and this version"),
        (403, b'{"detail": "go away"}', "go away"),
        (500, b"broken", "answers with status 500"),
        (502, b"[1]", "answers with status 502"),
    ],
)
def test_who_is_not_the_server_of_the_room_learns_nothing_and_is_not_believed(
    staffed, monkeypatch, status, content, sentence
):
    with impostor(status, content) as (url, kept):
        monkeypatch.setattr(Database, "server", lambda _: ServerAddress(url, ""))
        answer = staffed.line("1", "staff unlock 3")
    assert (answer.status, answer.out) == (2, "")
    assert sentence in answer.err
    (sent,) = kept
    for secret in (pin_of("1"), "unlock-staff", '"1"'):
        assert secret.encode() not in sent


def test_a_server_that_is_gone_is_one_sentence_that_says_how_to_ask_again(staffed, monkeypatch):
    monkeypatch.setattr(Database, "server", lambda _: ServerAddress("http://127.0.0.1:1", ""))
    answer = staffed.line("1", "staff unlock 3 --command-id c-1")
    words = "the server at http://127.0.0.1:1 does not answer: Connection refused; it may or may not have been done"
    assert (answer.status, answer.out) == (2, "")
    assert answer.err == f"pitboss: {words}: send it again with --command-id c-1\n"


def test_the_door_for_terminals_opens_with_the_key_of_the_room_alone(playing):
    asked = TerminalRequest("unlock-admins", Credentials())
    right, wrong = Strongbox(read_key(playing.path / "pitboss.key")), Strongbox(bytes(32))
    with Started(playing.path, "--port", "0") as server, server.client() as client:
        for content in (seal(wrong, "main", asked, SystemEntropy()).content, b"", b"x" * 30_000):
            answer = client.post("/api/terminal", content=content)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-permitted")
        sealed = seal(right, "main", asked, SystemEntropy())
        told = client.post("/api/terminal", content=sealed.content)
        assert told.status_code == 200
        with pytest.raises(PitbossError, match="is an admin who can log in, and unlocks the others"):
            sealed.read_answer(told.content)
        with pytest.raises(NotPermittedError):
            seal(right, "main", asked, SystemEntropy()).read_answer(told.content)  # the answer to another request
        other = seal(right, "P2", asked, SystemEntropy())
        assert client.post("/api/terminal", content=other.content).status_code == 403


def test_a_lock_file_without_its_lock_leads_nowhere(staffed):
    (staffed.path / "pitboss.db.lock").write_text("1\nhttp://127.0.0.1:1\n\n")
    assert "badge 3 is not locked" in staffed.line("1", "staff unlock 3").err
