"""Blocks put together: sums of integers, and the meter carried from block to block in the order of the rounds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import fsum, sqrt
from typing import Any

from pitboss.lab.simulation.progressive import MeterPath, meter_parameters
from pitboss.lab.simulation.running import Simulation

Block = Mapping[str, Any]


def fold(simulation: Simulation, blocks: Sequence[Block]) -> dict[str, Any]:
    """The whole of a simulation, as JSON can hold it."""
    path = _path(simulation, blocks)
    counts = [_sum_rows([block["counts"][spot] for block in blocks]) for spot in range(len(blocks[0]["counts"]))]
    squares = _sum_rows([block["squares"] for block in blocks])
    bins = {name: _sum_bins([block[name] for block in blocks]) for name in ("results", "lows", "holds")}
    beside, envied = [0] * len(counts), (0, 0)
    if path is not None:
        squares = [*squares[:-2], squares[-2] + path.squares[0], squares[-1] + path.squares[1]]
        for name, more in (("results", path.results), ("lows", path.lows)):
            bins[name] += Counter(more)
        envied = _envied(path, _sum_rows([block["envy"] for block in blocks]))
        beside[-1] = path.paid_cents + envied[0]
    meter = _meter(path) if path is not None else None
    sorted_bins = {name: sorted(found.items()) for name, found in bins.items()}
    house_squares = fsum(block["house_squares"] for block in blocks)
    return {
        "house_squares": house_squares,
        "counts": counts,
        "squares": squares,
        "beside": beside,
        "envy": envied,
        "meter": meter,
    } | sorted_bins


def _path(simulation: Simulation, blocks: Sequence[Block]) -> MeterPath | None:
    parameters = meter_parameters(simulation)
    if parameters is None:
        return None
    path, before = MeterPath(parameters), 0
    # Results of sessions are measured by the first wager of the table.
    unit = next(iter(simulation.bets.values()))
    for block in blocks:
        path.add_block(block, before, unit)
        before += block["wagers"]
    return path


def _envied(path: MeterPath, envy: Sequence[int]) -> tuple[int, int]:
    """What was paid for envy in cents, and the sum of the squares of these pays."""
    rows = path.parameters.pays.rows
    cents = [0, *(path.parameters.at_denomination(row.envy_cents or 0) for row in rows)]
    pays = list(zip(envy, cents, strict=False))
    return sum(count * pay for count, pay in pays), sum(count * pay**2 for count, pay in pays)


def _meter(path: MeterPath) -> dict[str, Any]:
    """The meter for machines."""
    rows = path.parameters.pays.rows
    number, total, squares = path.at_hits
    return {
        "paytable": path.parameters.paytable.designator,
        "wagers": path.counted,
        "hits": {rows[row - 1].hand.slug: count for row, count in sorted(path.hits.items())},
        "paid_cents": path.paid_cents,
        "outlay_cents": _outlay(path, number) // 1000,
        "reseeds": number,
        "average_cents_when_won": total / number if number else None,
        "deviation_cents_when_won": sqrt(max(0.0, squares / number - (total / number) ** 2)) if number else None,
        "shown_cents_at_the_end": path.meter.shown_cents,
        "path": path.points,
    }


def _outlay(path: MeterPath, reseeds: int) -> int:
    """What the house put on the meter, in millicents: contributions, and a seed for every time it was won."""
    added = path.parameters.contribution_millicents + path.parameters.reserve_millicents
    return path.counted * added + 1000 * reseeds * path.parameters.seed_cents


def _sum_rows(rows: Sequence[Sequence[int]]) -> list[int]:
    """Rows of different lengths, added place by place."""
    return [sum(column) for column in zip_longest(*rows, fillvalue=0)]


def _sum_bins(found: Sequence[Sequence[Sequence[int]]]) -> Counter[int]:
    total: Counter[int] = Counter()
    for bins in found:
        for place, count in bins:
            total[place] += count
    return total
