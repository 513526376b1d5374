"""Keeps two versions of Pitboss from serving one room: each process registers its own with every connection.

On SQLite one process writes at a time, so there is nothing to register. On PostgreSQL a registration is a shared lock
that lasts as long as its connection: a process that ends or crashes is registered no more.
"""

import hashlib
from typing import Any, Final

from pitboss.games.rounds import ROUNDS
from pitboss.house.errors import StorageError
from pitboss.house.records.journal import FORMAT

REGISTER: Final = 0x70697462
"""Under which number versions are registered, beside all other locks of a database."""

_OTHERS: Final = """
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND classid = %s AND objid <> %s
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def version_in_words() -> str:
    """What of this version decides how a room goes on: how records are written, and the rules of every game.

    >>> version_in_words().startswith("records 1, double-draw 1")
    True
    """
    rules = (f"{game.value} {kind.rules_type.rules_version}" for game, kind in sorted(ROUNDS.items()))
    return ", ".join((f"records {FORMAT}", *rules))


def register(driver: Any, database: str) -> None:
    """Register this version with a new connection of PostgreSQL, and refuse to work beside another one."""
    own = number_of(version_in_words())
    # Registered first, asked then: of two that come at the same moment, neither overlooks the other.
    driver.execute("SELECT pg_advisory_lock_shared(%s, %s)", (REGISTER, own))
    (others,) = driver.execute(_OTHERS, (REGISTER, own)).fetchone()
    driver.commit()
    if others:
        driver.close()
        raise StorageError(
            f"another version of Pitboss, with other rules or records, serves {database}: stop it first "
            "(this version: " + version_in_words() + ")"
        )


def number_of(version: str) -> int:
    """The number of a version in the register.

    >>> number_of("records 1") == number_of("records 1") != number_of("records 2")
    True
    """
    return int.from_bytes(hashlib.sha256(version.encode()).digest()[:4], "big") >> 1
