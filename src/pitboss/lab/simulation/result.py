"""The result of a simulation: the sums of its blocks, and the figures from them, each with its standard error."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

from pitboss.lab.simulation.folding import fold
from pitboss.lab.simulation.running import Simulation
from pitboss.lab.simulation.spots import Spot
from pitboss.lab.simulation.tally import HOLD_MIDDLE, MIDDLE
from pitboss.lab.work import Resources, remembered

CONFIDENCE: Final = 0.95
_MIDDLES: Final = {"results": MIDDLE, "lows": MIDDLE, "holds": HOLD_MIDDLE}
QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


@dataclass(frozen=True)
class Mean:
    """A mean with its standard error.

    >>> str(Mean(0.0337, 0.0002))
    '3.3700% ± 0.0392%'
    """

    value: float
    error: float

    @property
    def reach(self) -> float:
        """The half-width of the 95% confidence interval."""
        return NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * self.error

    def __str__(self) -> str:
        return f"{self.value * 100:.4f}% ± {self.reach * 100:.4f}%"

    def as_json(self) -> dict[str, float]:
        """The mean as JSON."""
        return {"percent": self.value * 100, "standard_error_percent": self.error * 100}


@dataclass(frozen=True)
class SpotResult:
    """The result of one wager."""

    spot: Spot
    counts: tuple[int, ...]
    """By ending."""
    rounds: int
    squares: int
    award_cents: int = 0
    """The awards from the meter and the envy pays."""

    @property
    def made(self) -> int:
        """How often it was made."""
        return sum(self.counts)

    @property
    def by_name(self) -> dict[str, int]:
        """How often each ending occurred: endings that differ only in their stake share a name."""
        found: Counter[str] = Counter()
        for ending, count in zip(self.spot.endings, self.counts, strict=False):
            found[ending.slug] += count
        return dict(found)

    @property
    def net_cents(self) -> int:
        """The players' net win; negative for a loss."""
        nets: list[int] = self.spot.nets.tolist()
        return sum(count * net for count, net in zip(self.counts, nets, strict=False)) + self.award_cents

    @property
    def staked_cents(self) -> int:
        """The total amount at risk."""
        return sum(count * stake for count, stake in zip(self.counts, self.spot.stakes.tolist(), strict=False))

    @property
    def deviation(self) -> float:
        """The standard deviation of one round, all seats together, in units of the wager."""
        return sqrt(self.squares / self.rounds - (self.net_cents / self.rounds) ** 2) / self.spot.cents

    @property
    def house_edge(self) -> Mean:
        """The house edge per unit wagered, with its standard error."""
        if not self.made:
            return Mean(0.0, 0.0)
        wagered = self.made * self.spot.cents
        return Mean(-self.net_cents / wagered, self.deviation * sqrt(self.rounds) / self.made)

    @property
    def element_of_risk(self) -> Mean:
        """The house edge per unit at risk."""
        edge, share = self.house_edge, self.made * self.spot.cents / max(1, self.staked_cents)
        return Mean(edge.value * share, edge.error * share)

    def as_json(self) -> dict[str, Any]:
        """The wager as JSON."""
        return {
            "wager": self.spot.wager,
            "cents": self.spot.cents,
            "made": self.made,
            "counts": self.by_name,
            "net_cents": self.net_cents,
            "staked_cents": self.staked_cents,
            "house_edge": self.house_edge.as_json(),
            "element_of_risk": self.element_of_risk.as_json(),
            "standard_deviation": self.deviation,
        }


@dataclass(frozen=True)
class Result:
    """The result of a simulation."""

    simulation: Simulation
    spots: tuple[SpotResult, ...]
    squares: int
    """The sum of squares of all wagers of a round together."""
    house_squares: float
    """The sum of squares of the house's win in a round, which differs if a meter pays."""
    results: Mapping[int, int]
    """Sessions by their result, in whole units of the first wager."""
    lows: Mapping[int, int]
    holds: Mapping[int, int]
    """Days of a table by their hold, in tenths of a percent."""
    meter: Mapping[str, Any] | None
    envy_cents: int = 0
    envy_squares: int = 0
    """The sum of the squares of all envy pays."""

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self.simulation.rounds

    @property
    def wagered_cents(self) -> int:
        """The total wagered before the deal."""
        return sum(spot.made * spot.spot.cents for spot in self.spots)

    @property
    def net_cents(self) -> int:
        """The net win of all players; negative for a loss."""
        return sum(spot.net_cents for spot in self.spots)

    @property
    def deviation_cents(self) -> float:
        """The standard deviation of one round, all seats and wagers together."""
        return sqrt(self.squares / self.rounds - (self.net_cents / self.rounds) ** 2)

    @property
    def house_edge(self) -> Mean:
        """Of all wagers together."""
        return Mean(-self.net_cents / self.wagered_cents, self.deviation_cents * sqrt(self.rounds) / self.wagered_cents)

    @property
    def house_hold(self) -> float:
        """The house's share of all wagers; awards of the meter cost it contributions and seeds."""
        if self.meter is None:
            return self.house_edge.value
        awards: int = self.meter["paid_cents"] - self.meter["outlay_cents"]
        return (-self.net_cents + awards) / self.wagered_cents

    @property
    def hold_deviation(self) -> float:
        """The standard deviation of the hold of one round."""
        wagered = self.wagered_cents / self.rounds
        return sqrt(self.house_squares / self.rounds - (self.house_hold * wagered) ** 2) / wagered

    def ruin(self, units: int) -> float:
        """The share of sessions in which a player with this many units of the first wager loses them all."""
        lost = sum(count for low, count in self.lows.items() if low <= -units)
        return lost / max(1, sum(self.lows.values()))

    def as_json(self) -> dict[str, Any]:
        """The result as JSON."""
        return {
            "format": 1,
            "game": self.simulation.game.value,
            "settings": dict(self.simulation.settings),
            "rounds": self.rounds,
            "wagers": [spot.as_json() for spot in self.spots],
            "house_edge": self.house_edge.as_json(),
            "sessions": {
                "rounds": self.simulation.session,
                "unit_cents": self.spots[0].spot.cents,
                "results": _as_text(self.results),
                "lowest_points": _as_text(self.lows),
                "quantiles": {str(share): quantile(self.results, share) for share in QUANTILES},
            },
            "days": {"rounds": self.simulation.day, "holds_in_tenths_of_a_percent": _as_text(self.holds)},
            "meter": dict(self.meter) if self.meter is not None else None,
        }


def _as_text(bins: Mapping[int, int]) -> dict[str, int]:
    return {str(place): count for place, count in sorted(bins.items())}


def quantile(bins: Mapping[int, int], share: float) -> int | None:
    """The value below which a given share of the sessions or days is.

    >>> quantile({-3: 1, 0: 2, 5: 1}, 0.5)
    0
    """
    total, seen = sum(bins.values()), 0
    for place, count in sorted(bins.items()):
        seen += count
        if seen >= share * total:
            return place
    return None


def simulate(simulation: Simulation, resources: Resources) -> Result:
    """Play a simulation; stored blocks are not played again.

    >>> from pitboss.paytables import Game
    >>> result = simulate(Simulation.ask(Game.THREE_CARD_POKER, rounds=2_000), Resources(processes=1))
    >>> result.spots[0].made
    2000
    """
    from pitboss.lab.simulation.blocks import make_ready  # noqa: PLC0415

    work = simulation.work(gpu=resources.gpu)
    # Made here first, so that the slow parts are stored before other processes need them.
    spots = make_ready(work.inputs, resources).table.spots
    whole = remembered(work, resources, lambda blocks: fold(simulation, blocks))
    return _result(simulation, spots, whole)


def _result(simulation: Simulation, spots_of_table: Sequence[Spot], whole: Mapping[str, Any]) -> Result:
    spots = tuple(
        SpotResult(spot, tuple(counts), simulation.rounds, squares, awards)
        for spot, counts, squares, awards in zip(
            spots_of_table, whole["counts"], whole["squares"][:-1], whole["beside"], strict=True
        )
    )
    bins = {name: {place - middle: count for place, count in whole[name]} for name, middle in _MIDDLES.items()}
    return Result(
        simulation,
        spots,
        squares=whole["squares"][-1],
        house_squares=whole["house_squares"],
        results=bins["results"],
        lows=bins["lows"],
        holds=bins["holds"],
        meter=whole["meter"],
        envy_cents=whole["envy"][0],
        envy_squares=whole["envy"][1],
    )
