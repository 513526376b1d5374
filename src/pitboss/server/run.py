"""Starts and stops the server: checks its certificate, opens the socket and the room, serves, and ends in order.

On PostgreSQL several processes can serve behind one socket; a process that ends is replaced.
"""

import errno
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final, TypedDict

import uvicorn
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from pitboss.dates import written_utc
from pitboss.errors import PitbossError
from pitboss.house.open_room import open_room
from pitboss.house.room import Room
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import ServerAddress
from pitboss.parent import end_with_parent
from pitboss.server.app import create_app
from pitboss.server.connections import Connections, open_files, slow_client_protocol
from pitboss.server.context import OWN_THREADS
from pitboss.server.logs import set_up_logs
from pitboss.server.settings import ServerSettings, SettingsError

BACKLOG: Final = 2048
"""How many connections may wait to be accepted, also while no process is ready."""

SWITCH_SECONDS: Final = 0.0005
"""How long a thread of Python runs while another one wants to. A command changes between the event loop and a thread of
the house several times, and while the event loop is busy each change would take Python's usual 5 ms."""

MAX_MESSAGE_BYTES: Final = 65_536
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
            ws_max_size=MAX_MESSAGE_BYTES,
            backlog=BACKLOG,
            timeout_graceful_shutdown=settings.stop_seconds,
            ssl_certfile=settings.tls_cert or None,
            ssl_keyfile=settings.tls_key or None,
        )
        _stop_quietly()
        sys.setswitchinterval(SWITCH_SECONDS)

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


class ProxyOptions(TypedDict):
    """Options of uvicorn."""

    proxy_headers: bool
    forwarded_allow_ips: str


def proxy_options(settings: ServerSettings) -> ProxyOptions:
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


_SPKI: Final[Any] = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def verify_certificate(settings: ServerSettings, now: datetime) -> None:
    """Refuse a certificate that browsers would reject, or that does not belong to the key.

    >>> verify_certificate(ServerSettings(), datetime(2026, 11, 15))
    >>> verify_certificate(ServerSettings(tls_cert="none.pem"), datetime(2026, 11, 15))
    Traceback (most recent call last):
    pitboss.server.settings.SettingsError: tls_cert: none.pem cannot be read: No such file or directory
    """
    if not settings.is_tls:
        return
    if not settings.tls_cert:
        raise SettingsError(f"tls_key: {settings.tls_key} is the key of a certificate: name that with --tls-cert")
    certificate = _read_certificate(settings.tls_cert)
    _verify_in_force(certificate, settings.tls_cert, now)
    own = _read_public_key(settings.tls_key or settings.tls_cert)
    if certificate.public_key().public_bytes(*_SPKI) != own:
        raise SettingsError(
            f"tls_key: {settings.tls_key or settings.tls_cert} is not the key of the certificate {settings.tls_cert}: "
            "name the one that it was made with"
        )


def _read(name: str, setting: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise SettingsError(f"{setting}: {name} cannot be read: {error.strerror}") from None


def _read_certificate(name: str) -> x509.Certificate:
    """The first certificate of a file is the server's own; the chain that signed it follows."""
    try:
        return x509.load_pem_x509_certificates(_read(name, "tls_cert"))[0]
    except ValueError:
        raise SettingsError(f"tls_cert: there is no certificate in {name}: it must be in PEM form") from None


def _verify_in_force(certificate: x509.Certificate, name: str, now: datetime) -> None:
    first, last = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    if now < first:
        raise SettingsError(f"tls_cert: the certificate {name} is not in force before {written_utc(first)}")
    if now > last:
        raise SettingsError(f"tls_cert: the certificate {name} expired at {written_utc(last)}: renew it")


def _read_public_key(name: str) -> bytes:
    content = _read(name, "tls_key")
    try:
        return load_pem_private_key(content, password=None).public_key().public_bytes(*_SPKI)
    except TypeError:
        raise SettingsError(f"tls_key: the key {name} is locked with a password: name one that is not") from None
    except (ValueError, UnsupportedAlgorithm):
        raise SettingsError(f"tls_key: there is no private key in {name}: it must be in PEM form") from None


LOG: Final = logging.getLogger("pitboss.workers")

LONGEST_PAUSE_SECONDS: Final = 30.0
"""The longest pause before a new process when processes end before they are ready: the database may be down."""

_SPAWN: Final = get_context("spawn")


class Worker:
    """A server process, as its parent sees it."""

    def __init__(self, settings: ServerSettings, listening: socket.socket) -> None:
        self.receiver, sender = _SPAWN.Pipe(duplex=False)
        self.process: BaseProcess = _SPAWN.Process(target=_work, args=(settings, listening, sender), name="worker")
        self.process.start()
        sender.close()
        self.is_ready = False

    def has_become_ready(self) -> bool:
        """Whether it has just become ready. The pipe closes when the process ends."""
        try:
            self.is_ready = self.receiver.recv()
        except EOFError:
            self.receiver.close()
            return False
        return True


def serve_with_workers(settings: ServerSettings, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve with several processes until a signal to stop."""
    with _Signals() as signals:
        _Supervisor(settings, listening, on_ready, signals).run()


class _Supervisor:
    """Starts, watches, replaces and stops the processes of a server."""

    def __init__(
        self, settings: ServerSettings, listening: socket.socket, on_ready: Callable[[], None], signals: "_Signals"
    ) -> None:
        self._settings, self._listening, self._on_ready = settings, listening, on_ready
        self._signals = signals
        self._failures = 0
        self._was_ready = False

    def run(self) -> None:
        self._workers = [self._new() for _ in range(self._settings.workers)]
        try:
            while not self._signals.is_stop:
                self._watch()
        finally:
            self._listening.close()
            self._stop()

    def _new(self) -> Worker:
        return Worker(self._settings, self._listening)

    def _watch(self) -> None:
        """Wait until a process is ready or ends, or a signal arrives, and react."""
        lines = {worker.receiver: worker for worker in self._workers if not worker.receiver.closed}
        ends = {worker.process.sentinel: worker for worker in self._workers}
        ready = wait([self._signals.receiver, *lines, *ends])
        for worker in [lines[line] for line in lines if line in ready]:
            if worker.has_become_ready():
                self._note_ready(worker)
        for worker in [ends[end] for end in ends if end in ready]:
            self._replace(worker)

    def _note_ready(self, worker: Worker) -> None:
        LOG.info("process %s is ready", worker.process.pid)
        self._failures = 0
        if not self._was_ready:
            self._was_ready = True
            self._on_ready()

    def _replace(self, worker: Worker) -> None:
        self._workers.remove(worker)
        worker.process.join()
        LOG.warning("process %s has ended (%s); another takes its place", worker.process.pid, worker.process.exitcode)
        worker.receiver.close()
        if not worker.is_ready:
            pause = min(0.5 * 2**self._failures, LONGEST_PAUSE_SECONDS)
            self._failures += 1
            wait([self._signals.receiver], pause)
        if not self._signals.is_stop:
            self._workers.append(self._new())

    def _stop(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(self._settings.stop_seconds + 10)
            if worker.process.is_alive():
                LOG.error("process %s does not end, and is killed", worker.process.pid)
                worker.process.kill()
                worker.process.join()


class _Signals:
    """Makes SIGTERM and SIGINT readable from a socket, so that ``wait`` can wait for them."""

    def __enter__(self) -> "_Signals":
        self.receiver, self._sender = socket.socketpair()
        for each in (self.receiver, self._sender):
            each.setblocking(False)
        self._before = signal.set_wakeup_fd(self._sender.fileno())
        self._handlers: dict[int, Any] = {
            name: signal.signal(name, lambda *_: None) for name in (signal.SIGTERM, signal.SIGINT)
        }
        return self

    @property
    def is_stop(self) -> bool:
        """Whether a signal to stop has arrived."""
        return bool(wait([self.receiver], 0))

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(self._before)
        for name, handler in self._handlers.items():
            signal.signal(name, handler)
        self.receiver.close()
        self._sender.close()


def _work(settings: ServerSettings, listening: socket.socket, sender: "Connection[Any, Any]") -> None:
    """The main function of each process."""
    set_up_logs(settings.logs, settings.log_level, settings.log_file)
    end_with_parent()
    try:
        serve(settings, listening, lambda: sender.send(True))
    except PitbossError as error:
        LOG.error("the room cannot be opened: %s", error)
        raise SystemExit(2) from None
