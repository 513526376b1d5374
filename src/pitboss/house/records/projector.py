"""Makes the stored lists from the journal: each kind of record that changes a list declares the rows that it writes.

Such a declaration is a projection, a function of the record alone. It runs when a record is written, in the same
transaction. The self-check runs it again over the whole journal, and compares the result with what is stored
(``list_check``). So no other code writes into these lists, and a record contains all that its projections need.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, and_, delete, insert, update

from pitboss.house.actor import read_actor
from pitboss.house.answers import public_part
from pitboss.house.errors import StorageError
from pitboss.house.records.journal import Record, Stamp
from pitboss.house.storage.schema import METADATA
from pitboss.house.storage.schema.base import RECORDED, guard_of

# ---- records as projections read them


@dataclass(frozen=True)
class Agreed:
    """What two people agreed on, to be carried out.

    >>> Agreed("correct-wallet", {"player": "ann", "cents": -500}, "keyed in twice", "17").proposed_by
    '17'
    """

    kind: str
    content: dict[str, Any]
    reason: str
    proposed_by: str
    """The badge of the proposer."""


class Recorded(NamedTuple):
    """A record as its projections read it.

    >>> stamp = Stamp("P1", "room", 7, "2026-11-15T10:00:00.000000Z", "2026-11-15")
    >>> agreed = Agreed("correct-player", {"player": "ann"}, "misspelt", "4")
    >>> record = Recorded(stamp, "executive:3", "approve", {"proposal_id": "p1"}, {}, [], agreed)
    >>> record.content, record.badge
    ({'player': 'ann'}, '3')
    """

    stamp: Stamp
    actor: str
    kind: str
    asked: dict[str, Any]
    """The command."""
    found: dict[str, Any]
    """What the command looked up in the lists and its projections need."""
    events: list[dict[str, Any]]
    agreed: Agreed | None = None
    """The proposal that the record carries out, if it approves one."""

    @property
    def content(self) -> dict[str, Any]:
        """What is done: the content of the approved proposal, or else the command, each with its own JSON."""
        return self.asked if self.agreed is None else self.agreed.content

    @property
    def badge(self) -> str:
        """The badge of the sender."""
        return read_actor(self.actor).name

    @property
    def agreement(self) -> dict[str, str]:
        """Who proposed the approved content, and why."""
        if self.agreed is None:
            raise StorageError(f"record {self.stamp.place} is {self.kind}, and nobody proposed it")
        return {"proposed_by": self.agreed.proposed_by, "reason": self.agreed.reason}

    def event(self, name: str) -> dict[str, Any]:
        """The event of this name; each kind of event has its own JSON.

        :raises StorageError: if there is none
        """
        events = self.events_of(name)
        if not events:
            raise StorageError(f"record {self.stamp.place} is {self.kind}, and does not say {name}")
        return events[0]

    def events_of(self, name: str) -> list[dict[str, Any]]:
        """The events of this name, without their name."""
        return [
            {key: value for key, value in event.items() if key != "event"}
            for event in self.events
            if event["event"] == name
        ]


def read_recorded(stamp: Stamp, actor: str, kind: str, texts: tuple[str, str, str]) -> Recorded:
    """Read a record from its stored texts: the command, what it took from outside, and the events.

    >>> stamp = Stamp("P1", "room", 7, "2026-11-15T10:00:00.000000Z", "2026-11-15")
    >>> texts = ('{"do":"add-note"}', '{"found":{"number":2}}', '[{"all":{"event":"incident-changed"}}]')
    >>> read_recorded(stamp, "executive:3", "add-note", texts).found
    {'number': 2}
    """
    asked, drawn, events = map(json.loads, texts)
    agreed = Agreed(**drawn["agreed"]) if "agreed" in drawn else None
    return Recorded(stamp, actor, kind, asked, drawn.get("found", {}), [public_part(each) for each in events], agreed)


# ---- rows


class How(StrEnum):
    """How a row is written.

    >>> How.INSERT.value
    'insert'
    """

    INSERT = "insert"
    CHANGE = "change"
    REPLACE = "replace"
    DELETE = "delete"


class RowWrite(NamedTuple):
    """A change of a row that a projection makes. The id of the card room is added later."""

    how: How
    table: Table
    key: dict[str, Any]
    """The key of the row; for a deletion, the values that select the rows."""
    values: dict[str, Any]
    """The other columns; missing ones are empty."""


def keys_of(table: Table) -> list[str]:
    """The key columns of a table, without the id of the card room.

    >>> from pitboss.house.storage.schema import EXCLUSIONS
    >>> keys_of(EXCLUSIONS)
    ['player', 'number']
    """
    return [column.name for column in table.primary_key.columns if column.name != "property_id"]


def insert_row(table: Table, **row: Any) -> RowWrite:
    """Insert a row; its key must be new.

    >>> from pitboss.house.storage.schema import PLAYERS
    >>> insert_row(PLAYERS, player="ann", name="Ann").key
    {'player': 'ann'}
    """
    return _whole(How.INSERT, table, row)


def replace_row(table: Table, **row: Any) -> RowWrite:
    """Insert a row, and replace the row with the same key if there is one.

    >>> from pitboss.house.storage.schema import SESSION_EPOCHS
    >>> replace_row(SESSION_EPOCHS, subject="badge 7", epoch=12).values
    {'epoch': 12}
    """
    return _whole(How.REPLACE, table, row)


def _whole(how: How, table: Table, row: dict[str, Any]) -> RowWrite:
    names = keys_of(table)
    key = {name: row[name] for name in names}
    return RowWrite(how, table, key, {name: value for name, value in row.items() if name not in names})


def change_row(table: Table, key: dict[str, Any], **values: Any) -> RowWrite:
    """Change values in an existing row.

    >>> from pitboss.house.storage.schema import PLAYERS
    >>> change_row(PLAYERS, {"player": "ann"}, name="Ann Lee").values
    {'name': 'Ann Lee'}
    """
    return RowWrite(How.CHANGE, table, key, values)


def delete_rows(table: Table, **found_by: Any) -> RowWrite:
    """Delete every row with these values.

    >>> from pitboss.house.storage.schema import SESSIONS
    >>> delete_rows(SESSIONS, subject="badge 7").how
    <How.DELETE: 'delete'>
    """
    return RowWrite(How.DELETE, table, found_by, {})


# ---- projections

Projection = Callable[[Recorded], Iterator[RowWrite]]


class Declared(NamedTuple):
    """A projection and the lists that it writes."""

    tables: tuple[Table, ...]
    project: Projection


PROJECTIONS: Final[dict[str, list[Declared]]] = {}
"""The projections by kind of record, or by kind of the proposal that a record carries out."""


def projects(*kinds: str, into: Collection[Table]) -> Callable[[Projection], Projection]:
    """Register a function as the projection of these kinds of records (or proposals) into these lists."""

    def register(projection: Projection) -> Projection:
        for kind in kinds:
            declared = PROJECTIONS.setdefault(kind, [])
            twice = {table.name for each in declared for table in each.tables} & {table.name for table in into}
            assert not twice, f"two projections of {kind} write into {twice}"
            declared.append(Declared(tuple(into), projection))
        return projection

    return register


def verify_projections(known: Collection[str]) -> None:
    """Fail at import if a projection is for an unknown kind, or no projection makes a list."""
    unknown = sorted(set(PROJECTIONS) - set(known))
    assert not unknown, f"projections of kinds that no command and no proposal has: {unknown}"
    made = {table.name for declared in PROJECTIONS.values() for each in declared for table in each.tables}
    recorded = {
        column.table.name for table in METADATA.sorted_tables for column in table.c if guard_of(column) == RECORDED
    }
    assert recorded <= made, f"lists that no projection makes: {sorted(recorded - made)}"


def is_projected(kind: str) -> bool:
    """Whether records of a kind change a list.

    >>> is_projected("deal-cards")
    False
    """
    return kind in PROJECTIONS


def rows_of(record: Recorded) -> Iterator[RowWrite]:
    """The changes that a record makes in the lists."""
    kinds = (record.kind,) if record.agreed is None else (record.kind, record.agreed.kind)
    for kind in kinds:
        for declared in PROJECTIONS.get(kind, ()):
            for write in declared.project(record):
                assert write.table in declared.tables, f"{kind} writes into {write.table.name}, and did not declare it"
                yield write


def project(connection: Connection, record: Record) -> None:
    """Write the changes of a record into the lists, in the transaction that writes the record."""
    if is_projected(record.kind):
        texts = (record.asked, record.drawn, record.events)
        write_rows(connection, read_recorded(record.stamp, record.actor, record.kind, texts))


def write_rows(connection: Connection, record: Recorded) -> None:
    """The same for a record that was already read."""
    for write in rows_of(record):
        _store(connection, record.stamp.property_id, write)


def _store(connection: Connection, property_id: str, write: RowWrite) -> None:
    key = {"property_id": property_id} | write.key
    of_key = and_(*(write.table.c[name] == value for name, value in key.items()))
    if write.how in (How.REPLACE, How.DELETE):
        connection.execute(delete(write.table).where(of_key))
    if write.how in (How.REPLACE, How.INSERT):
        connection.execute(insert(write.table).values(key | write.values))
    if write.how is How.CHANGE:
        changed = connection.execute(update(write.table).where(of_key).values(write.values)).rowcount
        if changed != 1:
            named = " ".join(map(str, write.key.values()))
            raise StorageError(
                f"{write.table.name} has no row {named}, which a record changes: it was deleted outside Pitboss"
            )


class RebuiltRows:
    """The lists as the records make them, rebuilt in memory.

    >>> from pitboss.house.storage.schema import PLAYERS
    >>> rows = RebuiltRows()
    >>> rows.write(insert_row(PLAYERS, player="ann", name="Ann"))
    >>> rows.write(change_row(PLAYERS, {"player": "ann"}, name="Ann Lee"))
    >>> rows.of(PLAYERS)
    {('ann',): {'name': 'Ann Lee'}}
    """

    def __init__(self) -> None:
        self._rows: dict[str, dict[tuple[Any, ...], dict[str, Any]]] = {}

    def of(self, table: Table) -> Mapping[tuple[Any, ...], Mapping[str, Any]]:
        """The rows of a list by their keys. A missing column is empty."""
        return self._rows.get(table.name, {})

    def write(self, write: RowWrite) -> None:
        """Apply a change of a record.

        Records of different chains have no common order, so a row may be changed before it is inserted. If no record
        inserts a changed row, it differs from the stored one and is found.
        """
        rows = self._rows.setdefault(write.table.name, {})
        if write.how is How.DELETE:
            self._delete(write)
            return
        key = tuple(write.key[name] for name in keys_of(write.table))
        if write.how is How.REPLACE:
            rows.pop(key, None)
        rows.setdefault(key, {}).update(write.values)

    def _delete(self, write: RowWrite) -> None:
        rows, names = self._rows[write.table.name], keys_of(write.table)
        for key, values in list(rows.items()):
            whole = dict(zip(names, key, strict=True)) | values
            if all(whole.get(name) == value for name, value in write.key.items()):
                del rows[key]
