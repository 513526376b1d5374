"""Databases that do not wait for the disk, for tests of what they hold. What survives a crash is tested elsewhere."""

from sqlalchemy import event

from pitboss.house.database import Database


def quick_database(url):
    """An open database in which nothing is lost as long as nobody pulls the plug."""
    database = Database(url)
    if database.is_sqlite:
        event.listen(database.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return database


def make_quick(server, name):
    """The same for a database of a PostgreSQL server, from its next connection on."""
    server.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
