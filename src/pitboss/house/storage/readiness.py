"""Whether the room can write now, and where it will be found again. A full disk can still be read."""

from typing import Any

from sqlalchemy import text, update

from pitboss.house.storage.database import Database
from pitboss.house.storage.schema import PROPERTIES
from pitboss.house.storage.transactions import driver_of


def verify_ready(database: Database, property_id: str) -> None:
    """Refuse a database of another schema, one that takes nothing more, and one that is not in its place any more."""
    database.verify_schema()
    database.verify_fit()
    if database.is_sqlite:
        _count_on(database)
    else:
        _write_something(database, property_id)


def _write_something(database: Database, property_id: str) -> None:
    """The name of the room over itself: as much a write as any."""
    of_room = PROPERTIES.c.property_id == property_id
    with database.transaction() as connection:
        connection.execute(update(PROPERTIES).where(of_room).values(name=PROPERTIES.c.name))


def _count_on(database: Database) -> None:
    """One more, in a number that SQLite keeps for whoever wants it: it would not write what does not change."""
    with database.transaction() as connection:
        number = int(connection.scalar(text("PRAGMA user_version")) or 0) + 1
        driver: Any = driver_of(connection)
        driver.execute(f"PRAGMA user_version = {number % 2**31}")
