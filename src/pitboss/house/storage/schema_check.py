"""The shape of the database: tables with their rules, triggers and functions, as the steps of this version make them.

Whoever can write into the database can also plant a trigger in it, or take out the rule that it takes two people to
decide. So what is there is compared with what the steps make where nothing was before.
"""

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import Final

from sqlalchemy import Connection, text

from pitboss.house.storage.database import Database, run_migrations

Part = tuple[str, str, str]
"""Of what kind a part is, its name, and what it says."""

_TABLES: Final = """
    JOIN pg_class ON pg_class.oid = {of} WHERE relkind = 'r' AND relnamespace = {schema}
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
"""
"""Those of the room alone: an extension may have brought others."""

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
"""Also those that PostgreSQL keeps for foreign keys, where somebody has put them out of action."""

_RULES: Final = f"""
    SELECT 'rule', relname || '.' || rulename, pg_get_ruledef(pg_rewrite.oid)
    FROM pg_rewrite {_TABLES.replace("{of}", "ev_class")}
"""

_FUNCTIONS: Final = """
    SELECT 'function', proname || '(' || pg_get_function_arguments(pg_proc.oid) || ')', prosrc
    FROM pg_proc WHERE pronamespace = {schema}
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
"""


def foreign_part(database: Database) -> str | None:
    """The first part of the database that is not as this version makes it, in words; nothing where all are."""
    expected = _by_steps_on_sqlite() if database.is_sqlite else _by_steps_on_postgresql(database)
    with database.reading() as connection:
        found = frozenset(_sqlite_parts(connection) if database.is_sqlite else _postgresql_parts(connection))
    # One that was changed is in both, and says something else: it is enough to name it.
    differing = sorted(found ^ expected, key=lambda part: (part[0] != "table", part))
    return f"the {differing[0][0]} {differing[0][1]}" if differing else None


# ---- SQLite


def _sqlite_parts(connection: Connection) -> Iterator[Part]:
    for kind, name, sql in connection.execute(text("SELECT type, name, sql FROM sqlite_master")):
        # Without what SQLite makes for itself: indexes of keys, and the counts of whoever lets it count.
        if sql and not name.startswith("sqlite_stat"):
            yield kind, name, sql


@cache
def _by_steps_on_sqlite() -> frozenset[Part]:
    with closing(Database("sqlite://")) as empty:
        empty.migrate()
        with empty.reading() as connection:
            return frozenset(_sqlite_parts(connection))


# ---- PostgreSQL


def _postgresql_parts(connection: Connection, schema: str = "current_schema()") -> Iterator[Part]:
    for question in (_COLUMNS, _CONSTRAINTS, _TRIGGERS, _RULES, _FUNCTIONS):
        asked = text(question.replace("{schema}", f"{schema}::regnamespace"))
        yield from ((row[0], row[1], row[2]) for row in connection.execute(asked))


def _by_steps_on_postgresql(database: Database) -> frozenset[Part]:
    """Made in the place for what is temporary, which nobody else sees; a look leaves nothing of it behind.

    A database that was opened for reading refuses to make even that, unless its first statement allows it.
    """
    with database.reading() as connection:
        connection.execute(text("SET TRANSACTION READ WRITE"))
        connection.execute(text("SET LOCAL search_path TO pg_temp"))
        run_migrations(connection)
        return frozenset(_postgresql_parts(connection, "pg_my_temp_schema()"))
