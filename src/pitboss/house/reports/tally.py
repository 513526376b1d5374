"""Adds up the rounds of a table: what was wagered and won on each kind of wager, and what theory expects.

The wagers of a round are correlated: they share hands, and all seats share the dealer's. The deviation of their sum is
not known, but it is never more than the sum of their deviations. So deviations are added within a round, and squares
of whole rounds over rounds, which are shuffled independently. The resulting band is an upper bound.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from sqlalchemy import Connection

from pitboss.games.table import TableRules
from pitboss.house.records import journal, rounds
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.round_summary import PROGRESSIVE, RoundSummary, Staked
from pitboss.house.records.rounds import RoundRow
from pitboss.house.reports.expected import (
    Expected,
    Theory,
    command_for,
    expected_of,
    expected_of_progressive,
    is_measure,
    kind_of_wager,
)
from pitboss.house.reports.history import History, Hit
from pitboss.house.tables.settings import TableSettings
from pitboss.paytables import Game
from pitboss.progressive import MILLICENTS, MeterParameters

__all__ = ["PROGRESSIVE", "PlayedRound", "Staked", "rounds_played"]


@dataclass
class PlayedRound:
    """A round, or the part of it in the gaming days that were asked for.

    >>> played = PlayedRound(12, "2026-11-15T20:00:00.000000Z", progressive_wagers=2)
    >>> played.others, played.is_of_interest
    (1, True)
    """

    seq: int
    """The number of its first record in those days."""
    at: str
    wagers: list[Staked] = field(default_factory=list)
    """All wagers except the progressive, which is taken before the deal."""
    seats: set[int] = field(default_factory=set)
    """Seats that had a hand."""
    progressive_wagers: int = 0
    """How many progressive wagers were taken."""
    progressive_paid_cents: int = 0
    """What the tray paid for them, award envy included."""

    @property
    def is_of_interest(self) -> bool:
        """Whether money was wagered or paid in it."""
        return bool(self.wagers or self.progressive_wagers or self.progressive_paid_cents)

    @property
    def others(self) -> int:
        """How many other hands could bring award envy to each hand: all that are known to have been dealt."""
        return max(len(self.seats), self.progressive_wagers, 1) - 1


def rounds_played(connection: Connection, key: tuple[str, str], first: str, last: str) -> Iterator[PlayedRound]:
    """The rounds of a table (property and id) in which money was won or lost in a span of gaming days, in order.

    A round's win belongs to the day on which it was settled. A void round won nothing; only the meter keeps its
    contributions.
    """
    played = (_of_row(connection, row, first, last) for row in rounds.of_days(connection, *key, first, last))
    yield from (each for each in played if each.is_of_interest)
    begun = [record for record in rounds.in_progress(connection, *key) if first <= record.day <= last]
    if begun and (so_far := _of_records(begun)).is_of_interest:
        yield so_far


def _of_row(connection: Connection, row: RoundRow, first: str, last: str) -> PlayedRound:
    """A finished round, or the part of it in these days."""
    if first <= row.began_day and row.day <= last:
        return _played(row.first_seq, row.began_at, row.summary)
    chain = chain_of(row.table_id)
    records = journal.read(connection, row.property_id, chain, row.first_seq - 1, row.last_seq)
    return _of_records([record for record in records if first <= record.day <= last])


def _of_records(records: list[Record]) -> PlayedRound:
    return _played(records[0].seq, records[0].at, rounds.summary_so_far(records))


def _played(seq: int, at: str, summary: RoundSummary) -> PlayedRound:
    wagers = (summary.progressive_wagers, summary.progressive_paid_cents)
    return PlayedRound(seq, at, summary.settled, summary.hands, *wagers)


MAX_POINTS: Final = 240
"""How many points of a table's history are kept for its plot."""


@dataclass
class WagerTally:
    """The sums of one kind of wager over a table's rounds."""

    game: Game
    kind: str
    handle_cents: int = 0
    """All that was wagered on it, including the wagers that follow from it."""
    won_millicents: int = 0
    """What the house won; for a progressive, after contributions and seeds."""
    measured: Counter[Expected] = field(default_factory=Counter)
    """The cents staked, by what is expected of each unit."""
    missing: str | None = None
    """The command that computes what is expected, if that is not known yet."""

    @property
    def expected_cents(self) -> Fraction | None:
        """The theoretical win; None if it is not known."""
        if self.missing is not None:
            return None
        return sum((expected.edge * cents for expected, cents in self.measured.items()), Fraction(0))


class Moment(NamedTuple):
    """The sums of a table after a number of rounds, in cents."""

    rounds: int
    handle: float
    won: float
    expected: float
    variance: float


class TableTally:
    """The sums of one table's rounds."""

    def __init__(self, theory: Theory, history: History) -> None:
        self._theory, self._history = theory, history
        self._settings: list[TableRules | MeterParameters] = []
        self._known: dict[tuple[int, str, int, int], Expected | None] = {}
        self.wagers: dict[tuple[Game, str], WagerTally] = {}
        self.rounds = 0
        self.variance = 0.0
        self._expected = 0.0
        self.moments: list[Moment] = []

    def add(self, rounds: Iterable[PlayedRound], hits: Iterable[Hit]) -> None:
        """Add all rounds in order, and each progressive win after its round."""
        waiting = iter(hits)
        hit = next(waiting, None)
        for played in rounds:
            while hit is not None and hit.at < played.at:
                self._pay(hit)
                hit = next(waiting, None)
            self._add(played)
        while hit is not None:
            self._pay(hit)
            hit = next(waiting, None)
        self._note_moment()

    # ---- a round

    def _add(self, played: PlayedRound) -> None:
        settings = self._history.at_record(played.seq)
        spread = 0.0
        for staked in played.wagers:
            kind = kind_of_wager(settings.game, staked.wager)
            tally = self._of(settings.game, kind)
            tally.handle_cents += staked.cents
            tally.won_millicents += (staked.cents - staked.paid_cents) * MILLICENTS
            if is_measure(settings.game, staked.wager):
                spread += self._expect(tally, self._table_wager(settings.rules, kind), staked.cents, settings.rules)
        spread += self._add_progressive(played, settings)
        self.rounds += 1
        self.variance += spread**2
        if self.rounds <= MAX_POINTS or self.rounds % (self.rounds // MAX_POINTS) == 0:
            self._note_moment()

    def _add_progressive(self, played: PlayedRound, settings: TableSettings) -> float:
        if not (played.progressive_wagers or played.progressive_paid_cents) or settings.meter_id is None:
            return 0.0
        meter = self._history.meter_at(settings.meter_id, played.at)
        tally = self._of(settings.game, PROGRESSIVE)
        number, cents = played.progressive_wagers, played.progressive_wagers * meter.denomination_cents
        tally.handle_cents += cents
        kept = cents * MILLICENTS - number * meter.contribution_millicents
        tally.won_millicents += kept - played.progressive_paid_cents * MILLICENTS
        return self._expect(tally, self._progressive(settings.rules, meter, played.others), cents, settings.rules)

    def _expect(self, tally: WagerTally, expected: Expected | None, cents: int, rules: TableRules) -> float:
        """Add what is expected of a stake; returns its deviation."""
        if expected is None:
            tally.missing = command_for(rules, tally.kind)
            return 0.0
        tally.measured[expected] += cents
        self._expected += float(expected.edge) * cents
        return expected.deviation * cents

    def _index_of(self, settings: TableRules | MeterParameters) -> int:
        """The index of some settings, by identity: a table has few of them, and hashing them is slow."""
        for place, seen in enumerate(self._settings):
            if seen is settings:
                return place
        self._settings.append(settings)
        return len(self._settings) - 1

    def _table_wager(self, rules: TableRules, kind: str) -> Expected | None:
        key = (self._index_of(rules), kind, 0, 0)
        if key not in self._known:
            reading = self._theory.reading(rules, kind)
            self._known[key] = None if reading is None else expected_of(reading)
        return self._known[key]

    def _progressive(self, rules: TableRules, meter: MeterParameters, others: int) -> Expected | None:
        key = (self._index_of(rules), PROGRESSIVE, self._index_of(meter), others)
        if key not in self._known:
            reading = self._theory.reading(rules, PROGRESSIVE)
            self._known[key] = None if reading is None else expected_of_progressive(reading, meter, others)
        return self._known[key]

    # ---- wins of the progressive

    def _pay(self, hit: Hit) -> None:
        tally = self._of(hit.game, PROGRESSIVE)
        if hit.share is None:
            tally.won_millicents -= hit.cents * MILLICENTS
        elif hit.is_whole_meter:
            tally.won_millicents -= self._history.meter_at(hit.meter_id, hit.at).seed_cents * MILLICENTS

    def _of(self, game: Game, kind: str) -> WagerTally:
        return self.wagers.setdefault((game, kind), WagerTally(game, kind))

    # ---- points for the plot

    def _note_moment(self) -> None:
        handle = sum(tally.handle_cents for tally in self.wagers.values())
        won = sum(tally.won_millicents for tally in self.wagers.values()) / MILLICENTS
        self.moments.append(Moment(self.rounds, handle, won, self._expected, self.variance))

    def thinned(self) -> Iterator[Moment]:
        """The points for the plot, spread evenly over the rounds, always with the last."""
        step = -(-len(self.moments) // MAX_POINTS) or 1
        yield from self.moments[:-1:step]
        yield from self.moments[-1:]
