"""Bare connections to a server, for what no client of HTTP would send."""

import socket
from contextlib import closing, suppress
from urllib.parse import urlsplit

SECONDS = 20
"""A test that waits for what never comes fails."""


def line_to(address):
    where = urlsplit(address)
    return closing(socket.create_connection((where.hostname, where.port), timeout=SECONDS))


def answered(line):
    """All that comes until the server hangs up."""
    came = b""
    with suppress(ConnectionResetError):
        while some := line.recv(65_536):
            came += some
    return came


def status_of(came):
    return int(came.split(b" ", 2)[1])


def head(*lines):
    return "\r\n".join([*lines, "Host: 127.0.0.1", "", ""]).encode()
