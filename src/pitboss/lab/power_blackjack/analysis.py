"""Analyzes the main bet: its house edge, its chart and the values of all first hands, which the store keeps."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.games.power_blackjack import PowerBlackjackRules
from pitboss.lab.outcome_table import Estimate, Share
from pitboss.lab.power_blackjack.chart import Chart
from pitboss.lab.power_blackjack.compiled import CompiledRules, compile_rules
from pitboss.lab.sheet import RULES
from pitboss.lab.work import Resources, Work, only, remembered

ERROR: Final = 2e-11
"""The maximum error of the arithmetic, per unit of the bet; docs/methods.md derives it."""

STRATEGY_CLASS: Final = (
    "composition-dependent best play of the first hand; after a split every hand is played by its own cards and the "
    "up card as if it had not been split, and pairs are split again always or never (CDZ-)"
)
"""How split hands are played, in plain words and by its name in the literature."""

HOW: Final = (
    f"{STRATEGY_CLASS}; double precision, off by less than {ERROR:.0e}; "
    "the spread takes the hands of one split as independent given the dealer's total"
)

MODULES: Final = (
    *(
        f"pitboss.lab.power_blackjack.{name}"
        for name in (
            "against",
            "analysis",
            "chart",
            "charting",
            "compiled",
            "dealer_kernel",
            "exceptions",
            "kernels",
            "solution",
            "split_kernels",
            "split_plans",
            "splitting",
            "tables",
        )
    ),
    "pitboss.lab.outcome_table",
)
"""The modules whose code computes the figures."""


@dataclass(frozen=True)
class Analysis:
    """The analysis of the main bet at one table.

    >>> analysis = analyse(PowerBlackjackRules(decks=6))
    >>> round(analysis.reading.house_edge.percent, 4), round(analysis.reading.wagered, 3)
    (0.4344, 1.254)
    """

    reading: Estimate
    """The bet under best play, without insurance; with splits and doubles as the average stake."""
    insurance_gain: float
    """The gain of insurance for a player who takes it only when their cards make it pay; zero at 2 to 1."""
    chart: Chart
    first_hands: Mapping[str, Mapping[str, Mapping[str, float]]]
    """By up card and by the first two cards: the value of each option, given that the dealer has no blackjack."""

    def as_json(self) -> dict[str, Any]:
        """The analysis as JSON."""
        return {
            "reading": self.reading.as_json(),
            "strategy_class": STRATEGY_CLASS,
            "insurance_gain": self.insurance_gain,
            "chart": self.chart.as_json(),
            "first_hands": self.first_hands,
        }


def analyse(
    rules: PowerBlackjackRules | None = None, resources: Resources | None = None, *, dealer_22_pushes: bool = True
) -> Analysis:
    """The main bet under best play.

    >>> analyse(PowerBlackjackRules(decks=1, power_split=False)).insurance_gain
    0.0
    """
    compiled = compile_rules(rules or PowerBlackjackRules(), dealer_22_pushes=dealer_22_pushes)
    work = Work("power-blackjack", compiled._asdict(), MODULES, 1, _analyse)
    result = remembered(work, resources or Resources(processes=1), only)
    chart = Chart.from_json(result["chart"])
    return Analysis(Estimate.restored(result["reading"]), result["insurance_gain"], chart, result["first_hands"])


def bet_readings(
    rules: PowerBlackjackRules | None = None, resources: Resources | None = None
) -> Mapping[str, Estimate]:
    """The estimate of the main bet, for the par sheet.

    >>> bet_readings()["rules"].per
    'bet'
    """
    return {RULES: analyse(rules, resources).reading}


def chart(rules: PowerBlackjackRules | None = None, resources: Resources | None = None) -> Chart:
    """Basic strategy for a table.

    >>> chart().entry("pairs", "8-8", "6")
    'P'
    """
    return analyse(rules, resources).chart


def _analyse(inputs: Mapping[str, Any], _block: int) -> dict[str, Any]:
    """Do the analysis; only this loads the kernels."""
    from pitboss.lab.power_blackjack.against import OPTIONS  # noqa: PLC0415
    from pitboss.lab.power_blackjack.charting import card_name  # noqa: PLC0415
    from pitboss.lab.power_blackjack.exceptions import make_chart  # noqa: PLC0415
    from pitboss.lab.power_blackjack.solution import Solution, full_shoe, solve_game  # noqa: PLC0415

    def first_hands(solution: Solution) -> dict[str, dict[str, dict[str, float]]]:
        hands: dict[str, dict[str, dict[str, float]]] = {}
        for against in solution.against:
            row = hands[card_name(against.up)] = {}
            for first in range(10):
                for second in range(first, 10):
                    options = zip(OPTIONS, against.options[first, second].tolist(), strict=True)
                    values = {name: value for name, value in options if value == value}  # noqa: PLR0124 (not a number)
                    if values:
                        row[f"{card_name(second)}-{card_name(first)}"] = values
        return hands

    rules = CompiledRules(**inputs)
    solution = solve_game(rules, full_shoe(rules.decks))
    shares = tuple(_share(net, solution.nets[net]) for net in sorted(solution.nets) if solution.nets[net] > 0)
    reading = Estimate(shares, error=ERROR, how=HOW, per="bet", wagered=solution.staked)
    return {
        "reading": reading.stored(),
        "insurance_gain": solution.insured,
        "chart": make_chart(solution, title_of(rules)).as_json(),
        "first_hands": first_hands(solution),
    }


def _share(net: Fraction, chance: float) -> Share:
    amount = f"{float(abs(net)):g}"
    if net == 0:
        return Share("0", "Push", chance, 0.0)
    return Share(f"{float(net):+g}", f"{'Wins' if net > 0 else 'Loses'} {amount}", chance, float(net))


def title_of(rules: CompiledRules) -> str:
    """A table in words.

    >>> title_of(compile_rules(PowerBlackjackRules()))
    'Power Blackjack, 6 decks, dealer hits soft 17'
    """
    decks = "1 deck" if rules.decks == 1 else f"{rules.decks} decks"
    soft = "hits" if rules.dealer_hits_soft_17 else "stands on"
    return f"Power Blackjack, {decks}, dealer {soft} soft 17"
