"""Rounds that are over, the newest first, a page at a time: what was staked in each, and what was paid.

A page does not look far: where the rounds of a player are older than that, it says where to go on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection, func, select

from pitboss.house.records import rounds
from pitboss.house.records.round_summary import PROGRESSIVE, RoundSummary
from pitboss.house.records.rounds import RoundRow
from pitboss.house.storage.schema import JACKPOTS

MOST_READ: Final = 1000
"""After so many rounds a page ends, also where it is not full."""

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
    """What the player staked, or all players did; nothing at physical cards, where chips go from hand to hand."""
    paid_cents: int | None
    """What came back, stakes that were not lost included."""
    void_reason: str | None


class Page(NamedTuple):
    """Some rounds, the newest first, and before which record the next page begins; nothing at the last page.

    >>> Page([], None).earlier is None
    True
    """

    rounds: list[PastRound]
    earlier: int | None


def past_rounds(
    connection: Connection, key: tuple[str, str], *, player: str | None, before: int | None = None, limit: int = 20
) -> Page:
    """The rounds of a table (its property and name) that are over; of a player those in which they had a wager."""
    found: list[PastRound] = []
    for has_read, row in enumerate(_newest_first(connection, key, before), 1):
        summary = row.summary
        seats = {seat for seat in summary.wagers if player in (None, summary.players[seat])}
        if player is None or seats:
            found.append(_past(connection, row, summary, seats))
        if len(found) == limit or has_read >= MOST_READ:
            return Page(found, row.first_seq)
    return Page(found, None)


def _newest_first(connection: Connection, key: tuple[str, str], before: int | None) -> Iterator[RoundRow]:
    while rows := rounds.newest_first(connection, *key, before, _AT_ONCE):
        yield from rows
        before = rows[-1].first_seq


def _past(connection: Connection, row: RoundRow, summary: RoundSummary, seats: set[int]) -> PastRound:
    """The round as these seats had it."""
    told = (row.number, row.began_at)
    if summary.in_game:
        return PastRound(*told, None, None, None)
    staked = summary.staked_cents(seats)
    if summary.void_reason is not None:
        kept = sum(summary.wagers[seat].get(PROGRESSIVE, 0) for seat in seats) if summary.is_closed else 0
        return PastRound(*told, staked, staked - kept, summary.void_reason)
    with_progressive = [seat for seat in seats if PROGRESSIVE in summary.wagers[seat]]
    paid = sum(summary.paid.get(seat, 0) for seat in seats) + _jackpots(connection, row, with_progressive)
    return PastRound(*told, staked, paid, None)


def _jackpots(connection: Connection, row: RoundRow, seats: Iterable[int]) -> int:
    """Wins that people verified; their amount is in no event, since the meter sets it when they are paid."""
    ids = [f"{row.table_id}-{row.number}-{seat}" for seat in seats]
    if not ids:
        return 0
    of_round = (JACKPOTS.c.property_id == row.property_id) & JACKPOTS.c.jackpot_id.in_(ids)
    paid = select(func.sum(JACKPOTS.c.cents)).where(of_round, JACKPOTS.c.status == "paid")
    return int(connection.scalar(paid) or 0)
