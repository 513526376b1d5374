"""A process that migrates a database, and is killed before one of the statements that change something."""

import os
import signal
from itertools import count

from sqlalchemy import event

from pitboss.house.storage.database import Database

ONLY_ASKS = ("SELECT", "PRAGMA", "SHOW")


def migrate_and_die(url, after):
    """Migrate; the process kills itself after so many changes. Where there are fewer it ends well."""
    database, left = Database(url), count(after, -1)

    def die(_connection, _cursor, statement, *_):
        if statement.split()[0].upper() not in ONLY_ASKS and next(left) <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(database.engine, "before_cursor_execute", die)
    database.migrate()
    database.close()
