"""Two versions of Pitboss never serve one room."""

from contextlib import closing

import psycopg
import pytest

from pitboss.games.three_card_poker.rules import ThreeCardPokerRules
from pitboss.house.errors import StorageError
from pitboss.house.storage.database import Access, Database
from pitboss.house.storage.one_writer import REGISTER, number_of, version_in_words

REFUSED = "another version of Pitboss, with other rules or records, serves .*: stop it first"


@pytest.fixture
def address(postgresql_copies):
    with postgresql_copies() as (address, _):
        yield address


def works(address, access=Access.WRITING):
    with closing(Database(address, access=access)) as database, database.transaction() as connection:
        return connection.exec_driver_sql("SELECT 1").scalar()


@pytest.fixture
def other(address):
    """A process of another version, with one connection."""
    own = number_of("records 1, three-card-poker 7")
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", (REGISTER, own))
        yield connection


def test_several_processes_of_one_version_serve_a_room(address):
    with closing(Database(address)) as first, first.transaction():
        assert works(address) == 1


@pytest.mark.parametrize("access", [Access.WRITING, Access.LAB])
def test_another_version_is_refused_until_the_first_has_ended(address, other, access):
    for _ in range(2):
        with pytest.raises(StorageError, match=REFUSED):
            works(address, access)
    other.close()
    assert works(address, access) == 1


@pytest.mark.usefixtures("other")
def test_another_version_may_look(address):
    with closing(Database(address, access=Access.READING)) as database, database.reading() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1


def test_whoever_was_refused_is_not_registered(address, other, monkeypatch):
    with pytest.raises(StorageError, match=REFUSED):
        works(address)
    query = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    # PostgreSQL ends a closed connection later: until then its lock cannot be taken exclusively.
    refused = (REGISTER, number_of(version_in_words()))
    other.execute("SELECT pg_advisory_lock(%s, %s)", refused)
    other.execute("SELECT pg_advisory_unlock(%s, %s)", refused)
    assert other.execute(query, (REGISTER,)).fetchone() == (1,)
    other.close()
    with closing(Database(address)) as first, first.transaction():
        monkeypatch.setattr(ThreeCardPokerRules, "rules_version", 2)
        with pytest.raises(StorageError, match="three-card-poker 2"):
            works(address)


def test_a_version_is_its_records_and_the_rules_of_its_games():
    assert version_in_words() == ("records 1, double-draw 1, fortune-san-lo 1, power-blackjack 1, three-card-poker 1")
