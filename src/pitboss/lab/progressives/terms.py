"""Computes the house advantage of a progressive by meter, envy and rate, and the mean meter when it is won.

Everything is for a wager of one unit ($1) and exact. One wager at a time: each first adds its contribution c to the
meter, then its hand is settled. The top hand (probability p) wins the meter, which restarts at the seed S; another
hand (q) may win a share s of it. So the meter X at the moment of a wager goes on as

    c + S with probability p,    c + (1 - s) X with q,    c + X otherwise,

and in balance its mean m and its mean square M follow from

    m = c + p S + q (1 - s) m + (1 - p - q) m    and
    M = p S^2 + q (1 - s)^2 M + (1 - p - q) M + 2 c (m - c) + c^2.

The cards do not depend on the meter, so m is also the mean of what the top hand wins.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Self

from pitboss.lab.bonus import counts_for
from pitboss.lab.sheet import RULES
from pitboss.lab.work import Resources
from pitboss.paytables import PayKind, Row, WagerPaytable
from pitboss.progressive import ProgressiveError


@dataclass(frozen=True)
class ProgressiveTerms:
    """The numbers that decide the mathematics of a progressive, per wager of one unit.

    >>> from pitboss.paytables import load_catalogue
    >>> terms = ProgressiveTerms.of(load_catalogue()["TCPP-1"]["progressive"])
    >>> terms.average_meter, str(round(float(terms.long_run_advantage(6)), 4))
    (Fraction(4094, 1), '0.2233')
    """

    seed: Fraction
    contribution: Fraction
    fixed: Fraction
    """The average return of fixed pays."""
    envy: Fraction
    """The average envy pay for each other hand at the table."""
    top: Fraction
    """The probability of the hand that wins the whole meter."""
    shares: tuple[tuple[Fraction, Fraction], ...] = ()
    """Each smaller share of the meter that a hand wins, with the probability of that hand."""

    @classmethod
    def of(cls, wager: WagerPaytable, reading: str = RULES, resources: Resources | None = None) -> Self:
        """The terms of a wager; ``reading`` says whether its hands are counted by the rules or as printed."""
        return cls.from_counts(wager, *counts_for(wager.wager.game, wager.wager.slug, reading, resources))

    @classmethod
    def from_counts(cls, wager: WagerPaytable, counts: Mapping[str, int], total: int) -> Self:
        """The terms of a wager whose hands were counted, by the names of the rows."""
        if wager.meter is None:
            raise ProgressiveError(f"{wager.name} is not a progressive, and has no meter")

        def chance(row: Row) -> Fraction:
            return Fraction(counts[row.hand.slug], total)

        from_meter = [(row.pay.amount, chance(row)) for row in wager.rows if row.pay.kind is PayKind.METER]
        fixed = (row.pay.amount * chance(row) for row in wager.rows if row.pay.kind is PayKind.FOR)
        envy = (Fraction(row.envy_cents or 0, 100) * chance(row) for row in wager.rows)
        terms = cls(
            seed=Fraction(wager.meter.seed_cents, 100),
            contribution=wager.meter.contribution,
            fixed=sum(fixed, Fraction(0)),
            envy=sum(envy, Fraction(0)),
            top=sum((often for share, often in from_meter if share == 1), Fraction(0)),
            shares=tuple((share, often) for share, often in from_meter if share < 1 and often),
        )
        if not terms.top:
            raise ProgressiveError(f"no hand of {wager.name} wins the whole meter, so it would never be reseeded")
        return terms

    # ---- the advantage

    @property
    def meter_return(self) -> Fraction:
        """The share of the meter that a wager wins on average."""
        return self.top + sum((share * often for share, often in self.shares), Fraction(0))

    @property
    def reseed_cost(self) -> Fraction:
        """The average cost of seeds to the house."""
        return self.top * self.seed

    def advantage(self, meter: Fraction, others: int = 0) -> Fraction:
        """The average loss of a wager at this meter, with this many other hands that can award envy."""
        return 1 - self.fixed - others * self.envy - self.meter_return * meter

    def long_run_advantage(self, others: int = 0, contribution: Fraction | None = None) -> Fraction:
        """The house advantage in the long run: all but fixed pays, envy, contributions and seeds.

        It is the advantage at the average meter, which approvals print.
        """
        rate = self.contribution if contribution is None else contribution
        return 1 - self.fixed - others * self.envy - rate - self.reseed_cost

    def break_even_meter(self, others: int = 0) -> Fraction:
        """The meter at which a wager loses nothing on average; above it, players have the advantage."""
        return self.advantage(Fraction(0), others) / self.meter_return

    # ---- the meter when the whole of it is won

    @property
    def average_meter(self) -> Fraction:
        """The mean of the meter when the whole of it is won."""
        return (self.reseed_cost + self.contribution) / self.meter_return

    @property
    def meter_variance(self) -> Fraction:
        """The variance of the meter when the whole of it is won."""
        mean, added = self.average_meter, self.contribution
        lost = self.top + sum((often * (1 - (1 - share) ** 2) for share, often in self.shares), Fraction(0))
        return (self.top * self.seed**2 + 2 * added * (mean - added) + added**2) / lost - mean**2

    @property
    def meter_deviation(self) -> float:
        """The standard deviation of the meter when the whole of it is won."""
        return sqrt(self.meter_variance)
