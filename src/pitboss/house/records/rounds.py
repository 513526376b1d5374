"""Stores and finds past rounds, one row each, and finds the records of the round in progress.

A round begins with start-round, or at a live table when the keypad takes the wagers. Its row is written in the
transaction of the record that ends it; until then its records are those after the last round that is over.
"""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType, convert
from sqlalchemy import Connection, Row, func, select

from pitboss.games.command import Command
from pitboss.house.answers import public_part
from pitboss.house.errors import UnknownError
from pitboss.house.records import journal
from pitboss.house.records.journal import Record, Stamp, chain_of
from pitboss.house.records.round_summary import PROGRESSIVE, RoundSummary, StoredSummary
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.storage.json_text import json_text
from pitboss.house.storage.schema import JACKPOTS, JOURNAL, ROUND_ROWS
from pitboss.house.storage.transactions import driver_execute
from pitboss.sources import SeededEntropy

StoredEvents = Sequence[Mapping[str, Any]]
"""Events as they are stored."""

_UNIT: Final = 256
"""The sealed part of a round is padded to a multiple of this many bytes."""

_COLUMNS: Final = tuple(ROUND_ROWS.c.keys())
_INSERT: Final = f"INSERT INTO rounds ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


class SealedRound(Struct, frozen=True, kw_only=True):
    """The encrypted part of a row: a round of cards, or a game at a live table.

    >>> SealedRound(rules_version=1, round={"game": "double-draw", "commands": []}).keypad
    UNSET
    """

    rules_version: int
    round: Mapping[str, Any] | UnsetType | None = UNSET
    """The state with which the round began, and its commands, as its game stores them; None if no version replays it.
    Left out at a live table."""
    keypad: Mapping[str, Any] | UnsetType = UNSET
    """The state of the keypad when the game began, and its presses, as the controller stores them."""


class RoundRow(NamedTuple):
    """A round that is over."""

    property_id: str
    table_id: str
    number: int
    began_at: str
    began_day: str
    day: str
    """The gaming day on which it ended."""
    first_seq: int
    last_seq: int
    shuffled_seq: int | None
    """The record that shuffled the deck or the shoe of the round; nothing at a live table."""
    outcome: str
    stakes: str
    sealed: str

    @property
    def summary(self) -> RoundSummary:
        """The wagers, payments and marks of the round."""
        return RoundSummary.restored(convert(json.loads(self.stakes), StoredSummary, str_keys=True))

    def unsealed(self, box: Strongbox) -> SealedRound:
        """Decrypt the commands and rules of the round, or at a live table of its keypad."""
        place = _place(self.property_id, self.table_id, self.number)
        return convert(json.loads(box.unlock(base64.b64decode(self.sealed), place)), SealedRound)


@dataclass
class OpenRound:
    """A round in progress: collects, as its records are written, what its row needs once it is over."""

    number: int
    first: Stamp
    shuffled_seq: int | None
    rules_version: int
    keypad: dict[str, Any] | None = None
    """At a live table, the state of the keypad when the game began."""
    presses: Sequence[Command] = ()
    """All presses of the game; the list grows while the game goes on."""
    before: RoundSummary | None = None
    """The summary of earlier records, if their commands cannot be replayed."""
    _notes: list[tuple[Command, StoredEvents]] = field(default_factory=list)

    def note(self, command: Command, events: StoredEvents) -> None:
        """Add a command of the round. It is summed up only when the round is over."""
        self._notes.append((command, events))

    @property
    def has_just_begun(self) -> bool:
        """Whether the last command that was added began the round."""
        return len(self._notes) == 1

    @property
    def can_be_shown(self) -> bool:
        """Whether the table still shows it when it is over: a round of cards whose commands are known."""
        return self.keypad is None and self.before is None

    def row(self, box: Strongbox, last: Stamp, players: Mapping[int, str], round: Mapping[str, Any] | None) -> RoundRow:
        """The row of the round, which ends with the record ``last``."""
        summary = self.before or RoundSummary()
        summary.players = dict(players)
        for command, events in self._notes:
            summary.note(command.slug(), vars(command), map(public_part, events))  # type: ignore[arg-type]
        table_id = last.chain.partition(":")[2]
        return RoundRow(
            last.property_id,
            table_id,
            self.number,
            began_at=self.first.at,
            began_day=self.first.day,
            day=last.day,
            first_seq=self.first.seq,
            last_seq=last.seq,
            shuffled_seq=self.shuffled_seq,
            outcome="played" if summary.void_reason is None else "void",
            stakes=json_text(summary.stored()),
            sealed=_sealed(box, _place(last.property_id, table_id, self.number), self._content(round)),
        )

    def _content(self, round: Mapping[str, Any] | None) -> SealedRound:
        if self.keypad is None:
            return SealedRound(rules_version=self.rules_version, round=round)
        keypad = self.keypad | {"presses": [press.as_json() for press in self.presses]}
        return SealedRound(rules_version=self.rules_version, keypad=keypad)


def _sealed(box: Strongbox, place: str, content: SealedRound) -> str:
    secret = json_text(content).encode()
    # Blanks after JSON do not change it.
    secret = secret.ljust(-(-len(secret) // _UNIT) * _UNIT)
    # The record has a hash of it, so a replay of the record must seal it in the same way.
    entropy = SeededEntropy(box.seed(f"{place} {secret.decode()}"))
    return base64.b64encode(box.lock(secret, place, entropy)).decode()


def _place(property_id: str, table_id: str, number: int) -> str:
    return f"{property_id} {chain_of(table_id)} round {number} commands"


def begins(kind: str, events: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a record begins a round, by the kind of its command and its events.

    >>> begins("start-round", []), begins("press", [{"all": {"event": "hand-lit", "row": "royal-flush"}}])
    (True, False)
    """
    return kind == "start-round" or (kind == "press" and any(_takes_wagers(event) for event in events))


def _takes_wagers(event: Mapping[str, Any]) -> bool:
    return "all" in event and event["all"]["event"] == "wagers-taken"


def write(connection: Connection, row: RoundRow) -> None:
    """Write the row of a round that is over, once."""
    driver_execute(connection, _INSERT, row)


# ---- rounds that are over


def find(connection: Connection, property_id: str, table_id: str, number: int) -> RoundRow | None:
    """A round that is over; nothing if it is in progress, or never began."""
    if type(number) is not int or not 0 < number < 2**31:
        return None
    of_round = _of(property_id, table_id) & (ROUND_ROWS.c.number == number)
    row = connection.execute(select(ROUND_ROWS).where(of_round)).first()
    return None if row is None else _as_row(row)


def last(connection: Connection, property_id: str, table_id: str) -> RoundRow | None:
    """The last round of a table that is over; nothing if there is none."""
    query = select(ROUND_ROWS).where(_of(property_id, table_id)).order_by(ROUND_ROWS.c.number.desc()).limit(1)
    row = connection.execute(query).first()
    return None if row is None else _as_row(row)


def newest_first(
    connection: Connection, property_id: str, table_id: str, before: int | None, limit: int
) -> list[RoundRow]:
    """The last rounds of a table that are over, or those that began before a record."""
    older = () if before is None else (ROUND_ROWS.c.first_seq < before,)
    query = select(ROUND_ROWS).where(_of(property_id, table_id), *older)
    rows = connection.execute(query.order_by(ROUND_ROWS.c.number.desc()).limit(limit))
    return list(map(_as_row, rows))


def of_days(connection: Connection, property_id: str, table_id: str, first: str, last: str) -> Iterator[RoundRow]:
    """The rounds of a table that are over and were in progress on some gaming days, in order of their numbers."""
    in_days = (ROUND_ROWS.c.day >= first) & (ROUND_ROWS.c.began_day <= last)
    query = select(ROUND_ROWS).where(_of(property_id, table_id), in_days).order_by(ROUND_ROWS.c.number)
    yield from map(_as_row, connection.execute(query))


def is_over(connection: Connection, property_id: str, table_id: str, number: int) -> bool:
    """Whether a round that was begun is over."""
    return find(connection, property_id, table_id, number) is not None


def _of(property_id: str, table_id: str) -> Any:
    return (ROUND_ROWS.c.property_id == property_id) & (ROUND_ROWS.c.table_id == table_id)


def _as_row(row: Row[Any]) -> RoundRow:
    return RoundRow(*(getattr(row, name) for name in _COLUMNS))


# ---- the round in progress, and the records of any round


def records_since(connection: Connection, property_id: str, table_id: str) -> list[Record]:
    """The records of a table since its last round that is over."""
    before = last(connection, property_id, table_id)
    after = 0 if before is None else before.last_seq
    return list(journal.read(connection, property_id, chain_of(table_id), after=after))


def in_progress(connection: Connection, property_id: str, table_id: str) -> list[Record]:
    """The records of the round in progress; empty if there is none."""
    records = records_since(connection, property_id, table_id)
    starts = (index for index, record in enumerate(records) if begins(record.kind, json.loads(record.events)))
    start = next(starts, None)
    return [] if start is None else records[start:]


def start_of(connection: Connection, property_id: str, table_id: str, number: int) -> Record:
    """The first record of a round."""
    row = find(connection, property_id, table_id, number)
    if row is None:
        return records_of(connection, property_id, table_id, number)[0]
    first = journal.last(connection, property_id, chain_of(table_id), JOURNAL.c.seq == row.first_seq)
    if first is None:
        raise _no_round(table_id, number)
    return first


def records_of(connection: Connection, property_id: str, table_id: str, number: int) -> list[Record]:
    """The records of a round, from its start to its end, or to the end of the chain while it is in progress.

    :raises UnknownError: if there is no such round
    """
    row = find(connection, property_id, table_id, number)
    if row is not None:
        return list(journal.read(connection, property_id, chain_of(table_id), row.first_seq - 1, row.last_seq))
    before = last(connection, property_id, table_id)
    if type(number) is int and number == (before.number if before else 0) + 1:
        records = in_progress(connection, property_id, table_id)
        if records:
            return records
    raise _no_round(table_id, number)


def summary_of(connection: Connection, property_id: str, table_id: str, number: int) -> RoundSummary:
    """The wagers, payments and marks of a round, up to now if it is in progress.

    :raises UnknownError: if there is no such round
    """
    row = find(connection, property_id, table_id, number)
    if row is not None:
        return row.summary
    return summary_so_far(records_of(connection, property_id, table_id, number))


def summary_so_far(records: Iterable[Record]) -> RoundSummary:
    """The wagers, payments and marks of some records of a round."""
    summary = RoundSummary()
    for record in records:
        summary.note(record.kind, json.loads(record.asked), map(public_part, json.loads(record.events)))
    return summary


def _no_round(table_id: str, number: int) -> UnknownError:
    return UnknownError(f"there is no round {number!r} at table {table_id}")


MAX_READ: Final = 1000
"""A page ends after this many rounds were read, even if it is not full."""

_AT_ONCE: Final = 100


@dataclass(frozen=True)
class PastRound:
    """A round that is over.

    >>> PastRound(12, "2026-11-15T20:00:00.000000Z", 1000, 1500, None).paid_cents
    1500
    """

    round_number: int
    at: str
    """When it began."""
    staked_cents: int | None
    """What the player or all players bet; nothing at a live table, where Pitboss does not see the chips."""
    paid_cents: int | None
    """What was returned, stakes that were not lost included."""
    void_reason: str | None


class Page(NamedTuple):
    """A page of rounds, the newest first, and the record before which the next page begins; nothing on the last page.

    >>> Page([], None).earlier is None
    True
    """

    rounds: list[PastRound]
    earlier: int | None


def past_rounds(
    connection: Connection, key: tuple[str, str], *, player: str | None, before: int | None = None, limit: int = 20
) -> Page:
    """The past rounds of a table (its property and name), or those in which a player had a wager."""
    rounds: list[PastRound] = []
    for has_read, row in enumerate(_newest_first(connection, key, before), 1):
        summary = row.summary
        seats = {seat for seat in summary.wagers if player in (None, summary.players[seat])}
        if player is None or seats:
            rounds.append(_past(connection, row, summary, seats))
        if len(rounds) == limit or has_read >= MAX_READ:
            return Page(rounds, row.first_seq)
    return Page(rounds, None)


def _newest_first(connection: Connection, key: tuple[str, str], before: int | None) -> Iterator[RoundRow]:
    while rows := newest_first(connection, *key, before, _AT_ONCE):
        yield from rows
        before = rows[-1].first_seq


def _past(connection: Connection, row: RoundRow, summary: RoundSummary, seats: set[int]) -> PastRound:
    """A past round, as it was for these seats."""
    about = (row.number, row.began_at)
    if summary.in_game:
        return PastRound(*about, None, None, None)
    staked = summary.staked_cents(seats)
    if summary.void_reason is not None:
        kept = sum(summary.wagers[seat].get(PROGRESSIVE, 0) for seat in seats) if summary.is_closed else 0
        return PastRound(*about, staked, staked - kept, summary.void_reason)
    with_progressive = [seat for seat in seats if PROGRESSIVE in summary.wagers[seat]]
    paid = sum(summary.paid.get(seat, 0) for seat in seats) + _jackpots(connection, row, with_progressive)
    return PastRound(*about, staked, paid, None)


def _jackpots(connection: Connection, row: RoundRow, seats: Iterable[int]) -> int:
    """The jackpots of some seats. Their amounts are in no event: the meter sets them when they are paid."""
    ids = [f"{row.table_id}-{row.number}-{seat}" for seat in seats]
    if not ids:
        return 0
    of_round = (JACKPOTS.c.property_id == row.property_id) & JACKPOTS.c.jackpot_id.in_(ids)
    paid = select(func.sum(JACKPOTS.c.cents)).where(of_round, JACKPOTS.c.status == "paid")
    return int(connection.scalar(paid) or 0)
