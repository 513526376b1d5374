"""Compares the schema of the database with the one that the migrations of this version make.

Anyone who can write into the database can also plant a trigger in it, or remove the constraint that two people must
decide. So its tables, constraints, triggers and functions are compared with those of a new, empty database.
"""

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import Final

from sqlalchemy import Connection, text

from pitboss.house.storage.database import Database, run_migrations

Part = tuple[str, str, str]
"""The kind of a part of the schema, its name, and its definition."""

_TABLES: Final = """
    JOIN pg_class ON pg_class.oid = {of} WHERE relkind = 'r' AND relnamespace = {schema}
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""
"""The tables of the room only: an extension may have brought others."""

_COLUMNS: Final = f"""
    SELECT 'column', relname || '.' || attname, concat_ws(
        ' ', format_type(atttypid, atttypmod), attnotnull, (SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef
        WHERE adrelid = attrelid AND adnum = attnum))
    FROM pg_attribute {_TABLES.replace("{of}", "attrelid")} AND attnum > 0 AND NOT attisdropped
"""

_CONSTRAINTS: Final = f"""
    SELECT 'constraint', relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
    FROM pg_constraint {_TABLES.replace("{of}", "conrelid")}
"""

_TRIGGERS: Final = f"""
    SELECT 'trigger', relname || '.' || tgname, pg_get_triggerdef(pg_trigger.oid)
    FROM pg_trigger {_TABLES.replace("{of}", "tgrelid")} AND (NOT tgisinternal OR tgenabled <> 'O')
"""
"""Includes those that PostgreSQL keeps for foreign keys, if they were disabled."""

_RULES: Final = f"""
    SELECT 'rule', relname || '.' || rulename, pg_get_ruledef(pg_rewrite.oid)
    FROM pg_rewrite {_TABLES.replace("{of}", "ev_class")}
"""

_FUNCTIONS: Final = """
    SELECT 'function', proname || '(' || pg_get_function_arguments(pg_proc.oid) || ')', prosrc
    FROM pg_proc WHERE pronamespace = {schema}
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""


def first_difference(database: Database) -> str | None:
    """The first part of the schema that is not as this version makes it, in words; nothing if all parts are."""
    expected = _migrated_sqlite() if database.is_sqlite else _migrated_postgresql(database)
    with database.reading() as connection:
        actual = frozenset(_sqlite_parts(connection) if database.is_sqlite else _postgresql_parts(connection))
    # A part that was changed is in both sets, with two definitions: its name is enough.
    differing = sorted(actual ^ expected, key=lambda part: (part[0] != "table", part))
    return f"the {differing[0][0]} {differing[0][1]}" if differing else None


# ---- SQLite


def _sqlite_parts(connection: Connection) -> Iterator[Part]:
    for kind, name, sql in connection.execute(text("SELECT type, name, sql FROM sqlite_master")):
        # Without what SQLite makes for itself: indexes of keys, and the statistics of ANALYZE.
        if sql and not name.startswith("sqlite_stat"):
            yield kind, name, sql


@cache
def _migrated_sqlite() -> frozenset[Part]:
    with closing(Database("sqlite://")) as empty:
        empty.migrate()
        with empty.reading() as connection:
            return frozenset(_sqlite_parts(connection))


# ---- PostgreSQL


def _postgresql_parts(connection: Connection, schema: str = "current_schema()") -> Iterator[Part]:
    for template in (_COLUMNS, _CONSTRAINTS, _TRIGGERS, _RULES, _FUNCTIONS):
        query = text(template.replace("{schema}", f"{schema}::regnamespace"))
        yield from ((row[0], row[1], row[2]) for row in connection.execute(query))


def _migrated_postgresql(database: Database) -> frozenset[Part]:
    """The parts that the migrations make in the schema for temporary tables, which is rolled back afterwards.

    A connection that was opened for reading refuses even that, unless its first statement allows it.
    """
    with database.reading() as connection:
        connection.execute(text("SET TRANSACTION READ WRITE"))
        connection.execute(text("SET LOCAL search_path TO pg_temp"))
        run_migrations(connection)
        return frozenset(_postgresql_parts(connection, "pg_my_temp_schema()"))
