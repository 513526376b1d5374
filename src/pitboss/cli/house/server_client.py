"""Sending what a terminal asks for to the server that has the room open."""

import http.client
import json
import ssl
from threading import Event
from typing import Any, Final
from urllib.parse import urlsplit

from pitboss.cli.output import TerminalError
from pitboss.house.room import Room
from pitboss.house.storage.one_writer import ServerAddress
from pitboss.house.terminal import TERMINAL_PATH, TerminalRequest, seal
from pitboss.sources import SystemEntropy

TIMEOUT_SECONDS: Final = 60.0
"""How long an answer is waited for: comparing a PIN takes a while, and the disk may be slow."""

MOST_WAITS: Final = 10
"""So often a request is sent again that the server had no turn for."""


def ask_server(server: ServerAddress, room: Room, request: TerminalRequest) -> dict[str, Any]:
    """Ask the server of a room; its answer is read only if it has the room's key, too."""
    sealed = seal(room.box, room.property_id, request, SystemEntropy())
    for _ in range(MOST_WAITS):
        status, wait, content = _post(server, sealed.content, request.command_id)
        if status != http.client.TOO_MANY_REQUESTS:
            break
        Event().wait(wait)
    if status != http.client.OK:
        raise TerminalError(_refusal_in(content) or f"the server at {server.url} answers with status {status}")
    return sealed.read_answer(content)


def _post(server: ServerAddress, content: bytes, command_id: str) -> tuple[int, float, bytes]:
    """The status, after how many seconds it may be sent again, and what came back."""
    connection = _connection(server)
    headers = {"Content-Type": "application/octet-stream"} | ({"Host": server.name} if server.name else {})
    try:
        connection.request("POST", TERMINAL_PATH, content, headers)
        answer = connection.getresponse()
        return answer.status, float(answer.headers.get("retry-after", 1)), answer.read()
    except (OSError, http.client.HTTPException) as error:
        words = getattr(error, "strerror", None) or str(error) or type(error).__name__
        again = f"; nobody knows whether it was done: send it again with --command-id {command_id}"
        raise TerminalError(
            f"the server at {server.url} does not answer: {words}{again if command_id else ''}"
        ) from error
    finally:
        connection.close()


def _connection(server: ServerAddress) -> http.client.HTTPConnection:
    parts = urlsplit(server.url)
    host, port = str(parts.hostname), parts.port
    if parts.scheme == "http":
        return http.client.HTTPConnection(host, port, timeout=TIMEOUT_SECONDS)
    # The certificate names the site and not this machine. The server proves with the room's key that it is the right
    # one, and nobody without that key can read what is sent.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return http.client.HTTPSConnection(host, port, timeout=TIMEOUT_SECONDS, context=context)


def _refusal_in(content: bytes) -> str:
    """The sentence of a problem that the server itself told, before anything was asked of the room."""
    try:
        told = json.loads(content)
    except ValueError:
        return ""
    return str(told.get("detail", "")) if isinstance(told, dict) else ""
