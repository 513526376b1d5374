"""Starts and stops the server: opens the socket and the room, serves, and finishes running requests at the end."""

import errno
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import uvicorn

from pitboss.errors import PitbossError
from pitboss.house.open_room import open_room
from pitboss.house.room import Room
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import ServerAddress
from pitboss.server.app import create_app
from pitboss.server.connections import Connections, open_files
from pitboss.server.context import OWN_THREADS
from pitboss.server.settings import ServerSettings
from pitboss.server.slow_client import slow_client_protocol

BACKLOG: Final = 2048
"""How many connections may wait to be accepted, also while no process is ready."""

MOST_MESSAGE_BYTES: Final = 65_536
"""The longest message that a client may send through a WebSocket."""


class ListeningError(PitbossError):
    """An address at which the server cannot listen.

    >>> with listen(ServerSettings(port=0)) as first:
    ...     listen(ServerSettings(port=first.getsockname()[1])).getsockname()  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pitboss.server.run.ListeningError: port ... of 127.0.0.1 is in use: stop what runs there, or name another --port
    """


def listen(settings: ServerSettings) -> socket.socket:
    """Open the socket at which the server listens.

    >>> with listen(ServerSettings(port=0)) as listening:
    ...     address_of(listening).startswith("http://127.0.0.1:")
    True
    """
    host, port = settings.host, settings.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            words = f"port {port} of {host} is in use: stop what runs there, or name another --port"
        else:
            words = f"the server cannot listen at port {port} of {host}: {error.strerror or error}"
        raise ListeningError(words) from None


def address_of(listening: socket.socket, *, is_tls: bool = False) -> str:
    """The address to open in a browser on this machine."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # all addresses include this machine
    return f"{'https' if is_tls else 'http'}://{f'[{host}]' if ':' in host else host}:{port}"


@contextmanager
def opened(settings: ServerSettings) -> Iterator[Room]:
    """Open the room, with its self-check; closes its database afterwards."""
    database = Database(settings.database, connections=settings.threads + OWN_THREADS)
    try:
        database.take_right()
        yield open_room(database, settings.key_path, property_id=settings.property_id or None)
    finally:
        database.close()


def serve(settings: ServerSettings, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve until a signal to stop; then finish running requests, close sockets and the database."""
    with opened(settings) as room:
        app, uncounted = create_app(room, settings), f"{settings.proxies},{settings.unlimited}"
        per_address, per_session = settings.connections_per_address, settings.connections_per_session
        app.state.document()  # making it takes a second, and no player should wait for it
        config = uvicorn.Config(
            app,
            http=slow_client_protocol(Connections(open_files(), per_address, per_session, uncounted)),
            loop="auto",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            **proxy_options(settings),
            ws_max_size=MOST_MESSAGE_BYTES,
            backlog=BACKLOG,
            timeout_graceful_shutdown=settings.stop_seconds,
            ssl_certfile=settings.tls_cert or None,
            ssl_keyfile=settings.tls_key or None,
        )
        _stop_quietly()

        def ready() -> None:
            room.database.announce(announced(settings, listening))
            on_ready()

        _Server(config, ready).run([listening])


def announced(settings: ServerSettings, listening: socket.socket) -> ServerAddress:
    """The address and host name at which commands of the terminal on this machine reach the server.

    >>> with listen(ServerSettings(port=0)) as listening:
    ...     announced(ServerSettings(hosts="cards.example"), listening).name
    'cards.example'
    """
    url = address_of(listening, is_tls=settings.is_tls)
    return ServerAddress(url, min(settings.names or {""}))


def proxy_options(settings: ServerSettings) -> dict[str, Any]:
    """The options for X-Forwarded-For: the server trusts it only from the proxies that are named.

    >>> proxy_options(ServerSettings())
    {'proxy_headers': False, 'forwarded_allow_ips': ''}
    """
    return {"proxy_headers": bool(settings.proxies), "forwarded_allow_ips": settings.proxies}


class _Server(uvicorn.Server):
    """Calls a function when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()


def _stop_quietly() -> None:
    """Ignore the signal that uvicorn raises again after a stop: the program has ended in order by then."""
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: None)
