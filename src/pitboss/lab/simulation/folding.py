"""Adds up the blocks of a simulation, and carries the meter from block to block in the order of the rounds."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any, Final

from pitboss.lab.simulation.progressive import MeterPath, meter_parameters
from pitboss.lab.simulation.running import Simulation

Block = Mapping[str, Any]

_BINS: Final = ("results", "lows", "holds")


def fold(simulation: Simulation, blocks: Iterable[Block]) -> dict[str, Any]:
    """Fold the blocks of a simulation into one JSON result, block by block."""
    sums, path = _Sums(), _path(simulation)
    for block in blocks:
        if path is not None:
            path.add_block(block)
        sums.add(block)
    return sums.with_path(path)


def _path(simulation: Simulation) -> MeterPath | None:
    parameters = meter_parameters(simulation)
    # Results of sessions are in units of the first wager of the table.
    return None if parameters is None else MeterPath(parameters, next(iter(simulation.bets.values())))


@dataclass
class _Sums:
    """The sums of the blocks so far."""

    counts: list[list[int]] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    envy: list[int] = field(default_factory=list)
    bins: dict[str, Counter[int]] = field(default_factory=lambda: {name: Counter() for name in _BINS})
    house_squares: list[float] = field(default_factory=list)
    """One entry for each block: they are added at the end, without rounding."""

    def add(self, block: Block) -> None:
        """Add the next block."""
        self.counts = self.counts or [[] for _ in block["counts"]]
        for total, row in zip(self.counts, block["counts"], strict=True):
            _add_row(total, row)
        _add_row(self.squares, block["squares"])
        _add_row(self.envy, block["envy"])
        for name, gathered in self.bins.items():
            for place, count in block[name]:
                gathered[place] += count
        self.house_squares.append(block["house_squares"])

    def with_path(self, path: MeterPath | None) -> dict[str, Any]:
        """The whole result, with the awards of the meter."""
        squares, awards, envied = self.squares, [0] * len(self.counts), (0, 0)
        if path is not None:
            squares = [*squares[:-2], squares[-2] + path.squares[0], squares[-1] + path.squares[1]]
            for name, more in (("results", path.results), ("lows", path.lows)):
                self.bins[name] += Counter(more)
            envied = _envied(path, self.envy)
            awards[-1] = path.paid_cents + envied[0]
        return {
            "house_squares": fsum(self.house_squares),
            "counts": self.counts,
            "squares": squares,
            "beside": awards,
            "envy": envied,
            "meter": _meter(path) if path is not None else None,
        } | {name: sorted(found.items()) for name, found in self.bins.items()}


def _add_row(total: list[int], row: Sequence[int]) -> None:
    """Rows may be of different lengths."""
    total.extend([0] * (len(row) - len(total)))
    for place, number in enumerate(row):
        total[place] += number


def _envied(path: MeterPath, envy: Sequence[int]) -> tuple[int, int]:
    """The envy pays in cents, and the sum of their squares."""
    rows = path.parameters.pays.rows
    cents = [0, *(path.parameters.at_denomination(row.envy_cents or 0) for row in rows)]
    pays = list(zip(envy, cents, strict=False))
    return sum(count * pay for count, pay in pays), sum(count * pay**2 for count, pay in pays)


def _meter(path: MeterPath) -> dict[str, Any]:
    """The meter as JSON."""
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
    """The house's cost of the meter in millicents: contributions, and a seed for each time it was won."""
    added = path.parameters.contribution_millicents + path.parameters.reserve_millicents
    return path.counted * added + 1000 * reseeds * path.parameters.seed_cents
