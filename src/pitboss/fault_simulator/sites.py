"""Where the database of the simulated room lies: a file, or a PostgreSQL database given for it."""

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
"""A question to the database, past the house: SQL with ``?`` and the values for it."""

TORN_UNIT: Final = 512
"""A disk writes whole sectors."""


class Site(Protocol):
    """Where a room lies."""

    url: str
    key: Path
    property_id: str

    def new_day(self) -> None:
        """A new room, as it is before anybody plays."""

    def log(self) -> Path | None:
        """SQLite's write-ahead log."""

    def ask(self) -> tuple[Ask, Callable[[], None]]:
        """Somebody who looks into the database past the house, and how to send them away."""

    def cut_power(self, torn: tuple[int, int] | None, share: float) -> None:
        """The machine stops, and starts again. Of the commit that was being written only a part is there."""


class SqliteSite:
    """Rooms in files of a folder: each day a copy of one that was made once."""

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
        """A copy of the room as it was made."""
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
        """Beside the file."""
        return Path(f"{self.url}-wal")

    def ask(self) -> tuple[Ask, Callable[[], None]]:
        """A connection of its own, on which nothing fails."""
        connection = sqlite3.connect(self.url, isolation_level=None)

        def ask(question: str, *values: Any) -> list[Any]:
            return connection.execute(question, values).fetchall()

        return ask, connection.close

    def cut_power(self, torn: tuple[int, int] | None, share: float) -> None:
        """What was synced is there; of the last commit, which was not yet, a part of its sectors."""
        log = self.log().read_bytes() if self.log().exists() else b""
        if torn is not None and torn[0] < torn[1] == len(log):
            kept = torn[0] + int((torn[1] - torn[0]) * share)
            log = log[: max(torn[0], kept // TORN_UNIT * TORN_UNIT)]
        self._move_to(Path(self.url))
        self.log().write_bytes(log)


class PostgresqlSite:
    """Rooms in a database that was given for it: each day another room. It must hold no real one."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self._folder, self._count = url, folder, 0
        self.key, self.property_id = folder / "none.key", ""

    def new_day(self) -> None:
        """A room of another name."""
        self._count += 1
        self.property_id, self.key = f"torture-{self._count}", self._folder / f"day-{self._count}.key"
        database = Database(self.url)
        make_room(database, self.key, self.property_id)
        database.close()

    def log(self) -> None:
        """It is PostgreSQL's own business."""

    def ask(self) -> tuple[Ask, Callable[[], None]]:
        """A connection of its own, on which nothing fails."""
        address = make_url(self.url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg.connect(address, autocommit=True)

        def ask(question: str, *values: Any) -> list[Any]:
            return connection.execute(question.replace("?", "%s").encode(), values).fetchall()

        return ask, connection.close

    def cut_power(self, torn: tuple[int, int] | None, share: float) -> None:
        """The servers are dead already; that PostgreSQL itself survives is not ours to simulate."""
