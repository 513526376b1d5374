"""Solves for the amount that gives a target house edge, and finds the nearest payable amounts.

The edge is linear in a seed, a contribution or an envy, and in the pay of a hand that is only counted. If
the player decides, better pays can change the best play: the edge is then piecewise linear. The solver takes
the line through two points and tries its solution; if that misses, it takes the line through the nearer points.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import PaytableError
from pitboss.lab.design.consequences import Elsewhere, wager_readings
from pitboss.lab.design.places import CONTRIBUTION, PAYS, SEED, DesignError, Place
from pitboss.lab.design.reading import Design, DesignQuestion
from pitboss.lab.figure import Figure
from pitboss.lab.work import Resources
from pitboss.paytables import Paytable, print_percent

_MAX_TRIES: Final = 12
_PARTS: Final = (1000, 100, 10, 1)
"""The largest denominators of a pay to try, if its analysis does not accept every fraction."""
_NEAR: Final = 1e-12
"""The tolerance for an edge that is not a fraction."""
_Edge = Callable[[Fraction], Figure]


@dataclass(frozen=True)
class PayChoice:
    """A payable amount, with its house edge.

    >>> str(PayChoice(Fraction(3), "3 to 1", Figure.of(Fraction(1, 20))))
    '3 to 1: 5.0000%'
    """

    amount: Fraction
    text: str
    house_edge: Figure

    def __str__(self) -> str:
        return f"{self.text}: {self.house_edge}"

    def as_json(self) -> dict[str, Any]:
        """The choice as JSON."""
        return {"amount": str(self.amount), "text": self.text, "house_edge": self.house_edge.as_json()}


@dataclass(frozen=True)
class Solution:
    """The answer to the question of a design.

    >>> from pitboss.lab.design import read_design
    >>> solution = solve(read_design('''
    ... base = "TCP-6B1"
    ... [solve]
    ... unknown = "wagers.six-card-bonus.pays.flush"
    ... target = "house-edge 12%"
    ... '''))
    >>> round(float(solution.amount), 4), str(solution.below), str(solution.above)
    (18.2438, '18 to 1: 12.2465%', '19 to 1: 11.2356%')
    """

    question: DesignQuestion
    amount: Fraction
    """The amount that meets the target."""
    is_exact: bool
    """Whether it meets the target exactly; otherwise it meets it within the error of the edge."""
    now: PayChoice
    """The amount there now."""
    below: PayChoice | None
    """The nearest payable amount that is not above it; None if there is none."""
    above: PayChoice | None

    def as_json(self) -> dict[str, Any]:
        """The solution as JSON."""
        return {
            "unknown": str(self.question.unknown),
            "target": Figure.of(self.question.target).as_json(),
            "reading": self.question.reading,
            "amount": {"fraction": str(self.amount), "value": float(self.amount)},
            "is_exact": self.is_exact,
            "now": self.now.as_json(),
            "below": self.below.as_json() if self.below is not None else None,
            "above": self.above.as_json() if self.above is not None else None,
        }


def solve(design: Design, resources: Resources | None = None, elsewhere: Elsewhere | None = None) -> Solution:
    """Find the amount that gives the target house edge.

    >>> from pitboss.lab.design import read_design
    >>> question = '[solve]\\nunknown = "contribution"\\ntarget = "house-edge 20%"'
    >>> solution = solve(read_design(f'base = "TCPP-1"\\n{question}'))
    >>> str(solution.below), str(solution.above)
    ('16.334%: 20.0008%', '16.335%: 19.9998%')
    """
    question = design.question
    if question is None:
        raise DesignError("the design has no question: it needs a table [solve] with 'unknown' and 'target'")
    place = question.unknown
    edge = _edge_of(design, question, resources or Resources(processes=1), elsewhere)
    start = place.amount_in(design.paytable) or Fraction(0)
    amount, is_exact = _find(place, question.target, edge, start)
    _verify_allowed(place, question.target, amount)

    def choice(payable: Fraction | None) -> PayChoice | None:
        if payable is None:
            return None
        return PayChoice(payable, place.print(payable, design.paytable), edge(payable))

    below, above = map(choice, place.around(amount, design.paytable))
    now = choice(start)
    assert now is not None
    return Solution(question, amount, is_exact, now, below, above)


def _edge_of(design: Design, question: DesignQuestion, resources: Resources, elsewhere: Elsewhere | None) -> _Edge:
    """The house edge as a function of the amount at the unknown place; each is computed once."""
    place, known = question.unknown, dict[Fraction, Figure]()

    def edge(amount: Fraction) -> Figure:
        if amount not in known:
            paytable: Paytable = place.put(design.paytable, amount)
            tables = wager_readings(paytable, paytable[place.wager], design, resources, elsewhere)
            if question.reading not in tables:
                title = paytable[place.wager].name
                raise DesignError(f"{title} has no reading {question.reading!r}; it has {', '.join(tables)}")
            known[amount] = tables[question.reading].house_edge
        return known[amount]

    return edge


def _find(place: Place, target: Fraction, edge: _Edge, start: Fraction) -> tuple[Fraction, bool]:
    step = Fraction(1, 100) if place.part == CONTRIBUTION else Fraction(100 if place.part == SEED else 1)
    first, second = start, start - step if place.part == CONTRIBUTION and start + step >= 1 else start + step
    for _ in range(_MAX_TRIES):
        rise = _value(edge(second)) - _value(edge(first))
        if not rise:
            raise DesignError(f"the house edge does not depend on {place}")
        solution = first + (target - _value(edge(first))) * (second - first) / rise
        # Only pays can change the best play, and a negative amount cannot be paid, so it need not be tried.
        if place.part != PAYS or solution < 0:
            return solution, True
        tried = _workable(solution, edge)
        reached = edge(tried)
        miss = abs(_value(reached) - target)
        if miss == 0 or (reached.exact is None and miss <= max(reached.error, _NEAR)):
            return tried, reached.exact is not None
        if tried in (first, second):
            # The analysis accepts nothing nearer: the edge is linear over the rest, which is less than one part.
            return solution, False
        first, second = second, tried
    raise DesignError(f"no amount for {place} was found in {_MAX_TRIES} tries that gives {print_percent(target)}")


def _workable(amount: Fraction, edge: _Edge) -> Fraction:
    """An amount, or the nearest simpler fraction that the analysis accepts: Double Draw Poker uses whole numbers."""
    for parts in _PARTS:
        try:
            edge(amount)
        except PaytableError:
            amount = amount.limit_denominator(parts)
        else:
            break
    return amount


def _value(figure: Figure) -> Fraction:
    return figure.exact if figure.exact is not None else Fraction(figure.value)


def _verify_allowed(place: Place, target: Fraction, amount: Fraction) -> None:
    """Refuse an amount that no paytable can have."""
    wanted = f"a house edge of {float(target * 100):g}%"
    if place.part == CONTRIBUTION and not 0 < amount < 1:
        raise DesignError(f"{wanted} would need a contribution of {float(amount * 100):.4f}%: it must be within 0-100%")
    if amount < 0:
        raise DesignError(f"{wanted} would need {float(amount):.4f} at {place}: it cannot be negative")
