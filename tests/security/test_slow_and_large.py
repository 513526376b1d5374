"""Who sends slowly, without an end or too much is hung up, over real sockets; nobody else waits for them."""

import json
import socket
import threading
from contextlib import closing, suppress
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pitboss.server import connections
from pitboss.server.app import create_app
from pitboss.server.connections import MAX_HEAD_BYTES, SlowClientProtocol
from pitboss.server.middleware import MAX_BYTES
from pitboss.server.run import MAX_MESSAGE_BYTES
from pitboss.server.settings import ServerSettings
from support.demo_rooms import sqlite_copy
from support.serving import listening
from support.wires import SECONDS, answered, head, line_to, status_of


@pytest.fixture(scope="module")
def address(sqlite_demo, tmp_path_factory):
    """A room behind a real server, as ``pitboss serve`` sets it."""
    with sqlite_copy(sqlite_demo, tmp_path_factory.mktemp("slow")) as floor:
        app = create_app(floor.room, ServerSettings())
        app.router.routes.insert(0, Route("/long", lambda _: PlainTextResponse("x" * 20_000_000)))
        with listening(app, http=SlowClientProtocol, ws_max_size=MAX_MESSAGE_BYTES, server_header=False) as address:
            yield address


@pytest.fixture
def soon(monkeypatch):
    """Patience that ends soon."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.3)
    monkeypatch.setattr(connections, "SILENT_SECONDS", 0.3)
    monkeypatch.setattr(connections, "ANSWER_SECONDS", 0.3)


POST = head("POST /api/guest HTTP/1.1", "Content-Type: application/json", "Content-Length: 100")


# ---- slow


@pytest.mark.parametrize("begun", [b"", b"GET /hea", b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", POST + b'{"na'])
def test_what_is_begun_and_not_ended_is_hung_up(address, soon, begun):
    with line_to(address) as line:
        line.sendall(begun)
        assert status_of(answered(line)) == 408


@pytest.mark.parametrize("sent", [head("GET /health HTTP/1.1"), POST + b'{"name": "' + b"x" * 90])
def test_a_byte_now_and_then_is_no_request(address, soon, sent):
    with line_to(address) as line:
        line.settimeout(0.05)
        came, told = b"", 0
        for number in range(len(sent) - 1):
            line.sendall(sent[number : number + 1])
            with suppress(TimeoutError):
                came = line.recv(1000)
                break
            told = number
        assert status_of(came) == 408
        assert told < len(sent) - 2


def test_many_who_say_nothing_hold_up_nobody(address):
    lines = [socket.create_connection((urlsplit(address).hostname, urlsplit(address).port)) for _ in range(100)]
    try:
        for line in lines:
            line.sendall(b"GET /health HTTP/1.1\r\n")
        assert httpx.get(f"{address}/health", trust_env=False, timeout=SECONDS).json() == {"alive": True}
    finally:
        for line in lines:
            line.close()


def test_who_does_not_read_the_answer_does_not_get_all_of_it(address, soon, monkeypatch):
    gone, lost = threading.Event(), SlowClientProtocol.connection_lost

    def note(self, error):
        lost(self, error)
        if self.client[1] == line.getsockname()[1]:
            gone.set()

    monkeypatch.setattr(SlowClientProtocol, "connection_lost", note)
    with closing(socket.socket()) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(SECONDS)
        line.connect((urlsplit(address).hostname, urlsplit(address).port))
        line.sendall(head("GET /long HTTP/1.1"))
        assert gone.wait(SECONDS)


def test_after_a_whole_request_and_at_a_socket_nobody_is_hung_up(address, monkeypatch):
    made, connected = [], SlowClientProtocol.connection_made
    monkeypatch.setattr(
        SlowClientProtocol, "connection_made", lambda self, line: (connected(self, line), made.append(self))
    )
    with httpx.Client(base_url=address, trust_env=False, timeout=SECONDS) as client:
        assert [client.get("/health").status_code for _ in range(2)] == [200, 200]
        with connect(address.replace("http", "ws") + "/api/live", proxy=None) as line:
            line.send('{"watch": "table:T1"}')
            assert json.loads(line.recv(SECONDS))["watch"] == "table:T1"
            assert [(each._request_clock, each._answer_clock) for each in made] == [(None, None), (None, None)]


# ---- large


def test_a_body_that_is_told_to_be_too_long_is_refused_before_it_comes(address):
    with line_to(address) as line:
        line.sendall(head("POST /api/guest HTTP/1.1", f"Content-Length: {10**12}", "Connection: close"))
        came = answered(line)
        assert status_of(came) == 413
        assert b"application/problem+json" in came


def test_a_body_in_pieces_without_an_end_is_refused(address, soon):
    with line_to(address) as line:
        line.sendall(head("POST /api/guest HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked"))
        piece = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        with suppress(ConnectionError):
            for _ in range(2 * MAX_BYTES // 65_536):
                line.sendall(piece)
        assert status_of(answered(line)) == 413


@pytest.mark.parametrize(
    "flood",
    [
        b"GET /" + b"x" * (MAX_HEAD_BYTES * 8),
        b"GET / HTTP/1.1\r\n" + b"X-Some: thing\r\n" * (MAX_HEAD_BYTES // 2),
        b"GET / HTTP/1.1\r\nX-Some: " + b"x" * (MAX_HEAD_BYTES * 8),
    ],
    ids=["address", "headers", "one header"],
)
def test_a_head_without_an_end_is_not_kept(address, flood):
    with line_to(address) as line:
        with suppress(ConnectionError):
            line.sendall(flood)
        came = answered(line)
        assert came == b"" or status_of(came) in (400, 431)  # who still sends may be hung up before it can read


def test_a_request_of_two_lengths_is_refused(address):
    two = head("POST /api/guest HTTP/1.1", "Content-Length: 4", "Transfer-Encoding: chunked")
    with line_to(address) as line:
        line.sendall(two + b"0\r\n\r\nGET /health HTTP/1.1\r\n\r\n")
        assert status_of(answered(line)) == 400


@pytest.mark.parametrize("fragments", [1, 3])
def test_a_long_message_ends_a_socket(address, fragments):
    with connect(address.replace("http", "ws") + "/api/live", proxy=None) as line:
        part = "x" * (MAX_MESSAGE_BYTES // fragments + 1)
        with suppress(ConnectionClosed):  # hung up on perhaps before the last part is sent
            line.send([part] * fragments if fragments > 1 else part)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(SECONDS)
    assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("text", ["[" * 2000, '{"watch": ' * 400, '{"watch": "' + "x" * 4096 + '"}'])
def test_nested_or_long_words_are_answered_and_the_socket_stays(address, text):
    with connect(address.replace("http", "ws") + "/api/live", proxy=None) as line:
        line.send(text)
        assert json.loads(line.recv(SECONDS))["problem"]["code"] == "unreadable"
        line.send('{"watch": "table:T1"}')
        assert json.loads(line.recv(SECONDS))["watch"] == "table:T1"
