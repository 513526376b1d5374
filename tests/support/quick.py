"""Databases that do not wait for the disk, for tests of what they hold. What survives a crash is tested elsewhere."""

from sqlalchemy import event

from pitboss.house.storage.database import Database


def quick_database(url):
    """An open database in which nothing is lost as long as nobody pulls the plug."""
    database = Database(url)
    if database.is_sqlite:
        event.listen(database.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
    return database


def make_quick(server, name):
    """The same for a database of a PostgreSQL server, from its next connection on."""
    server.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')


def make_server_quick(server):
    """The same for a whole server that is ours alone."""
    for setting in ("fsync", "full_page_writes"):
        server.execute(f"ALTER SYSTEM SET {setting} = off")
    server.execute("ALTER SYSTEM SET max_wal_size = '256MB'")
    server.execute("SELECT pg_reload_conf()")


def how_to_copy(server):
    """Where nobody waits for the disk, files are copied quicker than pages; elsewhere it is the other way around."""
    is_quick = server.execute("SHOW fsync").fetchone()[0] == "off"
    return "STRATEGY FILE_COPY" if is_quick else ""
