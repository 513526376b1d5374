"""Spoilt bytes on a real connection: HTTP and WebSocket frames that no client of ours would send. The room stays open."""

import random
import socket
import struct
import threading
from contextlib import contextmanager

import httpx
import pytest
import uvicorn

from pitboss.server.app import create_app
from pitboss.server.settings import ServerSettings
from support.limits import UNLIMITED

PATIENCE_SECONDS = 60
MASK = b"\x11\x22\x33\x44"
UPGRADE = (
    b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture(scope="module")
def port(floor):
    """A server in a thread."""
    config = uvicorn.Config(
        create_app(floor.room, ServerSettings(**UNLIMITED, hosts="*")),
        host="127.0.0.1",
        port=0,
        log_level="critical",
        lifespan="on",
    )
    server, listening = uvicorn.Server(config), config.bind_socket()
    listening.listen()
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join()
    listening.close()


@contextmanager
def connected(port):
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as line:
        yield line


def frame(opcode, payload, *, is_last=True, masked=True):
    """A frame as a client sends it."""
    first = (0x80 if is_last else 0) | opcode
    size = struct.pack("!B", (0x80 if masked else 0) | len(payload))
    if not masked:
        return bytes([first]) + size + payload
    hidden = bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload))
    return bytes([first]) + size + MASK + hidden


ASKED = b'{"watch": "table:T1"}'

FRAMES = {
    "text that is not UTF-8": frame(1, b'{"watch": "\xff\xfe"}'),
    "a sign cut in two": frame(1, b"\xe2\x99", is_last=False) + frame(0, b"", is_last=True),
    "not masked": frame(1, ASKED, masked=False),
    "an opcode that nobody knows": frame(3, ASKED),
    "reserved bits": bytes([0xF1]) + frame(1, ASKED)[1:],
    "the end of what has not begun": frame(0, ASKED),
    "a new text within another": frame(1, ASKED, is_last=False) + frame(1, ASKED),
    "a ping in pieces": frame(9, b"x", is_last=False),
    "a close without a reason": frame(8, b"\x03"),
    "a close with a reason that is none": frame(8, b"\x00\x01no"),
    "more than can be": b"\x81\xff" + struct.pack("!Q", 2**62) + MASK,
    "a length with its highest bit": b"\x81\xff" + struct.pack("!Q", 2**63) + MASK,
    "half a frame": frame(1, ASKED)[:9],
    "a hundred at once": frame(1, ASKED) * 100,
    "nothing": b"",
}


def ends(line):
    """Read until the other side has nothing more to say."""
    told = b""
    while more := _received(line):
        told = (told + more)[-10_000:]
    return told


def _received(line):
    try:
        return line.recv(65536)
    except ConnectionResetError:
        return b""


def is_open(port):
    """Whether the room still answers."""
    return httpx.get(f"http://127.0.0.1:{port}/health", timeout=PATIENCE_SECONDS).status_code == 200


@pytest.mark.parametrize("name", FRAMES)
def test_a_socket_ends_and_the_room_stays_open(port, name):
    with connected(port) as line:
        line.sendall(UPGRADE)
        assert line.recv(1024).startswith(b"HTTP/1.1 101")
        line.sendall(FRAMES[name])
        line.shutdown(socket.SHUT_WR)  # half closed: we still listen
        ends(line)
    assert is_open(port)


def test_turned_bits_end_a_socket_and_nothing_else(port):
    chance = random.Random(7)
    for _ in range(25):
        spoilt = bytearray(UPGRADE + frame(1, ASKED) * 2)
        for _ in range(chance.randrange(1, 4)):
            spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
        with connected(port) as line:
            line.sendall(spoilt)
            line.shutdown(socket.SHUT_WR)
            ends(line)
    assert is_open(port)
