"""What a simulation found: blocks added up in their order, and the figures that follow, each with its error."""

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
        """How far the truth may lie away, with a confidence of 95%."""
        return NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * self.error

    def __str__(self) -> str:
        return f"{self.value * 100:.4f}% ± {self.reach * 100:.4f}%"

    def as_json(self) -> dict[str, float]:
        """The mean for machines."""
        return {"percent": self.value * 100, "standard_error_percent": self.error * 100}


@dataclass(frozen=True)
class SpotResult:
    """What became of one wager."""

    spot: Spot
    counts: tuple[int, ...]
    """By ending."""
    rounds: int
    squares: int
    beside_cents: int = 0
    """What it won from the meter and by envy."""

    @property
    def made(self) -> int:
        """How often it was made."""
        return sum(self.counts)

    @property
    def by_name(self) -> dict[str, int]:
        """How often it ended so: ways that differ only in what was staked have one name."""
        found: Counter[str] = Counter()
        for ending, count in zip(self.spot.endings, self.counts, strict=False):
            found[ending.slug] += count
        return dict(found)

    @property
    def net_cents(self) -> int:
        """What players have more, or less, by it."""
        nets: list[int] = self.spot.nets.tolist()
        return sum(count * net for count, net in zip(self.counts, nets, strict=False)) + self.beside_cents

    @property
    def staked_cents(self) -> int:
        """All that was put at risk."""
        return sum(count * stake for count, stake in zip(self.counts, self.spot.stakes.tolist(), strict=False))

    @property
    def deviation(self) -> float:
        """How far one round strays, all seats together, in units of the wager."""
        return sqrt(self.squares / self.rounds - (self.net_cents / self.rounds) ** 2) / self.spot.cents

    @property
    def house_edge(self) -> Mean:
        """What the house keeps of each unit wagered, and its standard error."""
        if not self.made:
            return Mean(0.0, 0.0)
        wagered = self.made * self.spot.cents
        return Mean(-self.net_cents / wagered, self.deviation * sqrt(self.rounds) / self.made)

    @property
    def element_of_risk(self) -> Mean:
        """What the house keeps of all that was put at risk."""
        edge, share = self.house_edge, self.made * self.spot.cents / max(1, self.staked_cents)
        return Mean(edge.value * share, edge.error * share)

    def as_json(self) -> dict[str, Any]:
        """The wager for machines."""
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
    """A simulation that was played."""

    simulation: Simulation
    spots: tuple[SpotResult, ...]
    squares: int
    """Of all wagers of a round together."""
    house_squares: float
    """Of what the house has more in a round: not the same where a meter pays."""
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
        """How many were played."""
        return self.simulation.rounds

    @property
    def wagered_cents(self) -> int:
        """All that was wagered before the deal."""
        return sum(spot.made * spot.spot.cents for spot in self.spots)

    @property
    def net_cents(self) -> int:
        """What all players have more, or less."""
        return sum(spot.net_cents for spot in self.spots)

    @property
    def deviation_cents(self) -> float:
        """How far one round strays, all seats and wagers together."""
        return sqrt(self.squares / self.rounds - (self.net_cents / self.rounds) ** 2)

    @property
    def house_edge(self) -> Mean:
        """Of all wagers together."""
        return Mean(-self.net_cents / self.wagered_cents, self.deviation_cents * sqrt(self.rounds) / self.wagered_cents)

    @property
    def house_hold(self) -> float:
        """What the house keeps of all that is wagered: awards of the meter cost it contributions and seeds."""
        if self.meter is None:
            return self.house_edge.value
        beside: int = self.meter["paid_cents"] - self.meter["outlay_cents"]
        return (-self.net_cents + beside) / self.wagered_cents

    @property
    def hold_deviation(self) -> float:
        """How far the hold of one round strays."""
        wagered = self.wagered_cents / self.rounds
        return sqrt(self.house_squares / self.rounds - (self.house_hold * wagered) ** 2) / wagered

    def ruin(self, units: int) -> float:
        """In what share of the sessions a player who brings so many units of the first wager loses them all."""
        lost = sum(count for low, count in self.lows.items() if low <= -units)
        return lost / max(1, sum(self.lows.values()))

    def as_json(self) -> dict[str, Any]:
        """The result for machines."""
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
    """Below which so large a share of the sessions or days lies.

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
    """Play a simulation; what was played before is not played again.

    >>> from pitboss.paytables import Game
    >>> result = simulate(Simulation.ask(Game.THREE_CARD_POKER, rounds=2_000), Resources(processes=1))
    >>> result.spots[0].made
    2000
    """
    from pitboss.lab.simulation.blocks import make_ready  # noqa: PLC0415

    work = simulation.work(gpu=resources.gpu)
    # Made here before others need it: what takes long is then kept for them.
    spots = make_ready(work.inputs, resources).table.spots
    whole = remembered(work, resources, lambda blocks: fold(simulation, blocks))
    return _result(simulation, spots, whole)


def _result(simulation: Simulation, spots_of_table: Sequence[Spot], whole: Mapping[str, Any]) -> Result:
    spots = tuple(
        SpotResult(spot, tuple(counts), simulation.rounds, squares, beside)
        for spot, counts, squares, beside in zip(
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
