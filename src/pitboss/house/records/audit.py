"""Audits the journal: walks every chain from its start and finds the first record that is not as it was written.

A chain by itself shows that a record was changed, removed or added. Postings that are left over show that its end was
cut off, and so do the anchors: from time to time the office writes the heads of all tables into its own chain. The end
of the office's chain is kept outside the database: every backup contains its heads.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta, Struct
from sqlalchemy import Connection, func, select, union_all

from pitboss.games.event import Event
from pitboss.house.cage.ledger import Posting
from pitboss.house.errors import StorageError, UnknownError
from pitboss.house.office import OfficeContext, handles
from pitboss.house.permissions import OfficeCommand
from pitboss.house.records import journal
from pitboss.house.records.journal import START, Record, as_record, chain_of, is_sealed
from pitboss.house.records.row_hashes import hashes_in, movement_hashes
from pitboss.house.records.strongbox import Strongbox
from pitboss.house.reports.gaming_day import parse_instant, print_instant
from pitboss.house.storage.schema import ACCOUNTS, JOURNAL, MOVEMENTS, POSTINGS, TABLES
from pitboss.progressive import print_millicents

OFFICE: Final = "room"
"""The chain of the office."""

BALANCES: Final = "accounts"
"""Stands for the balances where a chain is named: it is not a chain."""

PAGE: Final = 2000
"""How many records are read at once."""

ANCHOR_SLACK: Final = timedelta(minutes=1)
"""By how much a record may be earlier than an anchor that was written before it: the clocks of two processes may differ
by two seconds, and a command that waited for a slow disk was stamped before it waited."""

Progress = Callable[[str, int], None]
"""Called with the chain that is walked, and how many of its records are done."""


@dataclass(frozen=True)
class AnchorChains(OfficeCommand):
    """Write the heads of all tables' chains into the chain of the office.

    >>> AnchorChains().as_json()
    {'do': 'anchor-chains'}
    """


ANCHORING: Final = AnchorChains.slug()


@dataclass(frozen=True)
class ChainsAnchored(Event):
    """The last record of every table's chain, with its hash.

    >>> ChainsAnchored((("table:T1", 7, "5f0c"),)).sentence
    'the chains are anchored: table:T1 at 7'
    """

    heads: tuple[tuple[str, int, str], ...]

    @property
    def sentence(self) -> str:
        """The event in words."""
        named = ", ".join(f"{chain} at {seq}" for chain, seq, _ in self.heads) or "there is no table yet"
        return f"the chains are anchored: {named}"


@handles(AnchorChains)
def anchor_chains(command: AnchorChains, desk: OfficeContext) -> None:
    """Anchor the chain of every table."""
    of_house = TABLES.c.property_id == desk.property_id
    tables = desk.connection.scalars(select(TABLES.c.table_id).where(of_house).order_by(TABLES.c.table_id))
    chains = [chain_of(table_id) for table_id in tables.all()]
    heads = [(chain, *journal.head(desk.connection, desk.property_id, chain)) for chain in chains]
    desk.events.append(ChainsAnchored(tuple(heads)))


class BreakView(Struct, frozen=True, kw_only=True):
    """A record that is not intact."""

    chain: str
    record: int | None
    words: str


@dataclass(frozen=True)
class Break:
    """A place where something is not as it was written.

    >>> Break("table:T1", 7, "its hash is another").sentence
    'table:T1, record 7: its hash is another'
    """

    chain: str
    """The chain; :data:`BALANCES` for a balance."""
    seq: int | None
    words: str
    at: str = ""
    """When the record was written, if that is known."""

    @property
    def sentence(self) -> str:
        """The break in words."""
        record = "" if self.seq is None else f", record {self.seq}"
        return f"{self.chain}{record}: {self.words}"

    def view(self) -> BreakView:
        """The break for machines."""
        return BreakView(chain=self.chain, record=self.seq, words=self.words)


class HeadView(Struct, frozen=True, kw_only=True):
    """The last record of a chain."""

    record: int
    hash: str


class OffClock(Struct, frozen=True, kw_only=True):
    """Records with adjusted times, because the clock was behind the newest record or far ahead of it."""

    records: int
    most_seconds: Annotated[float, Meta(description="The maximum error of the clock.")]


class AuditView(Struct, frozen=True, kw_only=True):
    """The result of an audit."""

    is_sound: Annotated[bool, Meta(description="Whether the audit chain is intact and the accounts are in balance.")]
    records: int
    postings: int
    heads: Annotated[dict[str, HeadView], Meta(description="The last record of every chain.")]
    off_clock: OffClock
    breaks: Annotated[list[BreakView], Meta(description="The first break of every chain.")]


@dataclass(frozen=True)
class AuditReport:
    """The result of an audit.

    >>> AuditReport({"room": (3, "5f0c")}, 3, 4, ()).is_sound
    True
    """

    heads: dict[str, tuple[int, str]]
    """The last record of every chain, with its hash."""
    records: int
    postings: int
    breaks: tuple[Break, ...]
    """The first break of every chain, the earliest record first; balances last."""
    off_clock: int = 0
    """How many records have another time than the clock said."""
    most_off: timedelta = timedelta(0)
    """The most that the clock was off the newest record, behind it or far ahead of it."""

    @property
    def is_sound(self) -> bool:
        """Whether everything is as it was written."""
        return not self.breaks

    @property
    def first(self) -> Break | None:
        """The first broken record."""
        return self.breaks[0] if self.breaks else None

    @property
    def sentence(self) -> str:
        """The report in words."""
        if self.first is not None:
            return self.first.sentence
        size = f"{self.records} records in {len(self.heads)} chains with {self.postings} postings"
        return f"{size} are as they were written{self.clock_in_words}"

    @property
    def clock_in_words(self) -> str:
        """How many records were stamped after the newest one, because the clock was off."""
        if not self.off_clock:
            return ""
        return f"; {self.off_clock} were stamped after the newest record, with the clock off by up to {self.most_off}"

    def view(self) -> AuditView:
        """The report for machines."""
        return AuditView(
            is_sound=self.is_sound,
            records=self.records,
            postings=self.postings,
            heads={chain: HeadView(record=seq, hash=hash_) for chain, (seq, hash_) in self.heads.items()},
            off_clock=OffClock(records=self.off_clock, most_seconds=self.most_off.total_seconds()),
            breaks=[each.view() for each in self.breaks],
        )


def verify_chains(  # noqa: PLR0913 - each limits or extends the audit
    connection: Connection,
    property_id: str,
    progress: Progress | None = None,
    *,
    last: int | None = None,
    known: Mapping[str, tuple[int, str]] | None = None,
    box: Strongbox | None = None,
) -> AuditReport:
    """Walk every chain, and compare every balance with its postings.

    With ``last``, only that many records at the end of each chain, and no balances: the quick form. ``known`` are heads
    that were kept elsewhere, such as those of a backup: they must still be there. With the room's key, in ``box``,
    every record must have its seal too: without the key, a history that was rewritten as a whole is not detected.
    """
    walks = []
    anchors = {chain: {head[0]: Anchor(head[1])} for chain, head in (known or {}).items() if head[0]}
    for chain in _chains(connection, property_id):
        walk = _Walk(connection, property_id, chain, anchors, last, box)
        walk.run(progress)
        walks.append(walk)
    breaks = [walk.broken for walk in walks if walk.broken is not None]
    breaks += _lost_chains(anchors, walks)
    breaks.sort(key=lambda each: (each.at == "", each.at))
    return AuditReport(
        {walk.chain: walk.head for walk in walks},
        sum(walk.records for walk in walks),
        sum(walk.postings for walk in walks),
        (*breaks, *(_wrong_balances(connection, property_id) if last is None else ())),
        sum(walk.off_clock for walk in walks),
        max((walk.most_off for walk in walks), default=timedelta(0)),
    )


def chains_to_walk(connection: Connection, property_id: str) -> dict[str, int]:
    """Every chain that is there or should be, with the number of its last record: the work of an audit."""
    heads = journal.heads(connection, property_id)
    known = [*_chains(connection, property_id), *_all_anchors(connection, property_id)]
    return {chain: heads.get(chain, 0) for chain in dict.fromkeys(known)}


def verify_chain(connection: Connection, property_id: str, chain: str, box: Strongbox | None = None) -> AuditReport:
    """Walk one chain, or compare the balances: :data:`BALANCES`. All of them together are a whole audit.

    This trusts the anchors. The walk of the office's chain checks whether they are as they were written.
    """
    if chain == BALANCES:
        return AuditReport({}, 0, 0, tuple(_wrong_balances(connection, property_id)))
    if chain not in chains_to_walk(connection, property_id):
        raise UnknownError(f"there is no chain {chain!r}")
    walk = _Walk(connection, property_id, chain, _all_anchors(connection, property_id), None, box)
    walk.run(None)
    breaks = () if walk.broken is None else (walk.broken,)
    return AuditReport({chain: walk.head}, walk.records, walk.postings, breaks, walk.off_clock, walk.most_off)


def verify_sound(report: AuditReport) -> None:
    """Refuse a journal that is not as it was written."""
    if report.first is not None:
        raise StorageError(f"the journal is not as it was written: {report.first.sentence}")


def _chains(connection: Connection, property_id: str) -> list[str]:
    """Every chain with records or postings, or of a table; the office's comes first, since it has the anchors."""
    written = [
        select(table.c.chain).where(table.c.property_id == property_id).distinct()
        for table in (JOURNAL, POSTINGS, MOVEMENTS)
    ]
    chains = set(connection.scalars(union_all(*written)))
    of_house = TABLES.c.property_id == property_id
    chains |= {chain_of(table_id) for table_id in connection.scalars(select(TABLES.c.table_id).where(of_house))}
    return sorted(chains, key=lambda chain: (chain != OFFICE, chain))


class Anchor(NamedTuple):
    """The hash of a record that was written elsewhere, and when.

    >>> Anchor("5f0c").at
    ''
    """

    hash: str
    at: str = ""


Anchors = dict[str, dict[int, Anchor]]
"""By chain and number of the record."""


@dataclass
class _Walk:
    """The walk of one chain, from its start to its end or its first broken record."""

    connection: Connection
    property_id: str
    chain: str
    anchors: Anchors
    """The anchors, which the walk of the office's chain reads for all others."""
    last: int | None
    box: Strongbox | None
    head: tuple[int, str] = (0, START)
    records: int = 0
    postings: int = 0
    broken: Break | None = None
    at: str = ""
    off_clock: int = 0
    most_off: timedelta = timedelta(0)
    _expected: dict[int, str] = field(default_factory=dict)
    _not_before: str = ""
    """The earliest allowed instant of a record: that of the last anchor before it, less the slack."""

    def run(self, progress: Progress | None) -> None:
        """Walk."""
        self._expected = self._anchored()
        self._begin()
        for page in self._pages():
            posted = self._postings(self.head[0], page[-1].seq)
            moved = self._movements(self.head[0], page[-1].seq)
            for record in page:
                self.broken = self._wrong(record, posted.get(record.seq, ()), moved.get(record.seq, {}))
                if self.broken is not None:
                    return
                self._step(record)
            if progress is not None:
                progress(self.chain, self.records)
        self.broken = self._cut_off({*self._postings(self.head[0], None), *self._movements(self.head[0], None)})

    def _begin(self) -> None:
        """Start a quick walk near the end of the chain; the record before its first is trusted."""
        head, _ = journal.head(self.connection, self.property_id, self.chain)
        if self.last is None or head <= self.last:
            return
        of_record = self._of(JOURNAL) & (JOURNAL.c.seq == head - self.last)
        row = self.connection.execute(select(JOURNAL.c.seq, JOURNAL.c.hash, JOURNAL.c.at).where(of_record)).first()
        if row is not None:
            self.head, self.at = (row.seq, row.hash), row.at

    def _of(self, table: Any) -> Any:
        return (table.c.property_id == self.property_id) & (table.c.chain == self.chain)

    def _pages(self) -> Iterator[list[Record]]:
        while True:
            after = JOURNAL.c.seq > self.head[0]
            query = select(JOURNAL).where(self._of(JOURNAL), after).order_by(JOURNAL.c.seq).limit(PAGE)
            page = [as_record(row) for row in self.connection.execute(query)]
            if not page:
                return
            yield page

    def _postings(self, after: int, until: int | None) -> dict[int, list[Posting]]:
        return postings_between(self.connection, self.property_id, self.chain, after, until)

    def _movements(self, after: int, until: int | None) -> dict[int, dict[str, str]]:
        """The hashes of the stored movements of meters, by the number of their record."""
        of_page = self._of(MOVEMENTS) & (MOVEMENTS.c.seq > after)
        if until is not None:
            of_page &= MOVEMENTS.c.seq <= until
        return movement_hashes(self.connection.execute(select(MOVEMENTS).where(of_page)).mappings())

    def _step(self, record: Record) -> None:
        self.head, self.at = (record.seq, record.hash), record.at
        self.records += 1
        self._note_anchor(record.seq)
        self._note_clock(record)
        if self.chain == OFFICE and record.kind == ANCHORING:
            _read_anchors(record.events, record.at, self.anchors)

    def _note_clock(self, record: Record) -> None:
        """Count a record that has another time than the clock said: the record contains both."""
        if '"clock"' in record.drawn and (clock := json.loads(record.drawn).get("clock")):
            self.off_clock += 1
            self.most_off = max(self.most_off, abs(parse_instant(clock) - parse_instant(record.at)))

    def _note_anchor(self, seq: int) -> None:
        """Remember the time of an anchor: later records were written after it."""
        anchor = self.anchors.get(self.chain, {}).get(seq)
        if anchor is not None and anchor.at:
            self._not_before = print_instant(parse_instant(anchor.at) - ANCHOR_SLACK)

    def _anchored(self) -> dict[int, str]:
        """The hashes of records of this chain that the anchors and the stored table give."""
        expected = {seq: anchor.hash for seq, anchor in self.anchors.get(self.chain, {}).items()}
        of_house = TABLES.c.property_id == self.property_id
        for row in self.connection.execute(select(TABLES.c.table_id, TABLES.c.version, TABLES.c.hash).where(of_house)):
            if chain_of(row.table_id) == self.chain:
                expected.setdefault(row.version, row.hash)
        expected.pop(0, None)
        return expected

    def _wrong(self, record: Record, postings: Sequence[Posting], moved: dict[str, str]) -> Break | None:
        number, previous = self.head
        self.postings += len(postings)
        words = None
        if record.seq != number + 1:
            gap = (
                f"record {number + 1} is"
                if record.seq == number + 2
                else f"records {number + 1} to {record.seq - 1} are"
            )
            return Break(self.chain, number + 1, f"{gap} missing", record.at)
        if record.previous != previous:
            words = f"it does not follow record {number}: it names another hash as the one before"
        elif record.hash_with(postings) != record.hash:
            words = "its hash is not that of its content and its postings: one of them was changed"
        elif sum(posting.millicents for posting in postings):
            off = print_millicents(sum(posting.millicents for posting in postings))
            words = f"its postings do not balance: they are off by {off}"
        elif hashes_in(record).get(MOVEMENTS.name, {}) != moved:
            words = "the movements of meters that are stored with it are not those that it wrote"
        elif self._expected.pop(record.seq, record.hash) != record.hash:
            words = "it is not the record that was anchored"
        elif record.at < self.at:
            apart = parse_instant(self.at) - parse_instant(record.at)
            words = f"it is {apart} earlier than the record before it, and no record is earlier than that"
        elif record.at < self._not_before:
            words = "it is more than a minute earlier than the anchor that was written before it"
        elif self.box is not None and not is_sealed(self.box, record, postings):
            words = "it does not bear the seal of this room's key: it was changed, or written by other means"
        return None if words is None else Break(self.chain, record.seq, words, record.at)

    def _cut_off(self, left: Collection[int]) -> Break | None:
        """The break of a chain that ends too early: postings or movements are left, or a later record was anchored."""
        end = self.head[0]
        anchored = [seq for seq in self._expected if seq > end]
        shown = [f"there are postings up to record {max(left)}"] if left else []
        shown += [f"record {max(anchored)} was anchored"] if anchored else []
        if not shown:
            return None
        # Records are numbered without a gap, so anything left of a later one shows that the next one existed.
        why = "its end was cut off" if anchored else "its end was cut off, or they were put in"
        return Break(self.chain, end + 1, f"the chain ends at record {end}, and {' and '.join(shown)}: {why}", self.at)


def _read_anchors(events: str, at: str, anchors: Anchors) -> None:
    for event in json.loads(events):
        for chain, seq, record in event["all"].get("heads", ()):
            anchors.setdefault(chain, {})[seq] = Anchor(record, at)


def _all_anchors(connection: Connection, property_id: str) -> Anchors:
    """All anchors in the chain of the office."""
    of_office = (JOURNAL.c.property_id == property_id) & (JOURNAL.c.chain == OFFICE) & (JOURNAL.c.kind == ANCHORING)
    anchors: Anchors = {}
    query = select(JOURNAL.c.events, JOURNAL.c.at).where(of_office).order_by(JOURNAL.c.seq)
    for events, at in connection.execute(query):
        _read_anchors(events, at, anchors)
    return anchors


def postings_between(
    connection: Connection, property_id: str, chain: str, after: int, until: int | None
) -> dict[int, list[Posting]]:
    """The postings of a chain after one record and up to another, by the number of their record."""
    of_chain = (POSTINGS.c.property_id == property_id) & (POSTINGS.c.chain == chain) & (POSTINGS.c.seq > after)
    if until is not None:
        of_chain &= POSTINGS.c.seq <= until
    postings: dict[int, list[Posting]] = {}
    for row in connection.execute(select(POSTINGS).where(of_chain).order_by(POSTINGS.c.seq, POSTINGS.c.line)):
        of_record = postings.setdefault(row.seq, [])
        # A posting with a wrong line number was not written by the record: the changed name changes the hash.
        name = row.account if row.line == len(of_record) + 1 else f"{row.account}, line {row.line}"
        of_record.append(Posting(name, row.millicents))
    return postings


def _lost_chains(anchors: Anchors, walks: Sequence[_Walk]) -> list[Break]:
    """Anchored chains of which nothing is left."""
    walked = {walk.chain for walk in walks}
    return [Break(chain, 1, "the whole chain is missing") for chain in sorted(anchors) if chain not in walked]


def _wrong_balances(connection: Connection, property_id: str) -> list[Break]:
    """Accounts that do not hold the sum of their postings, by one query, so that nothing is written in between."""
    posted = select(POSTINGS.c.account, POSTINGS.c.millicents).where(POSTINGS.c.property_id == property_id)
    stored = select(ACCOUNTS.c.account, -ACCOUNTS.c.millicents).where(ACCOUNTS.c.property_id == property_id)
    both = union_all(posted, stored).subquery()
    off = func.sum(both.c.millicents)
    query = select(both.c.account, off.label("off")).group_by(both.c.account).having(off != 0)
    wrong = sorted((row.account, int(row.off)) for row in connection.execute(query))
    return [
        Break(BALANCES, None, f"{name} does not hold the sum of its postings: it is off by {print_millicents(-off)}")
        for name, off in wrong
    ]
