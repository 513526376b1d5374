"""The moments of a command at the database: where a process can be told to die, or a connection be cut.

They are found at the drivers themselves, so it does not matter by which way a command comes there.
"""

import sqlite3

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import event

MOMENTS = ("statement", "written", "committing", "committed")
"""Before any statement; after the record is; before the commit; after it, when nobody was told yet."""


def watch(database, reach):
    """Call a function with every moment of every command from now on."""
    database.close()
    kind = _watched(sqlite3.Connection if database.is_sqlite else psycopg.Connection, reach)

    @event.listens_for(database.engine, "do_connect")
    def connect(_dialect, _record, arguments, options):
        if database.is_sqlite:
            return sqlite3.connect(*arguments, factory=kind, **options)
        return kind.connect(*arguments, **options)

    # What goes through SQLAlchemy goes through cursors.
    event.listen(database.engine, "before_cursor_execute", lambda *_: reach("statement"))


def _watched(driver, reach):
    class Watched(driver):
        def execute(self, statement, *arguments, **options):
            reach("statement")
            is_record = any(words in str(statement) for words in ("INTO commands_done", "append_record"))
            # The record of most commands is a statement by itself, and committed with it.
            is_alone = is_record and not self.in_transaction
            if is_alone:
                reach("committing")
            cursor = super().execute(statement, *arguments, **options)
            if is_record:
                reach("written")
            if is_alone:
                reach("committed")
            return cursor

        def commit(self):
            reach("committing")
            super().commit()
            reach("committed")

    if issubclass(driver, psycopg.Connection):
        Watched.in_transaction = property(lambda self: self.info.transaction_status != TransactionStatus.IDLE)
    return Watched
