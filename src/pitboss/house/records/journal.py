"""The journal: writes and reads the record of every command that was done, in chains that show any change.

One statement writes a record, its postings and the new balances. Two writers of one chain cannot both take the next
number, and no command id is used twice: the database itself refuses the second, so no query is needed first. Every
wager is written here, so this module calls the driver directly.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import chain
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select

from pitboss.house.actor import read_actor
from pitboss.house.cage.ledger import Posting, may_owe
from pitboss.house.property import Property
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, POSTINGS
from pitboss.house.storage.transactions import DeferredTransaction, Write, driver_execute, driver_of

OF_RECORD: Final = and_(
    POSTINGS.c.property_id == JOURNAL.c.property_id,
    POSTINGS.c.chain == JOURNAL.c.chain,
    POSTINGS.c.seq == JOURNAL.c.seq,
)
"""The condition that joins postings to their record."""

FORMAT: Final = 1
"""The format in which this version writes records."""

START: Final = "0" * 64
"""The previous hash in the first record of a chain."""


def chain_of(table_id: str) -> str:
    """The chain of a table's records.

    >>> chain_of("T1")
    'table:T1'
    """
    return f"table:{table_id}"


class Stamp(NamedTuple):
    """The place and time of a record in the journal.

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
        """The name of the record, to which its encrypted parts are bound."""
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
    """The command, as JSON."""
    drawn: str
    """What the command took from outside (random bytes, meters and so on), as JSON, for replays."""
    events: str
    """The events, as JSON."""
    previous: str
    format: int = FORMAT
    """The format of the record."""
    hash: str = ""

    @property
    def stamp(self) -> Stamp:
        """The place and time of the record."""
        return Stamp(self.property_id, self.chain, self.seq, self.at, self.day)

    def linked(self, postings: Sequence[Posting]) -> "Record":
        """The record with its hash, which covers all of it and its postings."""
        return Record(*self[:-1], self.hash_with(postings))

    def hash_with(self, postings: Sequence[Posting]) -> str:
        """The hash that the record must have with these postings."""
        return hash_of(self.parts_with(postings))

    def parts_with(self, postings: Sequence[Posting]) -> list[str]:
        """All fields of the record except its hash, and then its postings, as texts."""
        return list(map(str, chain.from_iterable((self[:-1], *postings))))


def hash_of(parts: Sequence[str]) -> str:
    """The hash of the parts of a record.

    >>> hash_of(["P1", "room"]) == hash_of(["P", "1room"])
    False
    """
    # The lengths of all parts come first, so that no two records give the same text.
    lengths = ",".join(map(str, map(len, parts)))
    return hashlib.sha256(f"{lengths}:{''.join(parts)}".encode()).hexdigest()


_COLUMNS: Final = Record._fields

_FIND: Final = f"SELECT {', '.join(_COLUMNS)} FROM journal WHERE property_id = ? AND command_id = ?"


def _values(count: int, mark: str) -> str:
    return ", ".join([mark] * count)


def append(connection: Connection, record: Record, postings: Sequence[Posting]) -> None:
    """Write a record. The caller has begun the transaction."""
    make = _for_sqlite if connection.dialect.name == "sqlite" else _for_postgresql
    make(record, postings).run(driver_of(connection))


def append_and_commit(transaction: DeferredTransaction, record: Record, postings: Sequence[Posting]) -> None:
    """Write a record as the last part of a transaction, or as all of it, and commit."""
    transaction.finish((_for_sqlite if transaction.is_sqlite else _for_postgresql)(record, postings))


# A command is one statement on both databases: PostgreSQL has a function for it, SQLite a view with triggers. A record
# of staff is written only if the badge is on duty in its role: otherwise its hash is missing, and it is refused.

_DUTY: Final = ("free", "badge", "role")
_POSTINGS: Final = ("line", "account", "may_owe", "millicents", "other_account", "other_may_owe", "other_millicents")
_SQLITE_COLUMNS: Final = (*_COLUMNS, *_DUTY, *_POSTINGS)
_NO_POSTING: Final = (None, None, None)
_NO_RECORD: Final = (None,) * (len(_COLUMNS) + len(_DUTY) - 3)

_PG_APPEND: Final = (
    f"SELECT append_record({_values(len(_COLUMNS), '%s')}, %s, %s, %s, %s, "
    "string_to_array(%s, chr(10)), string_to_array(%s, chr(10))::bigint[], string_to_array(%s, chr(10))::int[])"
)
"""Lists are sent as lines of text: that is faster than the driver's own arrays."""


@cache
def _sqlite_statement(rows: int) -> str:
    row = f"({_values(len(_SQLITE_COLUMNS), '?')})"
    return f"INSERT INTO commands_done ({', '.join(_SQLITE_COLUMNS)}) VALUES {_values(rows, row)}"


def _for_sqlite(record: Record, postings: Sequence[Posting]) -> Write:
    """One row for the record with its first two postings, then one for every two more. A wager has two postings."""
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
    values = (*record, line, *_duty(record), "\n".join(names), amounts, owing)
    return Write(lambda _rows: _PG_APPEND, 1, values, {"prepare": True})


def _duty(record: Record) -> tuple[bool, str, str]:
    """Whether the actor needs no check of being on duty, and the badge and role to check."""
    by = read_actor(record.actor)
    return (not by.is_staff, by.name, str(by.role))


def queue(connection: Connection, property_id: str, chain: str) -> None:
    """Wait in the queue of a chain, and then lock it. On SQLite all writers wait in one queue anyway."""
    if connection.dialect.name == "postgresql":
        number = func.hashtextextended(_line(property_id, chain), 0)
        connection.execute(select(func.pg_advisory_xact_lock(number)))


def _line(property_id: str, chain: str) -> str:
    """The name of a chain's queue of writers."""
    return f"{property_id} {chain}"


def head(connection: Connection, property_id: str, chain: str) -> tuple[int, str]:
    """The number and hash of the last record of a chain; 0 and :data:`START` if it is empty."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain)
    query = select(JOURNAL.c.seq, JOURNAL.c.hash).where(of_chain).order_by(JOURNAL.c.seq.desc()).limit(1)
    row = connection.execute(query).first()
    return (row.seq, row.hash) if row else (0, START)


def last(connection: Connection, property_id: str, chain: str, *wanted: ColumnElement[bool]) -> Record | None:
    """The last record of a chain that meets the conditions; nothing if there is none."""
    of_chain = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == chain)
    query = select(JOURNAL).where(of_chain, *wanted).order_by(JOURNAL.c.seq.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else as_record(row)


def read(
    connection: Connection, property_id: str, chain: str, after: int = 0, until: int | None = None
) -> Iterator[Record]:
    """The records of a chain after a number, in order: all, or those up to another number."""
    wanted = [JOURNAL.c.property_id == property_id, JOURNAL.c.chain == chain, JOURNAL.c.seq > after]
    wanted += [] if until is None else [JOURNAL.c.seq <= until]
    for row in connection.execute(select(JOURNAL).where(*wanted).order_by(JOURNAL.c.seq)):
        yield as_record(row)


def heads(connection: Connection, property_id: str) -> dict[str, int]:
    """The number of the last record of every chain.

    The query steps from chain to chain by the key: a full count would read more with every command.
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
    """The instant of the newest record of all chains; empty in a room without records."""
    own = JOURNAL.c.property_id == property_id
    heads_of = heads(connection, property_id)
    ends = [(JOURNAL.c.chain == chain) & (JOURNAL.c.seq == seq) for chain, seq in heads_of.items()]
    return max(connection.scalars(select(JOURNAL.c.at).where(own, or_(*ends))), default="") if ends else ""


def as_record(row: Row[Any]) -> Record:
    """A stored row as a record."""
    return Record(*(getattr(row, name) for name in _COLUMNS))


def find(connection: Connection, property_id: str, command_id: str) -> Record | None:
    """The record of a command; nothing if it was never done."""
    # Commands that could tell hidden cards are looked up each time before they are verified, so this must be quick.
    for row in driver_execute(connection, _FIND, (property_id, command_id)):
        return Record(*row)
    return None


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
    """The balance of an account, in millicents."""
    of_account = (ACCOUNTS.c.property_id == property_id) & (ACCOUNTS.c.account == account)
    return connection.scalar(select(ACCOUNTS.c.millicents).where(of_account)) or 0


_DRAWN: Final = Record._fields.index("drawn")
_SALT: Final = re.compile(r'\{"salt":"([0-9a-f]{64})",?(.*)', re.DOTALL)


def sealed(box: Strongbox, record: Record, postings: Sequence[Posting]) -> Record:
    """The record with its hash, and its seal in front of ``drawn``.

    >>> box, record = Strongbox(bytes(32)), Record(*"abcdefghij", '{"answers":[3]}', "[]", "")
    >>> is_sealed(box, sealed(box, record, ()), ())
    True
    """
    parts = record.parts_with(postings)
    rest = record.drawn[1:]
    comma = "" if rest == "}" else ","
    parts[_DRAWN] = f'{{"salt":"{_seal(box, parts)}"{comma}{rest}'
    return record._replace(drawn=parts[_DRAWN], hash=hash_of(parts))


def is_sealed(box: Strongbox, record: Record, postings: Sequence[Posting]) -> bool:
    """Whether a record was written with the room's key, and not changed since.

    >>> box, record = Strongbox(bytes(32)), Record(*"abcdefghij", "{}", "[]", "")
    >>> is_sealed(box, sealed(box, record, ())._replace(actor="admin:1"), ())
    False
    """
    match = _SALT.fullmatch(record.drawn)
    if match is None:
        return False
    salt, rest = match.groups()
    return bool(salt == _seal(box, record._replace(drawn="{" + rest).parts_with(postings)))


def _seal(box: Strongbox, parts: Sequence[str]) -> str:
    # No part of a record contains a line break: ids, instants and JSON are one line each.
    return box.seal("\n".join(parts))


@dataclass(frozen=True)
class OldDay:
    """A gaming day whose records are older than they must be kept.

    >>> OldDay("2021-11-14", 812).records
    812
    """

    day: str
    records: int


def past_retention(connection: Connection, house: Property, today: date) -> list[OldDay]:
    """The days that need not be kept any longer. Nothing deletes them: a person decides."""
    oldest = kept_since(today, house.settings.keep_years).isoformat()
    of_house = (JOURNAL.c.property_id == house.property_id) & (JOURNAL.c.day < oldest)
    query = select(JOURNAL.c.day, func.count()).where(of_house).group_by(JOURNAL.c.day).order_by(JOURNAL.c.day)
    return [OldDay(day, number) for day, number in connection.execute(query)]


def kept_since(today: date, years: int) -> date:
    """The oldest day that must still be kept.

    >>> kept_since(date(2028, 2, 29), 5)
    datetime.date(2023, 2, 28)
    """
    try:
        return today.replace(year=today.year - years)
    except ValueError:
        return today.replace(year=today.year - years, day=28)
