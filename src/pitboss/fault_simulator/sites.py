"""Provides the database of the simulated room, a SQLite file or PostgreSQL, and simulates a power cut on it."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import psycopg
from sqlalchemy.engine import make_url

from pitboss.fault_simulator.disk import Disk
from pitboss.fault_simulator.drivers import put_under
from pitboss.fault_simulator.scene import make_room
from pitboss.house.storage.database import Database

Ask = Callable[..., list[Any]]
"""Runs a query directly on the database, without the house: SQL with ``?`` and its values."""

TORN_UNIT: Final = 512
"""A disk writes whole sectors."""


class Site(Protocol):
    """The place of a simulated room's database."""

    url: str
    key: Path
    property_id: str

    def new_day(self) -> None:
        """Make a new room, before the first round."""

    def log(self) -> Path | None:
        """SQLite's write-ahead log; None on PostgreSQL."""

    def ask(self) -> tuple[Ask, Callable[[], None]]:
        """A function that queries the database without the house, and one that closes its connection."""

    def cut_power(self, torn: tuple[int, int] | None, share: float) -> None:
        """Simulate a power cut: only a share of the commit that was being written is kept."""


class SqliteSite:
    """Rooms in SQLite files: each day gets a copy of one that was made once."""

    property_id = "torture"

    def __init__(self, folder: Path) -> None:
        self._folder, self._count = folder, 0
        self.key = folder / "room.key"
        self._template = folder / "first-day.db"
        database = Database(str(self._template))
        put_under(database, Disk())
        make_room(database, self.key, self.property_id)
        database.close()
        self.url = ""

    def new_day(self) -> None:
        """Copy the room as it was made."""
        self._move_to(self._template)

    def _move_to(self, source: Path) -> None:
        old, self._count = self.url, self._count + 1
        path = self._folder / f"day-{self._count}.db"
        shutil.copyfile(source, path)
        self.url = str(path)
        if old:
            for file in self._folder.glob(f"{Path(old).name}*"):
                file.unlink()

    def log(self) -> Path:
        """The write-ahead log, next to the database file."""
        return Path(f"{self.url}-wal")

    def ask(self) -> tuple[Ask, Callable[[], None]]:
        """A connection of its own, on which nothing fails."""
        connection = sqlite3.connect(self.url, isolation_level=None)

        def ask(question: str, *values: Any) -> list[Any]:
            return connection.execute(question, values).fetchall()

        return ask, connection.close

    def cut_power(self, torn: tuple[int, int] | None, share: float) -> None:
        """Keep what was synced, and of the last commit, which was not yet synced, only some sectors."""
        log = self.log().read_bytes() if self.log().exists() else b""
        if torn is not None and torn[0] < torn[1] == len(log):
            kept = torn[0] + int((torn[1] - torn[0]) * share)
            log = log[: max(torn[0], kept // TORN_UNIT * TORN_UNIT)]
        self._move_to(Path(self.url))
        self.log().write_bytes(log)


class PostgresqlSite:
    """Rooms in a PostgreSQL database for the simulator alone: each day makes another room."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self._folder, self._count = url, folder, 0
        self.key, self.property_id = folder / "none.key", ""

    def new_day(self) -> None:
        """Make a room with another id."""
        self._count += 1
        self.property_id, self.key = f"torture-{self._count}", self._folder / f"day-{self._count}.key"
        database = Database(self.url)
        make_room(database, self.key, self.property_id)
        database.close()

    def log(self) -> None:
        """None: PostgreSQL keeps its own log."""

    def ask(self) -> tuple[Ask, Callable[[], None]]:
        """A connection of its own, on which nothing fails."""
        address = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(address, autocommit=True)

        def ask(question: str, *values: Any) -> list[Any]:
            return connection.execute(question.replace("?", "%s").encode(), values).fetchall()

        return ask, connection.close

    def cut_power(self, torn: tuple[int, int] | None, share: float) -> None:
        """Do nothing: the servers are stopped already, and PostgreSQL's own crash safety is not simulated."""
