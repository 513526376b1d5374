"""The settings of the server, read from a file, then the environment, then options; the later one wins."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.errors import PitbossError
from pitboss.house.open_room import default_key_path
from pitboss.house.storage.database import read_url

PREFIX: Final = "PITBOSS_"
"""The prefix of every setting in the environment."""


LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
"""The names of this machine for itself."""


class SettingsError(PitbossError):
    """A setting that cannot be used.

    >>> read_settings({"port": "high"})
    Traceback (most recent call last):
    pitboss.server.settings.SettingsError: port: Input should be a valid integer, unable to parse string as an \
integer (it is 'high')
    """


class ServerSettings(BaseModel):
    """All settings of the server.

    >>> ServerSettings().port
    8022
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    database: str = Field("pitboss.db", description="A file, or postgresql://host/name.")
    key_file: str = Field("", description="The key file; next to the database unless named.")
    property_id: str = Field("", description="The card room, if the database has several.")
    host: str = Field("127.0.0.1", description="The address to listen at.")
    port: int = Field(8022, ge=0, le=65535, description="The port to listen at; 0 takes a free one.")
    workers: int = Field(1, ge=1, le=64, description="Processes; more than one needs PostgreSQL.")
    threads: int = Field(8, ge=1, le=64, description="Threads of the house in each process.")
    tls_cert: str = Field("", description="The certificate, in PEM form: with it the server itself serves HTTPS.")
    tls_key: str = Field("", description="The key of the certificate; in the same file unless named.")
    secure: bool = Field(False, description="Whether cookies are sent over HTTPS only; always so with a certificate.")
    session_hours: float = Field(12, gt=0, le=168, description="How long a person stays logged in.")
    log_ins_a_minute: int = Field(20, ge=1, description="Log-in attempts a minute from one address.")
    requests_a_second: float = Field(
        20, ge=0, description="Requests a second of clients that are not logged in, per address; 0 for no limit."
    )
    session_requests_a_second: float = Field(10, ge=0, description="Requests a second in one session; 0 for no limit.")
    connections_per_address: int = Field(
        100, ge=0, description="Connections of clients that are not logged in, per address; 0 for no limit."
    )
    connections_per_session: int = Field(50, ge=0, description="Connections of one session; 0 for no limit.")
    sockets_per_address: int = Field(
        20, ge=0, description="WebSockets of clients that are not logged in, per address; 0 for no limit."
    )
    sockets_per_session: int = Field(10, ge=0, description="WebSockets of one session; 0 for no limit.")
    messages_a_second: float = Field(
        5, ge=0, description="Messages a second through the WebSockets of one address or session; 0 for no limit."
    )
    guests_an_hour: int = Field(30, ge=0, description="New guests an hour from one address; 0 for no limit.")
    seats_per_guest: int = Field(2, ge=0, description="Seats that a guest has at the same time; 0 for no limit.")
    guest_seats_per_address: int = Field(
        6, ge=0, description="Seats that the guests of one address have at the same time; 0 for no limit."
    )
    guest_commands_a_minute: int = Field(120, ge=0, description="Commands a minute of one guest; 0 for no limit.")
    buy_in_seconds: float = Field(
        120, ge=0, description="A guest without chips loses the seat after this time; 0 for never."
    )
    unlimited: str = Field(
        "", description="Addresses without limits, such as those of a load test, separated by commas."
    )
    questions_a_minute: int = Field(120, ge=1, description="Short questions a minute to the lab from one person.")
    worker: bool = Field(False, description="Whether the server also runs a worker of the lab; the demo does.")
    guests: bool = Field(True, description="Whether guests may log in with play money (practice rooms only).")
    betting_seconds: float = Field(15, ge=0, description="How long the auto-dealer keeps betting open.")
    decision_seconds: float = Field(20, ge=0, description="How long a player has for a decision.")
    pause_seconds: float = Field(1.2, ge=0, description="The pause between two acts of the auto-dealer.")
    result_seconds: float = Field(6, ge=0, description="How long a finished round stays on the table.")
    away_minutes: float = Field(15, ge=0, description="An idle player loses the seat after this time; 0 for never.")
    push_seconds: float = Field(0.05, ge=0, le=5, description="The minimum time between two pushes of the same feed.")
    poll_seconds: float = Field(5, gt=0, le=300, description="How often PostgreSQL is polled for lost news.")
    logs: Literal["words", "json"] = Field("words", description="How the log is written.")
    log_file: str = Field("", description="The log file; standard error if empty. The demo has one next to its room.")
    log_level: Literal["info", "warning"] = Field(
        "info", description="Whether requests and commands are logged, or only warnings."
    )
    hosts: str = Field(
        "", description="Host names of the server, with commas; * for any, the default when others can reach it."
    )
    proxies: str = Field("", description="Addresses of trusted proxies (X-Forwarded-For), separated by commas.")
    metrics_open: bool = Field(False, description="Whether other machines may read /metrics.")
    stop_seconds: int = Field(10, ge=1, le=600, description="How long requests in progress may take at the end.")

    @property
    def is_tls(self) -> bool:
        """Whether the server itself serves HTTPS."""
        return bool(self.tls_cert or self.tls_key)

    @property
    def is_https(self) -> bool:
        """Whether browsers use HTTPS: to the server itself, or to a proxy in front of it.

        >>> ServerSettings(tls_cert="room.pem").is_https, ServerSettings(secure=True).is_https
        (True, True)
        """
        return self.secure or self.is_tls

    @property
    def key_path(self) -> Path:
        """Where the key is."""
        return Path(self.key_file) if self.key_file else default_key_path(self.database)

    @property
    def names(self) -> frozenset[str] | None:
        """The host names that the server accepts; nothing if it accepts any.

        If only this machine can reach the server, this prevents DNS rebinding by a page of another site.

        >>> sorted(ServerSettings(hosts="Room.example, 10.0.0.5").names), ServerSettings(host="0.0.0.0").names
        (['10.0.0.5', 'room.example'], None)
        >>> sorted(ServerSettings().names)
        ['127.0.0.1', '::1', 'localhost']
        """
        names = frozenset(name.strip().lower() for name in self.hosts.split(",") if name.strip())
        if not names:
            return LOOPBACK if self.host in LOOPBACK else None
        return None if "*" in names else names

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a file."""
        return read_url(self.database).get_backend_name() == "sqlite"

    def summary(self) -> list[tuple[str, str, str]]:
        """Every setting with its value and description; passwords are hidden."""
        named = {"database": read_url(self.database).render_as_string(hide_password=True), "key_file": self.key_path}
        values = self.model_dump() | named | {"secure": self.is_https}
        fields = type(self).model_fields
        return [(name, str(values[name]), fields[name].description or "") for name in fields]


def read_settings(
    options: Mapping[str, Any] | None = None, file: Path | None = None, environment: Mapping[str, str] | None = None
) -> ServerSettings:
    """Read the settings from a file, then the environment, then options.

    >>> read_settings({"port": 9000}, environment={"PITBOSS_PORT": "8000", "PITBOSS_HOST": "0.0.0.0"}).host
    '0.0.0.0'
    """
    environ = os.environ if environment is None else environment
    named = {name: environ[key] for name in ServerSettings.model_fields if (key := variable_of(name)) in environ}
    try:
        settings = ServerSettings(**{**_of_file(file), **named, **(options or {})})
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']} (it is {one['input']!r})" for one in error.errors()]
        raise SettingsError("; ".join(faults)) from None
    if settings.workers > 1 and settings.is_sqlite:
        raise SettingsError(
            f"workers: {settings.workers} processes need PostgreSQL: SQLite has one writer, and keeps its news in one"
        )
    return settings


def variable_of(name: str) -> str:
    """The name of a setting in the environment.

    >>> variable_of("port"), variable_of("property_id")
    ('PITBOSS_PORT', 'PITBOSS_PROPERTY')
    """
    return PREFIX + name.removesuffix("_id").upper()


def _of_file(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SettingsError(f"{file} is not TOML: {error}") from None
