"""The journal: every command that was done, with what happened, in chains that nobody can change unseen.

A record is written with its postings and the new balances in one go. Two writers of one chain cannot both have the
next number, and no command id is there twice: the database itself refuses the second, so nothing has to be asked first.
This is the way of every wager, so it speaks to the driver itself.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select

from pitboss.house.actor import read_actor
from pitboss.house.cage.ledger import Posting, may_owe
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, POSTINGS
from pitboss.house.storage.transactions import DeferredTransaction, Write, driver_of

OF_RECORD: Final = and_(
    POSTINGS.c.property_id == JOURNAL.c.property_id,
    POSTINGS.c.chain == JOURNAL.c.chain,
    POSTINGS.c.seq == JOURNAL.c.seq,
)
"""Which postings are of which record."""

FORMAT: Final = 1
"""How records are written by this version."""

START: Final = "0" * 64
"""What the first record of a chain says of the one before."""


def chain_of(table_id: str) -> str:
    """The chain of a table's records.

    >>> chain_of("T1")
    'table:T1'
    """
    return f"table:{table_id}"


class Stamp(NamedTuple):
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


class Record(NamedTuple):
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
    format: int = FORMAT
    """How the record is written."""
    hash: str = ""

    @property
    def stamp(self) -> Stamp:
        """Which record it is."""
        return Stamp(self.property_id, self.chain, self.seq, self.at, self.day)

    def linked(self, postings: Sequence[Posting]) -> "Record":
        """The record with its hash, which covers all of it and its postings."""
        return Record(*self[:-1], self.hash_with(postings))

    def hash_with(self, postings: Sequence[Posting]) -> str:
        """The hash that the record must have with these postings."""
        return hash_of(self.said_with(postings))

    def said_with(self, postings: Sequence[Posting]) -> list[str]:
        """All that the record says but its hash, part by part, and then its postings."""
        return list(map(str, chain.from_iterable((self[:-1], *postings))))


def hash_of(said: Sequence[str]) -> str:
    """The hash of what a record says.

    >>> hash_of(["P1", "room"]) == hash_of(["P", "1room"])
    False
    """
    # After the lengths of all parts, so that no two records read the same.
    lengths = ",".join(map(str, map(len, said)))
    return hashlib.sha256(f"{lengths}:{''.join(said)}".encode()).hexdigest()


_COLUMNS: Final = Record._fields


def _values(count: int, mark: str) -> str:
    return ", ".join([mark] * count)


def append(connection: Connection, record: Record, postings: Sequence[Posting]) -> None:
    """Write a record. Whoever calls it has begun the transaction."""
    make = _for_sqlite if connection.dialect.name == "sqlite" else _for_postgresql
    make(record, postings).by(driver_of(connection))


def append_and_commit(later: DeferredTransaction, record: Record, postings: Sequence[Posting]) -> None:
    """Write a record as the last part of a transaction, or as all of it."""
    later.finish((_for_sqlite if later.is_sqlite else _for_postgresql)(record, postings))


# A command is one statement on both databases: PostgreSQL has a function for it, SQLite a view with triggers. A record
# of staff is written only for a badge that is on duty in its role: else it has no hash, and is refused.

_DUTY: Final = ("free", "badge", "role")
_POSTINGS: Final = ("line", "account", "may_owe", "millicents", "other_account", "other_may_owe", "other_millicents")
_SQLITE_COLUMNS: Final = (*_COLUMNS, *_DUTY, *_POSTINGS)
_NO_POSTING: Final = (None, None, None)
_NO_RECORD: Final = (None,) * (len(_COLUMNS) + len(_DUTY) - 3)

_PG_APPEND: Final = (
    f"SELECT append_record({_values(len(_COLUMNS), '%s')}, %s, %s, %s, %s, "
    "string_to_array(%s, chr(10)), string_to_array(%s, chr(10))::bigint[], string_to_array(%s, chr(10))::int[])"
)
"""Lists go as lines of text: that is quicker than what the driver makes of them."""


@cache
def _sqlite_statement(rows: int) -> str:
    row = f"({_values(len(_SQLITE_COLUMNS), '?')})"
    return f"INSERT INTO commands_done ({', '.join(_SQLITE_COLUMNS)}) VALUES {_values(rows, row)}"


def _for_sqlite(record: Record, postings: Sequence[Posting]) -> Write:
    """A row for the record with its first two postings, then one for every two more: a wager has two."""
    values: list[Any] = []
    lines = range(1, len(postings) + 1, 2) or (1,)
    for line in lines:
        values += (*record, *_duty(record), line) if line == 1 else (*record[:3], *_NO_RECORD, line)
        pair = postings[line - 1 : line + 1]
        for name, millicents in pair:
            values += (name, may_owe(name), millicents)
        values += _NO_POSTING * (2 - len(pair))
    return Write(_sqlite_statement, len(lines), values)


def _for_postgresql(record: Record, postings: Sequence[Posting]) -> Write:
    names = [posting.account for posting in postings]
    amounts = "\n".join([str(posting.millicents) for posting in postings])
    owing = "\n".join([str(may_owe(name)) for name in names])
    line = _line(record.property_id, record.chain)
    told = (*record, line, *_duty(record), "\n".join(names), amounts, owing)
    return Write(lambda _rows: _PG_APPEND, 1, told, {"prepare": True})


def _duty(record: Record) -> tuple[bool, str, str]:
    """Whether nobody's duty is asked for; else whose."""
    by = read_actor(record.actor)
    return (not by.is_staff, by.name, str(by.role))


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


def last(connection: Connection, property_id: str, chain: str, *wanted: ColumnElement[bool]) -> Record | None:
    """The last record of a chain that is as it is wanted; nothing where there is none."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain)
    query = select(JOURNAL).where(of_chain, *wanted).order_by(JOURNAL.c.seq.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else as_record(row)


def read(
    connection: Connection, property_id: str, chain: str, after: int = 0, until: int | None = None
) -> Iterator[Record]:
    """The records of a chain after a number, in order: all, or those until another number."""
    wanted = [JOURNAL.c.property_id == property_id, JOURNAL.c.chain == chain, JOURNAL.c.seq > after]
    wanted += [] if until is None else [JOURNAL.c.seq <= until]
    for row in connection.execute(select(JOURNAL).where(*wanted).order_by(JOURNAL.c.seq)):
        yield as_record(row)


def heads(connection: Connection, property_id: str) -> dict[str, int]:
    """The number of the last record of every chain.

    From chain to chain by the key: what a full count would read grows with every command.
    """
    own = JOURNAL.c.property_id == property_id
    first = select(func.min(JOURNAL.c.chain).label("chain")).where(own)
    chains = first.cte("chains", recursive=True)
    following = select(func.min(JOURNAL.c.chain)).where(own, JOURNAL.c.chain > chains.c.chain).scalar_subquery()
    chains = chains.union_all(select(following).where(chains.c.chain.is_not(None)))
    newest = select(func.max(JOURNAL.c.seq)).where(own, JOURNAL.c.chain == chains.c.chain).scalar_subquery()
    query = select(chains.c.chain, newest.label("seq")).where(chains.c.chain.is_not(None))
    return {row.chain: row.seq for row in connection.execute(query)}


def newest(connection: Connection, property_id: str) -> str:
    """The instant of the newest record of all chains; nothing in a room without records."""
    own = JOURNAL.c.property_id == property_id
    heads_of = heads(connection, property_id)
    ends = [(JOURNAL.c.chain == chain) & (JOURNAL.c.seq == seq) for chain, seq in heads_of.items()]
    return max(connection.scalars(select(JOURNAL.c.at).where(own, or_(*ends))), default="") if ends else ""


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


_DRAWN: Final = Record._fields.index("drawn")
_SALT: Final = re.compile(r'\{"salt":"([0-9a-f]{64})",?(.*)', re.DOTALL)


def sealed(box: Strongbox, record: Record, postings: Sequence[Posting]) -> Record:
    """The record with its seal before what was drawn, and with its hash.

    >>> box, record = Strongbox(bytes(32)), Record(*"abcdefghij", '{"answers":[3]}', "[]", "")
    >>> is_sealed(box, sealed(box, record, ()), ())
    True
    """
    said = record.said_with(postings)
    rest = record.drawn[1:]
    comma = "" if rest == "}" else ","
    said[_DRAWN] = f'{{"salt":"{_seal(box, said)}"{comma}{rest}'
    return record._replace(drawn=said[_DRAWN], hash=hash_of(said))


def is_sealed(box: Strongbox, record: Record, postings: Sequence[Posting]) -> bool:
    """Whether a record was written with the room's key, as it is.

    >>> box, record = Strongbox(bytes(32)), Record(*"abcdefghij", "{}", "[]", "")
    >>> is_sealed(box, sealed(box, record, ())._replace(actor="admin:1"), ())
    False
    """
    found = _SALT.fullmatch(record.drawn)
    if found is None:
        return False
    salt, rest = found.groups()
    return bool(salt == _seal(box, record._replace(drawn="{" + rest).said_with(postings)))


def _seal(box: Strongbox, said: Sequence[str]) -> str:
    # No part of a record has lines: ids, instants and JSON are written in one.
    return box.seal("\n".join(said))
