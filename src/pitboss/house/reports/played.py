"""What was played at a table, round by round, as its records tell it: what every wager staked and what it was paid."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy import Connection

from pitboss.house.records import journal, rounds
from pitboss.house.records.journal import Record, chain_of
from pitboss.house.records.round_summary import PROGRESSIVE, RoundSummary, Staked
from pitboss.house.records.rounds import RoundRow

__all__ = ["PROGRESSIVE", "PlayedRound", "Staked", "rounds_played"]


@dataclass
class PlayedRound:
    """A round, or as much of it as fell into the days that were asked for.

    >>> played = PlayedRound(12, "2026-11-15T20:00:00.000000Z", progressive_wagers=2)
    >>> played.others, played.is_of_interest
    (1, True)
    """

    seq: int
    """Of its first record that was read."""
    at: str
    wagers: list[Staked] = field(default_factory=list)
    """All but the progressive, which is taken before the deal."""
    seats: set[int] = field(default_factory=set)
    """Seats that had a hand."""
    progressive_wagers: int = 0
    """How many were taken."""
    progressive_paid_cents: int = 0
    """What the tray paid for them, envy included."""

    @property
    def is_of_interest(self) -> bool:
        """Whether money was at stake in it."""
        return bool(self.wagers or self.progressive_wagers or self.progressive_paid_cents)

    @property
    def others(self) -> int:
        """How many other hands could bring envy to each: all that are known to have been dealt."""
        return max(len(self.seats), self.progressive_wagers, 1) - 1


def rounds_played(connection: Connection, key: tuple[str, str], first: str, last: str) -> Iterator[PlayedRound]:
    """The rounds of a table (its property and name) in which money was won or lost on some gaming days, in order.

    What a round won belongs to the day on which it was settled. A void round won nothing; only the meter keeps what it
    has taken.
    """
    played = (_of_row(connection, row, first, last) for row in rounds.of_days(connection, *key, first, last))
    yield from (each for each in played if each.is_of_interest)
    begun = [record for record in rounds.in_progress(connection, *key) if first <= record.day <= last]
    if begun and (so_far := _of_records(begun)).is_of_interest:
        yield so_far


def _of_row(connection: Connection, row: RoundRow, first: str, last: str) -> PlayedRound:
    """A round that is over, or as much of it as fell into the days."""
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
