"""The outcomes of a wager with their counts and net pays, and the figures computed from them.

An :class:`OutcomeTable` is exact: integers and fractions, nothing rounded. An :class:`Estimate` has the same figures
if counting takes too long: sampled, or computed in double precision, with an error bound.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final, Self

from pitboss.lab.figure import Figure


@dataclass(frozen=True)
class Outcome:
    """One way for a wager to end.

    >>> Outcome("pair", "Pair", 3744, Fraction(1)).is_hit
    True
    """

    slug: str
    label: str
    count: int
    net: Fraction
    """The player's net win for one unit of the wager; negative for a loss."""
    hit: bool | None = None
    """Whether this counts as a hit; None means that every net win does."""

    @property
    def is_hit(self) -> bool:
        """Whether the outcome counts for the hit frequency."""
        return self.net > 0 if self.hit is None else self.hit


@dataclass(frozen=True)
class OutcomeTable:
    """The exact outcomes of a wager.

    >>> coin = OutcomeTable((Outcome("heads", "Heads", 1, Fraction(9, 10)), Outcome("tails", "Tails", 1, Fraction(-1))))
    >>> coin.total, coin.house_edge.exact, coin.hit_frequency.percent, round(coin.standard_deviation, 4)
    (2, Fraction(1, 20), 50.0, 0.95)
    """

    outcomes: tuple[Outcome, ...]
    per: str = "wager"
    """The unit of the edge: the wager, the Ante, or Ante and Bonus."""
    wagered: Fraction = Fraction(1)
    """The average amount at risk, in the same unit."""
    how: str = "counted"
    envy_value: Fraction = Fraction(0)
    """The average envy pay of a round. It is in the mean, but not in the variance or the hit frequency."""

    @property
    def total(self) -> int:
        """The number of cases, all equally likely."""
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def counts(self) -> dict[str, int]:
        """How often each outcome comes."""
        return {outcome.slug: outcome.count for outcome in self.outcomes}

    @property
    def mean(self) -> Fraction:
        """The player's average net win; negative if the house has the edge."""
        return self._mean_outcome + self.envy_value

    @property
    def _mean_outcome(self) -> Fraction:
        return sum((outcome.count * outcome.net for outcome in self.outcomes), Fraction(0)) / self.total

    @property
    def house_edge(self) -> Figure:
        """What the house keeps of each unit."""
        return Figure.of(-self.mean)

    @property
    def element_of_risk(self) -> Figure:
        """What the house keeps of all that is put at risk."""
        return Figure.of(-self.mean / self.wagered)

    @property
    def hit_frequency(self) -> Figure:
        """The share of rounds in which the wager hits."""
        return Figure.of(Fraction(sum(outcome.count for outcome in self.outcomes if outcome.is_hit), self.total))

    @property
    def variance(self) -> Fraction:
        """The variance of the net win of one round."""
        squares = sum((outcome.count * outcome.net**2 for outcome in self.outcomes), Fraction(0))
        return squares / self.total - self._mean_outcome**2

    @property
    def standard_deviation(self) -> float:
        """How far one round strays from the mean."""
        return sqrt(self.variance)

    def as_json(self) -> dict[str, Any]:
        """The table as JSON."""
        answer = {
            "total": self.total,
            "counts": self.counts,
            "pays": {outcome.slug: str(outcome.net) for outcome in self.outcomes},
        }
        return answer | ({"beside": str(self.envy_value)} if self.envy_value else {}) | _figures(self)

    def stored(self) -> dict[str, Any]:
        """The reading for the store."""
        rows = [[o.slug, o.label, o.count, str(o.net), o.hit] for o in self.outcomes]
        terms = {"per": self.per, "wagered": str(self.wagered), "how": self.how, "beside": str(self.envy_value)}
        return {"outcomes": rows} | terms

    @classmethod
    def restored(cls, data: Mapping[str, Any]) -> Self:
        """The reading that was stored.

        >>> coin = OutcomeTable((Outcome("heads", "Heads", 1, Fraction(1)), Outcome("tails", "Tails", 1, Fraction(-1))))
        >>> OutcomeTable.restored(coin.stored()) == coin
        True
        """
        rows = tuple(
            Outcome(slug, label, count, Fraction(net), hit) for slug, label, count, net, hit in data["outcomes"]
        )
        return cls(rows, data["per"], Fraction(data["wagered"]), data["how"], Fraction(data["beside"]))


@dataclass(frozen=True)
class Share:
    """One way for a wager to end, with an estimated probability.

    >>> Share("win", "Win", 0.43, 1.0).probability
    0.43
    """

    slug: str
    label: str
    probability: float
    net: float


@dataclass(frozen=True)
class Estimate:
    """The outcomes of a wager that were sampled, or computed in double precision.

    >>> coin = Estimate((Share("heads", "Heads", 0.5, 0.9), Share("tails", "Tails", 0.5, -1.0)),
    ...                 error=1e-12, how="double precision, error below 1e-12")
    >>> coin.house_edge.as_json()
    {'fraction': None, 'percent': 5.0, 'error_percent': 1e-10}
    """

    shares: tuple[Share, ...]
    error: float
    how: str
    """How it was computed and what the error means, in words for the sheet."""
    per: str = "wager"
    wagered: float = 1.0

    @property
    def total(self) -> None:
        """None: nothing was counted."""
        return

    @property
    def counts(self) -> dict[str, int]:
        """None: nothing was counted."""
        return {}

    @property
    def mean(self) -> float:
        """The player's average net win."""
        return sum(share.probability * share.net for share in self.shares)

    @property
    def house_edge(self) -> Figure:
        """What the house keeps of each unit."""
        return Figure(-self.mean, error=self.error)

    @property
    def element_of_risk(self) -> Figure:
        """What the house keeps of all that is put at risk."""
        return Figure(-self.mean / self.wagered, error=self.error / self.wagered)

    @property
    def hit_frequency(self) -> Figure:
        """The share of rounds in which the wager hits. With two outcomes its error follows from that of the edge."""
        nets = {share.net for share in self.shares}
        distance = max(nets) - min(nets) if len(nets) == 2 else 1.0
        return Figure(sum(share.probability for share in self.shares if share.net > 0), error=self.error / distance)

    @property
    def standard_deviation(self) -> float:
        """How far one round strays from the mean."""
        return sqrt(sum(share.probability * share.net**2 for share in self.shares) - self.mean**2)

    def as_json(self) -> dict[str, Any]:
        """The estimate as JSON, with probabilities instead of counts."""
        return {
            "total": None,
            "counts": {},
            "probabilities": {share.slug: share.probability for share in self.shares},
            "pays": {share.slug: share.net for share in self.shares},
        } | _figures(self)

    def stored(self) -> dict[str, Any]:
        """The reading for the store."""
        rows = [[s.slug, s.label, s.probability, s.net] for s in self.shares]
        return {"shares": rows, "error": self.error, "how": self.how, "per": self.per, "wagered": self.wagered}

    @classmethod
    def restored(cls, data: Mapping[str, Any]) -> Self:
        """The reading that was stored."""
        rows = tuple(Share(*row) for row in data["shares"])
        return cls(rows, data["error"], data["how"], data["per"], data["wagered"])


AnyReading = OutcomeTable | Estimate
"""A wager counted or estimated."""


PRINTED_FIGURES: Final = {
    "par-per-ante": "house_edge",
    "house-edge": "house_edge",
    "house-advantage": "house_edge",
    "hold": "house_edge",
    "hit-frequency": "hit_frequency",
}
"""The names of figures in approvals, with the name of the property that computes them."""


def _figures(reading: AnyReading) -> dict[str, Any]:
    return {
        "house_edge": reading.house_edge.as_json(),
        "hit_frequency": reading.hit_frequency.as_json(),
        "standard_deviation": reading.standard_deviation,
        "per": reading.per,
        "average_wager": float(reading.wagered),
        "element_of_risk": reading.element_of_risk.as_json(),
        "how": reading.how,
    }


def restore_outcome_table(data: Mapping[str, Any]) -> AnyReading:
    """Read an outcome table of either kind from the store.

    >>> restore_outcome_table(OutcomeTable((Outcome("all", "All", 1, Fraction(-1)),)).stored()).total
    1
    """
    return OutcomeTable.restored(data) if "outcomes" in data else Estimate.restored(data)
