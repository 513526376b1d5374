"""The journal: every command that was done, with what happened, in chains that nobody can change unseen.

A record is written with its postings and the new balances in one go. Two writers of one chain cannot both have the
next number, and no command id is there twice: the database itself refuses the second, so nothing has to be asked first.
This is the way of every wager, so it speaks to the driver itself.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from sqlalchemy import Connection, Row, func, select

from pitboss.house.actor import read_actor
from pitboss.house.database import Later
from pitboss.house.ledger import Posting, may_owe
from pitboss.house.schema import ACCOUNTS, JOURNAL, POSTINGS

START: Final = "0" * 64
"""What the first record of a chain says of the one before."""


@dataclass(frozen=True)
class Stamp:
    """Of which record of the journal something is part.

    >>> Stamp("P1", "table:T1", 7, "2026-11-15T10:00:00.000000Z", "2026-11-15").place
    'P1 table:T1 7'
    """

    property_id: str
    chain: str
    seq: int
    at: str
    day: str

    @property
    def place(self) -> str:
        """The record in words, for what is locked there."""
        return f"{self.property_id} {self.chain} {self.seq}"


@dataclass(frozen=True)
class Record:
    """One command that was done."""

    property_id: str
    chain: str
    seq: int
    command_id: str
    actor: str
    at: str
    day: str
    correlation: str
    kind: str
    asked: str
    """What was asked for, as JSON."""
    drawn: str
    """What chance, the clock of a meter or another room answered, as JSON: with it the command can be done again."""
    events: str
    """What happened, as JSON."""
    previous: str
    hash: str = ""

    @property
    def stamp(self) -> Stamp:
        """Which record it is."""
        return Stamp(self.property_id, self.chain, self.seq, self.at, self.day)

    def linked(self, postings: Sequence[Posting]) -> "Record":
        """The record with its hash, which covers all of it and its postings."""
        # The one field that is not known before all others are.
        object.__setattr__(self, "hash", self.hash_with(postings))
        return self

    def hash_with(self, postings: Sequence[Posting]) -> str:
        """The hash that the record must have with these postings."""
        said = list(map(str, list(vars(self).values())[:-1]))
        for posting in postings:
            said += (posting.account, str(posting.millicents))
        # Each part with its length, so that no two records read the same.
        return hashlib.sha256("".join([f"{len(part)}:{part}" for part in said]).encode()).hexdigest()


_COLUMNS: Final = tuple(field.name for field in fields(Record))


def append(connection: Connection, record: Record, postings: Sequence[Posting]) -> None:
    """Write a record. Whoever calls it has begun the transaction."""
    write = _append_sqlite if connection.dialect.name == "sqlite" else _append_postgresql
    write(connection.connection.driver_connection, record, postings)


def append_and_commit(later: Later, record: Record, postings: Sequence[Posting]) -> None:
    """Write a record as the last part of a transaction. PostgreSQL gets it and the commit in one go."""
    if later.is_sqlite:
        _append_sqlite(later.driver, record, postings)
    else:
        _append_postgresql(later.driver, record, postings, and_commit=True)
    later.commit()


def _values(count: int, mark: str) -> str:
    return ", ".join([mark] * count)


_POSTING = "INSERT INTO postings (property_id, chain, seq, line, account, millicents)"
_NEW_ACCOUNT = "INSERT INTO accounts (property_id, account, may_owe, millicents)"

# A record of staff is written only for a badge that is on duty in its role: else it has no hash, and is refused.
_ON_DUTY = "EXISTS (SELECT 1 FROM staff WHERE property_id = {0} AND badge = {0} AND role = {0} AND is_active = 1)"
_SQLITE_RECORD: Final = (
    f"INSERT INTO journal ({', '.join(_COLUMNS)}) VALUES ({_values(len(_COLUMNS) - 1, '?')}, "
    f"CASE WHEN ? OR {_ON_DUTY.format('?')} THEN ? END)"
)
_SQLITE_POSTING: Final = f"{_POSTING} VALUES (?, ?, ?, ?, ?, ?)"
_SQLITE_NEW_ACCOUNT: Final = f"{_NEW_ACCOUNT} VALUES (?, ?, ?, 0)"
_SQLITE_BALANCE: Final = "UPDATE accounts SET millicents = millicents + ? WHERE property_id = ? AND account = ?"

# Written only while nobody waits in line for the chain: else the quickest could be faster every time. Where somebody
# does, the record has no hash, and the database refuses it with everything that goes with it.
_PG_RECORD: Final = (
    f"INSERT INTO journal ({', '.join(_COLUMNS)}) VALUES ({_values(len(_COLUMNS) - 1, '%s')}, "
    "CASE WHEN pg_try_advisory_xact_lock_shared(hashtextextended(%s, 0)) "
    f"AND (%s OR {_ON_DUTY.format('%s')}) THEN %s::text END)"
)
_PG_POSTING: Final = (
    f"{_POSTING} SELECT %s, %s, %s, line, account, millicents "
    "FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS posting (account, millicents, line)"
)
# An upsert would check the amount that it adds, not the sum: an account is made empty first.
_PG_NEW_ACCOUNT: Final = (
    f"{_NEW_ACCOUNT} SELECT %s, account, may_owe, 0 "
    "FROM unnest(%s::text[], %s::int[]) AS posting (account, may_owe) ON CONFLICT DO NOTHING"
)
# An update takes its rows in any order, and two of them could wait for each other: all are held first, by name.
_PG_BALANCE: Final = (
    "UPDATE accounts SET millicents = accounts.millicents + posting.millicents "
    "FROM unnest(%s::text[], %s::bigint[]) AS posting (account, millicents) JOIN ("
    "SELECT account FROM accounts WHERE property_id = %s AND account = ANY(%s) ORDER BY account FOR UPDATE"
    ") AS held ON held.account = posting.account "
    "WHERE accounts.property_id = %s AND accounts.account = posting.account"
)


def _duty(record: Record) -> tuple[bool, str, str, str]:
    """Whether nobody's duty is asked for; else whose."""
    by = read_actor(record.actor)
    return (not by.is_staff, record.property_id, by.name, by.role.value)


def _append_sqlite(driver: Any, record: Record, postings: Sequence[Posting]) -> None:
    *told, own_hash = vars(record).values()
    driver.execute(_SQLITE_RECORD, (*told, *_duty(record), own_hash))
    key = (record.property_id, record.chain, record.seq)
    lines = [(*key, line, posting.account, posting.millicents) for line, posting in enumerate(postings, start=1)]
    driver.executemany(_SQLITE_POSTING, lines)
    for posting in postings:
        change = (posting.millicents, record.property_id, posting.account)
        if driver.execute(_SQLITE_BALANCE, change).rowcount == 0:
            driver.execute(_SQLITE_NEW_ACCOUNT, (record.property_id, posting.account, may_owe(posting.account)))
            driver.execute(_SQLITE_BALANCE, change)


def _append_postgresql(driver: Any, record: Record, postings: Sequence[Posting], *, and_commit: bool = False) -> None:
    names = [posting.account for posting in postings]
    amounts = [posting.millicents for posting in postings]
    with driver.pipeline():
        *told, own_hash = vars(record).values()
        driver.execute(_PG_RECORD, (*told, _line(record.property_id, record.chain), *_duty(record), own_hash))
        if postings:
            driver.execute(_PG_POSTING, (record.property_id, record.chain, record.seq, names, amounts))
            driver.execute(_PG_NEW_ACCOUNT, (record.property_id, names, list(map(may_owe, names))))
            driver.execute(_PG_BALANCE, (names, amounts, record.property_id, names, record.property_id))
        if and_commit:
            driver.commit()


def queue(connection: Connection, property_id: str, chain: str) -> None:
    """Wait in line for a chain, and have it alone then. SQLite has one line for all, and everybody is in it."""
    if connection.dialect.name == "postgresql":
        number = func.hashtextextended(_line(property_id, chain), 0)
        connection.execute(select(func.pg_advisory_xact_lock(number)))


def _line(property_id: str, chain: str) -> str:
    """Where writers of a chain wait in line."""
    return f"{property_id} {chain}"


def head(connection: Connection, property_id: str, chain: str) -> tuple[int, str]:
    """The number and the hash of the last record of a chain; 0 where there is none."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain)
    query = select(JOURNAL.c.seq, JOURNAL.c.hash).where(of_chain).order_by(JOURNAL.c.seq.desc()).limit(1)
    found = connection.execute(query).first()
    return (found.seq, found.hash) if found else (0, START)


def read(connection: Connection, property_id: str, chain: str, after: int = 0) -> Iterator[Record]:
    """The records of a chain after a number, in order."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain) & (JOURNAL.c.seq > after)
    for row in connection.execute(select(JOURNAL).where(of_chain).order_by(JOURNAL.c.seq)):
        yield as_record(row)


def as_record(row: Row[Any]) -> Record:
    """A stored row as a record."""
    return Record(*(getattr(row, name) for name in _COLUMNS))


def find(connection: Connection, property_id: str, command_id: str) -> Record | None:
    """The record of a command; nothing where it was never done."""
    of_command = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.command_id == command_id)
    row = connection.execute(select(JOURNAL).where(of_command)).first()
    return as_record(row) if row else None


def postings_of(connection: Connection, record: Record) -> tuple[Posting, ...]:
    """The postings of a record."""
    of_record = (
        (POSTINGS.c.property_id == record.property_id)
        & (POSTINGS.c.chain == record.chain)
        & (POSTINGS.c.seq == record.seq)
    )
    query = select(POSTINGS.c.account, POSTINGS.c.millicents).where(of_record).order_by(POSTINGS.c.line)
    return tuple(Posting(row.account, row.millicents) for row in connection.execute(query))


def balance(connection: Connection, property_id: str, account: str) -> int:
    """What lies in an account."""
    of_account = (ACCOUNTS.c.property_id == property_id) & (ACCOUNTS.c.account == account)
    return connection.scalar(select(ACCOUNTS.c.millicents).where(of_account)) or 0
