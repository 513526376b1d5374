"""Computes the quantiles of the meter when the whole meter is won, and of the number of wagers until then.

If no hand wins a smaller share, the meter at a hit is the seed and one contribution for each wager since the last hit,
whose number is geometric: quantiles are exact. With smaller shares, the distribution has no closed form. It
is followed from win to win on a grid, twice: with every step rounded down, and with every step rounded up. What the
meter does (rise, lose a share) keeps the order of two meters, so one process always stays below the true one
and the other above, and the true quantile is between the two. The bounds leave out at most ``REST`` of probability.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import ceil, log
from typing import Any, Final

from pitboss.lab.progressives.terms import ProgressiveTerms
from pitboss.lab.work import Resources, Work, remembered

LEVELS: Final = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))
"""The quantiles of a sheet: one in twenty below, the middle, one in twenty above."""
REST: Final = 1e-9
_MAX_CELLS: Final = 1 << 19
_MAX_STEPS: Final = 200_000_000
"""The limit of cells times wins from the meter, which bounds the time."""


@dataclass(frozen=True)
class Quantile:
    """A quantile of the meter: the two amounts that bound it, which are equal if it is exact.

    >>> str(Quantile(Fraction(1, 2), Fraction(3144), Fraction(3144))), str(Quantile(Fraction(1, 2), 100.0, 104.0))
    ('$3,144.00', '$102.00 ± $2.00')
    """

    level: Fraction
    low: Fraction | float
    high: Fraction | float

    @property
    def value(self) -> float:
        """The middle of the two bounds."""
        return float(self.low + self.high) / 2

    @property
    def error(self) -> float:
        """The maximum error of the middle."""
        return float(self.high - self.low) / 2

    def __str__(self) -> str:
        return f"${self.value:,.2f}" + (f" ± ${self.error:,.2f}" if self.error else "")

    def as_json(self) -> dict[str, Any]:
        """The quantile as JSON."""
        answer = {"level": float(self.level), "dollars": round(self.value, 2)}
        return answer | ({"error_dollars": round(self.error, 2)} if self.error else {})


def wagers_until(chance: Fraction, level: Fraction) -> int:
    """The smallest number of wagers within which a hand occurs with at least this probability.

    >>> wagers_until(Fraction(1, 22_100), Fraction(1, 2))
    15319
    """
    with localcontext() as context:
        # With fifty digits, the quotient of such logarithms is never too close to a whole number.
        context.prec = 50
        missed, quiet = 1 - level, 1 - chance
        logs = [(Decimal(part.numerator) / Decimal(part.denominator)).ln() for part in (missed, quiet)]
        return ceil(logs[0] / logs[1])


def meter_quantiles(terms: ProgressiveTerms, resources: Resources | None = None) -> tuple[Quantile, ...]:
    """The quantiles of the meter when the whole of it is won.

    >>> from pitboss.paytables import load_catalogue
    >>> [str(quantile) for quantile in meter_quantiles(ProgressiveTerms.of(load_catalogue()["TCPP-1"]["progressive"]))]
    ['$1,158.76', '$3,144.66', '$10,268.70']
    """
    if not terms.shares:
        exact = [terms.seed + terms.contribution * wagers_until(terms.top, level) for level in LEVELS]
        return tuple(Quantile(level, amount, amount) for level, amount in zip(LEVELS, exact, strict=True))
    inputs = {
        "seed": str(terms.seed),
        "contribution": str(terms.contribution),
        "top": str(terms.top),
        "shares": [[str(share), str(often)] for share, often in terms.shares],
    }
    modules = ("pitboss.lab.progressives.spread", "pitboss.lab.progressives.kernel", "pitboss.lab.progressives.terms")
    work = Work("meter-quantiles", inputs, modules, 2, _bound)
    low, high = remembered(work, resources or Resources(processes=1), list)
    return tuple(Quantile(*quantile) for quantile in zip(LEVELS, low, high, strict=True))


def _bound(inputs: Mapping[str, Any], block: int) -> list[float]:
    """The quantiles of the process that is rounded down (block 0) or up (block 1)."""
    import numpy as np  # noqa: PLC0415

    from pitboss.lab.progressives.kernel import Grid, hit_law  # noqa: PLC0415

    shares = tuple((Fraction(share), Fraction(often)) for share, often in inputs["shares"])
    numbers = {name: Fraction(inputs[name]) for name in ("seed", "contribution", "top")}
    terms = ProgressiveTerms(**numbers, fixed=Fraction(0), envy=Fraction(0), shares=shares)
    is_up = block == 1
    won = terms.top + sum(often for _, often in shares)
    step, wagers, cells = _steps(terms, won)
    seed = terms.seed / step
    kept = [1 - share for share, _ in shares]
    every = np.arange(cells, dtype=np.int64)
    up = [share.denominator - 1 if is_up else 0 for share in kept]
    drops = [(every * share.numerator + more) // share.denominator for share, more in zip(kept, up, strict=True)]
    weights = np.array([float(often / won) for _, often in shares])
    # With several wagers to a cell, the lower bound drops a partly filled cell, and the upper bound fills it.
    shift = 1 if is_up or wagers == 1 else 0
    grid = Grid(ceil(seed) if is_up else int(seed), np.stack(drops), weights, float((1 - won) ** wagers), shift, is_up)
    below = np.cumsum(hit_law(grid, REST))
    return [float(step * int(np.searchsorted(below, float(level)))) for level in LEVELS]


def _steps(terms: ProgressiveTerms, won: Fraction) -> tuple[Fraction, int, int]:
    """The amount of a cell, the number of wagers that fill it, and the number of cells.

    The cells reach eight deviations above the mean, far beyond the highest quantile; a cell is one contribution if that
    does not need too many cells.
    """
    reach = float(terms.average_meter) + 8 * terms.meter_deviation
    wins = log(REST) / log(1 - float(terms.top / won))
    most = max(1000, min(_MAX_CELLS, int(_MAX_STEPS / wins)))
    wagers = ceil(reach / float(terms.contribution) / most)
    step = terms.contribution * wagers
    return step, wagers, ceil(reach / float(step)) + 1
