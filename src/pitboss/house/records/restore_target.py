"""Checks the place into which a room is restored, and sets the old room aside until the restored one passes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from pitboss.house.errors import StorageError
from pitboss.house.storage import postgresql_tools, sqlite_tools
from pitboss.house.storage.database import Database
from pitboss.house.storage.one_writer import is_taken
from pitboss.house.storage.schema import METADATA

ASIDE: Final = "pitboss_before_restore"
"""The schema that keeps the old room during a restore. After a restore was killed, the next one puts it back first."""

_TABLES: Final = ("alembic_version", *METADATA.tables)
_FIND_TABLES: Final = text("SELECT tablename FROM pg_tables WHERE quote_ident(schemaname) = :schema")
_FIND_FUNCTIONS: Final = text(
    "SELECT proname || '(' || pg_get_function_identity_arguments(oid) || ')' FROM pg_proc "
    "WHERE proname = 'append_record' AND pronamespace = CAST(:schema AS regnamespace)"
)


@contextmanager
def set_aside(database: Database) -> Iterator[None]:
    """Move the old room into another schema during a restore. If the restored room is refused, put the old one back."""
    _put_back(database)
    with database.transaction() as connection:
        connection.execute(text(f"CREATE SCHEMA {ASIDE}"))
        _move(connection, _home(connection), ASIDE)
    try:
        yield
    except BaseException as refused:
        try:
            _put_back(database)
        except StorageError as error:
            words = f"{refused}; what was there before is in the schema {ASIDE}, and comes back with the next restore"
            raise StorageError(words) from error
        raise
    with database.transaction() as connection:
        connection.execute(text(f"DROP SCHEMA {ASIDE} CASCADE"))


def is_aside(connection: Connection) -> bool:
    """Whether an old room is still set aside, because a restore was killed."""
    return ASIDE in inspect(connection).get_schema_names()


def _put_back(database: Database) -> None:
    """Put a room that was set aside back, and drop what replaced it."""
    with database.transaction() as connection:
        if not is_aside(connection):
            return
        home = _home(connection)
        for kind, name in _ours(connection, home):
            connection.execute(text(f"DROP {kind} {name} CASCADE"))
        _move(connection, ASIDE, home)
        connection.execute(text(f"DROP SCHEMA {ASIDE}"))


def _home(connection: Connection) -> str:
    """The schema of the room, quoted for a statement."""
    return str(connection.scalar(text("SELECT quote_ident(current_schema())")))


def _move(connection: Connection, source: str, target: str) -> None:
    for kind, name in _ours(connection, source):
        connection.execute(text(f"ALTER {kind} {name} SET SCHEMA {target}"))


def _ours(connection: Connection, schema: str) -> list[tuple[str, str]]:
    """The tables and functions of a room in a schema. Everything else there is not Pitboss's, and stays."""
    existing = set(connection.scalars(_FIND_TABLES, {"schema": schema}))
    tables = [("TABLE", f"{schema}.{table}") for table in _TABLES if table in existing]
    functions = connection.scalars(_FIND_FUNCTIONS, {"schema": schema})
    return tables + [("FUNCTION", f"{schema}.{function}") for function in functions]


def file_of(database: Database) -> Path:
    """The file of a SQLite database.

    >>> file_of(Database("rooms/ace.db"))
    PosixPath('rooms/ace.db')
    """
    return Path(str(database.url.database))


def verify_free_place(database: Database, overwrite: bool) -> None:
    """Refuse a place that is not empty; if it may be overwritten, refuse it only while somebody has it open.

    >>> verify_free_place(Database("nowhere.db"), overwrite=False)
    """
    if overwrite:
        _verify_alone(database)
    elif not _is_empty(database):
        raise StorageError(f"there is something in {database.name} already: name an empty place, or say overwrite")


def _is_empty(database: Database) -> bool:
    if database.is_sqlite and not file_of(database).exists():
        return not any(path.exists() for path in sqlite_tools.side_files(file_of(database)))
    with database.reading() as connection:
        return not inspect(connection).get_table_names() and (database.is_sqlite or not is_aside(connection))


def _verify_alone(database: Database) -> None:
    """Refuse a place that is open: a running server would write from its memory into the restored room."""
    if database.is_sqlite:
        is_alone = sqlite_tools.is_alone(file_of(database)) and not is_taken(str(file_of(database)))
    else:
        is_alone = postgresql_tools.is_alone(database)
    if not is_alone:
        raise StorageError(f"somebody has {database.name} open: stop the server before a backup is restored over it")
