"""Takes a room from one version of Pitboss to the next: the old version prepares it, the new one checks it.

A prepared table is between two rounds, suspended or closed, and stored as of its last record: the new version has
nothing to replay. A table that was not prepared is replayed from its checkpoint and compared. If the replay differs,
its round is voided by its postings alone.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, select

from pitboss.errors import PitbossError
from pitboss.games.card_source import GREEN_BUTTON
from pitboss.games.command import ON_THE_FLOOR, Command, Void
from pitboss.games.event import RoundVoided
from pitboss.house.actor import Actor
from pitboss.house.answers import public_part, stored
from pitboss.house.cage.ledger import Entry, account
from pitboss.house.errors import NotPermittedError, RefusedError, StorageError
from pitboss.house.permissions import roles_of
from pitboss.house.records import journal, rounds
from pitboss.house.records.audit import AnchorChains
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.replay_check import Recorded
from pitboss.house.records.round_summary import PROGRESSIVE, RoundSummary
from pitboss.house.records.rounds import OpenRound
from pitboss.house.records.row_hashes import RowHashes
from pitboss.house.requests import Request, Work
from pitboss.house.room import ANCHOR, RESERVED, Room
from pitboss.house.storage.schema import TABLES
from pitboss.house.tables.commands import Act, DealCards, ResumeTable, SuspendTable, TimeOut
from pitboss.house.tables.events import TableChanged
from pitboss.house.tables.settings import CardKind
from pitboss.house.tables.state import Seating
from pitboss.house.tables.table import Table
from pitboss.house.tables.table_cache import CachedTable
from pitboss.paytables import print_dollars
from pitboss.progressive import MILLICENTS

_WINS: Final = frozenset({"jackpot-changed", "win-held", "progressive-paid", "envy-paid"})
"""Events of a win. A winner is paid, and no void takes that back."""


@dataclass(frozen=True)
class VoidFromPostings(Command):
    """Void a round that another version has played, and suspend its table.

    >>> VoidFromPostings("upgrade").slug()
    'void-from-postings'
    """

    who = ON_THE_FLOOR
    reason: str


@dataclass
class _RecordsSince:
    """Reads the records since the checkpoint of a table: seats, dealer, and the wagers in action."""

    table: Table
    in_round: list[Record] = field(default_factory=list)
    """The records of the round in progress."""
    on_felt: Counter[int] = field(default_factory=Counter)
    """What each seat has in action, in cents."""

    def read(self, recorded: Recorded) -> None:
        """Go through the records in order."""
        for record, postings in recorded:
            events = [public_part(event) for event in json.loads(record.events)]
            if rounds.begins(record.kind, json.loads(record.events)):
                self.table.round_number += 1
                self.in_round = [record]
            elif self.in_round:
                self.in_round.append(record)
            for event in events:
                self._note(event)
            asked = json.loads(record.asked)
            if record.kind == "buy-in-from-wallet":
                self.table.slips_cents += asked["cents"]
            elif record.kind in ("count-drop", "count-open-table"):
                self.table.slips_cents = 0
            self._note_felt(dict(postings), events)

    def _note(self, event: Mapping[str, Any]) -> None:
        match event["event"]:
            case "seat-taken":
                self.table.seatings[event["seat"]] = Seating(event["player"])
            case "seat-left":
                del self.table.seatings[event["seat"]]
            case "dealer-changed":
                self.table.dealer = event["dealer"]

    def _note_felt(self, posted: Mapping[str, int], events: Iterable[Mapping[str, Any]]) -> None:
        """Follow the wagers of each seat: a wager comes out of the seat's chips, and a settlement names its seat."""
        table_id = self.table.table_id
        if posted.get(account("felt", table_id), 0) > 0:
            for seat in self.table.seatings:
                self.on_felt[seat] -= posted.get(account("chips", table_id, seat), 0) // MILLICENTS
        elif account("felt", table_id) in posted:
            lines = [line for event in events if event["event"].endswith("-settled") for line in event["lines"]]
            for line in lines:
                self.on_felt[line["seat"]] -= line["stake_cents"]


def void_from_postings(room: Room, table_id: str, by: Actor, command_id: str, reason: str) -> str:
    """Void the round of a table, and store the table by its records and its accounts. Returns what was done, in words.

    :raises RefusedError: if a win is pending, or the table is live: only the version that began the round can end it
    """
    command = VoidFromPostings(reason)
    if by.role not in roles_of(VoidFromPostings):
        raise NotPermittedError(f"a round is void from postings by a supervisor or an executive, not by {by}")
    cache, chain = room._table_cache, chain_of(table_id)
    with room.database.deferred_transaction() as transaction:
        connection = transaction.connection
        journal.queue(connection, room.property_id, chain)
        kept, recorded = cache.unfinished(connection, table_id)
        _verify_can_be_void(kept.table, recorded)
        since = _RecordsSince(kept.table)
        since.read(recorded)
        summary = rounds.summary_so_far(since.in_round)
        last = recorded[-1][0]
        stamp = room._stamp(chain, last.seq + 1, room.clock.moment(last.at))
        entry, words = _give_back(room, kept.table, connection, since.on_felt, summary)
        kept.table.status, kept.table.reason = "suspended", reason
        kept.table.round = None
        happened = [*([RoundVoided(reason)] if since.in_round else []), TableChanged("suspended", reason)]
        events = [stored(event, kept.table.seatings) for event in happened]
        rows = RowHashes(stamp)
        if since.in_round:
            kept.round = _open_round(kept, since.in_round, command, events)
        kept.shown_round = None
        checkpoint = cache.checkpoint(kept, rows)
        request = Request(command, by, command_id, correlation=command_id, chain=chain)
        work = Work(events, entry.postings(), rows.as_json())
        record = room._record(stamp, request, work, last.hash, kept.table.round_number)
        cache.store(transaction, kept, record, checkpoint, room.entropy)
        journal.append_and_commit(transaction, record, work.postings)
    cache.forget(table_id)
    room.clock.learn(record.at)
    return words


def _verify_can_be_void(table: Table, recorded: Recorded) -> None:
    table_id = table.table_id
    if not recorded:
        raise StorageError(f"table {table_id} cannot be read, and no record since its checkpoint explains it")
    if table.settings.cards is CardKind.LIVE:
        raise RefusedError(f"table {table_id} has live cards: end its game with the version that began it")
    events = [event["all"]["event"] for record, _ in recorded for event in json.loads(record.events) if "all" in event]
    if _WINS & set(events):
        raise RefusedError(
            f"a win is pending at table {table_id}, or was paid: end its round with the version that dealt it"
        )


def _open_round(kept: CachedTable, records: list[Record], command: Command, events: list[dict[str, Any]]) -> OpenRound:
    """The round for its row: without its commands, which this version cannot replay."""
    first = records[0]
    rules_version = json.loads(first.drawn)["engine"]["rules_version"]
    shuffled_seq = first.seq if "chance" in json.loads(first.drawn) else kept.shuffled_seq
    round = OpenRound(kept.table.round_number, first.stamp, shuffled_seq, rules_version)
    round.before = rounds.summary_so_far(records)
    round.note(command, events)
    return round


def _give_back(
    room: Room, table: Table, connection: Connection, on_felt: Mapping[int, int], summary: RoundSummary
) -> tuple[Entry, str]:
    """Return the wagers on the felt to their seats; lit progressive wagers go to the tray."""
    entry, words = Entry(), []
    felt, tray = table.felt_account, table.tray_account
    # Configuring the table makes it shuffle: no card that this round has shown is dealt again.
    table.configure(table.settings)
    for name in table.balances:
        table.balances[name] = journal.balance(connection, room.property_id, name) // MILLICENTS

    def move(target: str, cents: int) -> None:
        entry.move_cents(felt, target, cents)
        table.balances[felt] -= cents
        table.balances[target] += cents

    for seat, seating in sorted(table.seatings.items()):
        lit = summary.wagers.get(seat, {}).get(PROGRESSIVE, 0) if summary.is_closed else 0
        returned = on_felt.get(seat, 0) - lit
        move(table.chips_account(seat), returned)
        move(tray, lit)
        seating.lit_cents = lit or seating.lit_cents
        if returned or lit:
            stays = f", and {print_dollars(lit)} stays lit" if lit else ""
            words.append(f"seat {seat} gets back {print_dollars(returned)}{stays}")
    if table.balances[felt] or any(on_felt[seat] for seat in on_felt if seat not in table.seatings):
        raise StorageError(
            f"the wagers in action at table {table.table_id} are not those of its seats: nothing was voided"
        )
    return entry, f"round {table.round_number} is void from postings: {'; '.join(words) or 'nothing was in action'}"


REASON: Final = "upgrade"
_MAX_STEPS: Final = 1000


@dataclass(frozen=True)
class Finding:
    """The result of an upgrade at a table.

    >>> Finding("T1", True, "stored between two rounds").as_json()
    {'table': 'T1', 'ok': True, 'words': 'stored between two rounds'}
    """

    table_id: str
    is_ok: bool
    words: str

    def as_json(self) -> dict[str, object]:
        """The finding for machines."""
        return {"table": self.table_id, "ok": self.is_ok, "words": self.words}


# ---- preparing, by the old version


def prepare(room: Room, by: Actor, new_id: Callable[[], str]) -> list[Finding]:
    """End or void every round, suspend every open table, store all tables, and anchor the chains.

    No new round can begin: resume the tables after the upgrade.
    """
    findings = []
    for table_id in _table_ids(room):
        try:
            findings.append(Finding(table_id, True, _prepare_table(room, table_id, by, new_id)))
        except PitbossError as reason:
            findings.append(Finding(table_id, False, str(reason)))
    room.in_office(AnchorChains(), by=RESERVED[ANCHOR], command_id=f"{ANCHOR}{new_id()}")
    return findings


def _prepare_table(room: Room, table_id: str, by: Actor, new_id: Callable[[], str]) -> str:
    def do(command: Command) -> None:
        room.at_table(table_id, command, by=by, command_id=new_id())

    # If other processes still serve the room, a round may begin between two of these commands.
    for _ in range(_MAX_STEPS):
        table = room.query_table(table_id, lambda table, _version: table)
        if table.status != "open":
            break
        do(_next_step(table) or SuspendTable(REASON))
    if not table.can_be_stored:
        raise RefusedError(f"table {table_id} is {table.status} in round {table.round_number}: resume it, and end that")
    if not _is_stored(room, table_id) and table.status == "suspended":
        reason = table.reason
        do(ResumeTable())
        do(SuspendTable(reason))
    if not _is_stored(room, table_id):
        raise StorageError(f"table {table_id} is not stored as of its last record: prepare it again")
    return f"{table.status}, stored between two rounds"


def _next_step(table: Table) -> Command | None:
    """The next command that brings the round of a table to its end; nothing if no round is in progress.

    :raises RefusedError: if people must end it
    """
    round = table.round
    if table.can_be_stored:
        return None
    if table.jackpots or table.held_wins:
        raise RefusedError(f"a win is pending at table {table.table_id}: verify and decide it, then prepare again")
    if round is None or round.is_over:
        raise RefusedError(f"the game of table {table.table_id} is on: end it at its keypad, then prepare again")
    if round.can(Void(REASON)):
        return Act(Void(REASON).as_json())
    if round.awaiting.kind == "cards" or GREEN_BUTTON in round.awaiting.operations:
        return DealCards()
    if round.awaiting.kind == "decision" and round.awaiting.seat is not None:
        return TimeOut(round.awaiting.seat)
    return Act(round.options()[0].as_json())


# ---- checking, by the new version


def check(room: Room, by: Actor, new_id: Callable[[], str]) -> Iterator[Finding]:
    """Replay every table from its checkpoint and compare it. If a table differs, void its round by its postings."""
    for table_id in _table_ids(room):
        try:
            yield Finding(table_id, True, _check_table(room, table_id, by, new_id))
        except PitbossError as reason:
            yield Finding(table_id, False, str(reason))


def _check_table(room: Room, table_id: str, by: Actor, new_id: Callable[[], str]) -> str:
    stored = _is_stored(room, table_id)
    try:
        room.query_table(table_id, lambda _table, _version: None)
    except StorageError as difference:
        voided = void_from_postings(room, table_id, by, new_id(), REASON)
        return f"{difference}. {voided}"
    return "prepared" if stored else "not prepared, and its records come out the same"


def _table_ids(room: Room) -> list[str]:
    of_room = TABLES.c.property_id == room.property_id
    with room.database.reading() as connection:
        return list(connection.scalars(select(TABLES.c.table_id).where(of_room).order_by(TABLES.c.table_id)))


def _is_stored(room: Room, table_id: str) -> bool:
    """Whether a table is stored as of its last record."""
    of_table = (TABLES.c.property_id == room.property_id) & (TABLES.c.table_id == table_id)
    with room.database.reading() as connection:
        version = connection.scalar(select(TABLES.c.version).where(of_table))
        return version == journal.head(connection, room.property_id, chain_of(table_id))[0]
