"""Makes the sheet of a progressive wager: advantage, break-even meter, and meter at a hit."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from pitboss.lab.bonus import counts_for, readings_of
from pitboss.lab.counting import read_counts
from pitboss.lab.figure import Figure
from pitboss.lab.outcome_table import OutcomeTable
from pitboss.lab.progressives.spread import LEVELS, Quantile, meter_quantiles, wagers_until
from pitboss.lab.progressives.terms import ProgressiveTerms
from pitboss.lab.work import Resources
from pitboss.paytables import Game, WagerPaytable
from pitboss.progressive import ProgressiveError

USUAL_OTHERS: Final = {Game.THREE_CARD_POKER: 6, Game.FORTUNE_SAN_LO: 5}
"""The number of other hands on envy that gives the printed advantages."""
MAX_OTHERS: Final = 6
"""A table has seven seats."""


@dataclass(frozen=True)
class ProgressiveSheet:
    """A progressive wager of $1 with one count of its hands: by the rules, or as printed.

    >>> from pitboss.paytables import load_catalogue
    >>> sheet = progressive_sheets(load_catalogue()["TCPP-1"]["progressive"])["rules"]
    >>> sheet.advantage.percent == sheet.at_average.house_edge.percent, sheet.figure("average-top-payout")
    (True, Fraction(4094, 1))
    """

    name: str
    reading: str
    terms: ProgressiveTerms
    others: int
    """How many other hands at the table can award envy."""
    at_seed: OutcomeTable
    at_average: OutcomeTable
    quantiles: tuple[Quantile, ...]
    """The quantiles of the meter when the whole meter is won."""

    @property
    def advantage(self) -> Figure:
        """The house advantage in the long run."""
        return Figure.of(self.terms.long_run_advantage(self.others))

    def figure(self, name: str) -> Fraction | None:
        """A figure by its name in the approvals: a share, a "1 in" number, or dollars; None for any other name.

        >>> from pitboss.paytables import load_catalogue
        >>> progressive_sheets(load_catalogue()["TCPP-2"]["progressive"])["rules"].figure("top-probability")
        Fraction(22100, 1)
        """
        figures = {
            "house-advantage": self.advantage.exact,
            "hold": self.advantage.exact,
            "hit-frequency": self.at_average.hit_frequency.exact,
            "top-probability": 1 / self.terms.top,
            "average-top-payout": self.terms.average_meter,
            "seed-amount": self.terms.seed,
        }
        return figures.get(name)

    def as_json(self) -> dict[str, Any]:
        """The sheet as JSON."""
        terms = self.terms
        return {
            "wager": self.name,
            "reading": self.reading,
            "others_on_envy": self.others,
            "seed": _money(terms.seed),
            "house_advantage": self.advantage.as_json(),
            "hit_frequency": self.at_average.hit_frequency.as_json(),
            "parts_of_the_wager": {name: Figure.of(part).as_json() for name, part in self._parts().items()},
            "advantage_by_meter": {
                "at_nothing": Figure.of(terms.advantage(Fraction(0), self.others)).as_json(),
                "less_per_dollar": Figure.of(terms.meter_return).as_json(),
                "at_seed": self.at_seed.house_edge.as_json(),
            },
            "break_even_meter": _money(terms.break_even_meter(self.others)),
            "by_others": [self._with_others(others) for others in range(MAX_OTHERS + 1)],
            "meter_at_top_hit": {
                "mean": _money(terms.average_meter),
                "standard_deviation": round(terms.meter_deviation, 2),
                "quantiles": [quantile.as_json() for quantile in self.quantiles],
            },
            "wagers_between_top_hits": {
                "mean": {"fraction": str(1 / terms.top), "wagers": round(float(1 / terms.top), 2)},
                "standard_deviation": round(sqrt(1 - terms.top) / float(terms.top), 2),
                "quantiles": [{"level": float(level), "wagers": wagers_until(terms.top, level)} for level in LEVELS],
            },
        }

    def _parts(self) -> dict[str, Fraction]:
        """The parts of a wager in the long run; they add up to one."""
        terms = self.terms
        return {
            "fixed_pays": terms.fixed,
            "contribution": terms.contribution,
            "reseed": terms.reseed_cost,
            "envy": self.others * terms.envy,
            "house": terms.long_run_advantage(self.others),
        }

    def _with_others(self, others: int) -> dict[str, Any]:
        advantage = Figure.of(self.terms.long_run_advantage(others)).as_json()
        break_even = _money(self.terms.break_even_meter(others))
        return {"others": others, "house_advantage": advantage, "break_even_meter": break_even}


def progressive_sheets(
    wager: WagerPaytable,
    resources: Resources | None = None,
    *,
    others: int | None = None,
    with_quantiles: bool = True,
) -> dict[str, ProgressiveSheet]:
    """The sheet of a progressive by the rules and, if the approval counted its hands differently, as printed.

    Quantiles of a meter with smaller shares take seconds the first time; ``with_quantiles=False`` leaves them out.

    >>> from pitboss.paytables import load_catalogue
    >>> sheets = progressive_sheets(load_catalogue()["FSLPP-01"]["progressive"], with_quantiles=False)
    >>> {name: str(sheet.advantage) for name, sheet in sheets.items()}
    {'rules': '18.7922%', 'printed': '18.9992%'}
    """
    others = _others(wager, others)
    sheets = {}
    for name, hands in _counted(wager, resources).items():
        terms = ProgressiveTerms.from_counts(wager, *hands)
        at_seed, at_average = (_reading_at(wager, hands, meter, others) for meter in (terms.seed, terms.average_meter))
        quantiles = meter_quantiles(terms, resources) if with_quantiles else ()
        sheets[name] = ProgressiveSheet(wager.name, name, terms, others, at_seed, at_average, quantiles)
    return sheets


def progressive_readings(
    wager: WagerPaytable,
    resources: Resources | None = None,
    *,
    others: int | None = None,
    meter: Fraction | None = None,
) -> dict[str, OutcomeTable]:
    """A progressive wager at a meter, in dollars for a wager of $1; by default at the average meter.

    >>> from pitboss.paytables import load_catalogue
    >>> found = progressive_readings(load_catalogue()["FSLPP-01"]["progressive"])
    >>> {name: str(reading.house_edge) for name, reading in found.items()}
    {'rules': '18.7922%', 'printed': '18.9992%'}
    """
    others = _others(wager, others)
    if meter is not None and meter < 0:
        raise ProgressiveError(f"a meter of {meter} dollars: it cannot be negative")
    readings = {}
    for name, hands in _counted(wager, resources).items():
        at_meter = ProgressiveTerms.from_counts(wager, *hands).average_meter if meter is None else meter
        readings[name] = _reading_at(wager, hands, at_meter, others)
    return readings


_Hands = tuple[dict[str, int], int]
"""How many hands win each row, and the number of all hands."""


def _counted(wager: WagerPaytable, resources: Resources | None) -> dict[str, _Hands]:
    game, slug = wager.wager.game, wager.wager.slug
    return {name: counts_for(game, slug, name, resources) for name in readings_of(game, slug)}


def _reading_at(wager: WagerPaytable, hands: _Hands, meter: Fraction, others: int) -> OutcomeTable:
    counts, total = hands
    envy = f"{others} other{'' if others == 1 else 's'} on envy, which is in the edge and not in the deviation"
    how = f"all {total:,} hands counted; the meter at ${float(meter):,.2f}; {envy}"
    envy_value = others * ProgressiveTerms.from_counts(wager, *hands).envy
    return replace(read_counts(wager, counts, total, meter=meter, how=how), envy_value=envy_value)


def _others(wager: WagerPaytable, others: int | None) -> int:
    if wager.meter is None:
        raise ProgressiveError(f"{wager.name} is not a progressive, and has no meter")
    if others is None:
        return USUAL_OTHERS[wager.wager.game]
    if not 0 <= others <= MAX_OTHERS:
        raise ProgressiveError(f"{others} others on envy: allowed are 0 to {MAX_OTHERS}, as a table has seven seats")
    return others


def _money(amount: Fraction) -> dict[str, Any]:
    return {"fraction": str(amount), "dollars": round(float(amount), 2)}
