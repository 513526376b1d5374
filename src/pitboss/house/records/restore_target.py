"""Whether a room can be brought back into a place: it is empty, or may be overwritten and nobody is there."""

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
"""The schema in which it waits. Where a restore was killed, the next one begins with what it finds there."""

_TABLES: Final = ("alembic_version", *METADATA.tables)
_FIND_TABLES: Final = text("SELECT tablename FROM pg_tables WHERE quote_ident(schemaname) = :schema")
_FIND_FUNCTIONS: Final = text(
    "SELECT proname || '(' || pg_get_function_identity_arguments(oid) || ')' FROM pg_proc "
    "WHERE proname = 'append_record' AND pronamespace = CAST(:schema AS regnamespace)"
)


@contextmanager
def set_aside(database: Database) -> Iterator[None]:
    """Make room for another in its place. Where that one is refused, what was there before comes back."""
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
            told = f"{refused}; what was there before is in the schema {ASIDE}, and comes back with the next restore"
            raise StorageError(told) from error
        raise
    with database.transaction() as connection:
        connection.execute(text(f"DROP SCHEMA {ASIDE} CASCADE"))


def is_aside(connection: Connection) -> bool:
    """Whether a room was left aside: whoever brought another back was killed over it."""
    return ASIDE in inspect(connection).get_schema_names()


def _put_back(database: Database) -> None:
    """Where something is aside, it takes its place again; what came instead is gone."""
    with database.transaction() as connection:
        if not is_aside(connection):
            return
        home = _home(connection)
        for kind, name in _ours(connection, home):
            connection.execute(text(f"DROP {kind} {name} CASCADE"))
        _move(connection, ASIDE, home)
        connection.execute(text(f"DROP SCHEMA {ASIDE}"))


def _home(connection: Connection) -> str:
    """The schema in which a room is, as it is written in a statement."""
    return str(connection.scalar(text("SELECT quote_ident(current_schema())")))


def _move(connection: Connection, source: str, target: str) -> None:
    for kind, name in _ours(connection, source):
        connection.execute(text(f"ALTER {kind} {name} SET SCHEMA {target}"))


def _ours(connection: Connection, schema: str) -> list[tuple[str, str]]:
    """What a room has in a schema. What else lies there is not Pitboss's, and stays where it is."""
    there = set(connection.scalars(_FIND_TABLES, {"schema": schema}))
    tables = [("TABLE", f"{schema}.{table}") for table in _TABLES if table in there]
    functions = connection.scalars(_FIND_FUNCTIONS, {"schema": schema})
    return tables + [("FUNCTION", f"{schema}.{function}") for function in functions]


def file_of(database: Database) -> Path:
    """The file of a database that is one.

    >>> file_of(Database("rooms/ace.db"))
    PosixPath('rooms/ace.db')
    """
    return Path(str(database.url.database))


def verify_free_place(database: Database, overwrite: bool) -> None:
    """Refuse a place in which something is; where it may be overwritten, one in which somebody is at work.

    >>> verify_free_place(Database("nowhere.db"), overwrite=False)
    """
    if overwrite:
        _verify_alone(database)
    elif not _is_empty(database):
        raise StorageError(f"there is something in {database.name} already: name an empty place, or say overwrite")


def _is_empty(database: Database) -> bool:
    if database.is_sqlite and not file_of(database).exists():
        return not any(path.exists() for path in sqlite_tools.beside(file_of(database)))
    with database.reading() as connection:
        return not inspect(connection).get_table_names() and (database.is_sqlite or not is_aside(connection))


def _verify_alone(database: Database) -> None:
    """A server that is at work would go on with what it has at hand, on top of another room."""
    if database.is_sqlite:
        is_alone = sqlite_tools.is_alone(file_of(database)) and not is_taken(str(file_of(database)))
    else:
        is_alone = postgresql_tools.is_alone(database)
    if not is_alone:
        raise StorageError(f"somebody has {database.name} open: stop the server before a backup is restored over it")
