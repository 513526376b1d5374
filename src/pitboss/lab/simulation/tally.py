"""Tallies rounds in integers: counts of endings, sessions and days, and notes of meter hits.

Nothing here is random, and every sum is of integers, so blocks of rounds can be added in any order.
Only the meter needs the order of the rounds. Its hits are noted with everything needed to price them later.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.simulation.dealing import CHUNK
from pitboss.lab.simulation.spots import NOT_MADE

Ints = NDArray[np.int64]

BINS: Final = 8192
"""Results of sessions are sorted by whole units of the first wager; the outermost bins take all beyond."""
MIDDLE: Final = BINS // 2
HOLD_BINS: Final = 8001
"""Holds of days by tenths of a percent, from -400% to 400%."""
HOLD_MIDDLE: Final = HOLD_BINS // 2

HIT, SESSION_OVER, SESSION_LEFT = 0, 1, 2
"""The kind of a note: a hit of the meter, or the end of a session with a hit, whole or cut off by the day's end."""


class Terms(NamedTuple):
    """The terms of the table for the tally. Amounts are in cents, those of the house in millicents."""

    nets: Ints
    """By spot and ending: the player's net win from the tray."""
    made: Ints
    """The amounts wagered before the deal."""
    made_always: int
    """The total that every seat wagers before the deal, if all wagers are always made; otherwise 0."""
    house_adjustment: Ints
    """By ending of the progressive: the house's win in addition to the player's loss."""
    progressive: int
    """The spot of the progressive; -1 if there is none."""
    from_meter: NDArray[np.bool_]
    """By row of the progressive, counted from 1: whether it is paid from the meter."""
    envy: Ints
    """By row: the envy pay of every other progressive wager at the table."""
    unit: int
    """The unit of session results."""
    tables: int
    """How many tables share the rounds and the meter, one round each in turn."""
    session: int
    """Rounds of a session at one table."""
    day: int
    """Rounds of a gaming day at one table."""


class Tally(NamedTuple):
    """The counts so far, and the unfinished sessions and days."""

    counts: Ints
    """By spot and ending."""
    squares: Ints
    """By spot, and of all together: the sum over rounds of the square of all seats' net win."""
    house_squares: NDArray[np.float64]
    """One number: the sum over rounds of the square of the house's win, in cents."""
    envy: Ints
    """By row: the number of envy pays."""
    results: Ints
    """Sessions by their result."""
    lows: Ints
    """Sessions by their lowest point."""
    holds: Ints
    """Days of tables by their hold."""
    running: Ints
    """By table and seat: the session so far, its lowest point, and whether the meter was hit in it."""
    days: Ints
    """By table: the house's win today, and the total wagered."""
    wagers: Ints
    """One number: progressive wagers so far."""
    notes: Ints
    """Rows: kind, wagers so far, round, table, seat, row, the session so far and its lowest point, what the round
    brought by the progressive and in all."""
    noted: Ints
    """One number: how many notes there are."""


class TallySheet(NamedTuple):
    """Work space for the prices of a chunk of rounds: a column for each round."""

    nets: Ints
    """By seat: the player's net win."""
    sums: Ints
    """By spot, and of all together: all seats' net win."""
    house: Ints
    made: Ints
    hits: NDArray[np.bool_]
    """Whether a player wins from the meter."""
    wagers: Ints
    """The progressive wagers so far, with those of the round."""
    lanes: Ints
    """Work space for counting; all zeros between two counts."""


def new_tally_sheet(spots: int, seats: int) -> TallySheet:
    """Room for a chunk."""
    return TallySheet(
        nets=np.zeros((seats, CHUNK), np.int64),
        sums=np.zeros((spots + 1, CHUNK), np.int64),
        house=np.zeros(CHUNK, np.int64),
        made=np.zeros(CHUNK, np.int64),
        hits=np.zeros(CHUNK, np.bool_),
        wagers=np.zeros(CHUNK, np.int64),
        lanes=np.zeros((4, 256), np.int64),
    )


def new_tally(spots: int, seats: int, tables: int, notes: int = 4096) -> Tally:
    """An empty tally."""
    return Tally(
        counts=np.zeros((spots, 256), np.int64),
        squares=np.zeros(spots + 1, np.int64),
        house_squares=np.zeros(1),
        envy=np.zeros(256, np.int64),
        results=np.zeros(BINS, np.int64),
        lows=np.zeros(BINS, np.int64),
        holds=np.zeros(HOLD_BINS, np.int64),
        running=np.zeros((tables, seats, 3), np.int64),
        days=np.zeros((tables, 2), np.int64),
        wagers=np.zeros(1, np.int64),
        notes=np.zeros((notes, 10), np.int64),
        noted=np.zeros(1, np.int64),
    )


def has_room(tally: Tally, rounds: int, seats: int) -> bool:
    """Whether there is room for the notes of this many rounds, whatever happens in them.

    >>> has_room(new_tally(1, 1, 1, notes=100), 10, 7)
    False
    """
    return len(tally.notes) - int(tally.noted[0]) >= 2 * rounds * seats


def with_room(tally: Tally) -> Tally:
    """The same tally with room for twice the notes."""
    return tally._replace(notes=np.concatenate([tally.notes, np.zeros_like(tally.notes)]))


def bin_of(cents: int, unit: int) -> int:
    """The bin of a result.

    >>> bin_of(-1, 500) - MIDDLE, bin_of(1_200, 500) - MIDDLE
    (-1, 2)
    """
    return min(max(cents // unit + MIDDLE, 0), BINS - 1)


def as_json(tally: Tally, rounds: int) -> dict[str, Any]:
    """The counts, for the store."""
    return {
        "rounds": rounds,
        "counts": [_trimmed(row) for row in tally.counts],
        "not_made": tally.counts[:, NOT_MADE].tolist(),
        "squares": tally.squares.tolist(),
        "house_squares": float(tally.house_squares[0]),
        "envy": _trimmed(tally.envy),
        "results": _sparse(tally.results),
        "lows": _sparse(tally.lows),
        "holds": _sparse(tally.holds),
        "wagers": int(tally.wagers[0]),
        "notes": _in_order(tally.notes[: int(tally.noted[0])]),
    }


def _in_order(notes: Ints) -> list[list[int]]:
    """Round by round; in a round the hits first, from the dealer's right, as awards are paid."""
    kind, _, number, _, seat, *_ = notes.T
    ordered: list[list[int]] = notes[np.lexsort((-seat, kind, number))].tolist()
    return ordered


def _trimmed(row: Ints) -> list[int]:
    """Without the zeros at the end, and without the wagers that were not made."""
    used = np.flatnonzero(row[:NOT_MADE])
    return [int(count) for count in row[: used[-1] + 1 if len(used) else 0]]


def _sparse(bins: Ints) -> list[list[int]]:
    return [[int(place), int(bins[place])] for place in np.flatnonzero(bins)]
